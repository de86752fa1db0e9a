import erfc from '@stdlib/math-base-special-erfc';
import erfcinv from '@stdlib/math-base-special-erfcinv';

/** P(Z > z), with relative accuracy in the tail down to 1e-300. */
export function normalUpperTail(z: number): number {
  return erfc(z / Math.SQRT2) / 2;
}

/** Φ(z) = P(Z ≤ z). */
export function normalCumulative(z: number): number {
  return normalUpperTail(-z);
}

/** P(|Z| > |z|): the two-sided p-value. */
export function normalTwoSided(z: number): number {
  return erfc(Math.abs(z) / Math.SQRT2);
}

/** The z with Φ(z) = p, for 0 < p < 1. */
export function normalQuantile(p: number): number {
  return -Math.SQRT2 * erfcinv(2 * p);
}

/** The half-width, in standard errors, of a two-sided interval at a confidence level (.95 → 1.96). Throws for a level outside (0, 1). */
export function criticalZ(level: number): number {
  return -normalQuantile(tailOf(level));
}

/** What a two-sided interval at this level leaves out on each side. Throws for a level outside (0, 1). */
export function tailOf(level: number): number {
  if (!(level > 0 && level < 1)) throw new RangeError(`confidence level outside (0, 1): ${level}`);
  return (1 - level) / 2;
}
