import type { Usage } from '../board/board';
import type { Clock } from '../base/clock';

/** What one investigation may use. `usd` counts only calls whose price is known. */
export type BudgetLimits = {
  readonly rounds: number;
  readonly hypotheses: number;
  readonly queries: number;
  readonly modelCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly usd: number;
  readonly seconds: number;
};

export const DEFAULT_BUDGET: BudgetLimits = {
  rounds: 4,
  hypotheses: 40,
  queries: 400,
  modelCalls: 250,
  inputTokens: 2_000_000,
  outputTokens: 200_000,
  usd: 5,
  seconds: 20 * 60,
};

const WIND_DOWN = 0.9;

/** A budget was reached: the role's turn ends, and what is on the board is judged and reported. */
export class BudgetReached extends Error {
  override readonly name = 'BudgetReached';
}

type Spent = 'queries' | 'modelCalls' | 'inputTokens' | 'outputTokens' | 'usd' | 'seconds';

const WORDS: Readonly<Record<Spent, string>> = {
  queries: 'queries',
  modelCalls: 'model calls',
  inputTokens: 'input tokens',
  outputTokens: 'output tokens',
  usd: 'US dollars',
  seconds: 'seconds',
};

/** Counts what a run uses, over resumptions, and says when to wind down (at 90 %) and when to stop. */
export class Budget {
  #limits: BudgetLimits;
  #usage: Usage;
  readonly #startedAt: number;

  constructor(
    limits: BudgetLimits,
    readonly clock: Clock,
    before: Usage,
  ) {
    this.#limits = limits;
    this.#usage = before;
    this.#startedAt = clock.now() - before.seconds * 1000;
  }

  get limits(): BudgetLimits {
    return this.#limits;
  }

  /** Sets some limits anew; what is used already stays counted. */
  raise(limits: Partial<BudgetLimits>): void {
    this.#limits = { ...this.#limits, ...limits };
  }

  get usage(): Usage {
    return { ...this.#usage, seconds: Math.round((this.clock.now() - this.#startedAt) / 1000) };
  }

  countRound(): void {
    this.#usage = { ...this.#usage, rounds: this.#usage.rounds + 1 };
  }

  countQuery(): void {
    this.#usage = { ...this.#usage, queries: this.#usage.queries + 1 };
  }

  countModelCall(call: { inputTokens: number; outputTokens: number; usd: number | undefined }): void {
    const { modelCalls, inputTokens, outputTokens, usd } = this.#usage;
    this.#usage = {
      ...this.#usage,
      modelCalls: modelCalls + 1,
      inputTokens: inputTokens + call.inputTokens,
      outputTokens: outputTokens + call.outputTokens,
      usd: usd === null || call.usd === undefined ? null : usd + call.usd,
    };
  }

  /** Share of the tightest budget that is left, 0–1. */
  left(): number {
    return Math.max(0, 1 - Math.max(...this.#shares().map(({ share }) => share)));
  }

  /** Which budget asks to wind down, in words: "90 % of 400 queries are used"; undefined while there is room. */
  windDown(): string | undefined {
    return this.#reached(WIND_DOWN, 'almost all');
  }

  /** Which budget is used up, in words. */
  exhausted(): string | undefined {
    return this.#reached(1, 'all');
  }

  #reached(share: number, how: string): string | undefined {
    const tightest = this.#shares().find((each) => each.share >= share);
    return tightest && `${how} of the budget of ${tightest.limit} ${WORDS[tightest.what]} is used`;
  }

  #shares(): { what: Spent; limit: number; share: number }[] {
    const usage = this.usage;
    return (Object.keys(WORDS) as Spent[]).map((what) => {
      const limit = this.limits[what];
      return { what, limit, share: (usage[what] ?? 0) / limit };
    });
  }
}
