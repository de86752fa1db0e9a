import { findNodeAtLocation, parseTree, printParseErrorCode, type ParseError } from 'jsonc-parser';
import { Fault } from '../base/fault';

export type JsonPath = readonly (string | number)[];

/** A fault in a file's text, told with the line it is on: `sales.d2board, line 41: …`. */
export class LocatedFault extends Fault {
  /** @param line from 1 */
  constructor(
    name: string,
    readonly line: number,
    message: string,
    next = 'Open the file as text and mend that line. Nothing was overwritten.',
  ) {
    super(`${name}, line ${line}: ${message}`, next);
  }
}

/** The fault of what stands at a path, or of the nearest object around it where the path leads nowhere. */
export function faultAtPath(name: string, text: string, path: JsonPath, message: string): Fault {
  const tree = parseTree(text);
  let offset = 0;
  for (let depth = path.length; tree !== undefined && depth >= 0; depth--) {
    const node = findNodeAtLocation(tree, path.slice(0, depth));
    if (node !== undefined) {
      offset = node.offset;
      break;
    }
  }
  return new LocatedFault(name, lineAt(text, offset), message);
}

const conflictMarker = /^(<{7}|\|{7}|={7}|>{7})(?=\s|$)/m;

/** The fault of text that is not JSON: merge conflicts are named as such. */
export function syntaxFault(name: string, text: string): Fault {
  const marker = conflictMarker.exec(text);
  if (marker !== null) {
    return new LocatedFault(
      name,
      lineAt(text, marker.index),
      `merge-conflict marker ${marker[0]}`,
      'Resolve the merge conflict, then open the board again. Nothing was overwritten.',
    );
  }
  const errors: ParseError[] = [];
  parseTree(text, errors, { disallowComments: true });
  const [first] = errors;
  if (first === undefined) return new LocatedFault(name, 1, 'not JSON');
  const words = printParseErrorCode(first.error).replace(/\B[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return new LocatedFault(name, lineAt(text, first.offset), `not JSON: ${words.toLowerCase()}`);
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}
