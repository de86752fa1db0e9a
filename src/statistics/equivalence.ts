import type { Interval } from './interval';

/**
 * Two one-sided tests at 5 % (Schuirmann 1987): equivalent when the 90 % interval lies inside ±margin. `margin` is in the
 * interval's unit and positive.
 */
export function isEquivalent([lower, upper]: Interval, margin: number): boolean {
  return lower > -margin && upper < margin;
}
