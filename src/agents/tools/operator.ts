import type { Query } from '../../board/board';
import type { Statistics } from '../../board/statistics';

/** What a specialised operator found: one query on the log, what it means, and the numbers a rule may rest on. */
export type OperatorFinding = {
  readonly query: Query;
  /** One sentence whose numbers are in the query's result or in the statistics. */
  readonly fact: string;
  readonly statistics: Statistics;
  /** What it means for the claim that was tested. */
  readonly relation: 'supports' | 'contradicts' | 'neutral';
  /** Why, in one line. */
  readonly note: string;
  /** Set when it tried to refute the claim. */
  readonly attack?: string;
};
