import { describe, expect, it } from 'vitest';
import { correlation, detrend, linearTrend, seasonalChanges } from '../../src/statistics/trend';
import { relativeError } from './printed';

const series = (values: readonly number[]) => values.map((value, i) => ({ period: i + 1, value }));

describe('trends', () => {
  it('agrees with scipy', () => {
    const trend = linearTrend(series([3.1, 4.7, 4.9, 7.2, 8.8, 9.1, 11.5, 11.9]));
    expect(trend?.estimate).toBeCloseTo(1.3071428571428574, 12);
    expect(trend?.intercept).toBeCloseTo(1.7678571428571423, 12);
    expect(trend?.standardError).toBeCloseTo(0.08256448040190346, 12);
    expect(trend?.interval[0]).toBeCloseTo(1.1051148515638125, 11);
    expect(trend?.interval[1]).toBeCloseTo(1.5091708627219023, 11);
    expect(relativeError(trend?.p ?? NaN, 4.028546486566938e-6)).toBeLessThan(1e-10);
  });

  it('needs three observations in different periods', () => {
    expect(linearTrend(series([1, 2]))).toBeUndefined();
    expect(linearTrend([1, 2, 3].map((value) => ({ period: 4, value })))).toBeUndefined();
    expect(linearTrend(series([5, 5, 5]))).toMatchObject({ estimate: 0, p: 1 });
    expect(linearTrend(series([1, 2, 3]))).toMatchObject({ estimate: 1, p: 0 });
  });

  it('leaves what deviates from the line', () => {
    const rest = detrend(series([1, 3, 2, 4]));
    expect(rest.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(0, 12);
    expect(linearTrend(rest)?.estimate).toBeCloseTo(0, 12);
    expect(detrend(series([7]))).toEqual(series([7]));
  });

  it('compares with the same season a cycle earlier', () => {
    const quarters = [10, 50, 20, 30, 13, 53, 23].map((value, i) => ({ period: i, value }));
    expect(seasonalChanges(quarters, 4)).toEqual([4, 5, 6].map((period) => ({ period, value: 3 })));
    expect(seasonalChanges(quarters.filter(({ period }) => period !== 1), 4)).toHaveLength(2); // prettier-ignore
  });
});

describe('correlation', () => {
  it('agrees with scipy over the periods that both series have', () => {
    const first = [...series([3.1, 4.7, 4.9, 7.2, 8.8, 9.1]), { period: 40, value: 99 }];
    const found = correlation(first, series([2, 1.1, 3.3, 2.2, 4.9, 3.7]));
    expect(found?.estimate).toBeCloseTo(0.7098162474160818, 12);
    expect(found?.p).toBeCloseTo(0.1140922203161832, 12);
    expect(found?.degrees).toBe(4);
  });

  it('vanishes between two series that share nothing but growth, once they are detrended', () => {
    const wave = (period: number, length: number): number => Math.sin((2 * Math.PI * period) / length);
    const periods = Array.from({ length: 24 }, (_, i) => i);
    const first = periods.map((period) => ({ period, value: 3 * period + wave(period, 4) }));
    const second = periods.map((period) => ({ period, value: 5 * period + wave(period, 6) }));
    expect(correlation(first, second)?.estimate).toBeGreaterThan(0.99);
    expect(Math.abs(correlation(detrend(first), detrend(second))?.estimate ?? NaN)).toBeLessThan(0.2);
  });

  it('is undefined without variation and 1 on a line', () => {
    expect(correlation(series([1, 2, 3]), series([4, 4, 4]))).toBeUndefined();
    expect(correlation(series([1, 2]), series([4, 5]))).toBeUndefined();
    expect(correlation(series([1, 2, 3]), series([2, 4, 6]))).toEqual({ estimate: 1, degrees: 1, p: 0 });
  });
});
