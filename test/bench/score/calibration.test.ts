import { describe, expect, it } from 'vitest';
import {
  baseRateBrier,
  brierScore,
  calibrationError,
  riskCoverageArea,
  type Forecast,
} from '../../../bench/score/calibration';
import { jaccard, resultOverlap } from '../../../bench/score/overlap';
import { normalCell } from '../../../bench/score/cells';
import { fleissKappa, stability } from '../../../bench/score/stability';

const FORECASTS: readonly Forecast[] = [
  { p: 0.9, y: 1 },
  { p: 0.8, y: 1 },
  { p: 0.3, y: 0 },
  { p: 0.1, y: 0 },
  { p: 0.6, y: 0 },
];

describe('calibration', () => {
  it('has the Brier score of the specification, beside that of the base rate', () => {
    expect(brierScore(FORECASTS)).toBeCloseTo(0.102, 4);
    expect(baseRateBrier(FORECASTS)).toBeCloseTo(0.24, 4);
  });

  it('is perfect for what is sure and right', () => {
    const sure: readonly Forecast[] = [
      { p: 1, y: 1 },
      { p: 0, y: 0 },
    ];
    expect([brierScore(sure), calibrationError(sure), riskCoverageArea(sure)]).toEqual([0, 0, 0]);
    expect([brierScore([]), calibrationError([]), riskCoverageArea([])]).toEqual([0, 0, 0]);
  });

  it('sees that stated probabilities are too high', () => {
    const high = Array.from({ length: 40 }, (_, index): Forecast => ({ p: 0.9, y: index % 2 === 0 ? 1 : 0 }));
    expect(calibrationError(high)).toBeCloseTo(0.4, 4);
    expect(riskCoverageArea(high)).toBeCloseTo(0.5, 4);
  });

  it('ranks errors that are made surely worse than unsure ones', () => {
    const surelyWrong: readonly Forecast[] = [
      { p: 0.99, y: 0 },
      { p: 0.6, y: 1 },
    ];
    const unsurelyWrong: readonly Forecast[] = [
      { p: 0.99, y: 1 },
      { p: 0.6, y: 0 },
    ];
    expect(riskCoverageArea(surelyWrong)).toBeCloseTo(0.75, 4);
    expect(riskCoverageArea(unsurelyWrong)).toBeCloseTo(0.25, 4);
  });
});

describe('results', () => {
  const rows = (...all: readonly (readonly (string | number | null)[])[]) =>
    all.map((row) => new Set(row.map(normalCell)));

  it('overlap by gold rows that are held and produced rows that hold one', () => {
    const gold = rows([1, 'red'], [2, 'blue']);
    expect(resultOverlap(rows([1, 'RED ', 'x'], [2, 'blue', 'y']), gold)).toBe(1);
    expect(resultOverlap(rows([1, 'red']), gold)).toBeCloseTo(2 / 3, 4);
    expect(resultOverlap(rows([1, 'red'], [2, 'blue'], [3, 'green'], [4, 'grey']), gold)).toBeCloseTo(2 / 3, 4);
    expect(resultOverlap(rows([1, 'blue']), gold)).toBe(0);
    expect(resultOverlap(rows([1, 'red'], [1, 'red'], [2, 'blue']), gold)).toBe(1);
  });

  it('compare aggregates by their value and dates by their day', () => {
    expect(resultOverlap(rows([0.3333333]), rows([1 / 3]))).toBe(1);
    expect(resultOverlap(rows([0.33]), rows([1 / 3]))).toBe(0);
    expect(normalCell('2018/1/5')).toBe('2018-01-05');
    expect(normalCell('2018-01-05 00:00:00')).toBe('2018-01-05');
    expect(normalCell('2018-01-05T10:15')).toBe('2018-01-05t10:15');
    expect(normalCell('1.50')).toBe(normalCell(1.5));
    expect(normalCell(123456789)).toBe('123456789');
    expect(normalCell(null)).not.toBe(normalCell(''));
  });

  it('share of sets', () => {
    expect(jaccard(new Set(['a', 'b']), new Set(['b', 'c']))).toBeCloseTo(1 / 3, 4);
    expect(jaccard(new Set(), new Set())).toBe(1);
  });
});

describe('stability', () => {
  it('has the kappa of Fleiss’ own example', () => {
    // 14 raters, 10 subjects, 5 categories (Fleiss 1971, as tabulated in textbooks): kappa .210.
    const counts = [
      [0, 0, 0, 0, 14],
      [0, 2, 6, 4, 2],
      [0, 0, 3, 5, 6],
      [0, 3, 9, 2, 0],
      [2, 2, 8, 1, 1],
      [7, 7, 0, 0, 0],
      [3, 2, 6, 3, 0],
      [2, 5, 3, 2, 2],
      [6, 5, 2, 1, 0],
      [0, 2, 2, 3, 7],
    ];
    const ratings = counts.map((row) =>
      row.flatMap((count, category) => Array.from({ length: count }, () => String(category))),
    );
    expect(fleissKappa(ratings)).toBeCloseTo(0.21, 2);
  });

  it('is 1 for runs that agree, and says when one was wrong', () => {
    const run = {
      accused: new Set(['a']),
      verdicts: new Map([
        ['a', 'supported'],
        ['b', 'contradicted'],
      ]),
      correct: true,
    };
    expect(stability([run, run, run])).toEqual({ accused: 1, kappa: 1, passAll: 1 });
    expect(stability([run, { ...run, accused: new Set(['b']), correct: false }])).toEqual({
      accused: 0,
      kappa: 1,
      passAll: 0,
    });
  });
});
