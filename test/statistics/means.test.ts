import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gailSimonTest, heterogeneityTest } from '../../src/statistics/heterogeneity';
import { mannWhitneyTest, type ValueCount } from '../../src/statistics/mann-whitney';
import { meanDifferences, stratifiedMeanDifference } from '../../src/statistics/stratified-mean-difference';
import { welchTest, type Summary } from '../../src/statistics/welch';
import { welchAnova } from '../../src/statistics/welch-anova';
import { printed, relativeError } from './printed';

// Summaries of 12 15 14 10 13 18 11 | 22 25 17 24 16 29 | 30 31 27 22 28; expected values from scipy 1.17.
const first = { n: 7, mean: 93 / 7, variance: 7.238095238095238 };
const second = { n: 6, mean: 133 / 6, variance: 24.566666666666667 };
const third = { n: 5, mean: 27.6, variance: 12.3 };

const summary: fc.Arbitrary<Summary> = fc.record({
  n: fc.integer({ min: 2, max: 500 }),
  mean: fc.double({ min: -100, max: 100, noNaN: true }),
  variance: fc.double({ min: 0.01, max: 400, noNaN: true }),
});

function countsOf(exposed: readonly number[], unexposed: readonly number[]): readonly ValueCount[] {
  return [...new Set([...exposed, ...unexposed])].map((value) => ({
    value,
    exposed: exposed.filter((one) => one === value).length,
    unexposed: unexposed.filter((one) => one === value).length,
  }));
}

describe('Welch’s test', () => {
  it('agrees with scipy', () => {
    const test = welchTest(first, second);
    expect(test?.t).toBeCloseTo(-3.921625679127483, 11);
    expect(test?.degrees).toBeCloseTo(7.448426395497577, 11);
    expect(test?.p).toBeCloseTo(0.005074281454167806, 13);
    expect(test?.interval[0]).toBeCloseTo(-14.171237442138239, 10);
    expect(test?.interval[1]).toBeCloseTo(-3.5906673197665233, 10);
    expect(welchTest(first, second, 0.9)?.interval[1]).toBeCloseTo(-4.6290159185786335, 10);
  });

  it('changes sign when the arms swap', () => {
    fc.assert(
      fc.property(summary, summary, (one, other) => {
        const [test, swapped] = [welchTest(one, other), welchTest(other, one)];
        expect(swapped?.estimate).toBe(0 - (test?.estimate ?? NaN));
        expect(relativeError(swapped?.p ?? NaN, test?.p ?? NaN)).toBeLessThan(1e-9);
      }),
    );
  });

  it('needs two units an arm and some variation', () => {
    expect(welchTest({ n: 1, mean: 3, variance: undefined }, second)).toBeUndefined();
    expect(welchTest({ n: 0, mean: NaN, variance: undefined }, second)).toBeUndefined();
    expect(welchTest({ n: 5, mean: 3, variance: 0 }, { n: 5, mean: 4, variance: 0 })).toBeUndefined();
    expect(() => welchTest({ n: 5, mean: 3, variance: undefined }, second)).toThrow('not a variance of 5 units');
    expect(() => welchTest({ n: 5, mean: NaN, variance: 1 }, second)).toThrow('not a summary: n 5, mean NaN');
  });
});

describe('Welch’s analysis of variance', () => {
  it('agrees with scipy', () => {
    const test = welchAnova([first, second, third]);
    expect(test?.f).toBeCloseTo(29.279645120063687, 9);
    expect(relativeError(test?.p ?? NaN, 0.0001480464561893182)).toBeLessThan(1e-9);
  });

  it('is Welch’s t test with two groups', () => {
    fc.assert(
      fc.property(summary, summary, (one, other) => {
        const [anova, test] = [welchAnova([one, other]), welchTest(one, other)];
        expect(relativeError(anova?.denominatorDegrees ?? NaN, test?.degrees ?? NaN)).toBeLessThan(1e-8);
        expect(Math.abs((anova?.f ?? NaN) - (test?.t ?? NaN) ** 2)).toBeLessThan(1e-8 * (1 + (test?.t ?? NaN) ** 2));
      }),
    );
  });

  it('drops groups without a weight', () => {
    const groups = [first, second, third, { n: 1, mean: 9, variance: undefined }, { n: 4, mean: 9, variance: 0 }];
    expect(welchAnova(groups)).toEqual({ ...welchAnova([first, second, third]), groups: { used: 3, dropped: 2 } });
    expect(welchAnova([first])).toBeUndefined();
  });
});

describe('Mann–Whitney’s test', () => {
  it('agrees with scipy on small samples, with and without ties', () => {
    const untied = mannWhitneyTest(countsOf([1.1, 2.3, 0.4, 5.6], [2.4, 3.1, 7.7, 8.2, 9.9]));
    expect(untied).toMatchObject({ u: 2, superiority: 0.1, method: 'exact' });
    expect(untied?.p).toBeCloseTo(0.06349206349206349, 13);
    const tied = mannWhitneyTest(countsOf([1, 1, 2, 3, 3, 3], [2, 3, 3, 4, 4, 5, 5]));
    expect(tied?.u).toBe(6.5);
    expect(tied?.p).toBeCloseTo(0.046620046620046623, 13);
  });

  it('agrees with scipy on a large sample with ties', () => {
    const test = mannWhitneyTest([
      { value: 3, exposed: 10, unexposed: 30 },
      { value: 1, exposed: 30, unexposed: 15 },
      { value: 2, exposed: 25, unexposed: 20 },
    ]);
    expect(test).toMatchObject({ u: 1350, method: 'normal' });
    expect(relativeError(test?.p ?? NaN, 0.0001663586009672188)).toBeLessThan(1e-11);
  });

  it.each([
    [3, '.100'],
    [4, '.0286'],
    [5, '.0079'],
  ])('prints complete separation, %i against as many', (n, p) => {
    const low = Array.from({ length: n }, (_, i) => i);
    printed(mannWhitneyTest(countsOf(low, low.map((value) => value + 100)))?.p, p); // prettier-ignore
  });

  it('has half the pairs each when the arms swap', () => {
    const values = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(values, values, (exposed, unexposed) => {
        const test = mannWhitneyTest(countsOf(exposed, unexposed));
        const swapped = mannWhitneyTest(countsOf(unexposed, exposed));
        expect((test?.u ?? NaN) + (swapped?.u ?? NaN)).toBe(exposed.length * unexposed.length);
        expect(swapped?.p).toBeCloseTo(test?.p ?? NaN, 10);
        expect(test?.p).toBeLessThanOrEqual(1);
        expect(test?.p).toBeGreaterThan(0);
      }),
    );
  });

  it('finds nothing where all values are equal, and nothing to say about an empty arm', () => {
    expect(mannWhitneyTest([{ value: 1, exposed: 4, unexposed: 7 }])?.p).toBe(1);
    expect(mannWhitneyTest([{ value: 1, exposed: 40, unexposed: 70 }])?.p).toBe(1);
    expect(mannWhitneyTest([{ value: 1, exposed: 4, unexposed: 0 }])).toBeUndefined();
  });
});

describe('means adjusted for strata', () => {
  it('is Welch’s test with one stratum', () => {
    fc.assert(
      fc.property(summary, summary, (exposed, unexposed) => {
        const { strata, ...difference } = stratifiedMeanDifference([{ exposed, unexposed }]) ?? { strata: undefined };
        expect(difference).toEqual(welchTest(exposed, unexposed));
        expect(strata).toEqual({ used: 1, dropped: 0, unitsDropped: 0 });
      }),
    );
  });

  it('weights the strata by their size and drops those without a variance', () => {
    const strata = [
      { exposed: { n: 10, mean: 5, variance: 4 }, unexposed: { n: 20, mean: 3, variance: 9 } },
      { exposed: { n: 40, mean: 8, variance: 16 }, unexposed: { n: 30, mean: 9, variance: 1 } },
      { exposed: { n: 1, mean: 100, variance: undefined }, unexposed: { n: 6, mean: 0, variance: 1 } },
    ];
    const adjusted = stratifiedMeanDifference(strata);
    expect(adjusted?.estimate).toBeCloseTo(0.3 * 2 - 0.7 * 1, 12);
    expect(adjusted?.standardError).toBeCloseTo(Math.sqrt(0.09 * (0.4 + 0.45) + 0.49 * (0.4 + 1 / 30)), 12);
    expect(adjusted?.strata).toEqual({ used: 2, dropped: 1, unitsDropped: 7 });
    expect(stratifiedMeanDifference(strata.slice(2))).toBeUndefined();
  });

  it('hands its strata to the tests of heterogeneity', () => {
    const strata = [
      { exposed: { n: 100, mean: 5, variance: 4 }, unexposed: { n: 100, mean: 4, variance: 4 } },
      { exposed: { n: 100, mean: 5, variance: 4 }, unexposed: { n: 100, mean: 6, variance: 4 } },
      { exposed: { n: 1, mean: 5, variance: undefined }, unexposed: { n: 100, mean: 6, variance: 4 } },
    ];
    const differences = meanDifferences(strata);
    expect(differences).toEqual([1, -1].map((estimate) => ({ estimate, standardError: Math.sqrt(0.08) })));
    expect(heterogeneityTest(differences)?.statistic).toBeCloseTo(2 / 0.08, 10);
    printed(gailSimonTest(differences)?.p, '2.0e-4');
  });
});
