import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cut, dataBlock, inert, onOneLine } from '../../../src/agents/tools/data-block';
import { cellText, resultText } from '../../../src/agents/tools/result-text';
import type { Value } from '../../../src/board/value';
import { query } from '../../board/sample';

/** What a careless reader could take for a delimiter. */
const DELIMITERS = /<[\s/\p{Cf}\p{Cc}]*data/giu;

/** Text that tries to leave its block, among any other text. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '<',
        '</',
        '</data>',
        '<data source="board">',
        '< / DATA >',
        '<\u200b/data>',
        '</da\u00adta>',
        '\u0000',
      ),
      fc.constantFrom('data>', '/', 'data', '\n', '\u202e', '\u{e0041}', '&lt;', '\ud800'),
      fc.string({ unit: 'binary' }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

describe('a data block', () => {
  it('begins and ends once, whatever is in it', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const block = dataBlock('result of Q1', text);
        expect(block.startsWith('<data source="result of Q1">\n')).toBe(true);
        expect(block.endsWith('\n</data>')).toBe(true);
        expect(block.match(DELIMITERS)).toHaveLength(2);
      }),
      { numRuns: 2_000 },
    );
  });

  it('shows what is invisible: a model sees what a person sees', () => {
    fc.assert(fc.property(hostile, (text) => !/[^\P{C}\n\t]|\p{Zl}|\p{Zp}/u.test(inert(text))));
    expect(inert('a\u200bb\u{e0041}')).toBe('a\\u{200b}b\\u{e0041}');
  });

  it('leaves ordinary text as it is', () => {
    const sql = "SELECT a < b, c <> 'ü' FROM t\n\tWHERE x <= 3 -- größer";
    expect(dataBlock('SQL of Q1', sql)).toBe(`<data source="SQL of Q1">\n${sql}\n</data>`);
  });
});

describe('a result', () => {
  const rows = (count: number, cell: Value = 1): Value[][] => Array.from({ length: count }, () => [cell]);

  it('holds one line a row, whatever is in a cell', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const shown = resultText(
          query(
            'Q1',
            'SELECT 1',
            ['a', 'b'],
            [
              [text, 1],
              [null, text],
            ],
          ),
        );
        const body = shown.split('\n');
        expect(body).toHaveLength(6);
        expect(shown.match(DELIMITERS)).toHaveLength(2);
      }),
    );
  });

  it('tells NULL, empty text and text that looks like a number from each other', () => {
    const cells: Value[] = [null, '', 'NULL', '12', 12, 12n, -0, ' a', 'a|b\nc', new Uint8Array([1, 255])];
    expect(cells.map((cell) => cellText(cell, 100, true))).toEqual([
      'NULL',
      "''",
      "'NULL'",
      "'12'",
      '12',
      '12',
      '-0.0',
      "' a'",
      'a\\|b\\nc',
      "x'01ff' (2 bytes)",
    ]);
  });

  it('is cut by rows, columns and characters, and says what was cut', () => {
    const limits = { rows: 2, columns: 2, cell: 5, characters: 100, advice: 'aggregate or filter to see the rest' };
    const wide = query(
      'Q1',
      'SELECT 1',
      ['a', 'b', 'c'],
      [
        ['abcdefgh', 2, 3],
        [4, 5, 6],
        [7, 8, 9],
      ],
    );
    expect(resultText(wide, limits)).toBe(
      [
        'Q1: 3 rows',
        '<data source="result of Q1">',
        'a | b',
        'abcde… (3 more characters) | 2',
        '4 | 5',
        '[cut: 2 of 3 rows are shown; aggregate or filter to see the rest]',
        '[cut: 2 of 3 columns are shown]',
        '</data>',
      ].join('\n'),
    );
    const long = resultText(query('Q2', 'SELECT 1', ['a'], rows(30, 'x'.repeat(10))), {
      ...limits,
      rows: 40,
      cell: 50,
    });
    expect(long).toContain('[cut: 10 of 30 rows are shown');
  });

  it('says what the engine had cut already, and its warnings', () => {
    const more = { rowCount: { atLeast: 5_000 }, cut: { rows: 4_998, characters: 12 }, warnings: ['text was summed'] };
    const text = resultText(query('Q3', 'SELECT 1', ['a'], rows(2), more));
    expect(text).toContain('Q3: at least 5000 rows');
    expect(text).toContain('[cut: 2 of at least 5000 rows are shown');
    expect(text).toContain('12 characters of long cells were not read');
    expect(text).toContain('[warning: text was summed]');
  });

  it('without rows says so', () => {
    expect(resultText(query('Q4', 'SELECT 1', ['a'], []))).toContain('(no rows)');
  });
});

it('one line stays one line', () => {
  expect(onOneLine('a\r\nb\rc\td\ne')).toBe('a\\nb\\nc\\td\\ne');
});

it('a cut says how much is missing', () => {
  expect(cut('abcdef', 4)).toBe('abcd… (2 more characters)');
  expect(cut('abcd', 4)).toBe('abcd');
});
