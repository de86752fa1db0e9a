import type { Statistics } from '../../board/statistics';
import { formatCount } from '../../base/format';
import { riskRatioOf, sensitivityEValue } from '../../statistics/sensitivity';
import type { OperatorFinding } from '../tools/operator';
import { adjust, type Adjustment } from './adjust';
import type { ComparisonQueries, Stratified } from './comparison';
import { covariatesOf, type Covariate } from './covariates';
import { describeCondition } from './condition';
import { describeEstimate } from '../../board/views/estimate-text';
import { describeOutcome, describeUnits, formatLevel } from './describe';
import { LEAST_EVENTS, LEAST_UNITS, spread, unitsOf, type Contrast } from './strata';

/** What counts as no difference: in risk, and in standard deviations of a mean. */
export type Margins = { readonly riskDifference: number; readonly standardDeviations: number };

/** The crude comparison that every test starts from; `contrast` is undefined when there are not two groups. */
export type Start = {
  readonly from: Stratified;
  readonly contrast: Contrast | undefined;
  readonly margin: number;
  readonly fact: string;
  readonly statistics: Statistics;
};

/** One comparison with its words, its margin and its numbers: what all tests of it share. */
export class GroupComparison {
  /** What the groups, the outcome and the units are called. */
  readonly words: {
    readonly exposed: string;
    readonly others: string;
    readonly outcome: string;
    readonly units: string;
  };

  constructor(
    readonly queries: ComparisonQueries,
    readonly margins: Margins,
  ) {
    const { unit, population, exposure, versus, outcome } = queries.comparison;
    this.words = {
      exposed: describeCondition(exposure),
      others: versus ? describeCondition(versus) : 'the others',
      outcome: describeOutcome(outcome),
      units: describeUnits(unit, population),
    };
  }

  get measure() {
    return this.queries.scale.measure;
  }

  async crude(): Promise<Start> {
    const from = await this.queries.crude();
    const { scale } = this.queries;
    const contrast = scale.crude(from.strata);
    const margin =
      scale.measure === 'risk difference'
        ? this.margins.riskDifference
        : this.margins.standardDeviations * spread(from.strata);
    const fact = contrast ? `${this.arms(contrast, from)}: ${describeEstimate(scale.measure, contrast)}.` : '';
    const statistics: Statistics = contrast
      ? { answers: 'crude', ...this.numbers(contrast, margin, from), ...this.support(from) }
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

  async covariates(): Promise<readonly Covariate[]> {
    const { comparison, keys, data, signal } = this.queries;
    return covariatesOf(comparison, keys, data, signal);
  }

  async adjust(crude: Contrast, margin: number): Promise<Adjustment | undefined> {
    return adjust(this.queries, crude, await this.covariates(), margin);
  }

  numbers(contrast: Contrast, margin: number, from: Stratified) {
    const ratio = contrast.oddsRatio;
    const share = this.queries.scale.events(from.strata) / Math.max(1, unitsOf(from.strata));
    const value = ratio && sensitivityEValue(Math.max(1e-9, riskRatioOf(ratio.estimate, share)));
    return {
      method: contrast.method,
      measure: this.measure,
      estimate: contrast.estimate,
      interval: pair(contrast.interval),
      interval90: pair(contrast.interval90),
      standardError: contrast.standardError,
      p: contrast.p,
      n: contrast.n,
      arms: this.#armsOf(contrast, from),
      margin,
      ...(ratio &&
        ratio.interval.every(Number.isFinite) && {
          oddsRatio: { estimate: ratio.estimate, interval: pair(ratio.interval) },
        }),
      ...(value !== undefined && Number.isFinite(value) && { sensitivity: value }),
    };
  }

  get #isAdded(): boolean {
    const { outcome } = this.queries.comparison;
    return 'measure' in outcome && (outcome.measure === 'sum' || outcome.measure === 'count');
  }

  #armsOf(contrast: Contrast, from: Stratified): NonNullable<Statistics['arms']> {
    const arm = (side: 'exposed' | 'unexposed', label: string) => ({
      label,
      n: from.strata.reduce((sum, each) => sum + each[side].n, 0),
      value: contrast[side],
      ...(this.#isAdded && { total: totalOf(from, side) }),
    });
    return [arm('exposed', this.words.exposed), arm('unexposed', this.words.others)];
  }

  support(from: Stratified): { passed: boolean; unsupported?: string } {
    const arms = (['exposed', 'unexposed'] as const).map((side) =>
      from.strata.reduce((sum, each) => sum + each[side].n, 0),
    );
    const units = Math.min(...arms);
    const events = this.queries.scale.events(from.strata);
    if (units < LEAST_UNITS) return { passed: false, unsupported: `one group has only ${units} units` };
    if (events < LEAST_EVENTS) return { passed: false, unsupported: `there are only ${events} events in all` };
    return { passed: true };
  }

  nothingToCompare(from: Stratified): OperatorFinding {
    return {
      query: from.query,
      fact: `There are not two groups to compare: ${this.words.exposed} and ${this.words.others} among ${this.words.units}.`,
      statistics: {
        answers: 'crude',
        method: 'none',
        measure: this.measure,
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

  arms(contrast: Contrast, from?: Stratified): string {
    const { scale } = this.queries;
    const count = (side: 'exposed' | 'unexposed') =>
      from ? ` of ${formatCount(from.strata.reduce((sum, each) => sum + each[side].n, 0))}` : '';
    const [exposed, unexposed] = [formatLevel(scale, contrast.exposed), formatLevel(scale, contrast.unexposed)];
    const { outcome, units } = this.words;
    const head =
      scale.measure === 'risk difference' ? `share of ${units} with ${outcome}` : `${outcome} a unit among ${units}`;
    return `${head} is ${exposed}${count('exposed')} for ${this.words.exposed} and ${unexposed}${count('unexposed')} for ${this.words.others}`;
  }
}

function totalOf({ strata }: Stratified, side: 'exposed' | 'unexposed'): number {
  return strata.reduce((sum, each) => sum + each[side].total, 0);
}

export function pair(interval: readonly [number, number]): [number, number] {
  return [interval[0], interval[1]];
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
