import type { Usage } from '../../src/board/board';
import type { Claim } from '../../src/board/claim';
import type { Polarity, TruthVerdict } from './truth';

/** What an arm hands in for a case. Links name evidence by its id; what was not analysed has no verdict. */
export type Submission = {
  readonly hypotheses: readonly SubmittedHypothesis[];
  readonly evidence: readonly SubmittedEvidence[];
  /** Markdown; its sentences cite evidence as `[E2]`. */
  readonly report: string;
  /** Why the question was not answered, where that is the answer. */
  readonly limitations: readonly string[];
  /** What the report may say without evidence: the question, how it was read, the statements, stated confidences. */
  readonly given: string;
  /** Refinements: from and to are ids of hypotheses. */
  readonly refinements: readonly { readonly from: string; readonly to: string }[];
  readonly cost: Cost;
};

export type SubmittedHypothesis = {
  readonly id: string;
  readonly statement: string;
  readonly claim?: Claim;
  readonly verdict: TruthVerdict | undefined;
  /** That it is true, 0–1. */
  readonly confidence: number;
  readonly links: readonly { readonly evidence: string; readonly polarity: Polarity }[];
};

export type SubmittedEvidence = {
  readonly id: string;
  readonly fact: string;
  readonly sql: string;
  /** Of the result it was read from, as the database port gives it. */
  readonly digest: string;
  /** Numbers that an operator computed from the result. */
  readonly computed: readonly number[];
};

export type Cost = Pick<Usage, 'queries' | 'modelCalls' | 'inputTokens' | 'outputTokens' | 'usd'> & {
  /** Time in the database, in milliseconds, and of the whole run, in seconds. */
  readonly databaseMs: number;
  readonly seconds: number;
  /** Rows of the largest result. */
  readonly peakRows: number;
};

export const NO_COST: Cost = {
  queries: 0,
  modelCalls: 0,
  inputTokens: 0,
  outputTokens: 0,
  usd: 0,
  databaseMs: 0,
  seconds: 0,
  peakRows: 0,
};

export const EMPTY_SUBMISSION: Submission = {
  hypotheses: [],
  evidence: [],
  report: '',
  limitations: [],
  given: '',
  refinements: [],
  cost: NO_COST,
};
