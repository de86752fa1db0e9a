import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { averageEValue, eValue, integralEValue, productEValue } from '../../src/statistics/e-value';
import { isEquivalent } from '../../src/statistics/equivalence';
import { kitagawaDecomposition } from '../../src/statistics/kitagawa';
import { benjaminiHochberg, bonferroni, holm } from '../../src/statistics/multiplicity';
import { unitsPerArm } from '../../src/statistics/sample-size';
import { riskRatioOf, sensitivityEValue, sensitivityOfInterval } from '../../src/statistics/sensitivity';
import { armsOf } from '../../src/statistics/table';
import { printed, printedAll } from './printed';
import { admissions, kidney } from './reference-tables';

const pValues = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 30 });

describe('multiplicity', () => {
  /** The fifteen p-values of Benjamini & Hochberg (1995), §4. */
  const family = [
    0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528, 0.759, 1,
  ];
  const rejected = (adjusted: readonly number[]): number => adjusted.filter((p) => p <= 0.05).length;

  it('rejects four by Benjamini–Hochberg, three by Bonferroni and Holm', () => {
    printedAll(benjaminiHochberg(family).slice(0, 5), '.0015,.0030,.0095,.035625,.0603');
    expect([benjaminiHochberg, bonferroni, holm].map((adjust) => rejected(adjust(family)))).toEqual([4, 3, 3]);
  });

  it('keeps the order given', () => {
    expect(benjaminiHochberg([...family].reverse())).toEqual([...benjaminiHochberg(family)].reverse());
    expect(holm([...family].reverse())).toEqual([...holm(family)].reverse());
  });

  it('grows with the p-value, and lies between it and Bonferroni', () => {
    fc.assert(
      fc.property(pValues, (family) => {
        const [hochberg, stepDown, single] = [benjaminiHochberg(family), holm(family), bonferroni(family)];
        family.forEach((p, i) => {
          expect(hochberg[i]).toBeGreaterThanOrEqual(p);
          expect(stepDown[i]).toBeGreaterThanOrEqual(hochberg[i] ?? NaN);
          expect(single[i]).toBeGreaterThanOrEqual(stepDown[i] ?? NaN);
          family.forEach((other, j) => {
            if (p > other) return;
            expect(hochberg[i]).toBeLessThanOrEqual(hochberg[j] ?? NaN);
            expect(stepDown[i]).toBeLessThanOrEqual(stepDown[j] ?? NaN);
          });
        });
      }),
    );
  });

  it('refuses what is no p-value', () => {
    for (const adjust of [benjaminiHochberg, holm, bonferroni]) {
      expect(() => adjust([0.2, NaN])).toThrow('p-value outside [0, 1]: NaN');
    }
  });
});

describe('e-values', () => {
  it('prints both calibrators', () => {
    printedAll([0.05, 0.01, 0.001].map(eValue), '2.23607,5,15.81139');
    printedAll([0.05, 0.01, 0.001].map(integralEValue), '1.78332,4.45099,20.79113');
  });

  it('prints the product of three looks', () => {
    printed(productEValue([0.04, 0.1, 0.03].map(eValue)), '11.41089');
    expect(productEValue([])).toBe(1);
  });

  it('averages looks at the same rows', () => {
    expect(averageEValue([1, 2, 6])).toBe(3);
    expect(averageEValue([])).toBeUndefined();
  });

  it('expects at most 1 under no effect', () => {
    const steps = 200_000;
    for (const calibrate of [eValue, integralEValue]) {
      let sum = 0;
      for (let i = 0; i < steps; i++) sum += calibrate((i + 0.5) / steps);
      expect(sum / steps).toBeLessThan(1);
      expect(sum / steps).toBeGreaterThan(0.85);
    }
  });

  it('is continuous up to p = 1 and defined at 0', () => {
    expect(integralEValue(1)).toBe(0.5);
    expect(integralEValue(0.9991)).toBeCloseTo(0.5 + 0.0009 / 6, 6);
    expect(integralEValue(0.9989)).toBeCloseTo(0.5 + 0.0011 / 6, 6);
    expect([eValue(0), integralEValue(0)]).toEqual([Infinity, Infinity]);
    expect(() => eValue(1.1)).toThrow('p-value outside [0, 1]: 1.1');
  });
});

describe('Kitagawa’s decomposition', () => {
  const strataOf = (tables: typeof kidney) =>
    tables.map((table) => {
      const [first, second] = armsOf(table).map(({ events, n }) => ({ n, rate: events / n }));
      return { first: first ?? { n: 0, rate: 0 }, second: second ?? { n: 0, rate: 0 } };
    });

  it('prints rates and composition', () => {
    const stones = kitagawaDecomposition(strataOf(kidney));
    printedAll([stones?.rates, stones?.composition], '.0537,-.0994');
    const departments = kitagawaDecomposition(strataOf(admissions));
    printedAll([departments?.rates, departments?.composition], '-.0360,.1777');
    printed(departments?.difference, '.1416');
  });

  it('is rates alone when the groups are made up alike, composition alone when a stratum is one group’s', () => {
    const alike = kitagawaDecomposition([
      { first: { n: 10, rate: 0.5 }, second: { n: 20, rate: 0.2 } },
      { first: { n: 30, rate: 0.6 }, second: { n: 60, rate: 0.5 } },
    ]);
    expect(alike?.composition).toBeCloseTo(0, 15);
    expect(alike?.rates).toBeCloseTo(0.25 * 0.3 + 0.75 * 0.1, 15);
    const apart = kitagawaDecomposition([
      { first: { n: 10, rate: 0.5 }, second: { n: 0, rate: NaN } },
      { first: { n: 0, rate: NaN }, second: { n: 5, rate: 0.2 } },
    ]);
    expect(apart).toEqual({ difference: 0.3, rates: 0, composition: 0.3 });
  });

  it('needs both groups', () => {
    expect(kitagawaDecomposition([{ first: { n: 3, rate: 1 }, second: { n: 0, rate: 0 } }])).toBeUndefined();
  });
});

describe('sensitivity to an unmeasured confounder', () => {
  it('prints the risk ratio 3.9', () => {
    printed(sensitivityEValue(3.9), '7.263');
  });

  it('treats a protective ratio as its inverse, and 1 as nothing to explain', () => {
    expect(sensitivityEValue(1 / 3.9)).toBeCloseTo(sensitivityEValue(3.9), 12);
    expect(sensitivityEValue(1)).toBe(1);
    expect(() => sensitivityEValue(0)).toThrow('not a ratio: 0');
  });

  it('takes the bound nearer to 1, and 1 when the interval contains it', () => {
    // VanderWeele & Ding (2017): 3.9 [1.8, 8.7] has 3.0 for its lower bound.
    printed(sensitivityOfInterval([1.8, 8.7]), '3.0');
    expect(sensitivityOfInterval([0.2, 0.5])).toBe(sensitivityEValue(0.5));
    expect(sensitivityOfInterval([0.9, 1.3])).toBe(1);
  });

  it('takes the square root of an odds ratio where the outcome is common', () => {
    expect(riskRatioOf(4, 0.3)).toBe(2);
    expect(riskRatioOf(4, 0.05)).toBe(4);
  });
});

describe('equivalence', () => {
  it('holds only when the whole interval lies within the margin', () => {
    expect(isEquivalent([-0.015, 0.012], 0.02)).toBe(true);
    expect(isEquivalent([-0.015, 0.021], 0.02)).toBe(false);
    expect(isEquivalent([-0.025, 0.01], 0.02)).toBe(false);
    expect(isEquivalent([-0.02, 0.01], 0.02)).toBe(false);
    expect(isEquivalent([-0.01, 0.02], 0.02)).toBe(false);
  });
});

describe('sample size', () => {
  it('prints the units an arm for 80 % power', () => {
    expect(unitsPerArm(0.1, 0.15)).toBe(686);
    expect(unitsPerArm(0.3, 0.4)).toBe(356);
    expect(unitsPerArm(0.4, 0.3)).toBe(356);
  });

  it('grows with power, and no number suffices for equal risks', () => {
    expect(unitsPerArm(0.1, 0.15, { alpha: 0.05, power: 0.9 })).toBe(918);
    expect(unitsPerArm(0.2, 0.2)).toBeUndefined();
  });
});
