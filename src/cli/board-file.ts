import { constants, existsSync } from 'node:fs';
import { access, open, stat } from 'node:fs/promises';
import path from 'node:path';
import { Fault } from '../base/fault';
import type { Board } from '../board/board';
import { answerText } from '../board/views/answer-text';
import { printBoard } from '../board/codec';
import type { PrintOptions } from '../board/results';
import { FileBoardStore } from '../storage/file/file-board-store';
import { journalOf } from '../storage/file/journal-name';

/** What a file keeps when nobody says otherwise. */
export const DEFAULT_KEPT = { results: 'sample', redact: [] } as const satisfies PrintOptions;

/** Where a new board goes: next to the database, under its name; a board that is there is left alone. */
export function newBoardFile(database: string): string {
  const { dir, name } = path.parse(database);
  return freeFile(path.join(dir, name), '.d2board');
}

/** The first of `name.ending`, `name-2.ending` … that does not exist. */
export function freeFile(name: string, ending: string): string {
  for (let number = 1; ; number++) {
    const file = `${name}${number === 1 ? '' : `-${number}`}${ending}`;
    if (!isTaken(file)) return file;
  }
}

/** @throws Fault when there is a board already */
export function demandFree(file: string): void {
  if (isTaken(file)) {
    throw new Fault(`${file} exists already`, `Go on with it: data-detective resume ${file}; or choose another file.`);
  }
}

/** @throws Fault when no file can be made there */
export async function demandWritable(file: string): Promise<void> {
  const folder = path.dirname(path.resolve(file));
  if (!existsSync(folder))
    throw new Fault(`no such folder: ${folder}`, 'Make it, or choose another with --board FILE.');
  await access(folder, constants.W_OK).catch((cause: unknown) => {
    throw new Fault(`not allowed to write into ${folder}`, 'Put the board elsewhere with --board FILE.', { cause });
  });
}

function isTaken(file: string): boolean {
  return existsSync(file) || existsSync(journalOf(file));
}

/** The path of a database as its board names it: relative to the board, with forward slashes. */
export function databasePathFrom(boardFile: string, database: string): string {
  return path.relative(path.dirname(path.resolve(boardFile)), path.resolve(database)).replaceAll(path.sep, '/');
}

export type OpenedBoard = { readonly file: string; readonly board: Board; readonly store: FileBoardStore };

/**
 * The board in a file, what its journal holds included, with the store that writes it back as it is kept.
 * @throws Fault for a file that is missing or is no board
 */
export async function openBoard(file: string): Promise<OpenedBoard> {
  await demandNoOther(file);
  const first = await new FileBoardStore(file).load();
  if (first === undefined) {
    throw new Fault(`no such board: ${file}`, 'Check the path, or begin one: data-detective investigate DB QUESTION');
  }
  const store = new FileBoardStore(file, first.investigation.kept ?? DEFAULT_KEPT);
  return { file, board: (await store.load()) ?? first, store };
}

/** The database that a board is about: the one named, or the one that the board names, seen from its folder. */
export function databaseOf({ file, board }: OpenedBoard, named: string | undefined): string {
  if (named !== undefined) return named;
  const found = path.resolve(path.dirname(file), board.investigation.database.path);
  if (!existsSync(found)) {
    throw new Fault(`the board's database is not there: ${found}`, 'Name it with --database FILE.');
  }
  return path.relative(process.cwd(), found) || found;
}

/** What `--json` prints of a board: its file's JSON, with the answer and the file's path. */
export function boardJson(file: string, board: Board): object {
  const kept = board.investigation.kept ?? DEFAULT_KEPT;
  const json = JSON.parse(printBoard(board, kept)) as object;
  return { ...json, answer: answerText(board.report), board: file };
}

/** People name the folder or the database of a board; both have a better message than that the text is no board. */
async function demandNoOther(file: string): Promise<void> {
  const status = await stat(file).catch(() => undefined);
  if (status === undefined) return;
  if (status.isDirectory()) throw new Fault(`a folder, not a board: ${file}`, 'Choose a .d2board file in it.');
  if ((await firstBytes(file)) === 'SQLite format 3\0') {
    throw new Fault(`a database, not a board: ${file}`, `Begin one: data-detective investigate ${file} QUESTION`);
  }
}

/** What cannot be read is told better by the store. */
async function firstBytes(file: string): Promise<string | undefined> {
  const handle = await open(file).catch(() => undefined);
  try {
    const { buffer } = (await handle?.read(Buffer.alloc(16), 0, 16, 0)) ?? {};
    return buffer?.toString('latin1');
  } finally {
    await handle?.close();
  }
}
