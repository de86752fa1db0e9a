import type { PooledRiskDifference } from './mantel-haenszel';
import { waldInterval } from './interval';
import { proportionVariance } from './proportion';
import { armsOf, margins, selectStrata, type Table2x2 } from './table';

export interface StandardisedRiskDifference extends PooledRiskDifference {
  /** What the risk would be were every unit exposed, or unexposed, with strata as they are. */
  readonly exposedRisk: number;
  readonly unexposedRisk: number;
}

/**
 * Mean of the strata's risk differences weighted by their size (direct standardisation to all units), with a Wald interval.
 * Collapsible: it differs from the crude difference only by confounding. Strata with an empty arm cannot be standardised and
 * are dropped; `undefined` when none remains. The standard error is never 0 (see `proportionVariance`). Rothman, Greenland &
 * Lash 2008, ch. 15.
 */
export function standardisedRiskDifference(
  strata: readonly Table2x2[],
  level = 0.95,
): StandardisedRiskDifference | undefined {
  const selected = selectStrata(strata, ({ exposed, unexposed }) => exposed > 0 && unexposed > 0);
  if (selected.tables.length === 0) return undefined;
  const units = selected.tables.reduce((sum, table) => sum + margins(table).total, 0);
  let [exposedRisk, unexposedRisk, variance] = [0, 0, 0];
  for (const table of selected.tables) {
    const [exposed, unexposed] = armsOf(table);
    const weight = (exposed.n + unexposed.n) / units;
    exposedRisk += (weight * exposed.events) / exposed.n;
    unexposedRisk += (weight * unexposed.events) / unexposed.n;
    variance += weight ** 2 * (proportionVariance(exposed) + proportionVariance(unexposed));
  }
  const estimate = exposedRisk - unexposedRisk;
  const standardError = Math.sqrt(variance);
  return {
    estimate,
    interval: waldInterval({ estimate, standardError }, level),
    standardError,
    exposedRisk,
    unexposedRisk,
    strata: selected.strata,
  };
}
