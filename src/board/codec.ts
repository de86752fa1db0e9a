import * as z from 'zod';
import { Fault } from '../base/fault';
import { compareIds } from '../base/ids';
import type { Breathe } from '../base/breathe';
import {
  boardSchema,
  evidenceSchema,
  historySchema,
  hypothesisSchema,
  linkSchema,
  querySchema,
  verdictSchema,
  type Board,
} from './board';
import { finished, printing } from './canonical-json';
import { boardEventSchema, type BoardEvent } from './events';
import { faultAtPath, syntaxFault } from './locate';
import { findMistake, type Mistake } from './references';
import { withKeptRows, type PrintOptions } from './results';

const VERSION = 1;

/** A board that a later version of the product wrote: its text can be shown, and is not to be written. */
export class NewerBoard extends Fault {
  constructor(
    name: string,
    readonly version: number,
  ) {
    super(
      `${name}: board version ${version} is newer than this Data Detective, which knows version ${VERSION}`,
      'Update Data Detective to work on it. The file is left as it is.',
    );
  }
}

/**
 * The board as canonical text: known keys in the schema's order, unknown ones after them, records in natural order of
 * their ids. Printing what was parsed from printed text gives the same bytes.
 * @param options what the board itself says of its results, unless given
 * @throws Error for a board that the schema forbids: a defect of ours
 */
export function printBoard(
  board: Board,
  options: PrintOptions = board.investigation.kept ?? { results: 'sample' },
): string {
  return finished(printingBoard(board, options));
}

/** The same text; made in small steps, so that a large board holds nobody up. */
export async function printBoardBreathing(
  board: Board,
  breathe: Breathe,
  options: PrintOptions = board.investigation.kept ?? { results: 'sample' },
): Promise<string> {
  const steps = printingBoard(board, options);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await breathe();
  }
}

function* printingBoard(board: Board, options: PrintOptions): Generator<void, string> {
  const kept = inOrder({ ...board, queries: board.queries.map((query) => withKeptRows(query, options)) });
  const lists = {
    hypotheses: yield* encoding(hypothesisSchema, kept.hypotheses, 'hypotheses'),
    queries: yield* encoding(querySchema, kept.queries, 'queries'),
    evidence: yield* encoding(evidenceSchema, kept.evidence, 'evidence'),
    links: yield* encoding(linkSchema, kept.links, 'links'),
    verdicts: yield* encoding(verdictSchema, kept.verdicts, 'verdicts'),
    history: yield* encoding(historySchema, kept.history, 'history'),
  };
  const rest = { hypotheses: [], queries: [], evidence: [], links: [], verdicts: [], history: [] };
  return yield* printing({ ...encoded(boardSchema, { ...kept, ...rest }, []), ...lists });
}

function* encoding<S extends z.ZodType<object, object>>(
  schema: S,
  records: readonly z.output<S>[],
  list: string,
): Generator<void, readonly object[]> {
  const all: object[] = [];
  for (const [index, record] of records.entries()) {
    all.push(encoded(schema, record, [list, index]));
    yield;
  }
  return all;
}

function encoded<S extends z.ZodType<object, object>>(
  schema: S,
  record: z.output<S>,
  path: readonly PropertyKey[],
): z.input<S> {
  const result = z.safeEncode(schema, record);
  if (result.success) return result.data;
  throw new Error(`not a board: ${describe(deepest(result.error.issues, path)).message}`);
}

/**
 * The board that a file's text holds.
 * @param name of the file, for messages
 * @throws NewerBoard for a later version; Fault with the line for conflict markers, broken JSON, a value of the wrong
 *   type, a duplicate id, or a reference to a record that is not there
 */
export function parseBoard(text: string, name: string): Board {
  const source = text.replace(/^\uFEFF/, '');
  const json = parseJson(source, name);
  return checkBoard(json, name, ({ path, message }) => faultAtPath(name, source, path, message));
}

/**
 * The board that JSON in the file's form holds.
 * @param faultOf makes the fault of the first mistake
 * @throws NewerBoard for a later version
 */
export function checkBoard(json: unknown, name: string, faultOf: (mistake: Mistake) => Fault): Board {
  const version = typeof json === 'object' && json !== null && 'd2board' in json ? json.d2board : undefined;
  if (typeof version === 'number' && version > VERSION) throw new NewerBoard(name, version);
  const result = boardSchema.safeParse(json);
  if (!result.success) throw faultOf(describe(deepest(result.error.issues)));
  const mistake = findMistake(result.data);
  if (mistake !== undefined) throw faultOf(mistake);
  return inOrder(result.data);
}

/** The whole board as one line of JSON in the file's form, for another process: nothing of the results is left out. */
export function encodeBoard(board: Board): string {
  return JSON.stringify(z.encode(boardSchema, board));
}

/**
 * The board that `encodeBoard` wrote, or that a file's text holds which was parsed once.
 * @throws Error for any other text
 */
export function decodeBoard(text: string): Board {
  return inOrder(boardSchema.parse(JSON.parse(text.replace(/^\uFEFF/, ''))));
}

/** An event as one line of JSON, without the newline. */
export function encodeEvent(event: BoardEvent): string {
  return JSON.stringify(z.encode(boardEventSchema, event));
}

/** @throws Error for what `encodeEvent` does not write */
export function decodeEvent(line: string): BoardEvent {
  return boardEventSchema.parse(JSON.parse(line));
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw syntaxFault(name, text);
  }
}

function inOrder(board: Board): Board {
  return {
    ...board,
    hypotheses: sorted(board.hypotheses),
    queries: sorted(board.queries),
    evidence: sorted(board.evidence),
    links: sorted(board.links),
    verdicts: sorted(board.verdicts),
  };
}

function sorted<R extends { id: string }>(records: R[]): R[] {
  return records.toSorted((left, right) => compareIds(left.id, right.id));
}

type Issue = z.core.$ZodIssue;

/** Of the ways a union did not match, the one that got furthest: it is what the writer meant. */
function deepest([issue]: readonly Issue[], above: readonly PropertyKey[] = []): Issue {
  if (issue === undefined) throw new Error('an error without an issue');
  const path = [...above, ...issue.path];
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return { ...issue, path };
  const branches = issue.errors.map((issues) => deepest(issues, path));
  return branches.reduce((best, branch) => (branch.path.length > best.path.length ? branch : best));
}

function describe(issue: Issue): Mistake {
  const path = issue.path.map((step) => (typeof step === 'number' ? step : String(step)));
  const place = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
  const cause = issue.message.replace(/^Invalid input: /, '').replace(/^expected .* received undefined$/, 'is missing');
  return { path, message: `${place.replace(/^\./, '') || 'the board'}: ${cause}` };
}
