import type { ColumnRef, Condition } from '../../board/claim';
import type { Statistics } from '../../board/statistics';
import type { Value } from '../../board/value';
import { Fault } from '../../base/fault';
import { formatList, formatP } from '../../base/format';
import { gailSimonTest, heterogeneityTest } from '../../statistics/heterogeneity';
import { benjaminiHochberg } from '../../statistics/multiplicity';
import type { OperatorFinding } from '../tools/operator';
import { adjust } from './adjust';
import type { Stratified } from './comparison';
import { bandsOf, type Covariate } from './covariates';
import { formatDifference } from '../../board/views/estimate-text';
import { asConstant } from './describe';
import { pair, type GroupComparison } from './group-comparison';
import { unitsOf, type Contrast } from './strata';

/** The effect within one level of a column, adjusted for the confounders. */
type Level = { value: Value; name: string; contrast: Contrast; estimate: number; standardError: number };

type Test = {
  modifier: Covariate;
  p: number;
  qualitative: number;
  from: Stratified;
  /** What was held fixed within the levels. */
  within: readonly Covariate[];
  levels: Level[];
};

/** Whether the effect differs between the levels of a column: adjusted for the confounders within each level. */
export async function testModification(run: GroupComparison, by: ColumnRef): Promise<readonly OperatorFinding[]> {
  const start = await run.crude();
  if (!start.contrast) return [run.nothingToCompare(start.from)];
  const covariates = await run.covariates();
  const modifiers = covariates.filter(({ column }) => column.table === by.table && column.column === by.column);
  if (modifiers.length === 0)
    throw new Fault(`${by.table}.${by.column} cannot split the units`, 'name a column with few values');
  const adjustment = await adjust(run.queries, start.contrast, covariates, start.margin);
  const adjustFor = (adjustment?.joint?.covariates ?? []).filter((each) => !modifiers.includes(each));
  const cuts: ReadonlyMap<Covariate, readonly Value[]> = adjustment?.cuts ?? new Map();
  const tests: Test[] = [];
  for (const modifier of modifiers) {
    const { from, within } = await levelsWithin(run, modifier, adjustFor, cuts);
    const levels = levelsOf(run, from, modifier);
    const test = heterogeneityTest(levels);
    if (test) tests.push({ modifier, p: test.p, qualitative: gailSimonTest(levels)?.p ?? 1, from, within, levels });
  }
  if (tests.length === 0)
    return [
      {
        ...run.nothingToCompare(start.from),
        fact: `No two levels of ${by.column} hold enough ${run.words.units} of both groups.`,
      },
    ];
  // The column was chosen among all that were screened: its test is corrected for every one of them.
  const elsewhere = (adjustment?.screened ?? []).flatMap(({ covariate, heterogeneity }) =>
    heterogeneity && !modifiers.includes(covariate) ? [heterogeneity.p] : [],
  );
  const corrected = benjaminiHochberg([...tests.map(({ p }) => p), ...elsewhere]);
  // A level of a column of many rows a unit is having the value; not having it is no group of its own.
  const scanned = tests.flatMap(({ modifier, levels }) =>
    levels.filter(({ value }) => modifier.has === undefined || value === 'yes'),
  );
  const levelP = benjaminiHochberg(scanned.map(({ contrast }) => contrast.p));
  return tests
    .map((test, index) => ({ ...test, adjustedP: corrected[index] ?? 1 }))
    .sort((a, b) => a.adjustedP - b.adjustedP)
    .map((test, rank) => {
      const subgroups = scanned.flatMap((level, index) =>
        test.levels.includes(level)
          ? [subgroupOf(level, test.modifier, cuts.get(test.modifier) ?? [], levelP[index] ?? 1)]
          : [],
      );
      const range = spreadOf(test.levels);
      const told = test.levels
        .slice(0, 6)
        .map(({ name, contrast }) => `${name} ${formatDifference(run.measure, contrast.estimate)}`);
      const within = test.within.map(({ label }) => label);
      const adjusted = within.length > 0 ? `, adjusted for ${formatList(within)}` : '';
      const statistics: Statistics = {
        answers: 'modification',
        method:
          'Cochran’s Q over levels; Gail–Simon for a change of direction; Benjamini–Hochberg over the values looked at',
        measure: run.measure,
        estimate: range,
        p: test.adjustedP,
        n: unitsOf(test.from.strata),
        primary: rank === 0,
        adjustedFor: within,
        subgroups,
        alone: test.levels.map(({ name, estimate }) => ({ by: name, estimate })),
        looks: tests.length + elsewhere.length,
        heterogeneity: {
          by: test.modifier.label,
          method: 'Cochran’s Q',
          p: test.p,
          adjustedP: test.adjustedP,
          qualitative: test.qualitative,
        },
      };
      const differs = test.adjustedP <= 0.05;
      return {
        query: test.from.query,
        fact: `Difference in ${run.words.outcome} between ${run.words.exposed} and ${run.words.others} by ${test.modifier.label}${adjusted}: ${told.join(', ')} (heterogeneity ${formatP(test.p)}).`,
        statistics,
        relation: differs ? ('supports' as const) : ('neutral' as const),
        note: differs
          ? `the effect differs by ${test.modifier.label}`
          : `no difference by ${test.modifier.label} beyond chance`,
        attack: 'subgroup split',
      };
    });
}

/** The strata of a modifier by as many of the covariates as one answer can hold. */
async function levelsWithin(
  run: GroupComparison,
  modifier: Covariate,
  covariates: readonly Covariate[],
  cuts: ReadonlyMap<Covariate, readonly Value[]>,
): Promise<{ from: Stratified; within: readonly Covariate[] }> {
  const from = await run.queries.joint([modifier, ...covariates], cuts);
  if (!from.query.cut?.rows) return { from, within: covariates };
  if (covariates.length > 0) return levelsWithin(run, modifier, covariates.slice(0, -1), cuts);
  return { from: { ...from, strata: [] }, within: [] };
}

function levelsOf(run: GroupComparison, from: Stratified, modifier: Covariate): Level[] {
  const values = [...new Set(from.strata.map(({ level }) => level[0] ?? null))].filter((value) => value !== null);
  return values.flatMap((value) => {
    const own = from.strata.filter(({ level }) => level[0] === value);
    const contrast = run.queries.scale.adjusted(own);
    if (!contrast || contrast.standardError <= 0) return [];
    const name = modifier.has === undefined ? String(value) : `${value === 'yes' ? 'with' : 'without'} ${modifier.has}`;
    return [{ value, name, contrast, estimate: contrast.estimate, standardError: contrast.standardError }];
  });
}

function subgroupOf({ value, contrast }: Level, modifier: Covariate, cuts: readonly Value[], adjustedP: number) {
  const band = bandsOf(cuts).find(({ name }) => name === value);
  const condition: Condition = { column: modifier.column, is: modifier.has ?? band?.range ?? asConstant(value) };
  return {
    condition,
    estimate: contrast.estimate,
    interval: pair(contrast.interval),
    p: contrast.p,
    adjustedP,
    n: contrast.n,
  };
}

function spreadOf(levels: readonly Level[]): number {
  const estimates = levels.map(({ estimate }) => estimate);
  return Math.max(...estimates) - Math.min(...estimates);
}
