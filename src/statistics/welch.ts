import type { Interval } from './interval';
import { criticalT, studentTwoSided } from './student-t';

/** A group's numbers as SQL sums them up; `variance` with divisor n − 1 (`undefined` or ignored for a single unit). */
export interface Summary {
  readonly n: number;
  readonly mean: number;
  readonly variance: number | undefined;
}

export interface MeanDifference {
  /** Mean of the exposed minus mean of the unexposed, in the outcome's unit. */
  readonly estimate: number;
  readonly interval: Interval;
  readonly standardError: number;
  /** Satterthwaite's, not whole. */
  readonly degrees: number;
  readonly t: number;
  /** Two-sided. */
  readonly p: number;
}

/**
 * Difference of two means with unequal variances (Welch 1947). `undefined` when an arm has fewer than two units, or when
 * neither varies: there is no standard error then.
 */
export function welchTest(exposed: Summary, unexposed: Summary, level = 0.95): MeanDifference | undefined {
  const [first, second] = [varianceOfMean(exposed), varianceOfMean(unexposed)];
  if (first === undefined || second === undefined) return undefined;
  return meanDifference(
    exposed.mean - unexposed.mean,
    [
      { variance: first, degrees: exposed.n - 1 },
      { variance: second, degrees: unexposed.n - 1 },
    ],
    level,
  );
}

/** A variance estimated from so many independent deviations. */
export interface VarianceComponent {
  readonly variance: number;
  readonly degrees: number;
}

/** A difference whose variance is the sum of estimated ones, with Satterthwaite's degrees of freedom (1946). */
export function meanDifference(
  estimate: number,
  components: readonly VarianceComponent[],
  level: number,
): MeanDifference | undefined {
  const variance = components.reduce((sum, component) => sum + component.variance, 0);
  if (variance === 0) return undefined;
  // Shares of the variance, so that squares of tiny variances do not underflow.
  const degrees = 1 / components.reduce((sum, one) => sum + (one.variance / variance) ** 2 / one.degrees, 0);
  const standardError = Math.sqrt(variance);
  const margin = criticalT(level, degrees) * standardError;
  const t = estimate / standardError;
  return {
    estimate,
    interval: [estimate - margin, estimate + margin],
    standardError,
    degrees,
    t,
    p: studentTwoSided(t, degrees),
  };
}

/** Squared standard error of a group's mean; `undefined` with fewer than two units. Throws for what no data can have. */
export function varianceOfMean({ n, mean, variance }: Summary): number | undefined {
  if (!(n >= 0) || (n > 0 && !Number.isFinite(mean))) throw new RangeError(`not a summary: n ${n}, mean ${mean}`);
  if (n < 2) return undefined;
  if (variance === undefined || !(variance >= 0)) throw new RangeError(`not a variance of ${n} units: ${variance}`);
  return variance / n;
}
