/**
 * Benjamini–Hochberg adjusted p-values (1995, JRSS-B 57:289), in the order given: those ≤ q keep the share of false discoveries
 * at q.
 */
export function benjaminiHochberg(pValues: readonly number[]): readonly number[] {
  let least = 1;
  return stepwise(pValues, 'descending', (p, rank) => (least = Math.min(least, p * (pValues.length / rank))));
}

/** Holm's adjusted p-values (1979), in the order given: those ≤ α keep the chance of any false rejection at α. */
export function holm(pValues: readonly number[]): readonly number[] {
  let greatest = 0;
  return stepwise(
    pValues,
    'ascending',
    (p, rank) => (greatest = Math.max(greatest, Math.min(1, p * (pValues.length - rank + 1)))),
  );
}

/** Bonferroni's adjusted p-values, in the order given. */
export function bonferroni(pValues: readonly number[]): readonly number[] {
  pValues.forEach(requireProbability);
  return pValues.map((p) => Math.min(1, p * pValues.length));
}

/** Visits p-values by size with their rank from the smallest (1), and returns what was made of each in the order given. */
function stepwise(
  pValues: readonly number[],
  order: 'ascending' | 'descending',
  adjust: (p: number, rank: number) => number,
): readonly number[] {
  pValues.forEach(requireProbability);
  const ranked = pValues.map((p, index) => ({ p, index })).toSorted((left, right) => left.p - right.p);
  const visits = ranked.map(({ p, index }, place) => ({ p, index, rank: place + 1 }));
  if (order === 'descending') visits.reverse();
  const adjusted = new Array<number>(pValues.length);
  for (const { p, index, rank } of visits) adjusted[index] = adjust(p, rank);
  return adjusted;
}

/** Throws for what is no p-value. */
export function requireProbability(p: number): void {
  if (!(p >= 0 && p <= 1)) throw new RangeError(`p-value outside [0, 1]: ${p}`);
}
