import betaincinv from '@stdlib/math-base-special-betaincinv';
import { fUpperTail } from './f-ratio';
import { tailOf } from './normal';

/** P(|T| > |t|) with `degrees` degrees of freedom (any positive number), with relative accuracy in the tail: T² has an F distribution. */
export function studentTwoSided(t: number, degrees: number): number {
  if (!(degrees > 0) || Number.isNaN(t)) throw new RangeError(`t of ${t} with ${degrees} degrees of freedom`);
  return fUpperTail(t * t, 1, degrees);
}

/** The t with P(T ≤ t) = p, for 0 < p < 1. */
export function studentQuantile(p: number, degrees: number): number {
  const bothTails = 2 * Math.min(p, 1 - p);
  const sign = p < 0.5 ? -1 : 1;
  // The smaller of x = ν/(ν+t²) and 1 − x is solved for: the other one has lost its digits.
  if (bothTails < 0.5) {
    const x = betaincinv(bothTails, degrees / 2, 0.5);
    return sign * Math.sqrt((degrees * (1 - x)) / x);
  }
  const y = betaincinv(bothTails, 0.5, degrees / 2, true);
  return sign * Math.sqrt((degrees * y) / (1 - y));
}

/** The half-width, in standard errors, of a two-sided interval at a confidence level. Throws for a level outside (0, 1). */
export function criticalT(level: number, degrees: number): number {
  return -studentQuantile(tailOf(level), degrees);
}
