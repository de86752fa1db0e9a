import { Deferred } from '../../base/deferred';
import type { Board } from '../../board/board';
import type { BoardEvent } from '../../board/events';
import { BoardChanged, type BoardStore } from '../../board/store';

/** What a run's store asks of its surroundings. */
export interface RunStoreHost {
  /** The board with every event that was appended so far. */
  readonly board: Board;
  hasUnsavedEdits(): boolean;
  /** Resolves when nobody's unsaved edits are in the way any more. */
  settleEdits(): Promise<void>;
  /** A store for a board that is not there yet; the run goes on in it. */
  openCopy(why: BoardChanged): Promise<BoardStore>;
  /** The copy holds all that happened: what the run left beside the original is not needed any more. */
  closeOriginal(): Promise<void>;
}

/**
 * The store of a run whose board people can edit meanwhile. Under unsaved edits the file is left alone: the journal keeps what happens
 * until they are gone. When somebody else wrote to the board, the run goes on in a copy, and nothing of either is lost.
 */
export class RunStore implements BoardStore {
  readonly #host: RunStoreHost;
  readonly #original: BoardStore;
  #store: BoardStore;
  #settling: Promise<void> | undefined;
  #moved: Promise<void> | undefined;
  readonly #written = new Deferred();
  /** Resolves when the board file is there. */
  readonly written = this.#written.promise;

  constructor(store: BoardStore, host: RunStoreHost) {
    this.#original = this.#store = store;
    this.#host = host;
  }

  load(): Promise<Board | undefined> {
    return this.#store.load();
  }

  async append(event: BoardEvent): Promise<void> {
    await this.#unlessChanged((store) => store.append(event));
  }

  async save(board: Board): Promise<void> {
    if (this.#host.hasUnsavedEdits()) {
      void this.#settle();
      return;
    }
    await this.#unlessChanged((store) => store.save(board));
    this.#written.resolve();
  }

  async finish(board: Board): Promise<void> {
    while (this.#host.hasUnsavedEdits()) await this.#settle();
    const store = this.#store;
    await this.#unlessChanged((each) => each.finish(board));
    if (this.#store !== store) await this.#store.finish(board);
  }

  #settle(): Promise<void> {
    this.#settling ??= this.#host.settleEdits().finally(() => (this.#settling = undefined));
    return this.#settling;
  }

  async #unlessChanged(write: (store: BoardStore) => Promise<void>): Promise<void> {
    const store = this.#store;
    try {
      await write(store);
    } catch (error) {
      if (!(error instanceof BoardChanged) || store !== this.#original) throw error;
      await (this.#moved ??= this.#move(error));
    }
  }

  /** The copy begins with the board as it is when it takes over: it holds all that the old store was to keep until then. */
  async #move(why: BoardChanged): Promise<void> {
    this.#store = await this.#host.openCopy(why);
    await this.#store.save(this.#host.board);
    await this.#host.closeOriginal();
  }
}
