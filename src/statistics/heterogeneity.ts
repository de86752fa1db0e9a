import { chiSquareUpperTail } from './chi-square';
import type { Estimate } from './interval';
import { oddsRatio } from './odds-ratio';
import type { Table2x2 } from './table';

export interface HeterogeneityTest {
  /** Inverse-variance weighted mean of the estimates. */
  readonly pooled: number;
  /** Cochran's Q. */
  readonly statistic: number;
  readonly degrees: number;
  readonly p: number;
  /** Share of the variation that is not chance, 0 to 1; to print, never a rule (Higgins & Thompson 2002). */
  readonly iSquared: number;
}

/** Whether independent estimates agree (Cochran 1954). `undefined` with fewer than two, or with a standard error of 0. */
export function heterogeneityTest(estimates: readonly Estimate[]): HeterogeneityTest | undefined {
  if (estimates.length < 2 || estimates.some(({ standardError }) => !(standardError > 0))) return undefined;
  let [weights, weighted] = [0, 0];
  for (const { estimate, standardError } of estimates) {
    weights += standardError ** -2;
    weighted += estimate * standardError ** -2;
  }
  const pooled = weighted / weights;
  const statistic = estimates.reduce((sum, one) => sum + ((one.estimate - pooled) / one.standardError) ** 2, 0);
  const degrees = estimates.length - 1;
  return {
    pooled,
    statistic,
    degrees,
    p: chiSquareUpperTail(statistic, degrees),
    iSquared: statistic > degrees ? (statistic - degrees) / statistic : 0,
  };
}

/** The logarithms of the strata's odds ratios, for `heterogeneityTest` (Woolf's test) and `gailSimonTest`; zero margins dropped. */
export function logOddsRatios(strata: readonly Table2x2[]): readonly Estimate[] {
  return strata.flatMap((table) => {
    const ratio = oddsRatio(table);
    return ratio ? [{ estimate: Math.log(ratio.estimate), standardError: ratio.standardError }] : [];
  });
}

export interface GailSimonTest {
  /** Evidence for effects above 0, and below 0: sums of squared z. */
  readonly above: number;
  readonly below: number;
  /** Small: the direction of the effect itself changes between strata. */
  readonly p: number;
}

/**
 * Likelihood ratio test for qualitative interaction: an effect that changes direction between strata (Gail & Simon 1985,
 * Biometrics 41:361). Takes any measure for which no effect is 0. `undefined` with fewer than two estimates or a
 * standard error of 0.
 */
export function gailSimonTest(estimates: readonly Estimate[]): GailSimonTest | undefined {
  if (estimates.length < 2 || estimates.some(({ standardError }) => !(standardError > 0))) return undefined;
  let [above, below] = [0, 0];
  for (const { estimate, standardError } of estimates) {
    const square = (estimate / standardError) ** 2;
    if (estimate > 0) above += square;
    else below += square;
  }
  const smaller = Math.min(above, below);
  const others = estimates.length - 1;
  let p = 0;
  for (let h = 1, binomial = 2 ** -others; h <= others; h++) {
    binomial *= (others - h + 1) / h;
    p += binomial * chiSquareUpperTail(smaller, h);
  }
  // With all effects on one side nothing speaks for a change of direction.
  return { above, below, p: smaller === 0 ? 1 : p };
}
