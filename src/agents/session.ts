import { timestamp, type Clock } from '../base/clock';
import type { Board } from '../board/board';
import type { BoardEvent, UnstampedEvent } from '../board/events';
import { emptyBoard, reduce } from '../board/reduce';
import type { BoardStore } from '../board/store';

/** What happens in an investigation, for progress displays: board events, and what passes without a trace on the board. */
export type InvestigationEvent =
  | { readonly type: 'board'; readonly event: BoardEvent; readonly board: Board }
  | { readonly type: 'query-started'; readonly by: string; readonly purpose: string }
  | { readonly type: 'query-failed'; readonly by: string; readonly message: string }
  | { readonly type: 'query-reused'; readonly by: string; readonly query: string }
  | { readonly type: 'turn-started' | 'turn-ended'; readonly by: string };

export type Listener = (event: InvestigationEvent) => void;

/** The one writer of a board: takes events, reduces them, keeps them durably, tells the listener. */
export class BoardSession {
  #board: Board;

  private constructor(
    board: Board,
    readonly store: BoardStore,
    readonly clock: Clock,
    readonly tell: Listener,
  ) {
    this.#board = board;
  }

  /** Begins a new board with its first event. */
  static async start(
    started: Extract<BoardEvent, { type: 'started' }>,
    store: BoardStore,
    clock: Clock,
    tell: Listener,
  ): Promise<BoardSession> {
    const session = new BoardSession(emptyBoard(started.investigation), store, clock, tell);
    await session.#keep(started);
    await store.save(session.board);
    return session;
  }

  /** Goes on with a board that was loaded. */
  static open(board: Board, store: BoardStore, clock: Clock, tell: Listener): BoardSession {
    return new BoardSession(board, store, clock, tell);
  }

  get board(): Board {
    return this.#board;
  }

  now(): string {
    return timestamp(this.clock);
  }

  /** Resolves when the event is durable; the board holds it at once. */
  async apply(by: string, event: UnstampedEvent): Promise<void> {
    const stamped = { ...event, at: this.now(), by };
    this.#board = reduce(this.#board, stamped);
    await this.#keep(stamped);
  }

  /** Writes the canonical file. */
  async save(): Promise<void> {
    await this.store.save(this.#board);
  }

  async #keep(event: BoardEvent): Promise<void> {
    this.tell({ type: 'board', event, board: this.#board });
    await this.store.append(event);
  }
}
