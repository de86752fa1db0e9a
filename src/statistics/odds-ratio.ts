import { waldInterval, type Interval } from './interval';
import { hasZeroMargin, margins, type Table2x2 } from './table';

export interface OddsRatio {
  readonly estimate: number;
  readonly interval: Interval;
  /** Of the logarithm. */
  readonly standardError: number;
}

/**
 * Odds ratio with Woolf's interval (Woolf 1955). With a zero cell every cell counts half a unit more (Haldane 1956, Anscombe
 * 1956), so estimate and interval stay finite. `undefined` with a zero margin: nothing is compared then.
 */
export function oddsRatio(table: Table2x2, level = 0.95): OddsRatio | undefined {
  if (hasZeroMargin(margins(table))) return undefined;
  const counts = [
    table.exposedEvents,
    table.exposedNonEvents,
    table.unexposedEvents,
    table.unexposedNonEvents,
  ] as const;
  const half = counts.includes(0) ? 0.5 : 0;
  const [a, b, c, d] = counts;
  const estimate = ((a + half) * (d + half)) / ((b + half) * (c + half));
  const standardError = Math.sqrt(counts.reduce((sum, count) => sum + 1 / (count + half), 0));
  return { estimate, interval: ratioInterval(estimate, standardError, level), standardError };
}

/** An interval for a ratio from the standard error of its logarithm. */
export function ratioInterval(ratio: number, standardError: number, level: number): Interval {
  const [lower, upper] = waldInterval({ estimate: Math.log(ratio), standardError }, level);
  return [Math.exp(lower), Math.exp(upper)];
}
