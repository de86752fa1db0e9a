import { chiSquareUpperTail } from './chi-square';
import { fisherExact } from './fisher';
import { requireCount, type Table2x2 } from './table';

export interface ChiSquareTest {
  readonly statistic: number;
  readonly degrees: number;
  readonly p: number;
  readonly smallestExpected: number;
  /** Strength of the association, 0 to 1 (Cramér 1946). */
  readonly cramersV: number;
}

/**
 * Pearson's chi-square test (1900) of independence of rows and columns, without continuity correction. Empty rows and columns
 * are left out; `undefined` when fewer than two of either remain: nothing can be associated then.
 */
export function chiSquareTest(counts: readonly (readonly number[])[]): ChiSquareTest | undefined {
  const width = Math.max(0, ...counts.map((row) => row.length));
  const columnSums = Array.from({ length: width }, (_, column) => total(counts.map((row) => row[column] ?? 0)));
  const rows = counts.filter((row) => total(row) > 0);
  const columns = columnSums.flatMap((sum, column) => (sum > 0 ? [{ sum, column }] : []));
  if (rows.length < 2 || columns.length < 2) return undefined;
  const n = total(columnSums);
  let statistic = 0;
  let smallestExpected = Infinity;
  for (const row of rows) {
    const rowSum = total(row);
    for (const { sum, column } of columns) {
      const expected = (rowSum * sum) / n;
      statistic += ((row[column] ?? 0) - expected) ** 2 / expected;
      smallestExpected = Math.min(smallestExpected, expected);
    }
  }
  const degrees = (rows.length - 1) * (columns.length - 1);
  return {
    statistic,
    degrees,
    p: chiSquareUpperTail(statistic, degrees),
    smallestExpected,
    cramersV: Math.sqrt(statistic / (n * (Math.min(rows.length, columns.length) - 1))),
  };
}

export interface IndependenceTest {
  readonly method: 'chi-square' | 'Fisher';
  readonly p: number;
}

/** Chi-square when every expected count is at least 5, else Fisher's exact test. `undefined` with a zero margin. */
export function independenceTest(table: Table2x2): IndependenceTest | undefined {
  const chiSquare = chiSquareTest([
    [table.exposedEvents, table.exposedNonEvents],
    [table.unexposedEvents, table.unexposedNonEvents],
  ]);
  if (!chiSquare) return undefined;
  return chiSquare.smallestExpected >= 5
    ? { method: 'chi-square', p: chiSquare.p }
    : { method: 'Fisher', p: fisherExact(table) };
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => {
    requireCount('cell', count);
    return sum + count;
  }, 0);
}
