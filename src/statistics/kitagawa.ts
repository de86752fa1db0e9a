/** Units, and the share or mean of the outcome among them (ignored without units). */
export interface GroupRate {
  readonly n: number;
  readonly rate: number;
}

export interface Decomposition {
  /** Rate of the first group minus rate of the second: the sum of both parts. */
  readonly difference: number;
  /** Because the groups' rates differ within strata. */
  readonly rates: number;
  /** Because the groups are made up of different strata. */
  readonly composition: number;
}

/**
 * Splits a difference between two groups into rates and composition (Kitagawa 1955, JASA 50:1168). In a stratum that one group
 * lacks, it is taken to have the other's rate: such a stratum is composition alone. `undefined` when a group is empty.
 */
export function kitagawaDecomposition(
  strata: readonly { readonly first: GroupRate; readonly second: GroupRate }[],
): Decomposition | undefined {
  const units = (group: 'first' | 'second'): number => strata.reduce((sum, stratum) => sum + stratum[group].n, 0);
  const [firstUnits, secondUnits] = [units('first'), units('second')];
  if (firstUnits === 0 || secondUnits === 0) return undefined;
  let [rates, composition] = [0, 0];
  for (const { first, second } of strata) {
    if (first.n === 0 && second.n === 0) continue;
    const [firstShare, secondShare] = [first.n / firstUnits, second.n / secondUnits];
    const firstRate = first.n > 0 ? first.rate : second.rate;
    const secondRate = second.n > 0 ? second.rate : first.rate;
    rates += ((firstShare + secondShare) / 2) * (firstRate - secondRate);
    composition += ((firstRate + secondRate) / 2) * (firstShare - secondShare);
  }
  return { difference: rates + composition, rates, composition };
}
