import type { Interval } from './interval';
import { criticalT, studentTwoSided } from './student-t';

/** A value of a series in a numbered period (consecutive months: 1, 2, 3 …). */
export interface Observation {
  readonly period: number;
  readonly value: number;
}

export interface Trend {
  /** Change a period, in the value's unit. */
  readonly estimate: number;
  readonly interval: Interval;
  readonly standardError: number;
  readonly degrees: number;
  /** Two-sided. */
  readonly p: number;
  /** Fitted value in period 0. */
  readonly intercept: number;
}

/**
 * Least-squares slope of a series with Student's interval; takes periods to be independent. `undefined` with fewer than three
 * observations or a single period. On an exact line the standard error is 0 and p is 0, or 1 when the line is level.
 */
export function linearTrend(series: readonly Observation[], level = 0.95): Trend | undefined {
  const degrees = series.length - 2;
  if (degrees < 1) return undefined;
  const [meanPeriod, meanValue] = [mean(series.map(({ period }) => period)), mean(series.map(({ value }) => value))];
  let [periods, products] = [0, 0];
  for (const { period, value } of series) {
    periods += (period - meanPeriod) ** 2;
    products += (period - meanPeriod) * (value - meanValue);
  }
  if (periods === 0) return undefined;
  const estimate = products / periods;
  const intercept = meanValue - estimate * meanPeriod;
  const residuals = series.reduce((sum, { period, value }) => sum + (value - intercept - estimate * period) ** 2, 0);
  const standardError = Math.sqrt(residuals / degrees / periods);
  const margin = criticalT(level, degrees) * standardError;
  return {
    estimate,
    interval: [estimate - margin, estimate + margin],
    standardError,
    degrees,
    p: estimate === 0 ? 1 : studentTwoSided(estimate / standardError, degrees),
    intercept,
  };
}

/** What a series does besides its linear trend. As it is when there is no trend to take away. */
export function detrend(series: readonly Observation[]): readonly Observation[] {
  const trend = linearTrend(series);
  if (!trend) return series;
  return series.map(({ period, value }) => ({ period, value: value - trend.intercept - trend.estimate * period }));
}

/** Change of each period against the same season a cycle earlier (12 for months); periods without that one are left out. */
export function seasonalChanges(series: readonly Observation[], cycle: number): readonly Observation[] {
  const values = new Map(series.map(({ period, value }) => [period, value]));
  return series.flatMap(({ period, value }) => {
    const earlier = values.get(period - cycle);
    return earlier === undefined ? [] : [{ period, value: value - earlier }];
  });
}

export interface Correlation {
  /** Pearson's r, −1 to 1. */
  readonly estimate: number;
  readonly degrees: number;
  /** Two-sided. */
  readonly p: number;
}

/**
 * Correlation of two series over the periods that both have. Two series that both grow correlate: take their seasonal changes or
 * what `detrend` leaves. `undefined` with fewer than three common periods or a constant series.
 */
export function correlation(first: readonly Observation[], second: readonly Observation[]): Correlation | undefined {
  const values = new Map(second.map(({ period, value }) => [period, value]));
  const pairs = first.flatMap(({ period, value }) => {
    const other = values.get(period);
    return other === undefined ? [] : [[value, other] as const];
  });
  const degrees = pairs.length - 2;
  if (degrees < 1) return undefined;
  const [meanFirst, meanSecond] = [mean(pairs.map(([one]) => one)), mean(pairs.map(([, other]) => other))];
  let [squareFirst, squareSecond, products] = [0, 0, 0];
  for (const [one, other] of pairs) {
    squareFirst += (one - meanFirst) ** 2;
    squareSecond += (other - meanSecond) ** 2;
    products += (one - meanFirst) * (other - meanSecond);
  }
  if (squareFirst === 0 || squareSecond === 0) return undefined;
  const estimate = Math.max(-1, Math.min(1, products / Math.sqrt(squareFirst * squareSecond)));
  return { estimate, degrees, p: studentTwoSided(estimate * Math.sqrt(degrees / (1 - estimate ** 2)), degrees) };
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
