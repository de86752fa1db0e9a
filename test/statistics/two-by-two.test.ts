import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fisherExact } from '../../src/statistics/fisher';
import { chiSquareTest, independenceTest } from '../../src/statistics/independence';
import { oddsRatio } from '../../src/statistics/odds-ratio';
import {
  clopperPearsonInterval,
  clopperPearsonUpperBound,
  proportionVariance,
  wilsonInterval,
} from '../../src/statistics/proportion';
import { riskDifference, twoProportionZTest } from '../../src/statistics/risk-difference';
import { collapse, tableOf } from '../../src/statistics/table';
import { printed, printedAll, relativeError } from './printed';
import { admissions, kidney, rabbits, streaming, table, titanic } from './reference-tables';

const counts = fc.nat({ max: 60 });
const tables = fc.tuple(counts, counts, counts, counts).map((cells) => table(...cells));
const filled = fc
  .tuple(...Array.from({ length: 4 }, () => fc.integer({ min: 1, max: 300 })))
  .map((c) => table(...(c as [number, number, number, number])));

describe('proportions', () => {
  it('prints Wilson’s interval', () => {
    printedAll(wilsonInterval({ events: 81, n: 263 }), '.25529,.36621');
    printedAll(wilsonInterval({ events: 15, n: 148 }), '.06239,.16049');
  });

  it('prints the exact bounds when nothing happened in 30 units', () => {
    printed(clopperPearsonUpperBound({ events: 0, n: 30 }), '.0950');
    printedAll(clopperPearsonInterval({ events: 0, n: 30 }), '.0000,.1157');
  });

  it('keeps Wilson’s and the exact interval inside [0, 1] and around the share', () => {
    const arms = fc
      .integer({ min: 1, max: 5000 })
      .chain((n) => fc.record({ events: fc.nat({ max: n }), n: fc.constant(n) }));
    fc.assert(
      fc.property(arms, fc.constantFrom(0.8, 0.9, 0.95, 0.999), (arm, level) => {
        for (const interval of [wilsonInterval(arm, level), clopperPearsonInterval(arm, level)]) {
          const [lower, upper] = interval ?? [NaN, NaN];
          expect(lower).toBeGreaterThanOrEqual(0);
          expect(upper).toBeLessThanOrEqual(1);
          expect(lower).toBeLessThanOrEqual(arm.events / arm.n);
          expect(upper).toBeGreaterThanOrEqual(arm.events / arm.n);
        }
      }),
    );
  });

  it('mirrors the interval when events and non-events swap', () => {
    for (const interval of [wilsonInterval, clopperPearsonInterval]) {
      const [lower = NaN, upper = NaN] = interval({ events: 7, n: 40 }) ?? [];
      const [swappedLower, swappedUpper] = interval({ events: 33, n: 40 }) ?? [];
      expect(swappedLower).toBeCloseTo(1 - upper, 12);
      expect(swappedUpper).toBeCloseTo(1 - lower, 12);
    }
  });

  it('has no interval without units, and refuses more events than units', () => {
    expect(wilsonInterval({ events: 0, n: 0 })).toBeUndefined();
    expect(clopperPearsonInterval({ events: 0, n: 0 })).toBeUndefined();
    expect(clopperPearsonUpperBound({ events: 0, n: 0 })).toBeUndefined();
    expect(clopperPearsonUpperBound({ events: 4, n: 4 })).toBe(1);
    expect(() => wilsonInterval({ events: 3, n: 2 })).toThrow('more events than units: 3 of 2');
    expect(() => wilsonInterval({ events: -1, n: 2 })).toThrow('not a count: events -1');
    expect(() => wilsonInterval({ events: 1, n: 2 }, 95)).toThrow('confidence level outside (0, 1): 95');
  });

  it('keeps some variance where every unit had the same outcome', () => {
    expect(proportionVariance({ events: 0, n: 20 })).toBeCloseTo((0.5 / 21) * (20.5 / 21) * (1 / 20), 15);
    expect(proportionVariance({ events: 20, n: 20 })).toBeCloseTo(proportionVariance({ events: 0, n: 20 }), 15);
    expect(proportionVariance({ events: 5, n: 20 })).toBe((0.25 * 0.75) / 20);
  });
});

describe('the crude comparison', () => {
  it('prints the kidney stones', () => {
    const crude = collapse(kidney);
    const ratio = oddsRatio(crude);
    printed(ratio?.estimate, '.7483');
    printedAll(ratio?.interval, '.5146,1.0883');
    printed(riskDifference(crude)?.estimate, '-.0457');
    printedAll(riskDifference(crude)?.interval, '-.1045,.0133');
    printed(twoProportionZTest(crude)?.z, '-1.5201');
    printed(twoProportionZTest(crude)?.p, '.1285');
    printed(fisherExact(crude), '.154');
    printedAll(
      kidney.map((stratum) => oddsRatio(stratum)?.estimate),
      '2.0769,1.2292',
    );
    printedAll(oddsRatio(kidney[0] ?? crude)?.interval, '.8440,5.1107');
    printedAll(oddsRatio(kidney[1] ?? crude)?.interval, '.7124,2.1210');
  });

  it('prints the admissions, with p = 8e-22 and not 0', () => {
    const crude = collapse(admissions);
    printed(oddsRatio(crude)?.estimate, '1.8411');
    printedAll(oddsRatio(crude)?.interval, '1.6244,2.0867');
    printed(riskDifference(crude)?.estimate, '.1416');
    printedAll(riskDifference(crude)?.interval, '.1132,.1696');
    printed(twoProportionZTest(crude)?.z, '9.6024');
    printed(twoProportionZTest(crude)?.p, '8e-22');
    printedAll(
      admissions.map((stratum) => oddsRatio(stratum)?.estimate),
      '.3492,.8025,1.1331,.9213,1.2216,.8279',
    );
    printed(fisherExact(admissions[0] ?? crude), '1.67e-5');
  });

  it('prints the crude odds ratios of the other references', () => {
    printed(oddsRatio(collapse(streaming))?.estimate, '.8527');
    printedAll(oddsRatio(collapse(streaming))?.interval, '.7612,.9552');
    printed(oddsRatio(collapse(titanic))?.estimate, '.9344');
    printedAll(oddsRatio(collapse(titanic))?.interval, '.7428,1.1755');
    printed(oddsRatio(collapse(rabbits))?.estimate, '1.8462');
  });

  it('prints Newcombe’s interval and the pooled z', () => {
    const trial = tableOf({ events: 56, n: 70 }, { events: 48, n: 80 });
    printed(riskDifference(trial)?.estimate, '.2');
    printedAll(riskDifference(trial)?.interval, '.05243,.33387');
    printed(twoProportionZTest(trial)?.z, '2.65017');
    printed(twoProportionZTest(trial)?.p, '.008045');
  });

  it('changes sign when the arms swap and when the outcome is turned round', () => {
    fc.assert(
      fc.property(filled, (t) => {
        const swapped = table(t.unexposedEvents, t.unexposedNonEvents, t.exposedEvents, t.exposedNonEvents);
        const turned = table(t.exposedNonEvents, t.exposedEvents, t.unexposedNonEvents, t.unexposedEvents);
        const [lower = NaN, upper = NaN] = riskDifference(t)?.interval ?? [];
        for (const other of [swapped, turned]) {
          expect(riskDifference(other)?.estimate).toBeCloseTo(-(riskDifference(t)?.estimate ?? NaN), 12);
          expect(riskDifference(other)?.interval[0]).toBeCloseTo(-upper, 12);
          expect(riskDifference(other)?.interval[1]).toBeCloseTo(-lower, 12);
          expect(twoProportionZTest(other)?.z).toBeCloseTo(-(twoProportionZTest(t)?.z ?? NaN), 10);
          expect(relativeError(oddsRatio(other)?.estimate ?? NaN, 1 / (oddsRatio(t)?.estimate ?? NaN))).toBeLessThan(
            1e-12,
          );
          expect(relativeError(fisherExact(other), fisherExact(t))).toBeLessThan(1e-9);
        }
      }),
    );
  });

  it('gives chi-square as the square of the pooled z', () => {
    fc.assert(
      fc.property(filled, (t) => {
        const chiSquare = chiSquareTest([
          [t.exposedEvents, t.exposedNonEvents],
          [t.unexposedEvents, t.unexposedNonEvents],
        ]);
        expect(chiSquare?.statistic).toBeCloseTo((twoProportionZTest(t)?.z ?? NaN) ** 2, 8);
      }),
    );
  });

  it('never yields a number that is none, whatever the cells', () => {
    fc.assert(
      fc.property(tables, (t) => {
        const results = [
          riskDifference(t),
          twoProportionZTest(t),
          oddsRatio(t),
          independenceTest(t),
          { p: fisherExact(t) },
        ];
        for (const result of results) {
          for (const number of Object.values(result ?? {}).flat()) {
            if (typeof number === 'number') expect(Number.isFinite(number)).toBe(true);
          }
        }
        expect(riskDifference(t)?.standardError ?? 1).toBeGreaterThan(0);
      }),
    );
  });

  it('says nothing about an empty arm, and nothing different where the outcome does not vary', () => {
    expect(riskDifference(table(0, 0, 3, 4))).toBeUndefined();
    expect(riskDifference(table(3, 4, 0, 0))).toBeUndefined();
    expect(twoProportionZTest(table(0, 0, 3, 4))).toBeUndefined();
    expect(twoProportionZTest(table(3, 4, 0, 0))).toBeUndefined();
    expect(oddsRatio(table(0, 5, 0, 4))).toBeUndefined();
    expect(independenceTest(table(0, 5, 0, 4))).toBeUndefined();
    expect(twoProportionZTest(table(0, 5, 0, 4))).toEqual({ z: 0, p: 1 });
    expect(fisherExact(table(0, 5, 0, 4))).toBe(1);
    expect(() => riskDifference(table(-1, 2, 3, 4))).toThrow('not a count: exposedEvents -1');
  });

  it('adds half a unit to each cell when one is empty', () => {
    printed(oddsRatio(table(10, 0, 5, 5))?.estimate, '21.0000');
  });
});

describe('Fisher’s exact test', () => {
  it('prints the lady tasting tea and complete separation', () => {
    printed(fisherExact(table(3, 1, 1, 3)), '.485714');
    printed(fisherExact(table(3, 0, 0, 3)), '.100');
    printed(fisherExact(table(4, 0, 0, 4)), '.0286');
    printed(fisherExact(table(5, 0, 0, 5)), '.0079');
  });

  it('keeps relative accuracy far out (exact fractions)', () => {
    expect(relativeError(fisherExact(table(30, 170, 60, 140)), 0.00047392637145865767)).toBeLessThan(1e-12);
    expect(relativeError(fisherExact(table(300, 30, 20, 400)), 4.9814796176502421e-145)).toBeLessThan(1e-11);
    expect(relativeError(fisherExact(table(600, 40, 10, 500)), 4.3851655981549337e-260)).toBeLessThan(1e-11);
  });

  it('sums to p = 1 at the most likely table', () => {
    expect(fisherExact(table(10, 10, 10, 10))).toBeCloseTo(1, 12);
  });

  it('refuses counts that are not whole', () => {
    expect(() => fisherExact(table(1.5, 2, 3, 4))).toThrow('not whole counts');
  });
});

describe('independence of rows and columns', () => {
  const preferences = [
    [20, 30, 50],
    [35, 25, 40],
    [10, 60, 30],
    [12, 8, 9],
  ];

  it('agrees with scipy on a 4 × 3 table', () => {
    const test = chiSquareTest(preferences);
    expect(test?.statistic).toBeCloseTo(43.55005568427048, 11);
    expect(relativeError(test?.p ?? NaN, 9.077157438396188e-8)).toBeLessThan(1e-11);
    expect(test?.degrees).toBe(6);
    expect(test?.cramersV).toBeCloseTo(0.2572654173434459, 12);
  });

  it('leaves out empty rows and columns', () => {
    const padded = [...preferences.map((row) => [...row.slice(0, 1), 0, ...row.slice(1)]), [0, 0, 0, 0]];
    expect(chiSquareTest(padded)).toEqual(chiSquareTest(preferences));
    expect(chiSquareTest([[1, 2, 3]])).toBeUndefined();
    expect(chiSquareTest([])).toBeUndefined();
  });

  it('has Cramér’s V of 1 when rows determine columns', () => {
    expect(chiSquareTest([[9, 0], [0, 4]])?.cramersV).toBeCloseTo(1, 12); // prettier-ignore
  });

  it('takes Fisher when an expected count is below 5, else chi-square', () => {
    expect(independenceTest(table(5, 15, 5, 15))?.method).toBe('chi-square');
    expect(independenceTest(table(4, 15, 5, 15))?.method).toBe('Fisher');
    expect(independenceTest(table(3, 1, 1, 3))?.p).toBe(fisherExact(table(3, 1, 1, 3)));
  });
});
