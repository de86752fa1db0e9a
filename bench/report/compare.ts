import { holm } from '../../src/statistics/multiplicity';
import { caseRandom } from '../generate/draw';
import type { Result } from '../run/result';
import { bootstrapped, type Estimate } from './interval';

/** How much worse an arm is than another, over the cases that both did. */
export type Comparison = {
  readonly arm: string;
  readonly metric: string;
  /** Arm minus base, with the interval of the paired bootstrap. */
  readonly difference: Estimate;
  /** Sign-flip permutation test of no difference; adjusted over the family. */
  readonly p: number;
  readonly adjustedP: number;
};

/** The family that was fixed beforehand. */
export const FAMILY = ['correctness', 'completeness', 'verifiability'] as const;

const FLIPS = 10_000;

/** Each arm against the base, paired by case; runs of one case are averaged first. Holm's correction over all of them. */
export function comparisons(results: readonly Result[], base: string): readonly Comparison[] {
  const arms = [...new Set(results.map(({ arm }) => arm))].filter((arm) => arm !== base);
  const raw = arms.flatMap((arm) =>
    FAMILY.map((metric) => {
      const differences = pairedDifferences(results, arm, base, metric);
      const name = `${arm}/${base}/${metric}`;
      return { arm, metric, difference: bootstrapped(differences, name), p: signFlipTest(differences, name) };
    }),
  );
  const adjusted = holm(raw.map(({ p }) => p));
  return raw.map((each, index) => ({ ...each, adjustedP: adjusted[index] ?? 1 }));
}

function pairedDifferences(results: readonly Result[], arm: string, base: string, metric: string): readonly number[] {
  const byCase = (of: string): ReadonlyMap<string, number> => {
    const values = new Map<string, number[]>();
    for (const { arm: own, suite, caseId, metrics } of results) {
      const value = metrics[metric];
      if (own === of && value !== undefined)
        values.set(`${suite}/${caseId}`, [...(values.get(`${suite}/${caseId}`) ?? []), value]);
    }
    return new Map([...values].map(([key, all]) => [key, all.reduce((sum, each) => sum + each, 0) / all.length]));
  };
  const others = byCase(base);
  return [...byCase(arm)].flatMap(([key, value]) => {
    const other = others.get(key);
    return other === undefined ? [] : [value - other];
  });
}

/** Share of random sign patterns whose mean is as far from 0 (Fisher 1935), with one added to both counts. */
export function signFlipTest(differences: readonly number[], name: string): number {
  const random = caseRandom('sign-flip', name);
  const observed = Math.abs(differences.reduce((sum, each) => sum + each, 0));
  let asFar = 0;
  for (let flip = 0; flip < FLIPS; flip++) {
    const sum = differences.reduce((total, each) => total + (random() < 0.5 ? each : -each), 0);
    if (Math.abs(sum) >= observed - 1e-12) asFar++;
  }
  return (asFar + 1) / (FLIPS + 1);
}
