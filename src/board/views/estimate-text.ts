import { formatMeasure, formatP, formatPoints } from '../../base/format';

/** The parts of an estimate that a reader weighs. */
export type Estimate = {
  readonly estimate: number;
  /** 95 % confidence interval. */
  readonly interval: readonly [number, number];
  readonly p: number;
};

/** A difference with its sign: risk differences in percentage points, others in the measure's unit. */
export function formatDifference(measure: string, value: number): string {
  if (measure === 'risk difference') return formatPoints(value);
  return `${value > 0 ? '+' : ''}${formatMeasure(value)}`;
}

/** `−0.4 points (95 % interval −2.0 to +1.3 points, p = 0.66)` */
export function describeEstimate(measure: string, { estimate, interval, p }: Estimate): string {
  const [lower, upper] = interval.map((bound) => formatDifference(measure, bound));
  return `${formatDifference(measure, estimate)} (95 % interval ${lower?.replace(' points', '')} to ${upper}, ${formatP(p)})`;
}
