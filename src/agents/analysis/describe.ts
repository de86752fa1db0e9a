import type { Condition, Constant, Outcome } from '../../board/claim';
import type { Value } from '../../board/value';
import { formatList, formatMeasure, formatP, formatPoints, formatShare } from '../../base/format';
import { describeCondition, describeConstant } from './condition';
import type { Contrast, Scale } from './strata';

const YES: ReadonlySet<string> = new Set(['1', 'yes', 'y', 'true', 't']);
const NO: ReadonlySet<string> = new Set(['0', 'no', 'n', 'false', 'f']);

/** Whether a value says yes (1, yes, true …), no, or neither. */
export function affirmation(value: Value): 'yes' | 'no' | undefined {
  const text = String(value).trim().toLowerCase();
  return YES.has(text) ? 'yes' : NO.has(text) ? 'no' : undefined;
}

/** An outcome in words: `died`, `status = closed`, `mean of price`, `sum of price × quantity`. */
export function describeOutcome(outcome: Outcome): string {
  if ('event' in outcome) return describeFlag({ column: outcome.column, is: outcome.event });
  const factors = [outcome.column, outcome.times].flatMap((ref) => (ref ? [ref.column] : []));
  const less = outcome.less ? ` less ${outcome.less.column}` : '';
  if (outcome.measure === 'count') return `number of ${outcome.column.table}`;
  return `${outcome.measure === 'sum' ? 'sum' : 'mean'} of ${factors.join(' × ')}${less}`;
}

/** A condition on a yes-or-no column is its name: `died`, `not smoker`; others are spelt out. */
export function describeFlag(condition: Condition): string {
  const { is } = condition;
  const said = is !== null && typeof is === 'object' ? undefined : affirmation(is);
  if (said === undefined) return describeCondition(condition);
  return said === 'yes' ? condition.column.column : `not ${condition.column.column}`;
}

/** `patients with age ≥ 65 and condition = asthma`, or just `patients`. */
export function describeUnits(unit: string, population: readonly Condition[]): string {
  if (population.length === 0) return unit;
  return `${unit} with ${formatList(population.map(describeCondition))}`;
}

/** A share or a mean as the scale prints it. */
export function formatLevel(scale: Scale, value: number): string {
  return scale.measure === 'risk difference' ? formatShare(value) : formatMeasure(value);
}

export function formatDifference(measure: string, value: number): string {
  if (measure === 'risk difference') return formatPoints(value);
  return `${value > 0 ? '+' : ''}${formatMeasure(value)}`;
}

/** `−0.4 points (95 % interval −2.0 to +1.3 points, p = 0.66)` */
export function describeEstimate(
  measure: string,
  { estimate, interval, p }: Pick<Contrast, 'estimate' | 'interval' | 'p'>,
): string {
  const [lower, upper] = interval.map((bound) => formatDifference(measure, bound));
  return `${formatDifference(measure, estimate)} (95 % interval ${lower?.replace(' points', '')} to ${upper}, ${formatP(p)})`;
}

export function describeLevel(level: readonly Value[]): string {
  return level.map((value) => describeConstant(asConstant(value))).join(' × ');
}

/** A cell as a constant of a claim; bytes and 64-bit integers as text. */
export function asConstant(value: Value): Constant {
  return value === null || typeof value === 'string' || typeof value === 'number' ? value : String(value);
}
