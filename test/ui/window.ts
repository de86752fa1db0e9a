import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { FileBoardStore } from '../../src/storage/file/file-board-store';
import { journalOf } from '../../src/storage/file/journal-name';
import { makeBoards, type FollowingBoards } from '../../src/ui/boards/board-files';
import type { BoardModel, BoardState } from '../../src/ui/boards/boards';
import type { Surroundings } from '../../src/ui/surroundings';
import { editor, Uri } from '../fakes/vscode-documents';

/** A new window on an empty folder. */
export function newWindow(): { readonly folder: string; readonly file: (name: string) => Uri } {
  const folder = mkdtempSync(path.join(tmpdir(), 'd2-ui-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  editor.reset(folder);
  return { folder, file: (name) => Uri.file(path.join(folder, name)) };
}

/** The real stores; databases are what a test gives. */
export function surroundingsWith(openDatabase: Surroundings['openDatabase']): Surroundings {
  return {
    openDatabase,
    storeOf: async (board, kept) => new FileBoardStore(board.fsPath, kept),
    journalOf: (board) => Uri.file(journalOf(board.fsPath)),
    sqliteOf: () => Promise.reject(new Error('not here')),
    refusal: async () => () => undefined,
  };
}

export function boardsWith(surroundings: Surroundings): FollowingBoards {
  const boards = makeBoards(surroundings);
  onTestFinished(() => void boards.dispose());
  return boards;
}

/** Waits until a model that somebody listens to is in a state; the last state is told when it never is. */
export async function until<S extends BoardState>(
  model: BoardModel,
  isIt: (state: BoardState) => state is S,
): Promise<S>;
export async function until(model: BoardModel, isIt: (state: BoardState) => boolean): Promise<BoardState>;
export async function until(model: BoardModel, isIt: (state: BoardState) => boolean): Promise<BoardState> {
  await expect.poll(() => isIt(model.state), { timeout: 10_000 }).toBe(true);
  return model.state;
}

export const isBoard = (state: BoardState): state is Extract<BoardState, { kind: 'board' }> => state.kind === 'board';
export const isUnreadable = (state: BoardState): state is Extract<BoardState, { kind: 'unreadable' }> =>
  state.kind === 'unreadable';
