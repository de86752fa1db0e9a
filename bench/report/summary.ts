import { calibrationError, riskCoverageArea } from '../score/calibration';
import type { Result } from '../run/result';
import { bootstrapped, proportion, type Estimate } from './interval';

/** suite → arm → metric → mean with its 95 % interval. */
export type Summary = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, Estimate>>>>>>;

export function summarise(results: readonly Result[]): Summary {
  return Object.fromEntries(
    grouped(results, ({ suite }) => suite).map(([suite, ofSuite]) => [
      suite,
      Object.fromEntries(
        grouped(ofSuite, ({ arm }) => arm).map(([arm, own]) => [arm, metricsOf(`${suite}/${arm}`, own)]),
      ),
    ]),
  );
}

/** The means of one arm, over the cases to which each metric applies. */
export function metricsOf(name: string, results: readonly Result[]): Readonly<Record<string, Estimate>> {
  const names = [...new Set(results.flatMap(({ metrics }) => Object.keys(metrics)))];
  const forecasts = results.flatMap((result) => result.forecasts);
  const pooled = (value: number): Estimate => ({ mean: value, low: value, high: value, n: forecasts.length });
  return {
    ...Object.fromEntries(
      names.map((metric) => {
        const values = results.flatMap(({ metrics }) => metrics[metric] ?? []);
        return [metric, bootstrapped(values, `${name}/${metric}`)];
      }),
    ),
    ...(results.every(({ suite }) => suite === 'null200') && {
      falseVerdicts: proportion(results.map(({ accused }) => accused.length > 0)),
    }),
    ...(results.some(({ caseId }) => caseId.includes('/')) && { consistency: consistency(results) }),
    ...(forecasts.length > 0 && {
      calibrationError: pooled(calibrationError(forecasts)),
      riskCoverageArea: pooled(riskCoverageArea(forecasts)),
    }),
    failures: proportion(results.map(({ failure }) => failure !== undefined)),
  };
}

export function grouped<Item>(
  items: readonly Item[],
  key: (item: Item) => string,
): readonly (readonly [string, readonly Item[]])[] {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return [...groups];
}

/** Share of the cases in another shape that end with the verdicts of the case as it is. */
function consistency(results: readonly Result[]): Estimate {
  const told = ({ verdicts }: Result): string =>
    JSON.stringify(Object.entries(verdicts).sort(([a], [b]) => (a < b ? -1 : 1)));
  const originals = new Map(results.map((result) => [result.caseId, told(result)]));
  return proportion(
    results.flatMap((result) => {
      const [original, shape] = result.caseId.split('/');
      const before = original === undefined ? undefined : originals.get(original);
      return shape === undefined || before === undefined ? [] : [told(result) === before];
    }),
  );
}
