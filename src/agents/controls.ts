import type { Board, Usage } from '../board/board';
import type { UnstampedEvent } from '../board/events';
import type { Budget, BudgetLimits } from './budget';
import type { BoardSession } from './session';

/** What a person can do to an investigation while it runs. */
export interface Controls {
  readonly board: Board;
  /** What is used so far, over resumptions. */
  readonly usage: Usage;
  readonly limits: BudgetLimits;
  /** Sets some limits of the budget anew. */
  raise(limits: Partial<BudgetLimits>): void;
  /**
   * Applies what somebody did, made from the board as it is at that moment; it takes part in the next round. A role that is at work on
   * what is rejected or edited ends its turn without a verdict.
   * @returns false when the investigation takes no more, because it is about to end
   */
  apply(by: string, make: (board: Board) => readonly UnstampedEvent[]): Promise<boolean>;
}

/** The controls as the loop sees them. */
export class SessionControls implements Controls {
  readonly #session: BoardSession;
  readonly #budget: Budget;
  readonly #left: Set<string>;
  readonly #work = new Map<string, AbortController>();
  #isOpen = true;
  #hasNews = false;

  /** @param left hypotheses that wait and are left as they are, unless a person dispatches them */
  constructor(session: BoardSession, budget: Budget, left: ReadonlySet<string>) {
    this.#session = session;
    this.#budget = budget;
    this.#left = new Set(left);
  }

  get board(): Board {
    return this.#session.board;
  }

  get usage(): Usage {
    return this.#budget.usage;
  }

  get limits(): BudgetLimits {
    return this.#budget.limits;
  }

  raise(limits: Partial<BudgetLimits>): void {
    this.#budget.raise(limits);
    this.#hasNews = true;
  }

  async apply(by: string, make: (board: Board) => readonly UnstampedEvent[]): Promise<boolean> {
    if (!this.#isOpen) return false;
    // All are on the board before anybody else can add to it: the ids in them stay free until then.
    const kept = make(this.board).map((event) => {
      const durable = this.#session.apply(by, event);
      this.#notice(event);
      return durable;
    });
    await Promise.all(kept);
    return true;
  }

  /** Whether a person did something since the last time this was asked. */
  takeNews(): boolean {
    const hasNews = this.#hasNews;
    this.#hasNews = false;
    return hasNews;
  }

  leaves(hypothesis: string): boolean {
    return this.#left.has(hypothesis);
  }

  /** A signal for one turn on a hypothesis: aborted when a person rejects or edits it. */
  workOn(hypothesis: string): AbortSignal {
    const controller = new AbortController();
    this.#work.set(hypothesis, controller);
    return controller.signal;
  }

  /** Takes no more. */
  close(): void {
    this.#isOpen = false;
  }

  #notice(event: UnstampedEvent): void {
    this.#hasNews = true;
    if (event.type === 'dispatched') this.#left.delete(event.hypothesis);
    if (event.type !== 'rejected' && event.type !== 'edited') return;
    this.#work.get(event.hypothesis)?.abort(new Error(`${event.hypothesis} was ${event.type} meanwhile`));
  }
}
