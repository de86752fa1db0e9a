import type { Interval } from './interval';
import { normalTwoSided } from './normal';
import { proportionVariance, wilsonInterval } from './proportion';
import { armsOf, margins, type Table2x2 } from './table';

export interface RiskDifference {
  /** Risk of the exposed minus risk of the unexposed, −1 to 1. */
  readonly estimate: number;
  /** Newcombe's hybrid score interval. */
  readonly interval: Interval;
  /** Wald's, for Φ(estimate / standardError); never 0 (see `proportionVariance`). */
  readonly standardError: number;
  readonly exposedRisk: number;
  readonly unexposedRisk: number;
}

/** Difference of two proportions with Newcombe's interval (1998, Stat Med 17:873, method 10). `undefined` with an empty arm. */
export function riskDifference(table: Table2x2, level = 0.95): RiskDifference | undefined {
  const [exposed, unexposed] = armsOf(table);
  const [first, second] = [wilsonInterval(exposed, level), wilsonInterval(unexposed, level)];
  if (!first || !second) return undefined;
  const [exposedRisk, unexposedRisk] = [exposed.events / exposed.n, unexposed.events / unexposed.n];
  const estimate = exposedRisk - unexposedRisk;
  return {
    estimate,
    interval: [
      estimate - Math.hypot(exposedRisk - first[0], second[1] - unexposedRisk),
      estimate + Math.hypot(first[1] - exposedRisk, unexposedRisk - second[0]),
    ],
    standardError: Math.sqrt(proportionVariance(exposed) + proportionVariance(unexposed)),
    exposedRisk,
    unexposedRisk,
  };
}

export interface ZTest {
  readonly z: number;
  /** Two-sided. */
  readonly p: number;
}

/**
 * Difference of two proportions over its standard error under equality (pooled). `undefined` with an empty arm; without
 * variation of the outcome z is 0 and p is 1.
 */
export function twoProportionZTest(table: Table2x2): ZTest | undefined {
  const { exposed, unexposed, events, nonEvents, total } = margins(table);
  if (exposed === 0 || unexposed === 0) return undefined;
  if (events === 0 || nonEvents === 0) return { z: 0, p: 1 };
  const difference = table.exposedEvents / exposed - table.unexposedEvents / unexposed;
  const z = difference / Math.sqrt(((events / total) * (nonEvents / total) * total) / (exposed * unexposed));
  return { z, p: normalTwoSided(z) };
}
