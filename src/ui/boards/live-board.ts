import type * as vscode from 'vscode';
import type { Board } from '../../board/board';
import type { BoardEvent } from '../../board/events';
import type { MakeEvents } from './boards';

/** An investigation of this window as the model of its board sees it. */
export interface LiveBoard {
  /** undefined until the first event. */
  readonly board: Board | undefined;
  /** Resolves with the first event, or when it is over without one. */
  readonly begun: Promise<void>;
  readonly onDidChange: vscode.Event<{ readonly board: Board; readonly event: BoardEvent }>;
  /** Applies what a person did; false when it takes no more, because it is about to end. */
  apply(make: MakeEvents): Promise<boolean>;
  /** Resolves when nothing more is written to the file; never rejects. */
  readonly over: Promise<void>;
}
