import * as z from 'zod';
import {
  evidenceId,
  evidenceSchema,
  historySchema,
  hypothesisId,
  hypothesisSchema,
  investigationSchema,
  linkSchema,
  queryId,
  querySchema,
  reviewSchema,
  usageSchema,
  verdictId,
  verdictSchema,
} from './board';

const stamp = { at: z.string(), by: z.string() };

/** Everything that can happen to a board: the only way to change one, by an agent or a person alike. */
export const boardEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('started'), ...stamp, investigation: investigationSchema }),
  z.object({ type: z.literal('resumed'), ...stamp, fingerprint: z.string() }),
  z.object({ type: z.literal('assumed'), ...stamp, text: z.string() }),
  z.object({ type: z.literal('limited'), ...stamp, text: z.string() }),
  z.object({ type: z.literal('proposed'), ...stamp, hypothesis: hypothesisSchema }),
  z.object({ type: z.literal('dispatched'), ...stamp, hypothesis: hypothesisId, round: z.number() }),
  z.object({ type: z.literal('hinted'), ...stamp, hypothesis: hypothesisId, hint: z.string() }),
  z.object({ type: z.literal('edited'), ...stamp, hypothesis: hypothesisId, statement: z.string() }),
  z.object({ type: z.literal('pinned'), ...stamp, hypothesis: hypothesisId, pinned: z.boolean() }),
  z.object({ type: z.literal('rejected'), ...stamp, hypothesis: hypothesisId, why: z.string() }),
  z.object({ type: z.literal('abandoned'), ...stamp, hypothesis: hypothesisId, why: z.string() }),
  z.object({ type: z.literal('queried'), ...stamp, query: querySchema }),
  z.object({ type: z.literal('recorded'), ...stamp, evidence: evidenceSchema }),
  z.object({ type: z.literal('linked'), ...stamp, link: linkSchema }),
  z.object({ type: z.literal('judged'), ...stamp, verdict: verdictSchema }),
  z.object({ type: z.literal('reviewed'), ...stamp, verdict: verdictId, review: reviewSchema }),
  z.object({
    type: z.literal('labelled'),
    ...stamp,
    evidence: evidenceId,
    label: z.string().optional(),
    redundantWith: evidenceId.optional(),
  }),
  z.object({
    type: z.literal('verified'),
    ...stamp,
    query: queryId,
    as: z.enum(['reproduced', 'drifted', 'failed']),
    because: z.string().optional(),
  }),
  z.object({ type: z.literal('reported'), ...stamp, report: z.string() }),
  z.object({
    type: z.literal('used'),
    ...stamp,
    usage: usageSchema,
    models: z.record(z.string(), z.string()).optional(),
  }),
  /** What has no record of its own: a role failed, the judge asked for more, a round began. */
  z.object({ type: z.literal('noted'), ...stamp, entry: historySchema }),
  z.object({
    type: z.literal('ended'),
    ...stamp,
    status: investigationSchema.shape.status,
    reason: z.string().nullable(),
  }),
]);

export type BoardEvent = z.infer<typeof boardEventSchema>;
/** An event before it is known when it happened and by whom. */
export type UnstampedEvent = BoardEvent extends infer E
  ? E extends BoardEvent
    ? Omit<E, keyof typeof stamp>
    : never
  : never;
export type BoardEventOf<T extends BoardEvent['type']> = Extract<BoardEvent, { type: T }>;
