import { Fault } from '../base/fault';
import type { Board } from './board';
import type { BoardEvent } from './events';

/** Somebody else wrote to a board that a store was to write: it was left as it is. */
export class BoardChanged extends Fault {}

/** Where one board lives. One writer; a write is atomic and durable before it resolves. */
export interface BoardStore {
  /** The board with its journal replayed, or undefined where there is none yet. Rejects with a located `Fault` for a bad file. */
  load(): Promise<Board | undefined>;
  /** Keeps one event durably before the canonical file is written again. Calls that overlap are written together, in order. */
  append(event: BoardEvent): Promise<void>;
  /**
   * Writes the canonical file: exactly what the events appended before this call made of the board, or a board without a journal.
   * Rejects with `BoardChanged` when somebody else changed it since it was read or written here.
   */
  save(board: Board): Promise<void>;
  /** Ends the run: the journal goes. */
  finish(board: Board): Promise<void>;
}
