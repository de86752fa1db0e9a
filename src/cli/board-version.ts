import { readFile } from 'node:fs/promises';
import { Fault, messageOf } from '../base/fault';
import type { Board } from '../board/board';
import { parseBoard } from '../board/codec';

/**
 * The board in a file as it stands there, without the journal of a run: git hands over copies.
 * @param name what messages call it: git hands over temporary files
 * @returns undefined for an empty file, which is what git gives for none
 * @throws Fault for a file that is missing or is no board
 */
export async function readVersion(file: string, name = file): Promise<Board | undefined> {
  const text = await readText(file);
  return text.trim() === '' ? undefined : parseBoard(text, name);
}

async function readText(file: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file));
  } catch (cause) {
    throw new Fault(`${file} could not be read: ${messageOf(cause)}`, 'Check the path.', { cause });
  }
}
