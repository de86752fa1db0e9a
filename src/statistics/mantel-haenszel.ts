import { waldInterval, type Interval } from './interval';
import { ratioInterval, type OddsRatio } from './odds-ratio';
import { hasZeroMargin, margins, selectStrata, type StrataUse, type Table2x2 } from './table';

export interface PooledOddsRatio extends OddsRatio {
  readonly strata: StrataUse;
}

/**
 * Odds ratio common to strata (Mantel & Haenszel 1959) with the interval of Robins, Breslow & Greenland (1986, Biometrics
 * 42:311). Strata with a zero margin say nothing about it and are dropped. `undefined` when the estimate would be 0/0, 0 or infinite:
 * no stratum remains, or none has both exposed events and unexposed non-events, or none the reverse.
 */
export function mantelHaenszelOddsRatio(strata: readonly Table2x2[], level = 0.95): PooledOddsRatio | undefined {
  const selected = selectStrata(strata, (margin) => !hasZeroMargin(margin));
  let [r, s, pr, mixed, qs] = [0, 0, 0, 0, 0];
  for (const table of selected.tables) {
    const { total } = margins(table);
    const concordant = table.exposedEvents * table.unexposedNonEvents;
    const discordant = table.exposedNonEvents * table.unexposedEvents;
    const p = (table.exposedEvents + table.unexposedNonEvents) / total;
    const [rk, sk] = [concordant / total, discordant / total];
    r += rk;
    s += sk;
    pr += p * rk;
    mixed += p * sk + (1 - p) * rk;
    qs += (1 - p) * sk;
  }
  if (r === 0 || s === 0) return undefined;
  const estimate = r / s;
  const standardError = Math.sqrt(pr / (2 * r * r) + mixed / (2 * r * s) + qs / (2 * s * s));
  return {
    estimate,
    interval: ratioInterval(estimate, standardError, level),
    standardError,
    strata: selected.strata,
  };
}

export interface PooledRiskDifference {
  readonly estimate: number;
  readonly interval: Interval;
  readonly standardError: number;
  readonly strata: StrataUse;
}

/**
 * Risk difference common to strata (Mantel–Haenszel weights; Greenland & Robins 1985) with the variance of Sato (1989,
 * Biometrics 45:1323), which holds for few large and for many small strata. Strata with an empty arm are dropped; `undefined`
 * when none remains. Complete separation leaves a standard error of 0.
 */
export function mantelHaenszelRiskDifference(
  strata: readonly Table2x2[],
  level = 0.95,
): PooledRiskDifference | undefined {
  const selected = selectStrata(strata, ({ exposed, unexposed }) => exposed > 0 && unexposed > 0);
  if (selected.tables.length === 0) return undefined;
  let [weights, weighted, sumP, sumQ] = [0, 0, 0, 0];
  for (const table of selected.tables) {
    const { exposed: n1, unexposed: n0, total } = margins(table);
    const [x, y] = [table.exposedEvents, table.unexposedEvents];
    weights += (n1 * n0) / total;
    weighted += (x * n0 - y * n1) / total;
    sumP += (n1 * n1 * y - n0 * n0 * x + (n1 * n0 * (n0 - n1)) / 2) / (total * total);
    sumQ += (x * (n0 - y) + y * (n1 - x)) / (2 * total);
  }
  const estimate = weighted / weights;
  const standardError = Math.sqrt(Math.max(0, estimate * sumP + sumQ)) / weights;
  return {
    estimate,
    interval: waldInterval({ estimate, standardError }, level),
    standardError,
    strata: selected.strata,
  };
}
