/** One hypothesis: the stated probability that it is true, and whether it is. */
export type Forecast = { readonly p: number; readonly y: 0 | 1 };

/** Mean squared error of probabilities (Brier 1950); 0 for none. */
export function brierScore(forecasts: readonly Forecast[]): number {
  return mean(forecasts.map(({ p, y }) => (p - y) ** 2));
}

/** Brier score of always stating the base rate. */
export function baseRateBrier(forecasts: readonly Forecast[]): number {
  const rate = mean(forecasts.map(({ y }) => y));
  return rate * (1 - rate);
}

const BINS = 10;

/** Expected calibration error over bins of (almost) equal count: mean |stated − observed| (Naeini et al. 2015). */
export function calibrationError(forecasts: readonly Forecast[]): number {
  const sorted = forecasts.toSorted((a, b) => a.p - b.p);
  let sum = 0;
  for (let bin = 0; bin < BINS; bin++) {
    const part = sorted.slice(Math.round((bin * sorted.length) / BINS), Math.round(((bin + 1) * sorted.length) / BINS));
    sum += part.length * Math.abs(mean(part.map(({ p }) => p)) - mean(part.map(({ y }) => y)));
  }
  return forecasts.length === 0 ? 0 : sum / forecasts.length;
}

/**
 * Area under the risk–coverage curve (Geifman & El-Yaniv 2017): error rate among the k surest, averaged over k. Sure is far
 * from one half; an error is being on the wrong side of it. Ties are taken together, so the order of input does not matter.
 */
export function riskCoverageArea(forecasts: readonly Forecast[]): number {
  const sorted = forecasts
    .map(({ p, y }) => ({ sure: Math.abs(p - 0.5), wrong: p === 0.5 ? 0.5 : Number(p > 0.5) === y ? 0 : 1 }))
    .sort((a, b) => b.sure - a.sure);
  let [area, seen, wrong] = [0, 0, 0];
  while (seen < sorted.length) {
    const tied = sorted.filter(({ sure }) => sure === sorted[seen]?.sure);
    const share = mean(tied.map((each) => each.wrong));
    for (let k = 0; k < tied.length; k++) {
      seen++;
      wrong += share;
      area += wrong / seen;
    }
  }
  return sorted.length === 0 ? 0 : area / sorted.length;
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
