import type * as vscode from 'vscode';
import type { Board } from '../../board/board';
import type { Refusal } from '../../board/views/sql-pack';
import { databaseOf, databasePathFrom } from '../boards/database-of';
import type { Parts } from '../parts';
import type { BoardArgument } from './board-argument';

/** What a reviewer can do only where databases are opened. */
export type HostReview = {
  /** Runs the queries of a board again. */
  verify(board: BoardArgument): Promise<void>;
  sqliteOf(board: Board): Promise<Uint8Array>;
  refusal(): Promise<Refusal>;
  /** The path of a board's database as seen from an exported file. */
  databaseFrom(exported: vscode.Uri, board: vscode.Uri, named: string): string;
};

export function hostReview({
  boards,
  runs,
  surroundings,
}: Pick<Parts, 'boards' | 'runs' | 'surroundings'>): HostReview {
  return {
    verify: async (board) => (await import('./verify')).verifyBoard({ boards, runs, surroundings }, board),
    sqliteOf: (board) => surroundings.sqliteOf(board),
    refusal: () => surroundings.refusal(),
    databaseFrom: (exported, board, named) => databasePathFrom(exported, databaseOf(board, named)),
  };
}
