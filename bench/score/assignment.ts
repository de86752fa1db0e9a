import munkres from 'munkres';

export type Pair = { readonly row: number; readonly column: number; readonly weight: number };

/**
 * The one-to-one assignment with the greatest sum of weights (Kuhn 1955, Munkres 1957). Pairs without weight are left out.
 * @param weights rows × columns, none negative; a ragged or empty matrix gives no pairs
 */
export function heaviestAssignment(weights: readonly (readonly number[])[]): readonly Pair[] {
  if (weights.length === 0 || (weights[0]?.length ?? 0) === 0) return [];
  return munkres(weights.map((row) => row.map((weight) => -weight)))
    .map(([row, column]) => ({ row, column, weight: weights[row]?.[column] ?? 0 }))
    .filter(({ weight }) => weight > 0);
}
