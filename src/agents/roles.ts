import type { Breathe } from '../base/breathe';
import type { Board, Evidence, Hypothesis, Query, Relation, VerdictStatus } from '../board/board';
import type { Claim } from '../board/claim';
import type { Clue } from '../board/clue';
import type { Statistics } from '../board/statistics';
import type { Schema } from '../database/port';
import type { Finding } from './rules/finding';

/*
 * What each role may do is what it is handed here: a role cannot run SQL, judge or propose unless its context lets it.
 * Roles share nothing but the board.
 */

/** Who plays the five roles. A failing role rejects; its turn ends, not the investigation. */
export interface Team {
  readonly name: string;
  /** Model by role, as the board tells it; empty without models. */
  readonly models: Readonly<Record<string, string>>;
  hypothesizer(context: HypothesizerContext, signal: AbortSignal): Promise<void>;
  orchestrator(context: OrchestratorContext, signal: AbortSignal): Promise<Plan>;
  collector(context: CollectorContext, signal: AbortSignal): Promise<void>;
  judge(context: JudgeContext, signal: AbortSignal): Promise<Judgement>;
  reporter(context: ReporterContext, signal: AbortSignal): Promise<void>;
}

/** What all roles see: the question and the board as it is now. */
export interface BoardReader {
  readonly question: string;
  readonly board: Board;
  /** The last error of this role's turn, when it is tried again. */
  readonly lastFailure: string | undefined;
  readonly breathe: Breathe;
  /** A model was asked: counts against the budget. Rejects with `BudgetReached` when nothing is left. */
  countModelCall(usage: ModelCallUsage): void;
}

export type ModelCallUsage = {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** undefined: no price is known. */
  readonly usd: number | undefined;
};

/** Reads the user's database through the execution log: what it answers is on the board. */
export interface DataReader {
  readonly schema: Schema;
  readonly breathe: Breathe;
  /** Rejects with `QueryError` (the caller may try another statement) or `BudgetReached`. */
  run(sql: string, purpose: string, signal: AbortSignal): Promise<Query>;
}

export interface HypothesizerContext extends BoardReader, DataReader {
  /** What the orchestrator asks for, when it asks for more. */
  readonly request: string | undefined;
  propose(proposal: Proposal): Promise<Hypothesis>;
  /** Records an exploring query's finding, which proposals can name in `from`. */
  recordLead(lead: Lead): Promise<Evidence>;
  /** How the question was read, where it could be read otherwise. */
  assume(text: string): Promise<void>;
  /** What could not be read, understood or answered. */
  limit(text: string): Promise<void>;
}

export type Lead = {
  readonly query: string;
  readonly fact: string;
  /** What the text that the query shows tells of whom is looked for. */
  readonly clues?: readonly Clue[];
};

export type Proposal = {
  readonly statement: string;
  readonly rationale?: string;
  readonly claim?: Claim;
  /** Evidence that led to it. */
  readonly from?: readonly string[];
  /** The hypothesis that it refines. */
  readonly refines?: string;
};

export interface OrchestratorContext extends BoardReader {
  readonly round: number;
  /** Rounds at most. */
  readonly rounds: number;
  /**
   * Hypotheses that wait for a collector: open ones, and those the judge wants more for (with its hints). None when all are
   * judged: the plan can then only ask for more, or end.
   */
  readonly waiting: readonly { readonly hypothesis: Hypothesis; readonly hints: readonly string[] }[];
  /** Share of the tightest budget that is left, 0–1. */
  readonly budgetLeft: number;
}

/** The orchestrator's decision for one round. `end` ends the investigation after what is dispatched is judged. */
export type Plan = {
  readonly dispatch: readonly { readonly hypothesis: string; readonly hints?: readonly string[] }[];
  readonly abandon: readonly { readonly hypothesis: string; readonly why: string }[];
  /** What the hypothesizer should look for next. */
  readonly ask?: string;
  readonly end?: string;
};

export interface CollectorContext extends BoardReader, DataReader {
  readonly hypothesis: Hypothesis;
  readonly hints: readonly string[];
  /** Evidence by reference: names a query on the board, never its SQL or rows. Rejects for an unknown query or hypothesis. */
  record(finding: EvidenceFinding): Promise<Evidence>;
}

export type EvidenceFinding = {
  readonly query: string;
  readonly fact: string;
  readonly relation: Exclude<Relation, 'leads-to'>;
  /** Why it bears on the hypothesis so, in one line. */
  readonly note: string;
  readonly weight?: number;
  readonly attack?: string;
  readonly statistics?: Statistics;
  /** The clue that the query tests. */
  readonly tests?: Evidence['tests'];
  /** Other hypotheses that it bears on. */
  readonly also?: readonly { readonly hypothesis: string; readonly relation: Relation; readonly note: string }[];
};

export interface JudgeContext extends BoardReader {
  readonly hypothesis: Hypothesis;
  readonly round: number;
  /** What the rules make of the evidence; undefined for an untyped claim. */
  readonly finding: Finding | undefined;
  /** Whether the judge may still ask for more evidence on this hypothesis. */
  readonly mayAsk: boolean;
  propose(proposal: Proposal): Promise<Hypothesis>;
}

export type Judgement =
  | {
      readonly kind: 'verdict';
      readonly status: VerdictStatus;
      readonly confidence: number;
      readonly rationale: string;
      readonly cites: readonly string[];
    }
  | { readonly kind: 'more'; readonly hints: readonly string[] };

export interface ReporterContext extends BoardReader {
  label(evidence: string, label: string): Promise<void>;
  markRedundant(evidence: string, redundantWith: string): Promise<void>;
  /** Markdown; its numbers are bound to cells when it is written. */
  write(report: string): Promise<void>;
}
