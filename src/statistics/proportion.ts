import betaincinv from '@stdlib/math-base-special-betaincinv';
import type { Interval } from './interval';
import { criticalZ, tailOf } from './normal';
import { requireCount, type Arm } from './table';

/** Wilson's score interval for a proportion (Wilson 1927). `undefined` without units. */
export function wilsonInterval({ events, n }: Arm, level = 0.95): Interval | undefined {
  requireArm({ events, n });
  if (n === 0) return undefined;
  const z = criticalZ(level);
  const share = events / n;
  const centre = share + (z * z) / (2 * n);
  const margin = z * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n));
  const scale = 1 + (z * z) / n;
  return [
    events === 0 ? 0 : Math.max(0, (centre - margin) / scale),
    events === n ? 1 : Math.min(1, (centre + margin) / scale),
  ];
}

/** The exact interval for a proportion (Clopper & Pearson 1934). `undefined` without units. */
export function clopperPearsonInterval(arm: Arm, level = 0.95): Interval | undefined {
  requireArm(arm);
  const { events, n } = arm;
  if (n === 0) return undefined;
  const tail = tailOf(level);
  return [events === 0 ? 0 : betaQuantile(tail, events, n - events + 1), exactUpperBound(arm, tail)];
}

/**
 * The share that is exceeded with confidence `1 − level` at most: what "none among n" still allows (0 of 30: .095).
 * `undefined` without units.
 */
export function clopperPearsonUpperBound(arm: Arm, level = 0.95): number | undefined {
  requireArm(arm);
  return arm.n === 0 ? undefined : exactUpperBound(arm, 2 * tailOf(level));
}

/** The x with P(X ≤ x) = p for a beta distribution. */
export function betaQuantile(p: number, alpha: number, beta: number): number {
  return betaincinv(p, alpha, beta);
}

/**
 * Variance of an observed proportion, p(1−p)/n. An arm with no events, or only events, counts half a unit on either side
 * (Anscombe 1956): no variation seen is not certainty. `n` is positive.
 */
export function proportionVariance({ events, n }: Arm): number {
  const share = events === 0 || events === n ? (events + 0.5) / (n + 1) : events / n;
  return (share * (1 - share)) / n;
}

function exactUpperBound({ events, n }: Arm, tail: number): number {
  return events === n ? 1 : betaincinv(tail, events + 1, n - events, true);
}

function requireArm({ events, n }: Arm): void {
  requireCount('events', events);
  requireCount('n', n);
  if (events > n) throw new RangeError(`more events than units: ${events} of ${n}`);
}
