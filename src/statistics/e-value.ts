import { requireProbability } from './multiplicity';

/**
 * Turns a p-value into evidence that may be multiplied: .5 p^−½, a calibrator (Vovk & Wang 2021, Ann Stat 49:1736). E ≥ 1/α rejects
 * at α. Infinite for p = 0.
 */
export function eValue(p: number): number {
  requireProbability(p);
  return 0.5 / Math.sqrt(p);
}

/** The mean of all calibrators κ p^(κ−1): (1 − p + p ln p) / (p ln² p) (Vovk & Wang 2021). Infinite for p = 0, ½ for p = 1. */
export function integralEValue(p: number): number {
  requireProbability(p);
  if (p === 0) return Infinity;
  const log = Math.log(p);
  // Close to 1 numerator and denominator cancel; their series is ½ + (1 − p)/6 + …
  if (p > 0.999) return 0.5 + (1 - p) / 6;
  return (1 - p + p * log) / (p * log * log);
}

/** Evidence of looks at *disjoint* data, each new to the earlier ones. On the same rows this is wrong: take `averageEValue`. */
export function productEValue(eValues: readonly number[]): number {
  return eValues.reduce((product, e) => product * e, 1);
}

/** Evidence of several tests on the same rows, however dependent. `undefined` without tests. */
export function averageEValue(eValues: readonly number[]): number | undefined {
  return eValues.length === 0 ? undefined : eValues.reduce((sum, e) => sum + e, 0) / eValues.length;
}
