import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { breslowDayTest } from '../../src/statistics/breslow-day';
import { cochranMantelHaenszelTest } from '../../src/statistics/cochran-mantel-haenszel';
import { gailSimonTest, heterogeneityTest, logOddsRatios } from '../../src/statistics/heterogeneity';
import { mantelHaenszelOddsRatio, mantelHaenszelRiskDifference } from '../../src/statistics/mantel-haenszel';
import { oddsRatio } from '../../src/statistics/odds-ratio';
import { riskDifference } from '../../src/statistics/risk-difference';
import { standardisedRiskDifference } from '../../src/statistics/standardised-risk-difference';
import { collapse, type Table2x2 } from '../../src/statistics/table';
import { printed, printedAll, relativeError } from './printed';
import {
  admissions,
  kidney,
  rabbits,
  streaming,
  streamingBilled,
  table,
  titanic,
  vaccination,
} from './reference-tables';

const cell = fc.integer({ min: 1, max: 200 });
const filled = fc.tuple(cell, cell, cell, cell).map((cells) => table(...cells));
const anyCell = fc.nat({ max: 12 });
const sparse = fc.tuple(anyCell, anyCell, anyCell, anyCell).map((cells) => table(...cells));

function swapArms(t: Table2x2): Table2x2 {
  return table(t.unexposedEvents, t.unexposedNonEvents, t.exposedEvents, t.exposedNonEvents);
}

describe('the common odds ratio and its test', () => {
  it.each([
    ['kidney stones', kidney, '1.4468', '.9158,2.2858', '2.4339', '.1187'],
    ['admissions', admissions, '.9046968', '.7719074,1.0603298', '1.5246', '.2169'],
    ['admissions without department A', admissions.slice(1), '1.0310', '.8701,1.2217', '.1250', '.724'],
    ['streaming', streaming, '1.1980', '1.0472,1.3705', '6.8332', '.0089'],
    ['Titanic', titanic, '1.5549', '1.1874,2.0360', '10.509', '.0012'],
    ['rabbits', rabbits, '7.0000', '1.0267,47.7251', '5.6571', '.0174'],
  ])('prints the %s', (_, strata, ratio, interval, statistic, p) => {
    printed(mantelHaenszelOddsRatio(strata)?.estimate, ratio);
    printedAll(mantelHaenszelOddsRatio(strata)?.interval, interval);
    printed(cochranMantelHaenszelTest(strata)?.statistic, statistic);
    printed(cochranMantelHaenszelTest(strata)?.p, p);
  });

  it.each([
    ['kidney stones', kidney, '2.0913', '.1481'],
    ['admissions', admissions, '1.42695', '.2323'],
    ['rabbits', rabbits, '3.9286', '.0475'],
  ])('prints the %s with continuity correction', (_, strata, statistic, p) => {
    printed(cochranMantelHaenszelTest(strata)?.corrected.statistic, statistic);
    printed(cochranMantelHaenszelTest(strata)?.corrected.p, p);
  });

  it('prints how the single covariates move the streaming odds ratio', () => {
    const byInternet = [table(127, 830, 332, 1132), table(687, 1063, 610, 736)];
    const byContract = [table(657, 641, 899, 1154), table(121, 531, 36, 421), table(36, 721, 7, 293)];
    const bySupport = [table(625, 864, 821, 1163), table(189, 1029, 121, 705)];
    const ratios = [byInternet, byContract, bySupport].map((strata) => mantelHaenszelOddsRatio(strata)?.estimate);
    printedAll(ratios, '.689,1.455,1.035');
  });

  it('is the crude odds ratio with one stratum', () => {
    fc.assert(
      fc.property(filled, (t) => {
        const pooled = mantelHaenszelOddsRatio([t]);
        expect(relativeError(pooled?.estimate ?? NaN, oddsRatio(t)?.estimate ?? NaN)).toBeLessThan(1e-12);
        expect(relativeError(pooled?.standardError ?? NaN, oddsRatio(t)?.standardError ?? NaN)).toBeLessThan(1e-10);
      }),
    );
  });

  it('inverts when the arms swap', () => {
    fc.assert(
      fc.property(fc.array(filled, { minLength: 1, maxLength: 6 }), (strata) => {
        const [lower = NaN, upper = NaN] = mantelHaenszelOddsRatio(strata)?.interval ?? [];
        const [swappedLower, swappedUpper] = mantelHaenszelOddsRatio(strata.map(swapArms))?.interval ?? [];
        expect(relativeError(swappedLower ?? NaN, 1 / upper)).toBeLessThan(1e-10);
        expect(relativeError(swappedUpper ?? NaN, 1 / lower)).toBeLessThan(1e-10);
      }),
    );
  });

  it('drops strata with a zero margin and says how many units they held', () => {
    expect(mantelHaenszelOddsRatio(rabbits)?.strata).toEqual({ used: 3, dropped: 2, unitsDropped: 18 });
    expect(cochranMantelHaenszelTest(rabbits)?.strata).toEqual({ used: 3, dropped: 2, unitsDropped: 18 });
    expect(mantelHaenszelOddsRatio([table(0, 3, 0, 4)])).toBeUndefined();
    expect(mantelHaenszelOddsRatio([table(3, 0, 0, 3)])).toBeUndefined();
    expect(cochranMantelHaenszelTest([])).toBeUndefined();
  });
});

describe('the adjusted risk difference', () => {
  it.each([
    ['streaming on churn', streaming, '.030', '.007,.053'],
    ['streaming on churn among billed customers', streamingBilled, '.031', '.007,.054'],
    ['crew on survival', titanic, '.100', '.057,.142'],
    ['men on admission', admissions, '-.043', '-.079,-.007'],
    ['open surgery on success', kidney, '.054', '-.012,.119'],
  ])('prints %s, standardised', (_, strata, estimate, interval) => {
    printed(standardisedRiskDifference(strata)?.estimate, estimate);
    printedAll(standardisedRiskDifference(strata)?.interval, interval);
  });

  it('prints the kidney stones’ standardised rates and Mantel–Haenszel difference', () => {
    const standardised = standardisedRiskDifference(kidney);
    printedAll([standardised?.exposedRisk, standardised?.unexposedRisk], '.8325,.7789');
    printed(mantelHaenszelRiskDifference(kidney)?.estimate, '.0538');
  });

  it('agrees with metafor on the thirteen BCG trials (Colditz 1994), variance after Sato (1989)', () => {
    const pooled = mantelHaenszelRiskDifference(vaccination);
    printed(pooled?.estimate, '-.0033');
    printedAll(pooled?.interval, '-.0039,-.0027');
    printed((pooled?.estimate ?? NaN) / (pooled?.standardError ?? NaN), '-11.4708');
  });

  it('has about Wald’s standard error with one stratum', () => {
    const one = table(30, 70, 20, 80);
    expect(mantelHaenszelRiskDifference([one])?.standardError).toBeCloseTo(
      riskDifference(one)?.standardError ?? NaN,
      3,
    );
  });

  it('lies between the least and the greatest difference of the strata', () => {
    fc.assert(
      fc.property(fc.array(filled, { minLength: 1, maxLength: 6 }), (strata) => {
        const differences = strata.map((t) => riskDifference(t)?.estimate ?? NaN);
        for (const pooled of [standardisedRiskDifference(strata), mantelHaenszelRiskDifference(strata)]) {
          expect(pooled?.estimate).toBeGreaterThanOrEqual(Math.min(...differences) - 1e-12);
          expect(pooled?.estimate).toBeLessThanOrEqual(Math.max(...differences) + 1e-12);
        }
      }),
    );
  });

  it('is the crude difference when every stratum has the same arms', () => {
    const arm = fc.tuple(fc.nat({ max: 50 }), fc.nat({ max: 50 }));
    fc.assert(
      fc.property(fc.array(arm, { minLength: 1, maxLength: 5 }), (events) => {
        const strata = events.map(([exposed, unexposed]) => table(exposed, 50 - exposed, unexposed, 50 - unexposed));
        const crude = riskDifference(collapse(strata));
        expect(standardisedRiskDifference(strata)?.estimate).toBeCloseTo(crude?.estimate ?? NaN, 12);
        expect(mantelHaenszelRiskDifference(strata)?.estimate).toBeCloseTo(crude?.estimate ?? NaN, 12);
      }),
    );
  });

  it('widens with the level', () => {
    const [lower90 = NaN, upper90 = NaN] = standardisedRiskDifference(kidney, 0.9)?.interval ?? [];
    const [lower95 = NaN, upper95 = NaN] = standardisedRiskDifference(kidney)?.interval ?? [];
    expect(lower95).toBeLessThan(lower90);
    expect(upper95).toBeGreaterThan(upper90);
  });

  it('drops strata with an empty arm', () => {
    const strata = [...kidney, table(0, 0, 9, 4)];
    expect(standardisedRiskDifference(strata)).toEqual({
      ...standardisedRiskDifference(kidney),
      strata: { used: 2, dropped: 1, unitsDropped: 13 },
    });
    expect(mantelHaenszelRiskDifference(strata)?.strata).toEqual({ used: 2, dropped: 1, unitsDropped: 13 });
    expect(standardisedRiskDifference([table(0, 0, 9, 4)])).toBeUndefined();
    expect(mantelHaenszelRiskDifference([table(2, 3, 0, 0)])).toBeUndefined();
  });

  it('is never certain, not even when the arms separate completely', () => {
    expect(standardisedRiskDifference([table(5, 0, 0, 5)])?.standardError).toBeGreaterThan(0.1);
  });
});

describe('heterogeneity between strata', () => {
  it.each([
    ['kidney stones', kidney, '.9684', '.9656', 1, '.326'],
    ['admissions', admissions, '18.8255', '18.8255', 5, '.0021'],
    ['admissions without department A', admissions.slice(1), '2.5582', '2.5582', 4, '.634'],
    ['streaming', streaming, '16.0154', '16.0140', 5, '.0068'],
    ['Titanic', titanic, '8.5046', '8.5034', 1, '.0035'],
    ['rabbits', rabbits, '8.6273', '8.3583', 2, '.0153'],
  ])('prints Breslow–Day and Tarone of the %s', (_, strata, statistic, tarone, degrees, p) => {
    const test = breslowDayTest(strata);
    printed(test?.statistic, statistic);
    printed(test?.tarone.statistic, tarone);
    expect(test?.degrees).toBe(degrees);
    printed(test?.tarone.p, p);
  });

  it('prints Breslow–Day’s own p of the rabbits, with two strata dropped', () => {
    printed(breslowDayTest(rabbits)?.p, '.0134');
    expect(breslowDayTest(rabbits)?.strata).toEqual({ used: 3, dropped: 2, unitsDropped: 18 });
  });

  it('prints Woolf’s odds ratio and Q of the kidney stones', () => {
    const woolf = heterogeneityTest(logOddsRatios(kidney));
    printed(Math.exp(woolf?.pooled ?? NaN), '1.4151');
    printed(woolf?.statistic, '.9535');
    expect(woolf?.iSquared).toBe(0);
  });

  it('gives I² as the share of Q beyond its degrees of freedom', () => {
    const test = heterogeneityTest(logOddsRatios(admissions));
    expect(test?.degrees).toBe(5);
    expect(test?.iSquared).toBeCloseTo(1 - 5 / (test?.statistic ?? NaN), 12);
  });

  it('prints Gail–Simon of the admissions: heterogeneous, not qualitative', () => {
    const test = gailSimonTest(logOddsRatios(admissions));
    printedAll([test?.above, test?.below], '1.7526,16.9718');
    printed(test?.p, '.504');
  });

  it('sees a change of direction, and none where all effects point one way', () => {
    const effects = [
      { estimate: 0.2, standardError: 0.04 },
      { estimate: -0.2, standardError: 0.04 },
    ];
    expect(gailSimonTest(effects)?.p).toBeLessThan(1e-6);
    expect(gailSimonTest(effects.map((effect) => ({ ...effect, estimate: 0.2 })))?.p).toBe(1);
    // Two strata: p = ½ P(χ²₁ > min); the critical value at .05 is 2.71 (1.645²).
    printed(gailSimonTest([{ estimate: Math.sqrt(2.71), standardError: 1 }, { estimate: -9, standardError: 1 }])?.p, '.05'); // prettier-ignore
  });

  it('finds no heterogeneity where the strata are alike', () => {
    fc.assert(
      fc.property(filled, fc.integer({ min: 2, max: 5 }), (t, k) => {
        const strata = new Array<Table2x2>(k).fill(t);
        expect(breslowDayTest(strata)?.statistic).toBeCloseTo(0, 8);
        expect(heterogeneityTest(logOddsRatios(strata))?.statistic).toBeCloseTo(0, 8);
      }),
    );
  });

  it('never yields a number that is none, whatever the cells', () => {
    fc.assert(
      fc.property(fc.array(sparse, { maxLength: 6 }), (strata) => {
        const results: object[] = [
          breslowDayTest(strata),
          heterogeneityTest(logOddsRatios(strata)),
          gailSimonTest(logOddsRatios(strata)),
          mantelHaenszelOddsRatio(strata),
          mantelHaenszelRiskDifference(strata),
          cochranMantelHaenszelTest(strata),
          standardisedRiskDifference(strata),
        ].filter((result) => result !== undefined);
        for (const result of results) expect(JSON.stringify(result)).not.toContain('null');
      }),
    );
  });

  it('needs two strata', () => {
    expect(breslowDayTest([table(1, 2, 3, 4)])).toBeUndefined();
    expect(heterogeneityTest([{ estimate: 1, standardError: 1 }])).toBeUndefined();
    expect(gailSimonTest([{ estimate: 1, standardError: 1 }])).toBeUndefined();
    expect(heterogeneityTest([{ estimate: 1, standardError: 0 }, { estimate: 2, standardError: 1 }])).toBeUndefined(); // prettier-ignore
  });
});
