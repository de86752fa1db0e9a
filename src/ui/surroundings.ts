import type * as vscode from 'vscode';
import type { Team } from '../agents/roles';
import type { Board } from '../board/board';
import type { BoardStore } from '../board/store';
import type { PrintOptions } from '../board/results';
import type { Refusal } from '../board/views/sql-pack';
import type { Database } from '../database/port';

/**
 * What the extension host gives the features, made by `src/host` from the adapters; each loads what it needs at its first use.
 * The browser has none of it: there boards are only read.
 */
export interface Surroundings {
  /** Opens a database of the workspace, read-only. Rejects with a `Fault` for what is no database. */
  openDatabase(database: vscode.Uri): Promise<Database>;
  /** Where a board of the workspace is kept: its file, and a journal while a run goes on. */
  storeOf(board: vscode.Uri, kept?: PrintOptions): Promise<BoardStore>;
  /** The file beside a board that holds what its run did since the board was written; it is there while a run goes on, or after one broke off. */
  journalOf(board: vscode.Uri): vscode.Uri;
  /** The board as a SQLite file with the paper's tables. */
  sqliteOf(board: Board): Promise<Uint8Array>;
  /** Tells which statements of a board must not be run by others. */
  refusal(): Promise<Refusal>;
}

/** Who plays the five roles, as the person chose it; `undefined` when they chose not to go on (no key, no consent). */
export interface Teams {
  /** The team for a new investigation, asked for the first time, changeable afterwards; `change` asks anew. */
  choose(options?: { readonly change?: boolean }): Promise<Team | undefined>;
  /** The team that goes on with a board: the one that began it, with its models. */
  ofBoard(board: Board): Promise<Team | undefined>;
  /** What the person chose, in words for a status bar: `Offline`. */
  readonly chosen: string | undefined;
}
