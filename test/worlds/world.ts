import type { Cell } from '../../examples/dataset';

/** A question to a database, and what a careful investigation answers. */
export type Investigation = { readonly question: string; readonly truth: string };

/** So many equal rows for each count, numbered from 1 in the first column. */
export function rowsFromCounts(counts: readonly (readonly [number, ...Cell[]])[]): readonly (readonly Cell[])[] {
  return counts
    .flatMap(([count, ...cells]) => Array.from({ length: count }, () => cells))
    .map((cells, index) => [index + 1, ...cells]);
}
