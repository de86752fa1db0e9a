import type { BudgetLimits } from '../../src/agents/budget';
import type { Database } from '../../src/database/port';
import type { Submission } from '../score/submission';

/** Who investigates a case: a team of the Detective, or something simpler that a team is measured against. */
export type Arm = {
  readonly name: string;
  /** What it is, in a few words, for reports. */
  readonly what: string;
  investigate(task: Task, signal: AbortSignal): Promise<Submission>;
};

/** What every arm is given: the same question, database and budget. */
export type Task = {
  readonly question: string;
  readonly database: Database;
  readonly budget: BudgetLimits;
};
