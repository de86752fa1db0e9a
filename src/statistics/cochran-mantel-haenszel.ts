import { chiSquareUpperTail } from './chi-square';
import { hasZeroMargin, margins, selectStrata, type StrataUse, type Table2x2 } from './table';

export interface CochranMantelHaenszelTest {
  /** Chi-square with one degree of freedom. */
  readonly statistic: number;
  readonly p: number;
  /** Reduced by half a unit towards no association, as R prints by default. */
  readonly corrected: { readonly statistic: number; readonly p: number };
  readonly strata: StrataUse;
}

/**
 * Whether exposure and outcome are associated within strata (Cochran 1954; Mantel & Haenszel 1959). Strata with a zero margin
 * are dropped; `undefined` when none remains.
 */
export function cochranMantelHaenszelTest(strata: readonly Table2x2[]): CochranMantelHaenszelTest | undefined {
  const selected = selectStrata(strata, (margin) => !hasZeroMargin(margin));
  if (selected.tables.length === 0) return undefined;
  let [excess, variance] = [0, 0];
  for (const table of selected.tables) {
    const { exposed, unexposed, events, nonEvents, total } = margins(table);
    excess += table.exposedEvents - (exposed * events) / total;
    variance += (exposed / total) * (unexposed / total) * ((events * nonEvents) / (total - 1));
  }
  const test = (distance: number): { statistic: number; p: number } => {
    const statistic = distance ** 2 / variance;
    return { statistic, p: chiSquareUpperTail(statistic, 1) };
  };
  const distance = Math.abs(excess);
  return { ...test(distance), corrected: test(distance - Math.min(0.5, distance)), strata: selected.strata };
}
