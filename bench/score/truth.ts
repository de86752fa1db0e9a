import { z } from 'zod';

/** What a hypothesis claims, as a case knows it: a row of a table (`person:67318`) or an effect. */
const effect = z.object({
  /** `table.column`; with the value that is exposed, or without where the column itself is the exposure. */
  exposure: z.object({ column: z.string(), value: z.string().optional() }),
  outcome: z.string(),
  subgroup: z.object({ column: z.string(), value: z.string().optional() }).optional(),
  direction: z.enum(['raises', 'lowers', 'differs', 'none']),
});

const verdict = z.enum(['supported', 'contradicted', 'inconclusive']);

/** `culprit`: supporting it answers the question. `background`: true, but not what was asked: naming it costs and gains nothing. */
const role = z.enum(['culprit', 'suspect', 'decoy', 'background']);

const hypothesis = z.object({
  key: z.string(),
  /** Names in texts that mean the same. */
  aliases: z.array(z.string()),
  verdict,
  role,
  /** For effects: every tuple that says the same. */
  effects: z.array(effect).optional(),
});

const evidence = z.object({
  id: z.string(),
  /** Key of the hypothesis that it bears on. */
  hyp: z.string(),
  polarity: z.enum(['+', '-', '0']),
  kind: z.enum(['hint', 'opportunity', 'alibi', 'refutes_witness', 'absence', 'effect', 'subgroup', 'artefact']),
  /** The cells that it rests on: table, primary key, column, value. */
  atoms: z.array(
    z.tuple([z.string(), z.union([z.string(), z.number()]), z.string(), z.union([z.string(), z.number(), z.null()])]),
  ),
  sql: z.string(),
  /** Other statements that show the same. */
  alts: z.array(z.string()),
  entities: z.array(z.string()),
  resultHash: z.string(),
  /** Whether the ideal graph holds it; what is not necessary is accepted beside it. */
  necessary: z.boolean(),
});

/** Where the things that hypotheses and evidence speak of are named. */
const names = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('table'),
    table: z.string(),
    key: z.string(),
    labels: z.array(z.string()),
    /** Tables that give the same thing other names: column of the key, column of the name. */
    aliases: z.array(z.object({ table: z.string(), key: z.string(), label: z.string() })),
  }),
  z.object({ kind: z.literal('list'), entries: z.array(z.object({ key: z.string(), names: z.array(z.string()) })) }),
]);

export const truthSchema = z.object({
  suite: z.string(),
  caseId: z.string(),
  seed: z.string(),
  level: z.string(),
  /** Difficulty, 0–1. */
  D: z.number(),
  question: z.string(),
  /** Keys of those who did it, or of what caused it; empty where the data cannot tell. */
  murderers: z.array(z.string()),
  hypotheses: z.array(hypothesis),
  evidence: z.array(evidence),
  unreliable: z.array(z.object({ witness: z.string(), refutedBy: z.array(z.string()) })),
  suspectSql: z.string().optional(),
  tieSet: z.array(z.string()).optional(),
  minQueries: z.number(),
  names,
  /** Why the data cannot answer, where they cannot. */
  reason: z
    .enum(['column absent', 'too few', 'outcome permuted', 'false premise', 'equivalent causes', 'clue missing'])
    .optional(),
});

export type Truth = z.infer<typeof truthSchema>;
export type TruthHypothesis = z.infer<typeof hypothesis>;
export type GoldEvidence = z.infer<typeof evidence>;
export type EffectTuple = z.infer<typeof effect>;
export type Polarity = GoldEvidence['polarity'];
export type TruthVerdict = z.infer<typeof verdict>;
export type TruthNames = z.infer<typeof names>;
export type NoAnswerReason = NonNullable<Truth['reason']>;

/** The hypotheses that an investigation has to look at. */
export function requiredOf({ hypotheses }: Truth): readonly TruthHypothesis[] {
  return hypotheses.filter(({ role }) => role !== 'background');
}
