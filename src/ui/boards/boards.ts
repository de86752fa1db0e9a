import type * as vscode from 'vscode';
import type { Board } from '../../board/board';
import type { BoardEvent, UnstampedEvent } from '../../board/events';

/** What a person does to a board. */
export type PersonEvent = Extract<
  UnstampedEvent,
  {
    type:
      | 'proposed'
      | 'hinted'
      | 'edited'
      | 'pinned'
      | 'rejected'
      | 'queried'
      | 'recorded'
      | 'linked'
      | 'reviewed'
      | 'dispatched'
      | 'verified';
  }
>;

/** Who did it, where a person did. */
export const PERSON = 'person';

/** Who did it and when: for records that say so themselves. */
export type Stamp = { readonly at: string; readonly by: string };

/** What a person does, made from the board as it is at that moment: ids are given then. No events: nothing is done. */
export type MakeEvents = (board: Board, stamp: Stamp) => readonly PersonEvent[];

/** A board file as the editor knows it now. */
export type BoardState =
  | { readonly kind: 'loading' }
  /** `live`: an investigation of this window works on it. `unsaved`: read from a document that is not saved. */
  | {
      readonly kind: 'board';
      readonly board: Board;
      readonly live: boolean;
      readonly unsaved: boolean;
      /** The text that it was read from, where it was: printing a large board anew takes long. */
      readonly text?: string;
      /** What a person should know of the file: what a broken-off run left does not fit it any more. */
      readonly notice?: string;
    }
  /** What is wrong with the file, where (a line of its text, from 1), and what helps. A newer board is told like this too. */
  | { readonly kind: 'unreadable'; readonly message: string; readonly next?: string; readonly line?: number };

export type LoadedState = Exclude<BoardState, { readonly kind: 'loading' }>;

/** What changed: the events that were applied to the board before, or anything at all. */
export type BoardChange = { readonly state: BoardState; readonly events?: readonly BoardEvent[] };

/**
 * One board file. Its state follows what is nearest to the person: a running investigation, else the text of the open document, else
 * the file. Unreadable text never replaces the file, and nothing here writes unless `change` is called.
 */
export interface BoardModel {
  readonly uri: vscode.Uri;
  /** As far as it is known: a model follows its file while somebody listens. */
  readonly state: BoardState;
  /** The state, read anew when nobody listens. */
  load(): Promise<LoadedState>;
  readonly onDidChange: vscode.Event<BoardChange>;
  /**
   * Applies what a person did: through the running investigation, or as one undoable edit of the document, saved when it was not dirty
   * before. What a broken-off run left is no text to edit: there it becomes part of that, and `resume` goes on from it.
   * Rejects with a `Fault` when the board cannot be read or the workspace is not trusted.
   */
  change(make: MakeEvents): Promise<void>;
}

/** All boards that something looks at. */
export interface Boards {
  /** The model of a file; made at the first call, the same one for the same file. */
  at(uri: vscode.Uri): BoardModel;
  /** The board that views show: of the editor that was last active, or the investigation that began last. */
  readonly active: BoardModel | undefined;
  readonly onDidChangeActive: vscode.Event<BoardModel | undefined>;
  activate(uri: vscode.Uri | undefined): void;
  /** The board files of the workspace. */
  find(): Thenable<readonly vscode.Uri[]>;
}
