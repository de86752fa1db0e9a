import type { Interval } from './interval';

/**
 * VanderWeele & Ding's "E-value" (2017, Ann Intern Med 167:268): the risk ratio that an unmeasured confounder would need with both
 * exposure and outcome to explain the observed one away; 1 when there is nothing to explain. `ratio` is positive.
 */
export function sensitivityEValue(ratio: number): number {
  if (!(ratio > 0)) throw new RangeError(`not a ratio: ${ratio}`);
  const away = ratio < 1 ? 1 / ratio : ratio;
  return away === Infinity ? Infinity : away + Math.sqrt(away * (away - 1));
}

/** The same for the bound of a ratio's interval that is nearer to 1: 1 when the interval contains it. */
export function sensitivityOfInterval([lower, upper]: Interval): number {
  return lower <= 1 && upper >= 1 ? 1 : sensitivityEValue(lower > 1 ? lower : upper);
}

/** Above this share of events an odds ratio overstates the risk ratio. */
const common = 0.15;

/** The risk ratio that an odds ratio stands for: its square root where the outcome is common (over 15 %), else itself. */
export function riskRatioOf(oddsRatio: number, eventShare: number): number {
  return eventShare > common ? Math.sqrt(oddsRatio) : oddsRatio;
}
