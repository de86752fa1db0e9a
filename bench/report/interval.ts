import { clopperPearsonInterval } from '../../src/statistics/proportion';
import { mean } from '../score/calibration';
import { caseRandom } from '../generate/draw';

/** A mean with its 95 % interval. */
export type Estimate = { readonly mean: number; readonly low: number; readonly high: number; readonly n: number };

const RESAMPLES = 10_000;

/** Percentile bootstrap over cases (Efron 1979), seeded by a name: the same numbers give the same interval. */
export function bootstrapped(values: readonly number[], name: string): Estimate {
  const random = caseRandom('bootstrap', name);
  const means = Array.from({ length: RESAMPLES }, () => {
    let sum = 0;
    for (let draw = 0; draw < values.length; draw++) sum += values[Math.floor(random() * values.length)] ?? 0;
    return sum / values.length;
  }).sort((a, b) => a - b);
  const at = (share: number): number => means[Math.min(means.length - 1, Math.floor(share * means.length))] ?? 0;
  return { mean: mean(values), low: at(0.025), high: at(0.975), n: values.length };
}

/** A share of cases with its exact interval (Clopper & Pearson 1934). */
export function proportion(values: readonly boolean[]): Estimate {
  const events = values.filter(Boolean).length;
  const interval = clopperPearsonInterval({ events, n: values.length });
  return {
    mean: events / Math.max(1, values.length),
    low: interval?.[0] ?? 0,
    high: interval?.[1] ?? 1,
    n: values.length,
  };
}
