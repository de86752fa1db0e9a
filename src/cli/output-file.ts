import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Fault, messageOf } from '../base/fault';

/** Kinds of files that are made and not written: anew each time. */
const MADE: ReadonlySet<string> = new Set(['.html', '.svg', '.json']);

/**
 * Writes what was asked for to a file. A file that is there is replaced only when its ending says that it was made, as this one is:
 * a database, a board, or a script that a person may have worked on is never overwritten.
 */
export async function writeOutput(file: string, content: string | Uint8Array, ending: string): Promise<void> {
  const isOurs = path.extname(file).toLowerCase() === ending && MADE.has(ending);
  if (existsSync(file) && !isOurs) {
    throw new Fault(`${file} exists already`, 'Choose another file with --output.');
  }
  try {
    await writeFile(file, content, { flag: isOurs ? 'w' : 'wx' });
  } catch (error) {
    throw new Fault(`${file} could not be written: ${messageOf(error)}`, 'Choose another file with --output.', {
      cause: error,
    });
  }
}
