import { chiSquareUpperTail } from './chi-square';
import { mantelHaenszelOddsRatio } from './mantel-haenszel';
import { hasZeroMargin, margins, selectStrata, type StrataUse, type Table2x2 } from './table';

export interface BreslowDayTest {
  readonly statistic: number;
  readonly p: number;
  /** With Tarone's correction: the one to report. */
  readonly tarone: { readonly statistic: number; readonly p: number };
  /** Strata used minus 1. */
  readonly degrees: number;
  readonly strata: StrataUse;
}

/**
 * Whether strata share one odds ratio (Breslow & Day 1980, §4.4; corrected by Tarone 1985, Biometrika 72:91, because the
 * Mantel–Haenszel estimate is not efficient). Strata with a zero margin are dropped and counted; `undefined` when fewer than two
 * remain or the common odds ratio does not exist.
 */
export function breslowDayTest(strata: readonly Table2x2[]): BreslowDayTest | undefined {
  const selected = selectStrata(strata, (margin) => !hasZeroMargin(margin));
  const common = mantelHaenszelOddsRatio(selected.tables);
  if (selected.tables.length < 2 || !common) return undefined;
  let [statistic, excess, variances] = [0, 0, 0];
  for (const table of selected.tables) {
    const { expected, variance } = fitted(table, common.estimate);
    const distance = table.exposedEvents - expected;
    statistic += distance ** 2 / variance;
    excess += distance;
    variances += variance;
  }
  const degrees = selected.tables.length - 1;
  const corrected = Math.max(0, statistic - excess ** 2 / variances);
  return {
    statistic,
    p: chiSquareUpperTail(statistic, degrees),
    tarone: { statistic: corrected, p: chiSquareUpperTail(corrected, degrees) },
    degrees,
    strata: selected.strata,
  };
}

/** The exposed events of a table with these margins and this odds ratio, and their variance. */
function fitted(table: Table2x2, ratio: number): { readonly expected: number; readonly variance: number } {
  const { exposed, unexposed, events } = margins(table);
  const expected = expectedEvents(exposed, unexposed, events, ratio);
  const cells = [expected, exposed - expected, events - expected, unexposed - events + expected];
  return { expected, variance: 1 / cells.reduce((sum, cell) => sum + 1 / cell, 0) };
}

/**
 * The root of a(n₀ − m + a) = ψ(n₁ − a)(m − a) between the bounds that the margins set. In the form 2C/(B + √(B² − 4AC)), which
 * does not cancel and holds for ψ = 1 as well.
 */
function expectedEvents(exposed: number, unexposed: number, events: number, ratio: number): number {
  const a = ratio - 1;
  const b = ratio * (exposed + events) + unexposed - events;
  const c = ratio * exposed * events;
  return (2 * c) / (b + Math.sqrt(b * b - 4 * a * c));
}
