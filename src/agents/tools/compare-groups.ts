import type { ClaimOf, ColumnRef, Condition } from '../../board/claim';
import type { Statistics } from '../../board/statistics';
import { Fault } from '../../base/fault';
import { formatCount, formatList, formatP, formatShare } from '../../base/format';
import { benjaminiHochberg } from '../../statistics/multiplicity';
import { heterogeneityTest, gailSimonTest } from '../../statistics/heterogeneity';
import { riskRatioOf, sensitivityEValue } from '../../statistics/sensitivity';
import { adjust, materialShift, type Adjustment, type Screened } from '../analysis/adjust';
import { ComparisonQueries, type Stratified } from '../analysis/comparison';

import { covariatesOf, mayMediate, type Comparison, type Covariate } from '../analysis/covariates';
import {
  affirmation,
  asConstant,
  describeEstimate,
  describeFlag,
  describeOutcome,
  describeUnits,
  formatDifference,
  formatLevel,
} from '../analysis/describe';
import { Keys } from '../analysis/keys';
import { profileTable } from '../analysis/profile';
import { LEAST_EVENTS, LEAST_UNITS, spread, unitsOf, type Contrast } from '../analysis/strata';
import type { DataReader } from '../roles';
import type { OperatorFinding } from './operator';

export type ComparableClaim = ClaimOf<'effect' | 'modification' | 'confounding' | 'best'>;
export type Margins = { readonly riskDifference: number; readonly standardDeviations: number };

const DEFAULT_MARGINS: Margins = { riskDifference: 0.02, standardDeviations: 0.1 };

/**
 * Compares two groups of units on an outcome: crude, screened for confounders, adjusted for them jointly, and within levels of what
 * may change the effect. Every number comes from a query on the log.
 * @throws Fault for a claim that the data cannot be asked: no key, several values where one is needed
 */
export async function compareGroups(
  claim: ComparableClaim,
  data: DataReader,
  signal: AbortSignal,
  margins: Margins = DEFAULT_MARGINS,
): Promise<readonly OperatorFinding[]> {
  const keys = new Keys(data.schema, data);
  if (claim.kind === 'best') return compareWithEach(claim, keys, data, margins, signal);
  const comparison = await comparisonOf(claim, data, signal);
  const run = new GroupComparison(new ComparisonQueries(comparison, keys, data, signal), margins);
  switch (claim.kind) {
    case 'effect':
      return run.effect(claim.direction);
    case 'modification':
      return run.modification(claim.by);
    case 'confounding':
      return run.confounding(claim.by);
  }
}

/** The comparison that a claim speaks of. Rejects for an exposure that names no groups. */
export async function comparisonOf(
  claim: ClaimOf<'effect' | 'modification' | 'confounding'>,
  data: DataReader,
  signal: AbortSignal,
): Promise<Comparison> {
  const exposure = await exposureOf(claim.exposure, data, signal);
  const subgroup = claim.kind === 'effect' ? claim.subgroup : undefined;
  return {
    unit: claim.unit ?? exposure.column.table,
    population: [...(claim.population ?? []), ...(subgroup ? [subgroup] : [])],
    exposure,
    ...(claim.versus && { versus: claim.versus }),
    outcome: claim.outcome,
  };
}

async function exposureOf(exposure: Condition | ColumnRef, data: DataReader, signal: AbortSignal): Promise<Condition> {
  if ('is' in exposure) return exposure;
  const table = data.schema.tables.find(({ name }) => name === exposure.table);
  const profile = table && (await profileTable(table, data, signal)).find(({ column }) => column === exposure.column);
  if (!profile) throw new Fault(`unknown column: ${exposure.table}.${exposure.column}`);
  const yes = profile.values.find(({ value }) => affirmation(value) === 'yes');
  if (profile.kind === 'category' && profile.distinct === 2) {
    return { column: exposure, is: asConstant((yes ?? profile.values[0])?.value ?? null) };
  }
  if (profile.kind === 'number') {
    const column = `"${exposure.column.replaceAll('"', '""')}"`;
    const from = `"${exposure.table.replaceAll('"', '""')}"`;
    const sql = `SELECT ${column} AS median FROM ${from} WHERE ${column} IS NOT NULL\nORDER BY 1 LIMIT 1 OFFSET (SELECT COUNT(${column}) / 2 FROM ${from})`;
    const median = (await data.run(sql, `the median of ${exposure.column}`, signal)).rows[0]?.[0] ?? 0;
    return { column: exposure, is: { above: asConstant(median) } };
  }
  throw new Fault(
    `${exposure.column} has ${profile.distinct} values`,
    'name the value that is compared with the others, or two values',
  );
}

/** A candidate for the best is compared with each other one; the comparison that it wins least clearly decides. */
async function compareWithEach(
  claim: ClaimOf<'best'>,
  keys: Keys,
  data: DataReader,
  margins: Margins,
  signal: AbortSignal,
): Promise<readonly OperatorFinding[]> {
  const table = data.schema.tables.find(({ name }) => name === claim.among.table);
  const profile =
    table && (await profileTable(table, data, signal)).find(({ column }) => column === claim.among.column);
  const others = (profile?.values ?? []).map(({ value }) => asConstant(value)).filter((value) => value !== claim.value);
  const rounds: (readonly OperatorFinding[])[] = [];
  for (const other of others.slice(0, MOST_RIVALS)) {
    const comparison: Comparison = {
      unit: claim.unit ?? claim.among.table,
      population: claim.population ?? [],
      exposure: { column: claim.among, is: claim.value },
      versus: { column: claim.among, is: other },
      outcome: claim.outcome,
    };
    const run = new GroupComparison(new ComparisonQueries(comparison, keys, data, signal), margins);
    rounds.push(await run.effect(claim.direction === 'highest' ? 'raises' : 'lowers'));
  }
  const sign = claim.direction === 'highest' ? 1 : -1;
  const lead = (findings: readonly OperatorFinding[]): number => {
    const { estimate, standardError = 0 } = findings.find(({ statistics }) => statistics.primary)?.statistics ?? {
      estimate: 0,
    };
    return standardError > 0 ? (sign * estimate) / standardError : -Infinity;
  };
  const weakest = [...rounds].sort((a, b) => lead(a) - lead(b))[0];
  return rounds.flatMap((findings) =>
    findings.map((finding) => ({
      ...finding,
      statistics: { ...finding.statistics, primary: finding.statistics.primary && findings === weakest },
    })),
  );
}

const MOST_RIVALS = 8;

/** One comparison carried through the procedure. */
class GroupComparison {
  readonly #queries: ComparisonQueries;
  readonly #margins: Margins;
  /** What the groups and the outcome are called. */
  readonly #words: {
    readonly exposed: string;
    readonly others: string;
    readonly outcome: string;
    readonly units: string;
  };

  constructor(queries: ComparisonQueries, margins: Margins) {
    this.#queries = queries;
    this.#margins = margins;
    const { unit, population, exposure, versus, outcome } = queries.comparison;
    this.#words = {
      exposed: describeFlag(exposure),
      others: versus ? describeFlag(versus) : 'the others',
      outcome: describeOutcome(outcome),
      units: describeUnits(unit, population),
    };
  }

  async effect(direction: ClaimOf<'effect'>['direction']): Promise<readonly OperatorFinding[]> {
    const start = await this.#crude();
    if (!start.contrast) return [this.#nothingToCompare(start.from)];
    const adjustment = await this.#adjust(start.contrast, start.margin);
    const heterogeneity = adjustment && strongestHeterogeneity(adjustment.screened);
    const judged = (statistics: Statistics): Pick<OperatorFinding, 'relation' | 'note'> =>
      relationTo(direction, statistics);
    const primary = adjustment?.joint === undefined;
    const crude = { ...start.statistics, primary, ...(primary && heterogeneity && { heterogeneity }) };
    const findings: OperatorFinding[] = [
      { query: start.from.query, fact: start.fact, statistics: crude, ...judged(crude) },
    ];
    findings.push(...this.#missingOutcomes(start));
    if (!adjustment) return findings;
    findings.push(this.#screened(adjustment, start.statistics));
    if (adjustment.joint) {
      const statistics = this.#adjustedStatistics(adjustment, start.contrast, start.margin, heterogeneity);
      const names = adjustment.joint.covariates.map(({ label }) => label);
      const arms = this.#arms(adjustment.joint.contrast);
      const dropped = statistics.strata?.unitsDropped ?? 0;
      const left =
        dropped > 0 ? ` ${formatCount(dropped)} units in strata without ${LEAST_UNITS} of each are left out.` : '';
      findings.push({
        query: adjustment.joint.from.query,
        fact: `Adjusted for ${formatList(names)}, ${arms}: ${describeEstimate(this.#measure, adjustment.joint.contrast)}; crude it was ${formatDifference(this.#measure, start.contrast.estimate)}.${left}`,
        statistics,
        ...judged(statistics),
        attack: 'confounder split',
      });
    }
    return findings;
  }

  /** Whether the effect differs between the levels of a column: adjusted for the confounders within each level. */
  async modification(by: ColumnRef): Promise<readonly OperatorFinding[]> {
    const start = await this.#crude();
    if (!start.contrast) return [this.#nothingToCompare(start.from)];
    const covariates = await this.#covariates();
    const modifiers = covariates.filter(({ column }) => column.table === by.table && column.column === by.column);
    if (modifiers.length === 0)
      throw new Fault(`${by.table}.${by.column} cannot split the units`, 'name a column with few values');
    const others = covariates.filter((each) => !modifiers.includes(each));
    const adjustment = await adjust(this.#queries, start.contrast, [...modifiers, ...others], start.margin);
    const adjustFor = (adjustment?.joint?.covariates ?? []).filter((each) => !modifiers.includes(each));
    const cuts = adjustment?.cuts ?? new Map();
    const tests: { modifier: Covariate; p: number; qualitative: number; from: Stratified; levels: Level[] }[] = [];
    for (const modifier of modifiers) {
      const from = await this.#queries.joint([modifier, ...adjustFor], cuts);
      const levels = this.#levels(from, modifier);
      const test = heterogeneityTest(levels);
      if (test) tests.push({ modifier, p: test.p, qualitative: gailSimonTest(levels)?.p ?? 1, from, levels });
    }
    if (tests.length === 0)
      return [
        {
          ...this.#nothingToCompare(start.from),
          fact: `No two levels of ${by.column} hold enough ${this.#words.units} of both groups.`,
        },
      ];
    const corrected = benjaminiHochberg(tests.map(({ p }) => p));
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
          test.levels.includes(level) ? [this.#subgroup(level, test.modifier, levelP[index] ?? 1)] : [],
        );
        const range = spreadOf(test.levels);
        const told = test.levels
          .slice(0, 6)
          .map(({ name, contrast }) => `${name} ${formatDifference(this.#measure, contrast.estimate)}`);
        const adjusted =
          adjustFor.length > 0 ? `, adjusted for ${formatList(adjustFor.map(({ label }) => label))}` : '';
        const statistics: Statistics = {
          answers: 'modification',
          method:
            'Cochran’s Q over levels; Gail–Simon for a change of direction; Benjamini–Hochberg over the values looked at',
          measure: this.#measure,
          estimate: range,
          p: test.adjustedP,
          n: unitsOf(test.from.strata),
          primary: rank === 0,
          adjustedFor: adjustFor.map(({ label }) => label),
          subgroups,
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
          fact: `Difference in ${this.#words.outcome} between ${this.#words.exposed} and ${this.#words.others} by ${test.modifier.label}${adjusted}: ${told.join(', ')} (heterogeneity ${formatP(test.p)}).`,
          statistics,
          relation: differs ? ('supports' as const) : ('neutral' as const),
          note: differs
            ? `the effect differs by ${test.modifier.label}`
            : `no difference by ${test.modifier.label} beyond chance`,
          attack: 'subgroup split',
        };
      });
  }

  /** Whether a column distorts the comparison: tied to exposure and outcome, and moving the estimate when it is held fixed. */
  async confounding(by: ColumnRef): Promise<readonly OperatorFinding[]> {
    const start = await this.#crude();
    if (!start.contrast) return [this.#nothingToCompare(start.from)];
    const adjustment = await this.#adjust(start.contrast, start.margin);
    const candidates = (adjustment?.screened ?? []).filter(
      ({ covariate }) => covariate.column.table === by.table && covariate.column.column === by.column,
    );
    const screened = candidates.sort((a, b) => Math.abs(b.shift) - Math.abs(a.shift))[0];
    if (!screened?.adjusted)
      throw new Fault(`${by.table}.${by.column} cannot split the units`, 'name a column with few values');
    const from = await this.#queries.joint([screened.covariate], adjustment?.cuts ?? new Map());
    const contrast = screened.adjusted;
    const { label } = screened.covariate;
    const statistics: Statistics = {
      answers: 'confounding',
      method: 'change in estimate: association with exposure and outcome (chi-square), standardised difference',
      measure: this.#measure,
      estimate: contrast.estimate,
      interval: [...contrast.interval],
      standardError: contrast.standardError,
      p: Math.max(screened.exposure.p, screened.outcome.p),
      n: contrast.n,
      margin: start.margin,
      crude: start.contrast.estimate,
      adjustedFor: [label],
      passed: screened.confounds,
      primary: true,
      ...(contrast.strata && { strata: contrast.strata }),
    };
    const moves = Math.abs(screened.shift) >= materialShift(start.contrast.estimate, start.margin);
    const ties = `${label} goes with ${this.#words.exposed} (${formatP(screened.exposure.p)}) and with ${this.#words.outcome} (${formatP(screened.outcome.p)})`;
    return [
      {
        query: start.from.query,
        fact: start.fact,
        statistics: start.statistics,
        relation: 'neutral',
        note: 'the difference before adjustment',
      },
      {
        query: from.query,
        fact: `Within ${label} the difference becomes ${describeEstimate(this.#measure, contrast)}; crude it was ${formatDifference(this.#measure, start.contrast.estimate)}. ${ties}.`,
        statistics,
        relation: screened.confounds ? 'supports' : moves ? 'neutral' : 'contradicts',
        note: screened.confounds
          ? `${label} distorts the comparison`
          : moves
            ? 'the estimate moves, the ties are unsure'
            : 'holding it fixed changes little',
        attack: 'confounder split',
      },
    ];
  }

  async #crude() {
    const from = await this.#queries.crude();
    const { scale } = this.#queries;
    const contrast = scale.crude(from.strata);
    const margin =
      scale.measure === 'risk difference'
        ? this.#margins.riskDifference
        : this.#margins.standardDeviations * spread(from.strata);
    const fact = contrast ? `${this.#arms(contrast, from)}: ${describeEstimate(scale.measure, contrast)}.` : '';
    const statistics: Statistics = contrast
      ? { answers: 'crude', ...this.#numbers(contrast, margin, from), ...this.#support(from) }
      : {
          answers: 'crude',
          method: 'none',
          measure: scale.measure,
          estimate: 0,
          n: unitsOf(from.strata),
          passed: false,
        };
    return { from, contrast, margin, fact: capitalised(fact), statistics };
  }

  async #covariates(): Promise<readonly Covariate[]> {
    const { comparison, keys, data, signal } = this.#queries;
    return covariatesOf(comparison, keys, data, signal);
  }

  async #adjust(crude: Contrast, margin: number): Promise<Adjustment | undefined> {
    return adjust(this.#queries, crude, await this.#covariates(), margin);
  }

  #numbers(contrast: Contrast, margin: number, from: Stratified) {
    const { events } = this.#queries.scale;
    const ratio = contrast.oddsRatio;
    const share = events(from.strata) / Math.max(1, unitsOf(from.strata));
    const value = ratio && sensitivityEValue(Math.max(1e-9, riskRatioOf(ratio.estimate, share)));
    return {
      method: contrast.method,
      measure: this.#measure,
      estimate: contrast.estimate,
      interval: pair(contrast.interval),
      interval90: pair(contrast.interval90),
      standardError: contrast.standardError,
      p: contrast.p,
      n: contrast.n,
      margin,
      ...(ratio &&
        ratio.interval.every(Number.isFinite) && {
          oddsRatio: { estimate: ratio.estimate, interval: pair(ratio.interval) },
        }),
      ...(value !== undefined && Number.isFinite(value) && { sensitivity: value }),
    };
  }

  #support(from: Stratified): { passed: boolean; unsupported?: string } {
    const arms = (['exposed', 'unexposed'] as const).map((side) =>
      from.strata.reduce((sum, each) => sum + each[side].n, 0),
    );
    const units = Math.min(...arms);
    const events = this.#queries.scale.events(from.strata);
    if (units < LEAST_UNITS) return { passed: false, unsupported: `one group has only ${units} units` };
    if (events < LEAST_EVENTS) return { passed: false, unsupported: `there are only ${events} events in all` };
    return { passed: true };
  }

  #adjustedStatistics(
    adjustment: Adjustment,
    crude: Contrast,
    margin: number,
    heterogeneity: Statistics['heterogeneity'],
  ): Statistics {
    const { joint } = adjustment;
    if (!joint) throw new Error('nothing to adjust for');
    const mediators = joint.covariates.filter((covariate) => mayMediate(covariate, this.#queries.comparison.exposure));
    return {
      answers: 'adjusted',
      ...this.#numbers(joint.contrast, margin, joint.from),
      ...this.#support(joint.from),
      primary: true,
      adjustedFor: joint.covariates.map(({ label }) => label),
      ...(mediators.length > 0 && { mediators: mediators.map(({ label }) => label) }),
      ...(joint.contrast.strata && { strata: joint.contrast.strata }),
      ...(heterogeneity && { heterogeneity }),
      crude: crude.estimate,
    };
  }

  #screened(adjustment: Adjustment, crude: Statistics): OperatorFinding {
    const { screened, screenQuery, joint } = adjustment;
    const movers = screened.filter(({ confounds }) => confounds).sort((a, b) => Math.abs(b.shift) - Math.abs(a.shift));
    const told = movers
      .slice(0, 5)
      .map(
        ({ covariate, adjusted }) =>
          `${covariate.label} (to ${formatDifference(this.#measure, adjusted?.estimate ?? 0)})`,
      );
    const found =
      movers.length === 0
        ? 'none is tied to both and moves the difference'
        : `these move the difference: ${formatList(told)}`;
    return {
      query: screenQuery,
      fact: `Of ${screened.length} covariates held fixed one at a time, ${found}.`,
      statistics: {
        answers: 'confounding',
        method: 'each covariate alone: chi-square with exposure and outcome, standardised difference',
        measure: this.#measure,
        estimate: crude.estimate,
        n: crude.n,
        adjustedFor: movers.map(({ covariate }) => covariate.label),
      },
      relation: 'neutral',
      note: joint
        ? `adjusted for ${formatList(joint.covariates.map(({ label }) => label))} below`
        : 'nothing here explains the difference away',
      attack: 'confounder screen',
    };
  }

  #missingOutcomes({ from }: { from: Awaited<ReturnType<ComparisonQueries['crude']>> }): OperatorFinding[] {
    const known = (side: 'exposed' | 'unexposed') => from.strata.reduce((sum, each) => sum + each[side].n, 0);
    const share = (side: 'exposed' | 'unexposed') => from.missing[side] / Math.max(1, from.missing[side] + known(side));
    const [exposed, unexposed] = [share('exposed'), share('unexposed')];
    const all = from.missing.exposed + from.missing.unexposed;
    const passed = all === 0 || (Math.max(exposed, unexposed) < 0.05 && Math.abs(exposed - unexposed) < 0.02);
    if (passed) return [];
    return [
      {
        query: from.query,
        fact: `The outcome is missing for ${formatShare(exposed)} of ${this.#words.exposed} and ${formatShare(unexposed)} of ${this.#words.others}.`,
        statistics: {
          answers: 'gate',
          method: 'missing outcomes by arm',
          measure: 'share',
          estimate: exposed - unexposed,
          n: all,
          passed,
        },
        relation: 'neutral',
        note: 'the comparison rests on the others alone',
        attack: 'missing outcomes',
      },
    ];
  }

  #nothingToCompare(from: Stratified): OperatorFinding {
    return {
      query: from.query,
      fact: `There are not two groups to compare: ${this.#words.exposed} and ${this.#words.others} among ${this.#words.units}.`,
      statistics: {
        answers: 'crude',
        method: 'none',
        measure: this.#measure,
        estimate: 0,
        n: unitsOf(from.strata),
        passed: false,
        unsupported: 'one of the groups is empty or the outcome does not vary',
        primary: true,
      },
      relation: 'neutral',
      note: 'nothing to compare',
    };
  }

  #levels(from: Stratified, modifier: Covariate): Level[] {
    const values = [...new Set(from.strata.map(({ level }) => level[0] ?? null))].filter((value) => value !== null);
    return values.flatMap((value) => {
      const own = from.strata.filter(({ level }) => level[0] === value);
      const contrast = this.#queries.scale.adjusted(own);
      if (!contrast || contrast.standardError <= 0) return [];
      const name =
        modifier.has === undefined ? String(value) : `${value === 'yes' ? 'with' : 'without'} ${modifier.has}`;
      return [{ value, name, contrast, estimate: contrast.estimate, standardError: contrast.standardError }];
    });
  }

  #subgroup({ value, contrast }: Level, modifier: Covariate, adjustedP: number) {
    const condition: Condition = { column: modifier.column, is: modifier.has ?? asConstant(value) };
    return {
      condition,
      estimate: contrast.estimate,
      interval: pair(contrast.interval),
      p: contrast.p,
      adjustedP,
      n: contrast.n,
    };
  }

  #arms(contrast: Contrast, from?: Stratified): string {
    const { scale } = this.#queries;
    const count = (side: 'exposed' | 'unexposed') =>
      from ? ` of ${formatCount(from.strata.reduce((sum, each) => sum + each[side].n, 0))}` : '';
    const [exposed, unexposed] = [formatLevel(scale, contrast.exposed), formatLevel(scale, contrast.unexposed)];
    const { outcome, units } = this.#words;
    const head =
      scale.measure === 'risk difference' ? `share of ${units} with ${outcome}` : `${outcome} a unit among ${units}`;
    return `${head} is ${exposed}${count('exposed')} for ${this.#words.exposed} and ${unexposed}${count('unexposed')} for ${this.#words.others}`;
  }

  get #measure() {
    return this.#queries.scale.measure;
  }
}

type Level = { value: Level0; name: string; contrast: Contrast; estimate: number; standardError: number };
type Level0 = Stratified['strata'][number]['level'][number];

/** Whether an estimate speaks for a directional claim, by its 95 % interval. */
export function relationTo(
  direction: ClaimOf<'effect'>['direction'],
  { interval, estimate }: Statistics,
): Pick<OperatorFinding, 'relation' | 'note'> {
  if (!interval) return { relation: 'neutral', note: 'no interval' };
  const sign = interval[0] > 0 ? 'raises' : interval[1] < 0 ? 'lowers' : undefined;
  if (sign === undefined) {
    return { relation: 'neutral', note: 'the 95 % interval contains no effect' };
  }
  if (direction === 'none') return { relation: 'contradicts', note: 'the 95 % interval excludes no effect' };
  if (direction === 'differs' || direction === sign)
    return { relation: 'supports', note: 'the 95 % interval excludes no effect, as claimed' };
  return {
    relation: 'contradicts',
    note: `the 95 % interval excludes no effect, the other way (${estimate > 0 ? 'higher' : 'lower'})`,
  };
}

function strongestHeterogeneity(screened: readonly Screened[]): Statistics['heterogeneity'] {
  const tested = screened.flatMap(({ covariate, heterogeneity }) =>
    heterogeneity ? [{ by: covariate.label, ...heterogeneity }] : [],
  );
  const strongest = tested.sort((a, b) => a.adjustedP - b.adjustedP || a.p - b.p)[0];
  return (
    strongest && {
      by: strongest.by,
      method: strongest.method,
      p: strongest.p,
      adjustedP: strongest.adjustedP,
      qualitative: strongest.qualitative,
    }
  );
}

function spreadOf(levels: readonly Level[]): number {
  const estimates = levels.map(({ estimate }) => estimate);
  return Math.max(...estimates) - Math.min(...estimates);
}

function pair(interval: readonly [number, number]): [number, number] {
  return [interval[0], interval[1]];
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
