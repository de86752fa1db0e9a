import type { Board } from '../../src/board/board';
import type { BoardEvent } from '../../src/board/events';
import { reduce } from '../../src/board/reduce';
import type { BoardStore } from '../../src/board/store';

/** A board store in memory: what was appended since the last `save` is replayed by `load`. */
export class MemoryBoardStore implements BoardStore {
  /** What the canonical file would hold. */
  saved: Board | undefined;
  /** Every event appended, in order. */
  readonly events: BoardEvent[] = [];
  finished = false;
  #unsaved: BoardEvent[] = [];

  constructor(board?: Board) {
    this.saved = board;
  }

  async load(): Promise<Board | undefined> {
    return this.#unsaved.reduce<Board | undefined>(reduce, this.saved);
  }

  async append(event: BoardEvent): Promise<void> {
    this.events.push(event);
    this.#unsaved.push(event);
  }

  async save(board: Board): Promise<void> {
    this.saved = board;
    this.#unsaved = [];
  }

  async finish(board: Board): Promise<void> {
    await this.save(board);
    this.finished = true;
  }
}
