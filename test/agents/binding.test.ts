import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bindReport, bindText, citedBy, unsupported, unsupportedIn } from '../../src/board/binding';
import type { Board } from '../../src/board/board';
import type { Value } from '../../src/board/value';
import { formatCount, formatMeasure, formatP, formatPoints, formatShare } from '../../src/base/format';
import { boardOf, estimated } from './boards';

const ROWS: Value[][] = [
  ['drug_a', 350, 81, 0.2314, '2020-03-01', 'below 65'],
  ['drug_b', 1200, 36, 0.03, '2020-12-24', '65 and more'],
];

/** One piece of evidence from a result of two rows. */
function board(rows: Value[][] = ROWS, more: Partial<Board> = {}): Board {
  return {
    ...boardOf([{ pieces: [{ fact: 'f', statistics: estimated(-0.0457, 0.03, { p: 0.128 }) }] }], rows),
    ...more,
  };
}

/** The words of a text that were found, and where. */
function sources(text: string, on: Board = board()): Record<string, string | undefined> {
  return Object.fromEntries(bindText(text, on.evidence, on).map((each) => [each.text, each.source]));
}

describe('what a text says is found', () => {
  it.each<[string, Record<string, string>]>([
    ['81 of 350 died', { 81: 'Q1/0/2', 350: 'Q1/0/1' }],
    ['1,200 people', { '1,200': 'Q1/1/1' }],
    ['1200, 350, and 81, all told', { 1200: 'Q1/1/1', 350: 'Q1/0/1', 81: 'Q1/0/2' }],
    ['a share of 23.1 %', { '23.1 %': 'Q1/0/3' }],
    ['23 % and 3%', { '23 %': 'Q1/0/3', '3%': 'Q1/1/3' }],
    ['−4.6 points (p = 0.13)', { '−4.6 points': 'E1', 0.13: 'E1' }],
    ['95 % interval −10.4 to +1.3 points', { '−10.4': 'E1', '1.3 points': 'E1' }],
    ['from 2020-03-01', { '2020-03-01': 'Q1/0/4' }],
    ['`drug_a` and “drug_b”', { '`drug_a`': 'Q1/0/0', '“drug_b”': 'Q1/1/0' }],
    ['younger than 65', { 65: 'Q1/0/5' }],
  ])('in cells, to the printed precision: %s', (text, expected) => {
    expect(sources(text)).toEqual(expected);
  });

  it.each<[string, string]>([
    ['45', 'Q1/0/2'],
    ['850', 'Q1/0/1'],
    ['1550', 'Q1/0/1'],
    ['2.25', 'Q1/0/2'],
    ['20.1 points', 'Q1/0/3'],
    ['4.3 times', 'Q1/0/1'],
  ])('as difference, sum or ratio of two cells of a row or a column: %s', (text, source) => {
    expect(Object.values(sources(text))[0]).toMatch(new RegExp(`^${source.slice(0, 4)}`));
  });

  it('not as anything of a large result, nor of cells in different rows and columns', () => {
    const large = Array.from({ length: 13 }, (_, n): Value[] => [n * 1000 + 1, n * 1000 + 8.5]);
    expect(sources('7.5', board(large))).toEqual({ 7.5: undefined });
    expect(sources('7.5', board(large.slice(0, 12)))['7.5']).toBeDefined();
    expect(sources('1119', board())).toEqual({ 1119: undefined });
  });

  it('with a unit only as a share of two counts or a difference of two shares', () => {
    const counts = board([
      [40, 160],
      [30, 100],
    ]);
    expect(sources('25.0 % and 45 %', counts)).toEqual({ '25.0 %': 'Q1/0/0', '45 %': undefined });
    const levels = board([
      [0.4, 160],
      [0.25, 100],
    ]);
    expect(sources('15.0 points and 60.0 points', levels)).toEqual({
      '15.0 points': 'Q1/0/0',
      '60.0 points': undefined,
    });
  });

  it('in the statement, in the number of rows, in the question and what was assumed', () => {
    const base = board([[1]]);
    const on: Board = {
      ...base,
      queries: base.queries.map((query) => ({
        ...query,
        sql: 'SELECT x FROM t WHERE age BETWEEN 18 AND 64 LIMIT 10,20',
        rowCount: 4321,
      })),
      investigation: { ...base.investigation, question: 'Who is over 77?', assumptions: ['old: age ≥ 66'] },
    };
    expect(sources('18, 64, 20, 4,321, 77 and 66; `age`', on)).toEqual({
      18: 'Q1',
      64: 'Q1',
      20: 'Q1',
      '4,321': 'Q1',
      77: 'question',
      66: 'question',
      '`age`': 'Q1',
    });
  });

  it('whatever the product prints of a cell', () => {
    const number = fc.double({ min: -5000, max: 5000, noNaN: true });
    fc.assert(
      fc.property(
        number,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 0, max: 5_000_000 }),
        (measure, share, count) => {
          const on = board([[measure, share, count]]);
          const text = `${formatMeasure(measure)} and ${formatShare(share)} and ${formatPoints(share)} and ${formatCount(count)} and ${formatP(share)}`;
          expect(unsupportedIn(text, on.evidence, on), text).toEqual([]);
        },
      ),
    );
  });

  it('a p-value too small to hold', () => {
    const on: Board = { ...boardOf([{ pieces: [{ statistics: estimated(0.1, 0.001, { p: 0 }) }] }]) };
    expect(unsupportedIn(formatP(0), on.evidence, on)).toEqual([]);
  });
});

describe('what is invented is not found', () => {
  it.each([
    ['82 died', ['82']],
    ['a share of 23.2 %', ['23.2 %']],
    ['23.14 of them', ['23.14']],
    ['350.4', ['350.4']],
    ['−4.7 points', ['−4.7 points']],
    ['on 2020-03-02', ['2020-03-02']],
    ['`drug_z`', ['`drug_z`']],
    ['3,50 and 35', ['50', '35']],
  ])('%s', (text, tokens) => {
    const on = board();
    expect(unsupportedIn(text, on.evidence, on)).toEqual(tokens);
  });

  it('a number of evidence that the text does not cite', () => {
    const two = boardOf([{ pieces: [{}, {}] }]);
    const on: Board = {
      ...two,
      queries: two.queries.map((query, index) => ({ ...query, rows: [[index === 0 ? 7001 : 8002]] })),
    };
    expect(unsupportedIn('7001 and 8002', on.evidence.slice(0, 1), on)).toEqual(['8002']);
  });

  it('names and ids are no numbers, nor is the level of an interval', () => {
    expect(sources('H1, drug_2, covid19, B12 and the 95 % interval at 99 % confidence')).toEqual({});
  });

  it('is listed with its place: facts, verdicts, lines of the report', () => {
    const base = board();
    const on: Board = {
      ...base,
      evidence: base.evidence.map((piece) => ({ ...piece, fact: '81 of 999 died' })),
      verdicts: [
        {
          id: 'V1',
          hypothesis: 'H1',
          round: 1,
          proposed: 'supported',
          status: 'supported',
          confidence: 0.93,
          rule: '',
          rationale: '81 or 777, adjusted p = 0.044',
          adjustedP: 0.0443,
          cites: ['E1'],
          by: '',
          at: '',
        },
      ],
      report: 'First: 350 [E1].\n\nThen 555 [E1], and confidence 0.93 [E1].',
    };
    expect(unsupported(on)).toEqual([
      { where: 'E1', tokens: ['999'] },
      { where: 'V1', tokens: ['777'] },
      { where: 'report line 3', tokens: ['555'] },
    ]);
  });
});

describe('a report', () => {
  it('has links from its numbers to their cells', async () => {
    expect(await bindReport('81 of 350, 23.1 % [E1]; not 82.', board())).toBe(
      '[81](#Q1/0/2) of [350](#Q1/0/1), [23.1 %](#Q1/0/3) [E1]; not 82.',
    );
  });

  it('keeps links and code as they are, fenced, indented and inline', async () => {
    const report = ['See [81](#Q1/0/2) and `81`.', '', '```sql', 'SELECT 81', '```', '', '    81', '', '81 [E1]'];
    const bound = await bindReport(report.join('\n'), board());
    expect(bound.split('\n')).toEqual([...report.slice(0, -1), '[81](#Q1/0/2) [E1]']);
  });

  it('is bound again without change', async () => {
    const once = await bindReport('81 of 350, 23.1 % [E1], “drug_a” since 2020-03-01.', board());
    expect(await bindReport(once, board())).toBe(once);
    const on = board();
    expect(unsupportedIn(once, on.evidence, on)).toEqual([]);
  });

  it('cites the evidence that its lines name', () => {
    expect(citedBy('as [E2], E12 and (#E2) say, not E0 nor DE3 or E')).toEqual(['E2', 'E12']);
  });
});
