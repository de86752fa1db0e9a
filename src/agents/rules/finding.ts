import type { VerdictStatus } from '../../board/board';

/** What a rule makes of the evidence on one hypothesis. */
export type Finding = {
  readonly status: VerdictStatus;
  /** That the hypothesis is true, 0–1. */
  readonly confidence: number;
  /** The rule that decided, in the words the verdict shows. */
  readonly rule: string;
  /** One or two sentences with the deciding numbers. */
  readonly rationale: string;
  /** The deciding p-value, corrected over the tests of the question. */
  readonly adjustedP?: number;
  /** Evidence ids it rests on, the deciding one first. */
  readonly cites: readonly string[];
  /** What a collector should bring before this stands: nothing when the finding is complete. */
  readonly missing: readonly string[];
};
