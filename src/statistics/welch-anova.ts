import { fUpperTail } from './f-ratio';
import { varianceOfMean, type Summary } from './welch';

export interface WelchAnova {
  readonly f: number;
  readonly numeratorDegrees: number;
  /** Not whole. */
  readonly denominatorDegrees: number;
  readonly p: number;
  readonly groups: { readonly used: number; readonly dropped: number };
}

/**
 * Whether groups share one mean, with unequal variances (Welch 1951, Biometrika 38:330; with two groups Welch's t test). Groups
 * of fewer than two units, or without variation, have no weight and are dropped; `undefined` when fewer than two remain.
 */
export function welchAnova(groups: readonly Summary[]): WelchAnova | undefined {
  const used = groups.flatMap(({ n, mean, variance }) => {
    const square = varianceOfMean({ n, mean, variance });
    return square === undefined || square === 0 ? [] : [{ n, mean, weight: 1 / square }];
  });
  const k = used.length;
  if (k < 2) return undefined;
  const weights = used.reduce((sum, { weight }) => sum + weight, 0);
  const mean = used.reduce((sum, group) => sum + (group.weight / weights) * group.mean, 0);
  const between = used.reduce((sum, group) => sum + group.weight * (group.mean - mean) ** 2, 0) / (k - 1);
  const lack = used.reduce((sum, { n, weight }) => sum + (1 - weight / weights) ** 2 / (n - 1), 0);
  const f = between / (1 + (2 * (k - 2) * lack) / (k * k - 1));
  const denominatorDegrees = (k * k - 1) / (3 * lack);
  return {
    f,
    numeratorDegrees: k - 1,
    denominatorDegrees,
    p: fUpperTail(f, k - 1, denominatorDegrees),
    groups: { used: k, dropped: groups.length - k },
  };
}
