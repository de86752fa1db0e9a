import type { Condition, Constant, Outcome } from '../../board/claim';
import type { Value } from '../../board/value';
import { formatList, formatMeasure, formatShare } from '../../base/format';
import { describeCondition } from './condition';
import type { Scale } from './strata';

const PAIRS: readonly (readonly [yes: string, no: string])[] = [
  ['1', '0'],
  ['yes', 'no'],
  ['true', 'false'],
  ['y', 'n'],
  ['t', 'f'],
];

/** The values of a column that mean yes and no. Digits and letters mean it only when the column holds nothing else. */
export function yesNoOf(values: readonly Value[]): { readonly yes: Value; readonly no: Value } | undefined {
  const texts = values.map((value) => String(value).trim().toLowerCase());
  for (const pair of PAIRS) {
    const [yes, no] = pair.map((word) => texts.indexOf(word));
    if (yes === undefined || no === undefined || yes < 0 || no < 0) continue;
    if (pair[0].length > 1 || values.length === 2) return { yes: values[yes] ?? null, no: values[no] ?? null };
  }
  return undefined;
}

/** An outcome in words: `died`, `status = closed`, `mean of price`, `sum of price × quantity`. */
export function describeOutcome(outcome: Outcome): string {
  if ('event' in outcome) return describeCondition({ column: outcome.column, is: outcome.event, named: outcome.named });
  const factors = [outcome.column, outcome.times].flatMap((ref) => (ref ? [ref.column] : []));
  const less = outcome.less ? ` less ${outcome.less.column}` : '';
  if (outcome.measure === 'count') return `number of ${outcome.column.table}`;
  return `${outcome.measure === 'sum' ? 'sum' : 'mean'} of ${factors.join(' × ')}${less}`;
}

/** `parcels with weight ≥ 20 and tag = fragile`, or just `parcels`. */
export function describeUnits(unit: string, population: readonly Condition[]): string {
  if (population.length === 0) return unit;
  return `${unit} with ${formatList(population.map(describeCondition))}`;
}

/** A share or a mean as the scale prints it. */
export function formatLevel(scale: Scale, value: number): string {
  return scale.measure === 'risk difference' ? formatShare(value) : formatMeasure(value);
}

/** A cell as a constant of a claim; bytes and 64-bit integers as text. */
export function asConstant(value: Value): Constant {
  return value === null || typeof value === 'string' || typeof value === 'number' ? value : String(value);
}
