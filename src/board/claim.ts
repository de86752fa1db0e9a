import * as z from 'zod';
import { openObject } from './open-object';

/** One step along a key: rows of `from` and `to` belong together where the columns are equal, pairwise. */
export const keyStepSchema = openObject({
  from: z.string(),
  columns: z.array(z.string()),
  to: z.string(),
  references: z.array(z.string()),
});

/** A column, and the keys that lead to its table from the claim's own table (none: it is that table's column). */
export const columnRefSchema = openObject({
  table: z.string(),
  column: z.string(),
  via: z.array(keyStepSchema).optional(),
});

/** A constant in a claim. Booleans do not exist in SQLite. */
export const constantSchema = z.union([z.string(), z.number(), z.null()]);

/** Bounds are inclusive unless named otherwise; a missing one is open. */
export const rangeSchema = openObject({
  atLeast: constantSchema.optional(),
  above: constantSchema.optional(),
  atMost: constantSchema.optional(),
  below: constantSchema.optional(),
  /** Any value at all: a date of cancellation says that it happened. */
  known: z.literal(true).optional(),
  /** A pattern of `LIKE`: part of a code. */
  like: z.string().optional(),
});

/** "plan = basic", "weight ≥ 20", "region in (north, east)"; an array means any of these. */
export const conditionSchema = openObject({
  column: columnRefSchema,
  is: z.union([constantSchema, rangeSchema, z.array(constantSchema)]),
  /** What a reader calls it: `died` rather than `died = 1`, a person's name rather than their key. */
  named: z.string().optional(),
});

/**
 * What is compared. An event: the share of units in which `column` has (one of) the value(s). A measure: of the numbers in
 * `column`, multiplied by `times` (a price by a quantity) and reduced by the share in `less` (a discount) where given. When the
 * column's table has several rows a unit, they are added up per unit first, or averaged for `mean`.
 */
export const outcomeSchema = z.union([
  openObject({
    column: columnRefSchema,
    event: z.union([constantSchema, rangeSchema, z.array(constantSchema)]),
    named: z.string().optional(),
  }),
  openObject({
    column: columnRefSchema,
    measure: z.enum(['mean', 'sum', 'count', 'rate']),
    times: columnRefSchema.optional(),
    less: columnRefSchema.optional(),
  }),
]);

/** From the first instant on, to just before `end`: ISO dates or date-times. */
export const periodSchema = openObject({ start: z.string(), end: z.string() });

const population = {
  /** The table whose rows are the units; the exposure's table when missing. */
  unit: z.string().optional(),
  population: z.array(conditionSchema).optional(),
};
const exposure = z.union([conditionSchema, columnRefSchema]);
/** Of how many levels the most striking one was taken, by looking at the outcome: its p-value is corrected for it. */
const chosenAmong = z.number().optional();

export const claimSchema = z.discriminatedUnion('kind', [
  openObject({
    kind: z.literal('effect'),
    ...population,
    exposure,
    versus: conditionSchema.optional(),
    outcome: outcomeSchema,
    direction: z.enum(['raises', 'lowers', 'differs', 'none']),
    chosenAmong,
    subgroup: conditionSchema.optional(),
  }),
  openObject({
    kind: z.literal('best'),
    ...population,
    among: columnRefSchema,
    value: constantSchema,
    outcome: outcomeSchema,
    direction: z.enum(['highest', 'lowest']),
  }),
  openObject({
    kind: z.literal('modification'),
    ...population,
    exposure,
    versus: conditionSchema.optional(),
    outcome: outcomeSchema,
    by: columnRefSchema,
  }),
  openObject({
    kind: z.literal('confounding'),
    ...population,
    exposure,
    versus: conditionSchema.optional(),
    outcome: outcomeSchema,
    by: columnRefSchema,
  }),
  openObject({
    kind: z.literal('change'),
    ...population,
    outcome: outcomeSchema,
    when: columnRefSchema,
    from: periodSchema,
    to: periodSchema,
    direction: z.enum(['rose', 'fell']),
    explainedBy: conditionSchema.optional(),
    chosenAmong,
  }),
  openObject({
    kind: z.literal('artefact'),
    ...population,
    what: z.enum(['truncated period', 'duplicates', 'impossible values', 'missing outcomes', 'fan-out']),
    where: columnRefSchema,
    period: periodSchema.optional(),
  }),
  openObject({
    kind: z.literal('entity'),
    table: z.string(),
    key: constantSchema,
    label: z.string(),
    role: z.string(),
  }),
  openObject({
    kind: z.literal('event'),
    ...population,
    cause: conditionSchema,
    effect: conditionSchema,
    within: periodSchema,
  }),
]);

export type KeyStep = z.infer<typeof keyStepSchema>;
export type ColumnRef = z.infer<typeof columnRefSchema>;
export type Constant = z.infer<typeof constantSchema>;
export type Range = z.infer<typeof rangeSchema>;
export type Condition = z.infer<typeof conditionSchema>;
export type Outcome = z.infer<typeof outcomeSchema>;
export type Period = z.infer<typeof periodSchema>;
export type Claim = z.infer<typeof claimSchema>;
export type ClaimOf<K extends Claim['kind']> = Extract<Claim, { kind: K }>;
