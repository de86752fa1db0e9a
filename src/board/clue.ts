import * as z from 'zod';
import { conditionSchema, keyStepSchema } from './claim';
import { openObject } from './open-object';

/**
 * Records that a description asks for: rows of `table`, each of which the keys of `path` lead from to the one that is described.
 * `where` says which rows are looked at, `has` what one of them must say; with nothing in `has` it is enough that there is one.
 */
export const recordTestSchema = openObject({
  table: z.string(),
  path: z.array(keyStepSchema),
  where: z.array(conditionSchema),
  has: z.array(conditionSchema),
  /** How many such rows there are. */
  times: z.number().optional(),
  /** That there is none. */
  absent: z.literal(true).optional(),
});

/** What a text says of the one who is looked for, as tests of the records: any of them bears it out. */
export const clueSchema = openObject({
  /** Whom it describes, in the texts' words; empty where only one is looked for. */
  about: z.string(),
  /** Which of several who are looked for it describes, where they are not sought as the same: the role of the claims it is for. */
  role: z.string().optional(),
  /** Where a record has to be for somebody to be suspected at all. */
  opens: z.literal(true).optional(),
  /** In a few words: `hair = red`. */
  says: z.string(),
  tests: z.array(recordTestSchema).min(1),
  /** Rows of the table of the one looked for that fit, and that there are. */
  matches: z.number(),
  of: z.number(),
  /** Why it is not believed. */
  doubted: z.string().optional(),
});

export type RecordTest = z.infer<typeof recordTestSchema>;
export type Clue = z.infer<typeof clueSchema>;
