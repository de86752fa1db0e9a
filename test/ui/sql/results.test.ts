import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Value } from '../../../src/board/value';
import { shownCell, shownColumns, wholeCell } from '../../../src/ui/sql/results/cells';
import { formulasIn, toCsv, toJson, toMarkdown, toTsv } from '../../../src/ui/sql/results/export';
import { orderedRows } from '../../../src/ui/sql/results/order';

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

describe('rows in order', () => {
  const column: readonly Value[] = [
    null,
    'b',
    9_007_199_254_740_993n,
    9_007_199_254_740_992,
    bytes(1, 2),
    '',
    -1.5,
    bytes(1),
    'B',
    null,
    -9_223_372_036_854_775_808n,
    'a',
    -Infinity,
  ];
  const rows = column.map((value) => [value]);
  const ordered = (direction: 'ascending' | 'descending'): Value[] =>
    [...orderedRows(rows, { column: 0, direction })].map((row) => rows[row]?.[0] ?? null);

  test('numbers exactly, then text, then bytes, NULLs last', () => {
    expect(ordered('ascending')).toEqual([
      -Infinity,
      -9_223_372_036_854_775_808n,
      -1.5,
      9_007_199_254_740_992,
      9_007_199_254_740_993n,
      '',
      'B',
      'a',
      'b',
      bytes(1),
      bytes(1, 2),
      null,
      null,
    ]);
  });

  test('NULLs last in the other direction too', () => {
    const values = ordered('descending');
    expect(values.slice(-2)).toEqual([null, null]);
    expect(values.slice(0, -2)).toEqual(ordered('ascending').slice(0, -2).toReversed());
  });

  test('equal rows stay as they came, in both directions', () => {
    const many = Array.from({ length: 1_000 }, (_, row) => [row % 3, row]);
    for (const direction of ['ascending', 'descending'] as const) {
      const order = [...orderedRows(many, { column: 0, direction })];
      expect(order.toSorted((a, b) => a - b)).toEqual([...many.keys()]);
      for (const [at, row] of order.entries()) {
        const before = order[at - 1];
        if (before !== undefined && many[before]?.[0] === many[row]?.[0]) expect(before).toBeLessThan(row);
      }
    }
  });
});

describe('cells', () => {
  test('NULL, the text NULL, the empty text and numbers are told apart', () => {
    expect([null, 'NULL', '', 0, '0', -0, 9_007_199_254_740_993n, Infinity].map(shownCell)).toEqual([
      { kind: 'null', text: 'NULL' },
      { kind: 'text', text: 'NULL' },
      { kind: 'text', text: '' },
      { kind: 'number', text: '0' },
      { kind: 'text', text: '0' },
      { kind: 'number', text: '-0.0' },
      { kind: 'number', text: '9007199254740993' },
      { kind: 'number', text: 'Inf' },
    ]);
  });

  test('long text is cut and its lines are marked; the whole keeps them', () => {
    const text = `first\r\nsecond\n${'x'.repeat(5_000)}`;
    const cell = shownCell(text);
    expect(cell).toMatchObject({ kind: 'text', cut: true });
    expect(cell.text).toMatch(/^first↵second↵x+$/);
    expect(wholeCell(text)).toBe(text.replace('\r', ''));
  });

  test('nothing in a cell hides or reorders what stands beside it', () => {
    expect(shownCell('a\u202Eb\u0007c').text).toBe('a\uFFFDb\uFFFDc');
    expect(wholeCell('a\u202Eb')).toBe('a\uFFFDb');
  });

  test('bytes are hexadecimal, whole as lines of eight', () => {
    expect(shownCell(bytes(0, 255))).toEqual({ kind: 'bytes', text: "x'00FF'" });
    expect(wholeCell(Uint8Array.from({ length: 10 }, (_, at) => 0x41 + at))).toBe(
      '00000000  41 42 43 44 45 46 47 48  ABCDEFGH\n' + '00000008  49 4A                    IJ',
    );
  });

  test('a column is numeric when most of what it holds are numbers', () => {
    const rows: Value[][] = [
      [1, 'a', null],
      [null, 2, null],
      [3n, 'c', null],
    ];
    expect(shownColumns(['n', 'long name', 'x'], rows)).toEqual([
      { name: 'n', numeric: true, characters: 4 },
      { name: 'long name', numeric: false, characters: 9 },
      { name: 'x', numeric: false, characters: 4 },
    ]);
  });

  test('a column is as wide as its values are, the last ones too', () => {
    const rows = Array.from({ length: 10_001 }, (_, row) => [row]);
    expect(shownColumns(['n'], rows)).toEqual([{ name: 'n', numeric: true, characters: 5 }]);
  });
});

describe('exports', () => {
  const table = {
    columns: ['id', 'na,me', 'id'],
    rows: [
      [1, '', null],
      [9_007_199_254_740_993n, 'a "b"\nc', bytes(10, 255)],
      [-1.5, '=1+1', '-3'],
    ],
  };

  test('CSV tells NULL from the empty text, and guards formulas but not numbers', () => {
    expect(toCsv(table)).toBe('id,"na,me",id\r\n1,"",\r\n9007199254740993,"a ""b""\nc",0x0AFF\r\n-1.5,\'=1+1,\'-3\r\n');
    expect(formulasIn(table)).toBe(2);
  });

  test('no cell of a CSV file begins a formula, and every field reads back', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.oneof(fc.string(), fc.integer())), { minLength: 1 }), (rows) => {
        const guarded = (value: string | number): string =>
          typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
        expect(readCsv(toCsv({ columns: ['a', 'b'], rows })).slice(1)).toEqual(rows.map((row) => row.map(guarded)));
      }),
    );
  });

  test('JSON is exact and gives columns of one name names of their own', () => {
    expect(JSON.parse(toJson(table))).toEqual([
      { id: 1, 'na,me': '', 'id (2)': null },
      { id: { $integer: '9007199254740993' }, 'na,me': 'a "b"\nc', 'id (2)': { $bytes: 'Cv8=' } },
      { id: -1.5, 'na,me': '=1+1', 'id (2)': '-3' },
    ]);
    expect(toJson({ columns: ['a'], rows: [] })).toBe('[]\n');
  });

  test('Markdown is a table in which nothing of the data is Markdown', () => {
    expect(
      toMarkdown({
        columns: ['n', 'a|b'],
        rows: [
          [1, '<img>'],
          [null, '[x](http://y)\n`z`'],
        ],
      }),
    ).toBe('| n | a\\|b |\n| --: | --- |\n| 1 | \\<img\\> |\n| NULL | \\[x\\](http://y) \\`z\\` |\n');
  });

  test('the clipboard gets tabs and lines, with titles when asked', () => {
    expect(toTsv(table, { headers: false })).toBe('1\t\t\n9007199254740993\t"a ""b""\nc"\t0x0AFF\n-1.5\t=1+1\t-3');
    expect(toTsv(table, { headers: true }).split('\n')[0]).toBe('id\tna,me\tid');
  });
});

/** RFC 4180, as a spreadsheet reads it. */
function readCsv(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  for (const [, quoted, bare, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r\n)/g)) {
    record.push(quoted === undefined ? (bare ?? '') : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    records.push(record);
    record = [];
  }
  return records;
}
