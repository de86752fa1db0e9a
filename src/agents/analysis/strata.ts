import type { Value } from '../../board/value';
import type { Interval } from '../../statistics/interval';
import { breslowDayTest } from '../../statistics/breslow-day';
import { gailSimonTest, heterogeneityTest } from '../../statistics/heterogeneity';
import { chiSquareTest, independenceTest } from '../../statistics/independence';
import { mantelHaenszelOddsRatio } from '../../statistics/mantel-haenszel';
import { normalTwoSided } from '../../statistics/normal';
import { oddsRatio } from '../../statistics/odds-ratio';
import { riskDifference } from '../../statistics/risk-difference';
import { standardisedRiskDifference } from '../../statistics/standardised-risk-difference';
import { meanDifferences, stratifiedMeanDifference } from '../../statistics/stratified-mean-difference';
import { collapse, type Table2x2 } from '../../statistics/table';
import { welchTest, type Summary } from '../../statistics/welch';
import { welchAnova } from '../../statistics/welch-anova';

/** The fewest units an arm of a stratum that is used, and the fewest events in all (the support rule of the procedure). */
export const LEAST_UNITS = 10;
export const LEAST_EVENTS = 10;

/** One arm of one stratum: units, the sum of their outcomes and of the squared deviations from the overall mean. */
export type Arm = { readonly n: number; readonly total: number; readonly squares: number };
export type Stratum = { readonly level: readonly Value[]; readonly exposed: Arm; readonly unexposed: Arm };

const NOBODY: Arm = { n: 0, total: 0, squares: 0 };

/** An estimate of exposed minus unexposed with all that a rule needs. */
export type Contrast = {
  readonly method: string;
  readonly estimate: number;
  readonly interval: Interval;
  readonly interval90: Interval;
  readonly standardError: number;
  readonly p: number;
  readonly n: number;
  /** Share or mean by arm, standardised where the contrast is. */
  readonly exposed: number;
  readonly unexposed: number;
  readonly oddsRatio?: { readonly estimate: number; readonly interval: Interval };
  readonly strata?: { readonly used: number; readonly dropped: number; readonly unitsDropped: number };
};

export type Heterogeneity = { readonly method: string; readonly p: number; readonly qualitative: number };

/** How outcomes of one scale are summed up in SQL and compared. */
export interface Scale {
  readonly measure: 'risk difference' | 'mean difference';
  /** Aggregates for one group of `units`, named as the report's readers see them. */
  readonly aggregates: string;
  /** What must be joined to `units` for the aggregates. */
  readonly join: string;
  /** The arm that a result row describes; `at` is the index of the first aggregate. */
  arm(row: readonly Value[], at: number): Arm;
  crude(strata: readonly Stratum[]): Contrast | undefined;
  /** Standardised to the size of the strata with enough units in both arms. */
  adjusted(strata: readonly Stratum[]): Contrast | undefined;
  heterogeneity(strata: readonly Stratum[]): Heterogeneity | undefined;
  /** p-value and strength (0–1) of the association between level and outcome. */
  outcomeAssociation(strata: readonly Stratum[]): { readonly p: number; readonly strength: number };
  /** Events in all for shares; units for means. */
  events(strata: readonly Stratum[]): number;
}

export const shares: Scale = {
  measure: 'risk difference',
  aggregates: 'COUNT(outcome) AS n, SUM(outcome) AS events, ROUND(1.0 * SUM(outcome) / COUNT(outcome), 4) AS share',
  join: '',
  arm: (row, at) => ({ n: Number(row[at]), total: Number(row[at + 1] ?? 0), squares: 0 }),
  crude(strata) {
    const table = collapse(strata.map(tableOf));
    const [difference, narrow] = [riskDifference(table), riskDifference(table, 0.9)];
    const test = independenceTest(table);
    if (!difference || !narrow) return undefined;
    const ratio = oddsRatio(table);
    return {
      ...difference,
      method: `risk difference, Newcombe interval; ${test?.method ?? 'no variation'}`,
      interval90: narrow.interval,
      p: test?.p ?? 1,
      n: unitsOf(strata),
      exposed: difference.exposedRisk,
      unexposed: difference.unexposedRisk,
      ...(ratio && { oddsRatio: { estimate: ratio.estimate, interval: ratio.interval } }),
    };
  },
  adjusted(strata) {
    const { used, dropped } = supported(strata);
    const tables = used.map(tableOf);
    const [difference, narrow] = [standardisedRiskDifference(tables), standardisedRiskDifference(tables, 0.9)];
    if (!difference || !narrow) return undefined;
    const ratio = mantelHaenszelOddsRatio(tables);
    return {
      ...difference,
      method: 'standardised risk difference; Mantel–Haenszel odds ratio, Robins–Breslow–Greenland interval',
      interval90: narrow.interval,
      p: normalTwoSided(difference.estimate / difference.standardError),
      n: unitsOf(used),
      exposed: difference.exposedRisk,
      unexposed: difference.unexposedRisk,
      ...(ratio && { oddsRatio: { estimate: ratio.estimate, interval: ratio.interval } }),
      strata: { used: used.length, dropped: dropped.length, unitsDropped: unitsOf(dropped) },
    };
  },
  heterogeneity(strata) {
    const tables = supported(strata).used.map(tableOf);
    const test = breslowDayTest(tables);
    if (!test) return undefined;
    const estimates = tables.flatMap((table) => riskDifference(table) ?? []);
    return { method: 'Breslow–Day, Tarone', p: test.tarone.p, qualitative: gailSimonTest(estimates)?.p ?? 1 };
  },
  outcomeAssociation(strata) {
    const test = chiSquareTest(
      strata.map(({ exposed, unexposed }) => {
        const [n, events] = [exposed.n + unexposed.n, exposed.total + unexposed.total];
        return [events, n - events];
      }),
    );
    return { p: test?.p ?? 1, strength: test?.cramersV ?? 0 };
  },
  events: (strata) => strata.reduce((sum, { exposed, unexposed }) => sum + exposed.total + unexposed.total, 0),
};

export const means: Scale = {
  measure: 'mean difference',
  aggregates:
    'COUNT(outcome) AS n, ROUND(AVG(outcome), 4) AS mean, SUM(outcome - overall) AS deviation,' +
    ' SUM((outcome - overall) * (outcome - overall)) AS squares, overall',
  join: ', (SELECT AVG(outcome) AS overall FROM units)',
  arm: (row, at) => {
    const [n, deviation, squares, overall] = [row[at], row[at + 2], row[at + 3], row[at + 4]].map(Number);
    return {
      n: n ?? 0,
      total: (deviation ?? 0) + (n ?? 0) * (overall ?? 0),
      squares: (squares ?? 0) - (deviation ?? 0) ** 2 / (n || 1),
    };
  },
  crude(strata) {
    const [exposed, unexposed] = [pool(strata.map((each) => each.exposed)), pool(strata.map((each) => each.unexposed))];
    const [difference, narrow] = [welchTest(exposed, unexposed), welchTest(exposed, unexposed, 0.9)];
    if (!difference || !narrow) return undefined;
    return {
      ...difference,
      method: 'difference of means, Welch',
      interval90: narrow.interval,
      n: unitsOf(strata),
      exposed: exposed.mean,
      unexposed: unexposed.mean,
    };
  },
  adjusted(strata) {
    const { used, dropped } = supported(strata);
    const pairs = used.map((each) => ({ exposed: summary(each.exposed), unexposed: summary(each.unexposed) }));
    const [difference, narrow] = [stratifiedMeanDifference(pairs), stratifiedMeanDifference(pairs, 0.9)];
    if (!difference || !narrow) return undefined;
    const weigh = (side: 'exposed' | 'unexposed') =>
      used.reduce((sum, each) => sum + (each[side].total / each[side].n) * (each.exposed.n + each.unexposed.n), 0) /
      unitsOf(used);
    return {
      ...difference,
      method: 'difference of means weighted by the size of the strata',
      interval90: narrow.interval,
      n: unitsOf(used),
      exposed: weigh('exposed'),
      unexposed: weigh('unexposed'),
      strata: { used: used.length, dropped: dropped.length, unitsDropped: unitsOf(dropped) },
    };
  },
  heterogeneity(strata) {
    const { used } = supported(strata);
    const estimates = meanDifferences(
      used.map((each) => ({ exposed: summary(each.exposed), unexposed: summary(each.unexposed) })),
    );
    const test = heterogeneityTest(estimates);
    return test && { method: 'Cochran’s Q', p: test.p, qualitative: gailSimonTest(estimates)?.p ?? 1 };
  },
  outcomeAssociation(strata) {
    const groups = strata.map(({ exposed, unexposed }) => pool([exposed, unexposed])).filter(({ n }) => n >= 2);
    const test = welchAnova(groups);
    const all = pool(
      groups.map(({ n, mean, variance }) => ({ n, total: n * mean, squares: (variance ?? 0) * (n - 1) })),
    );
    const between = groups.reduce((sum, { n, mean }) => sum + n * (mean - all.mean) ** 2, 0);
    const total = (all.variance ?? 0) * (all.n - 1);
    return { p: test?.p ?? 1, strength: total > 0 ? Math.sqrt(between / total) : 0 };
  },
  events: (strata) => unitsOf(strata),
};

/** Association between level and exposure. */
export function exposureAssociation(strata: readonly Stratum[]): { readonly p: number; readonly strength: number } {
  const test = chiSquareTest(strata.map(({ exposed, unexposed }) => [exposed.n, unexposed.n]));
  return { p: test?.p ?? 1, strength: test?.cramersV ?? 0 };
}

/** Standard deviation of a numeric outcome within the arms. */
export function spread(strata: readonly Stratum[]): number {
  const arms = strata.flatMap(({ exposed, unexposed }) => [exposed, unexposed]).filter(({ n }) => n > 0);
  return Math.sqrt(pool(arms).variance ?? 0);
}

export function unitsOf(strata: readonly Stratum[]): number {
  return strata.reduce((sum, { exposed, unexposed }) => sum + exposed.n + unexposed.n, 0);
}

/** Strata with enough units in both arms, and the others. */
export function supported(strata: readonly Stratum[]): { used: readonly Stratum[]; dropped: readonly Stratum[] } {
  const enough = ({ exposed, unexposed }: Stratum): boolean => exposed.n >= LEAST_UNITS && unexposed.n >= LEAST_UNITS;
  return { used: strata.filter(enough), dropped: strata.filter((stratum) => !enough(stratum)) };
}

/**
 * Reads strata from rows of (level…, group, aggregates…), in the order the rows come; groups of one arm are put together.
 * @param levels how many leading columns name the stratum
 * @param isExposed which arm a group belongs to
 */
export function readStrata(
  rows: readonly (readonly Value[])[],
  levels: number,
  scale: Scale,
  isExposed: (group: Value) => boolean,
): readonly Stratum[] {
  const found = new Map<string, Stratum>();
  for (const row of rows) {
    const level = row.slice(0, levels);
    const key = level.map(String).join('\u0000');
    const stratum = found.get(key) ?? { level, exposed: NOBODY, unexposed: NOBODY };
    const side = isExposed(row[levels] ?? null) ? 'exposed' : 'unexposed';
    found.set(key, { ...stratum, [side]: together(stratum[side], scale.arm(row, levels + 1)) });
  }
  return [...found.values()];
}

function tableOf({ exposed, unexposed }: Stratum): Table2x2 {
  return {
    exposedEvents: exposed.total,
    exposedNonEvents: exposed.n - exposed.total,
    unexposedEvents: unexposed.total,
    unexposedNonEvents: unexposed.n - unexposed.total,
  };
}

function summary(arm: Arm): Summary {
  return pool([arm]);
}

/** Two groups as one arm. */
function together(left: Arm, right: Arm): Arm {
  if (left.n === 0 || right.n === 0) return left.n === 0 ? right : left;
  const n = left.n + right.n;
  const between = ((left.n * right.n) / n) * (left.total / left.n - right.total / right.n) ** 2;
  return { n, total: left.total + right.total, squares: left.squares + right.squares + between };
}

/** One summary of several arms: within and between variation added. */
function pool(arms: readonly Arm[]): Summary {
  const n = arms.reduce((sum, arm) => sum + arm.n, 0);
  const mean = n === 0 ? 0 : arms.reduce((sum, arm) => sum + arm.total, 0) / n;
  const squares = arms.reduce(
    (sum, arm) => sum + arm.squares + (arm.n === 0 ? 0 : arm.n * (arm.total / arm.n - mean) ** 2),
    0,
  );
  return { n, mean, variance: n < 2 ? undefined : Math.max(0, squares) / (n - 1) };
}
