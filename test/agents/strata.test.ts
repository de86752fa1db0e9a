import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bandsOf } from '../../src/agents/analysis/covariates';
import {
  exposureAssociation,
  means,
  readStrata,
  shares,
  spread,
  supported,
  unitsOf,
  type Arm,
  type Stratum,
} from '../../src/agents/analysis/strata';
import { welchTest } from '../../src/statistics/welch';

const arm = (n: number, total: number, squares = 0): Arm => ({ n, total, squares });
const stratum = (level: string, exposed: Arm, unexposed: Arm): Stratum => ({ level: [level], exposed, unexposed });
const isExposed = (group: unknown) => group === 'a';

/** Rows as the scale's aggregates give them for each group's numbers. */
function rowsOfMeans(groups: Readonly<Record<string, readonly number[]>>) {
  const all = Object.values(groups).flat();
  const overall = all.reduce((sum, value) => sum + value, 0) / all.length;
  return Object.entries(groups).map(([group, values]) => {
    const deviations = values.map((value) => value - overall);
    const [sum, squares] = [deviations.reduce((a, b) => a + b, 0), deviations.reduce((a, b) => a + b * b, 0)];
    return [group, values.length, 0, sum, squares, overall];
  });
}

function summary(values: readonly number[]) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    n: values.length,
    mean,
    variance: values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1),
  };
}

describe('strata read from rows', () => {
  it('put the groups of one arm together, level by level, in the order they come', () => {
    const rows = [
      ['small', 'b', 100, 20, 0.2],
      ['small', 'a', 50, 10, 0.2],
      ['large', 'c', 30, 3, 0.1],
      ['small', 'c', 10, 5, 0.5],
      ['large', 'a', 40, 8, 0.2],
    ];
    expect(readStrata(rows, 1, shares, isExposed)).toMatchObject([
      { level: ['small'], exposed: { n: 50, total: 10 }, unexposed: { n: 110, total: 25 } },
      { level: ['large'], exposed: { n: 40, total: 8 }, unexposed: { n: 30, total: 3 } },
    ]);
  });

  it('keep levels of several columns and NULL apart', () => {
    const rows = [
      ['x', 1, 'a', 10, 1, 0.1],
      ['x', null, 'a', 20, 2, 0.1],
      [null, 1, 'a', 30, 3, 0.1],
      ['x1', 'y', 'a', 40, 4, 0.1],
    ];
    const strata = readStrata(rows, 2, shares, isExposed);
    expect(strata.map(({ level, exposed, unexposed }) => [level, exposed.n, unexposed.n])).toEqual([
      [['x', 1], 10, 0],
      [['x', null], 20, 0],
      [[null, 1], 30, 0],
      [['x1', 'y'], 40, 0],
    ]);
    expect(unitsOf(strata)).toBe(100);
  });

  it('give the same means and intervals as the numbers themselves, however the groups of an arm are split', () => {
    const numbers = fc.array(fc.integer({ min: -50, max: 1000 }), { minLength: 2, maxLength: 12 });
    fc.assert(
      fc.property(numbers, numbers, numbers, (a, b, c) => {
        const strata = readStrata(rowsOfMeans({ a, b, c }), 0, means, isExposed);
        const expected = welchTest(summary(a), summary([...b, ...c]));
        const contrast = means.crude(strata);
        fc.pre(expected !== undefined && expected.standardError > 1e-6);
        expect(contrast?.estimate).toBeCloseTo(expected?.estimate ?? NaN, 6);
        expect(contrast?.interval[0]).toBeCloseTo(expected?.interval[0] ?? NaN, 5);
        expect(contrast?.exposed).toBeCloseTo(summary(a).mean, 6);
      }),
    );
  });

  it('keep a small spread of large numbers', () => {
    const base = 1e9;
    const strata = readStrata(
      rowsOfMeans({ a: [base + 1, base + 2, base + 3], b: [base, base + 1, base + 2] }),
      0,
      means,
      isExposed,
    );
    expect(means.crude(strata)?.estimate).toBeCloseTo(1, 6);
    expect(spread(strata)).toBeCloseTo(Math.sqrt(5.5 / 5), 6);
  });
});

describe('shares', () => {
  /** Women and men by department, UCB 1973 (Bickel 1975): admitted of applicants. */
  const berkeley = [
    stratum('A', arm(825, 512), arm(108, 89)),
    stratum('B', arm(560, 353), arm(25, 17)),
    stratum('C', arm(325, 120), arm(593, 202)),
    stratum('D', arm(417, 138), arm(375, 131)),
    stratum('E', arm(191, 53), arm(393, 94)),
    stratum('F', arm(373, 22), arm(341, 24)),
  ];

  it('give the published contrast, crude and standardised, and its heterogeneity', () => {
    const crude = shares.crude(berkeley);
    expect(crude?.estimate).toBeCloseTo(0.1416, 4);
    expect(crude?.oddsRatio?.estimate).toBeCloseTo(1.8411, 4);
    const adjusted = shares.adjusted(berkeley);
    expect(adjusted?.estimate).toBeCloseTo(-0.043, 3);
    expect(adjusted?.oddsRatio?.estimate).toBeCloseTo(0.9047, 4);
    expect(shares.heterogeneity(berkeley)?.p).toBeCloseTo(0.0021, 4);
    expect(shares.heterogeneity(berkeley)?.qualitative).toBeCloseTo(0.511, 3);
  });

  it('leave out strata without ten units in each arm, and count them', () => {
    const small = [...berkeley, stratum('G', arm(9, 9), arm(500, 0)), stratum('H', arm(10, 1), arm(10, 2))];
    expect(supported(small).dropped.map(({ level }) => level)).toEqual([['G']]);
    expect(shares.adjusted(small)?.strata).toEqual({ used: 7, dropped: 1, unitsDropped: 509 });
    expect(shares.adjusted([stratum('G', arm(9, 9), arm(500, 0))])).toBeUndefined();
  });

  it('compare nothing with an empty group', () => {
    expect(shares.crude([stratum('A', arm(10, 5), arm(0, 0))])).toBeUndefined();
    expect(means.crude([stratum('A', arm(10, 5), arm(0, 0))])).toBeUndefined();
  });

  it('measure the ties of a level with exposure and outcome', () => {
    const exposure = exposureAssociation(berkeley);
    expect(exposure.p).toBeLessThan(1e-100);
    expect(exposure.strength).toBeGreaterThan(0.4);
    const untied = [stratum('x', arm(50, 10), arm(50, 10)), stratum('y', arm(50, 10), arm(50, 10))];
    expect([exposureAssociation(untied).p, shares.outcomeAssociation(untied).p]).toEqual([1, 1]);
    const same = [stratum('x', arm(50, 50), arm(50, 50)), stratum('y', arm(50, 0), arm(50, 0))];
    expect(shares.outcomeAssociation(same).strength).toBeCloseTo(1, 9);
  });
});

describe('means', () => {
  it('are standardised to the size of the strata', () => {
    const strata = [stratum('x', arm(10, 100, 90), arm(30, 150, 90)), stratum('y', arm(20, 400, 90), arm(20, 380, 90))];
    const adjusted = means.adjusted(strata);
    expect(adjusted?.estimate).toBeCloseTo((40 * 5 + 40 * 1) / 80, 9);
    expect([adjusted?.exposed, adjusted?.unexposed]).toEqual([15, 12]);
  });

  it('measure the tie of a level with the outcome by the share of the spread between levels', () => {
    const strata = [stratum('x', arm(10, 10, 9), arm(10, 10, 9)), stratum('y', arm(10, 30, 9), arm(10, 30, 9))];
    expect(means.outcomeAssociation(strata).strength).toBeCloseTo(Math.sqrt(40 / 76), 9);
    expect(means.outcomeAssociation(strata).p).toBeLessThan(1e-6);
    expect(means.events(strata)).toBe(40);
  });
});

describe('quarters of a numeric covariate', () => {
  it('lie between the cuts, the lowest open below and the last above', () => {
    expect(bandsOf([10, 20, 30])).toEqual([
      { name: 'below 10', range: { below: 10 } },
      { name: '10 to below 20', range: { atLeast: 10, below: 20 } },
      { name: '20 to below 30', range: { atLeast: 20, below: 30 } },
      { name: '30 and more', range: { atLeast: 30 } },
    ]);
    expect(bandsOf([10]).map(({ name }) => name)).toEqual(['below 10', '10 and more']);
    expect(bandsOf([])).toEqual([]);
  });
});
