import type { Estimate } from './interval';
import type { StrataUse } from './table';
import { meanDifference, varianceOfMean, type MeanDifference, type Summary } from './welch';

/** Summaries of a numeric outcome by exposure, within one stratum. */
export interface MeanStratum {
  readonly exposed: Summary;
  readonly unexposed: Summary;
}

export interface StratifiedMeanDifference extends MeanDifference {
  readonly strata: StrataUse;
}

/**
 * Mean of the strata's mean differences weighted by their size (direct standardisation to all units), with Satterthwaite's
 * degrees of freedom; with one stratum, Welch's test. Strata with fewer than two units in an arm are dropped; `undefined` when
 * none remains or nothing varies.
 */
export function stratifiedMeanDifference(
  strata: readonly MeanStratum[],
  level = 0.95,
): StratifiedMeanDifference | undefined {
  const size = ({ exposed, unexposed }: MeanStratum): number => exposed.n + unexposed.n;
  const usable = strata.filter(({ exposed, unexposed }) => exposed.n >= 2 && unexposed.n >= 2);
  const units = usable.reduce((sum, stratum) => sum + size(stratum), 0);
  let estimate = 0;
  const components = usable.flatMap((stratum) => {
    const weight = size(stratum) / units;
    estimate += weight * (stratum.exposed.mean - stratum.unexposed.mean);
    return [stratum.exposed, stratum.unexposed].map((arm) => ({
      variance: weight ** 2 * (varianceOfMean(arm) ?? 0),
      degrees: arm.n - 1,
    }));
  });
  const difference = meanDifference(estimate, components, level);
  if (!difference) return undefined;
  const allUnits = strata.reduce((sum, stratum) => sum + size(stratum), 0);
  return {
    ...difference,
    strata: { used: usable.length, dropped: strata.length - usable.length, unitsDropped: allUnits - units },
  };
}

/** The strata's mean differences, for `heterogeneityTest` and `gailSimonTest`; strata without a standard error are dropped. */
export function meanDifferences(strata: readonly MeanStratum[]): readonly Estimate[] {
  return strata.flatMap(({ exposed, unexposed }) => {
    const variance = (varianceOfMean(exposed) ?? NaN) + (varianceOfMean(unexposed) ?? NaN);
    return variance > 0 ? [{ estimate: exposed.mean - unexposed.mean, standardError: Math.sqrt(variance) }] : [];
  });
}
