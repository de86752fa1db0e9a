import type * as vscode from 'vscode';
import type { Board } from '../../board/board';
import type { Controls } from '../../agents/controls';
import type { InvestigationEvent } from '../../agents/session';

/** One investigation that works in this window. It goes on when its editor is closed. */
export interface Run {
  /** Another one from the moment on that somebody else wrote to the board: then the run goes on in a copy. */
  readonly board: vscode.Uri;
  readonly database: vscode.Uri;
  readonly question: string;
  /** What is used so far, of what budget, and how to raise it; undefined before the first round and after the last. */
  readonly controls: Pick<Controls, 'usage' | 'limits' | 'raise'> | undefined;
  /** Resolves with the board as it ended, rejects when it broke off; the board file is valid either way. */
  readonly ended: Promise<Board>;
  readonly onDidHappen: vscode.Event<InvestigationEvent>;
  /** Ends it in good order with a partial report; a second call ends it at once. */
  stop(): void;
}

export type ResumeOptions = { readonly refresh?: boolean; readonly again?: readonly string[] };

export interface Runs {
  readonly all: readonly Run[];
  at(board: vscode.Uri): Run | undefined;
  /** A run began or ended. */
  readonly onDidChange: vscode.Event<void>;
  /** Begins an investigation with a new board beside the database, or at `board`. Resolves once the board file is there. */
  start(database: vscode.Uri, question: string, options?: { readonly board?: vscode.Uri }): Promise<Run | undefined>;
  /**
   * Goes on with a board: what is unfinished, or with `refresh` what drifted, or with `again` the hypotheses named, which are
   * collected and judged once more. undefined when the person chose not to.
   */
  resume(board: vscode.Uri, options?: ResumeOptions): Promise<Run | undefined>;
}
