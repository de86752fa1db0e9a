import * as z from 'zod';
import { conditionSchema } from './claim';
import { openObject } from './open-object';

/** Lower and upper bound, in the measure's unit. */
const interval = z.tuple([z.number(), z.number()]);

/** One side of a contrast: how many units, the share (0–1) or mean of the outcome among them, and its total where it is added up. */
const arm = openObject({
  label: z.string(),
  n: z.number(),
  events: z.number().optional(),
  value: z.number(),
  total: z.number().optional(),
});

/**
 * What an operator computed from a query's result: the numbers that a rule may rest a verdict on. `answers` says which
 * question of the procedure it answers; a rule reads the fields that its question needs and calls a missing one missing.
 */
export const statisticsSchema = openObject({
  answers: z.enum(['gate', 'crude', 'adjusted', 'confounding', 'modification', 'change', 'contribution']),
  method: z.string(),
  measure: z.enum(['risk difference', 'mean difference', 'odds ratio', 'rate per day', 'share', 'count']),
  /** Exposed minus the others; risk differences as fractions, not points. */
  estimate: z.number(),
  /** 95 % confidence interval. */
  interval: interval.optional(),
  /** 90 % interval, which two one-sided tests compare with the equivalence margin. */
  interval90: interval.optional(),
  standardError: z.number().optional(),
  p: z.number().optional(),
  /** Independent units that the estimate rests on. */
  n: z.number(),
  /** The equivalence margin in the measure's unit, where it is not the setting's. */
  margin: z.number().optional(),
  arms: z.tuple([arm, arm]).optional(),
  /** The one pre-planned test of a hypothesis: the family for multiplicity. */
  primary: z.boolean().optional(),
  /** A gate: whether the data passed it. A support check: whether there was enough. */
  passed: z.boolean().optional(),
  /** Why the support is too small, when it is. */
  unsupported: z.string().optional(),
  oddsRatio: openObject({ estimate: z.number(), interval: interval.optional() }).optional(),
  adjustedFor: z.array(z.string()).optional(),
  /** Covariates that may lie on the path from exposure to outcome: the estimate is then a direct effect. */
  mediators: z.array(z.string()).optional(),
  strata: openObject({ used: z.number(), dropped: z.number(), unitsDropped: z.number() }).optional(),
  heterogeneity: openObject({
    by: z.string(),
    method: z.string(),
    p: z.number(),
    qualitative: z.number().optional(),
    adjustedP: z.number(),
  }).optional(),
  /** The same contrast within levels of what modifies it; `adjustedP` counts all levels that were looked at. */
  subgroups: z
    .array(
      z.object({
        condition: conditionSchema,
        estimate: z.number(),
        interval,
        p: z.number(),
        adjustedP: z.number(),
        n: z.number(),
      }),
    )
    .optional(),
  /** The estimate with one covariate held fixed at a time, for those that move it; within each level, for a modification. */
  alone: z.array(z.object({ by: z.string(), estimate: z.number() })).optional(),
  /** p-values of a covariate's association with exposure and outcome. */
  ties: z.object({ exposure: z.number(), outcome: z.number() }).optional(),
  /** How many covariates or levels were looked at; p-values are corrected for it. */
  looks: z.number().optional(),
  /** The estimate before adjustment, for what moved it. */
  crude: z.number().optional(),
  /** VanderWeele–Ding: how strong an unmeasured confounder would have to be. */
  sensitivity: z.number().optional(),
});

export type Statistics = z.infer<typeof statisticsSchema>;
