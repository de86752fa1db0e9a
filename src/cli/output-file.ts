import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Fault, messageOf } from '../base/fault';

/**
 * Writes what was asked for to a file. A file that is there is replaced only when its ending says that it is of the same kind: a
 * database or a board is never overwritten.
 */
export async function writeOutput(file: string, content: string | Uint8Array, ending: string): Promise<void> {
  const isOurs = path.extname(file).toLowerCase() === ending && typeof content === 'string';
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
