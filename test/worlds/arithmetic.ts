/** Units with and without the exposure in one stratum, and how many of each had the event. */
export type Stratum = { exposed: { units: number; events: number }; others: { units: number; events: number } };

/** A risk difference, exposed minus others, with its standard error. */
export type Difference = { estimate: number; error: number; z: number };

/** Plain sums, written out again here so that the planted truths do not rest on the code that is tested with them. */
export function stratify<Unit>(
  units: readonly Unit[],
  read: { stratum: (unit: Unit) => string; exposed: (unit: Unit) => boolean; event: (unit: Unit) => boolean },
): readonly Stratum[] {
  const strata = new Map<string, Stratum>();
  for (const unit of units) {
    const key = read.stratum(unit);
    const stratum = strata.get(key) ?? { exposed: { units: 0, events: 0 }, others: { units: 0, events: 0 } };
    strata.set(key, stratum);
    const arm = read.exposed(unit) ? stratum.exposed : stratum.others;
    arm.units += 1;
    if (read.event(unit)) arm.events += 1;
  }
  return [...strata.values()];
}

/** The risk difference standardised to all units: strata weighted by their size. One stratum gives the crude difference. */
export function standardisedDifference(strata: readonly Stratum[]): Difference {
  const total = strata.reduce((sum, { exposed, others }) => sum + exposed.units + others.units, 0);
  let [estimate, variance] = [0, 0];
  for (const { exposed, others } of strata) {
    const weight = (exposed.units + others.units) / total;
    const [p, q] = [exposed.events / exposed.units, others.events / others.units];
    estimate += weight * (p - q);
    variance += weight ** 2 * ((p * (1 - p)) / exposed.units + (q * (1 - q)) / others.units);
  }
  const error = Math.sqrt(variance);
  return { estimate, error, z: estimate / error };
}

/** Mantel and Haenszel's common odds ratio (1959). */
export function commonOddsRatio(strata: readonly Stratum[]): number {
  let [numerator, denominator] = [0, 0];
  for (const { exposed, others } of strata) {
    const units = exposed.units + others.units;
    numerator += (exposed.events * (others.units - others.events)) / units;
    denominator += ((exposed.units - exposed.events) * others.events) / units;
  }
  return numerator / denominator;
}
