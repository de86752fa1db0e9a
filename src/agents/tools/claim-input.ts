import * as z from 'zod';
import type { Claim, ColumnRef, Condition, Outcome } from '../../board/claim';

/*
 * A claim as a model writes it: tables and columns by name, without the keys between them, which are found in the schema.
 */

const constant = z.union([z.string(), z.number(), z.null()]).meta({ id: 'constant' });
const range = z
  .strictObject({
    atLeast: constant.optional(),
    above: constant.optional(),
    atMost: constant.optional(),
    below: constant.optional(),
  })
  .refine(
    (bounds) => Object.values(bounds).some((bound) => bound !== undefined),
    'a range needs a bound: atLeast, above, atMost or below',
  );
const values = z
  .union([constant, z.array(constant).min(1), range], {
    error: 'expected a value, a list of values, or a range such as {"atLeast": 100}',
  })
  .meta({ id: 'values', description: 'a value, any of a list, or a range such as {"atLeast": 100}' });

const column = z.strictObject({ table: z.string(), column: z.string() }).meta({ id: 'column' });
const condition = z.strictObject({ table: z.string(), column: z.string(), is: values }).meta({ id: 'condition' });
const exposure = z.strictObject({ table: z.string(), column: z.string(), is: values.optional() }).meta({
  id: 'exposure',
  description: 'what is thought to act; without `is` a yes-or-no column, or a number split at its median',
});
const outcome = z
  .strictObject({
    table: z.string(),
    column: z.string(),
    event: values.optional(),
    measure: z.enum(['mean', 'sum', 'count', 'rate']).optional(),
    times: column.optional(),
    less: column.optional(),
  })
  .refine(
    (each) => (each.event === undefined) !== (each.measure === undefined),
    'give exactly one of event and measure',
  )
  .refine(
    (each) => each.measure !== undefined || (each.times ?? each.less) === undefined,
    'times and less belong to a measure',
  )
  .meta({
    id: 'outcome',
    description:
      'what is compared: the share of units with `event`, or a `measure` of the column (multiplied by `times`, such as price by quantity; reduced by the share in `less`, such as a discount)',
  });
const period = z
  .strictObject({ start: z.string(), end: z.string() })
  .meta({ id: 'period', description: 'ISO dates or date-times, from start to just before end' });

const population = {
  unit: z
    .string()
    .optional()
    .meta({ id: 'unit', description: 'the table whose rows are the units; the table of the exposure when left out' }),
  population: z
    .array(condition)
    .optional()
    .meta({ id: 'population', description: 'who is looked at, such as orders above 100; all must hold' }),
};
const contrast = {
  exposure,
  versus: condition.optional().describe('the group compared with; all others when left out'),
  outcome,
};

const effect = z.strictObject({
  kind: z.literal('effect'),
  ...population,
  ...contrast,
  direction: z.enum(['raises', 'lowers', 'differs', 'none']),
  subgroup: condition.optional().describe('the claim is about this part of the population only'),
});
const best = z.strictObject({
  kind: z.literal('best'),
  ...population,
  among: column,
  value: constant,
  outcome,
  direction: z.enum(['highest', 'lowest']),
});
const modification = z.strictObject({
  kind: z.literal('modification'),
  ...population,
  ...contrast,
  by: column.describe('the effect differs between the values of this column'),
});
const confounding = z.strictObject({
  kind: z.literal('confounding'),
  ...population,
  ...contrast,
  by: column.describe('this column distorts the comparison: it explains, hides or reverses the difference'),
});
const change = z.strictObject({
  kind: z.literal('change'),
  ...population,
  outcome,
  when: column.describe('the date of each row'),
  from: period,
  to: period,
  direction: z.enum(['rose', 'fell']),
  explainedBy: condition.optional(),
});
const artefact = z.strictObject({
  kind: z.literal('artefact'),
  ...population,
  what: z.enum(['truncated period', 'duplicates', 'impossible values', 'missing outcomes', 'fan-out']),
  where: column,
  period: period.optional(),
});
const entity = z.strictObject({
  kind: z.literal('entity'),
  table: z.string(),
  key: constant,
  label: z.string().describe('its name'),
  role: z.string().describe('what it is claimed to be, such as "the murderer"'),
});
const event = z.strictObject({
  kind: z.literal('event'),
  ...population,
  cause: condition,
  effect: condition,
  within: period,
});

/** Any claim. */
export const claimInput = z.discriminatedUnion('kind', [
  effect,
  best,
  modification,
  confounding,
  change,
  artefact,
  entity,
  event,
]);
/** What groups of units are compared for. */
export const comparisonInput = z.discriminatedUnion('kind', [effect, best, modification, confounding]);
/** What is asked of a change in time, or of the data themselves. */
export const changeInput = z.discriminatedUnion('kind', [change, artefact]);

export type ClaimInput = z.output<typeof claimInput>;

export function toClaim(input: ClaimInput): Claim {
  switch (input.kind) {
    case 'effect': {
      const { exposure, versus, outcome, subgroup, ...rest } = withPopulation(input);
      return {
        ...rest,
        ...toContrast({ exposure, versus, outcome }),
        ...(subgroup && { subgroup: toCondition(subgroup) }),
      };
    }
    case 'best':
      return { ...withPopulation(input), outcome: toOutcome(input.outcome) };
    case 'modification':
    case 'confounding': {
      const { exposure, versus, outcome, ...rest } = withPopulation(input);
      return { ...rest, ...toContrast({ exposure, versus, outcome }) };
    }
    case 'change': {
      const { explainedBy, ...rest } = withPopulation(input);
      return {
        ...rest,
        outcome: toOutcome(input.outcome),
        ...(explainedBy && { explainedBy: toCondition(explainedBy) }),
      };
    }
    case 'artefact':
      return withPopulation(input);
    case 'entity':
      return input;
    case 'event':
      return { ...withPopulation(input), cause: toCondition(input.cause), effect: toCondition(input.effect) };
  }
}

type ConditionInput = z.output<typeof condition>;

function withPopulation<I extends { population?: ConditionInput[] | undefined; unit?: string | undefined }>(
  input: I,
): Omit<I, 'population' | 'unit'> & { population?: Condition[]; unit?: string } {
  const { population, unit, ...rest } = input;
  return {
    ...rest,
    ...(population && { population: population.map(toCondition) }),
    ...(unit !== undefined && { unit }),
  };
}

function toContrast(input: {
  exposure: z.output<typeof exposure>;
  versus: ConditionInput | undefined;
  outcome: z.output<typeof outcome>;
}): { exposure: Condition | ColumnRef; versus?: Condition; outcome: Outcome } {
  const { table, column, is } = input.exposure;
  return {
    exposure: is === undefined ? { table, column } : toCondition({ table, column, is }),
    ...(input.versus && { versus: toCondition(input.versus) }),
    outcome: toOutcome(input.outcome),
  };
}

function toCondition({ table, column, is }: ConditionInput): Condition {
  return { column: { table, column }, is };
}

function toOutcome({ table, column, event, measure, times, less }: z.output<typeof outcome>): Outcome {
  if (event !== undefined) return { column: { table, column }, event };
  // The input's check demands one of the two.
  return { column: { table, column }, measure: measure ?? 'mean', ...(times && { times }), ...(less && { less }) };
}
