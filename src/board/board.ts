import * as z from 'zod';
import { claimSchema } from './claim';
import { clueSchema } from './clue';
import { openObject } from './open-object';
import { statisticsSchema } from './statistics';
import { decodeValue, encodeValue, type Value } from './value';

/*
 * The records of a board. One schema gives the type in memory (its output), the file's form (its input) and the JSON Schema.
 * Objects are open: keys that a later version added survive a round trip.
 */

/** Long text: an array of lines in the file, one string in memory. */
const lines = z.codec(z.array(z.string()), z.string(), {
  decode: (array) => array.join('\n'),
  encode: (text) => (text === '' ? [] : text.split('\n')),
});

/** Result rows: tagged JSON in the file, exact values in memory. */
const rows = z.codec(z.array(z.array(z.unknown())), z.custom<readonly (readonly Value[])[]>(), {
  decode: (array, { issues }) =>
    array.map((row, r) =>
      row.map((cell, c) => {
        try {
          return decodeValue(cell);
        } catch {
          issues.push({ code: 'custom', message: 'not a cell value', path: [r, c], input: cell });
          return null;
        }
      }),
    ),
  encode: (table) => table.map((row) => row.map(encodeValue)),
});

// Compiling the schemas costs more than it saves: a board is read a few times a process. And it needs `eval`, which not every host has.
z.config({ jitless: true });

const instant = z.string();
const fraction = z.number().min(0).max(1);
const id = (letter: string) => z.string().regex(new RegExp(`^${letter}[1-9][0-9]*$`));
export const hypothesisId = id('H');
export const queryId = id('Q');
export const evidenceId = id('E');
export const linkId = id('L');
export const verdictId = id('V');

export const usageSchema = openObject({
  rounds: z.number(),
  queries: z.number(),
  modelCalls: z.number(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  /** null: no price is known for a model that was used. */
  usd: z.number().nullable(),
  /** Running time so far, pauses excluded. */
  seconds: z.number(),
});

export const investigationSchema = openObject({
  question: z.string(),
  database: openObject({ engine: z.string(), path: z.string(), fingerprint: z.string() }),
  team: z.string(),
  models: z.record(z.string(), z.string()),
  status: z.enum(['running', 'complete', 'partial', 'stopped', 'failed']),
  reason: z.string().nullable(),
  startedAt: instant,
  finishedAt: instant.nullable(),
  /** How the question was read, where it could be read otherwise. */
  assumptions: z.array(z.string()),
  /** What could not be read or was left out. */
  limitations: z.array(z.string()),
  /** The equivalence margin of the rules: a difference in risk, and in standard deviations of a mean. */
  margins: openObject({ riskDifference: z.number(), standardDeviations: z.number() }),
  /** How much of each result its file keeps, and which columns it does not show; where the run was told. */
  kept: openObject({ results: z.enum(['full', 'sample', 'none']), redact: z.array(z.string()) }).optional(),
  usage: usageSchema,
});

export const hypothesisSchema = openObject({
  id: hypothesisId,
  statement: z.string(),
  rationale: z.string().optional(),
  claim: claimSchema.optional(),
  status: z.enum(['open', 'investigating', 'supported', 'contradicted', 'inconclusive', 'abandoned']),
  /** That the hypothesis is true. */
  confidence: fraction,
  proposedBy: z.string(),
  createdAt: instant,
  updatedAt: instant,
  refines: hypothesisId.optional(),
  pinned: z.boolean().optional(),
  hints: z.array(z.string()).optional(),
  rejectedBy: z.string().optional(),
  abandonedBecause: z.string().optional(),
});

export const querySchema = openObject({
  id: queryId,
  sql: lines,
  purpose: z.string(),
  by: z.string(),
  at: instant,
  ms: z.number(),
  fingerprint: z.string(),
  columns: z.array(z.string()),
  /** Rows of the whole result, which may be more than are kept here. */
  rowCount: z.union([z.number(), openObject({ atLeast: z.number() })]),
  /** Of the whole result: `sha256:` in order, `multiset:` where the statement does not order. */
  digest: z.string(),
  rows,
  /** What is kept of the result, when not all of it. */
  cut: openObject({ rows: z.number(), characters: z.number() }).optional(),
  /** What a careful reader should know of the result: text summed as numbers. */
  warnings: z.array(z.string()).optional(),
  verified: openObject({
    at: instant,
    as: z.enum(['reproduced', 'drifted', 'failed']),
    because: z.string().optional(),
  }).optional(),
});

export const evidenceSchema = openObject({
  id: evidenceId,
  /** One sentence. Its numbers are found in the query's result or in `statistics`; what is not found is marked in every view. */
  fact: z.string(),
  query: queryId,
  by: z.string(),
  recordedAt: instant,
  weight: fraction,
  /** Set when the query tried to refute the hypothesis: "confounder split", "fan-out check". */
  attack: z.string().optional(),
  statistics: statisticsSchema.optional(),
  /** What the text that it shows tells of the one who is looked for. */
  clues: z.array(clueSchema).optional(),
  /** The clue that it tests, by the evidence that has it and its place there. */
  tests: openObject({ evidence: evidenceId, clue: z.number() }).optional(),
  label: z.string().optional(),
  redundantWith: evidenceId.optional(),
});

export const relationSchema = z.enum(['supports', 'contradicts', 'neutral', 'leads-to']);

export const linkSchema = openObject({
  id: linkId,
  from: z.union([evidenceId, hypothesisId]),
  relation: relationSchema,
  to: hypothesisId,
  note: z.string(),
  by: z.string(),
  at: instant,
});

const verdictStatus = z.enum(['supported', 'contradicted', 'inconclusive']);

export const reviewSchema = openObject({ by: z.string(), at: instant, agrees: z.boolean(), note: z.string() });

export const verdictSchema = openObject({
  id: verdictId,
  hypothesis: hypothesisId,
  round: z.number(),
  /** What the judge said. */
  proposed: verdictStatus,
  /** What the rules say, where they can: it stands. */
  status: verdictStatus,
  confidence: fraction,
  /** The rule behind it; "not rule-checked" for an untyped claim. */
  rule: z.string(),
  rationale: z.string(),
  /** The deciding p-value, corrected over the tests of the question. */
  adjustedP: z.number().optional(),
  cites: z.array(evidenceId),
  by: z.string(),
  at: instant,
  reviews: z.array(reviewSchema).optional(),
});

/** What happened and is told by no other record. */
export const historySchema = openObject({
  at: instant,
  by: z.string(),
  did: z.string(),
  what: z.string(),
  why: z.string().optional(),
});

export const boardSchema = openObject({
  d2board: z.literal(1),
  investigation: investigationSchema,
  hypotheses: z.array(hypothesisSchema),
  queries: z.array(querySchema),
  evidence: z.array(evidenceSchema),
  links: z.array(linkSchema),
  verdicts: z.array(verdictSchema),
  report: lines,
  history: z.array(historySchema),
});

export type Usage = z.infer<typeof usageSchema>;
export type Investigation = z.infer<typeof investigationSchema>;
export type Hypothesis = z.infer<typeof hypothesisSchema>;
export type HypothesisStatus = Hypothesis['status'];
export type Query = z.infer<typeof querySchema>;
export type Evidence = z.infer<typeof evidenceSchema>;
export type Relation = z.infer<typeof relationSchema>;
export type Link = z.infer<typeof linkSchema>;
export type Review = z.infer<typeof reviewSchema>;
export type Verdict = z.infer<typeof verdictSchema>;
export type VerdictStatus = Verdict['status'];
export type HistoryEntry = z.infer<typeof historySchema>;
export type Board = Readonly<z.infer<typeof boardSchema>>;
