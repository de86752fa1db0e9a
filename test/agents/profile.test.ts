import { describe, expect, it } from 'vitest';
import { covariatesOf, mayMediate, type Comparison } from '../../src/agents/analysis/covariates';
import { addMonths, dateFormatOf, dayNumber, daySql, isoDay } from '../../src/agents/analysis/dates';
import { Keys } from '../../src/agents/analysis/keys';
import { profileTable } from '../../src/agents/analysis/profile';
import { stemOf, wordsOf } from '../../src/agents/analysis/words';
import { yesNoOf } from '../../src/agents/analysis/describe';
import type { Value } from '../../src/board/value';
import { quoteValue } from '../../src/database/quote';
import { never, readerOf } from './data-reader';

/** The profile of a column that holds the values, in a table with a key. */
async function profiled(declared: string, values: readonly Value[], more = '') {
  const rows = values.map((value, index) => `(${index + 1}, ${quoteValue(value)})`);
  const [name = ''] = declared.split(' ');
  const data = await readerOf(
    `CREATE TABLE t (pk INTEGER PRIMARY KEY, ${declared}); INSERT INTO t (pk, ${name}) VALUES ${rows.join(', ')};${more}`,
  );
  const [table] = data.schema.tables;
  const found = table && (await profileTable(table, data, never)).find(({ column }) => column === name);
  if (!found) throw new Error('no profile');
  return found;
}

const range = (count: number, value: (n: number) => Value): Value[] =>
  Array.from({ length: count }, (_, n) => value(n));

describe('what a column holds', () => {
  it.each<[string, string, Value[], string]>([
    ['few texts', 'x TEXT', ['a', 'b', 'a', 'b'], 'category'],
    ['a different text in every row', 'x TEXT', ['a', 'b', 'c'], 'text'],
    ['many texts', 'x TEXT', range(120, (n) => `v${n % 60}`), 'text'],
    ['two numbers', 'x REAL', [0.5, 1.5, 0.5], 'category'],
    ['few whole numbers', 'x INTEGER', range(40, (n) => n % 12), 'category'],
    ['few fractions', 'x REAL', range(40, (n) => (n % 12) / 10), 'number'],
    ['many whole numbers', 'x INTEGER', range(40, (n) => n % 13), 'number'],
    ['whole numbers that name rows', 'order_no INTEGER', range(40, (n) => 1000 + n), 'key'],
    ['the same without a telling name', 'weight INTEGER', range(40, (n) => 1000 + n), 'number'],
    ['nothing', 'x TEXT', [null, null], 'empty'],
    ['numbers with a text among them', 'x', [...range(80, (n) => n % 40), 'n/a'], 'category'],
    ['numbers as text', 'x TEXT', ['1', '2', '1'], 'category'],
    ['dates', 'x TEXT', ['2024-01-01', '2024-12-31', '2024-01-01'], 'date'],
    ['a year, which is a number', 'year INTEGER', range(40, (n) => 1980 + n), 'number'],
  ])('%s', async (_, declared, values, kind) => {
    expect((await profiled(declared, values)).kind).toBe(kind);
  });

  it('with counts, bounds and values, most frequent first', async () => {
    expect(await profiled('x TEXT', ['b', 'a', 'b', null, ''])).toMatchObject({
      rows: 5,
      filled: 4,
      distinct: 3,
      least: '',
      greatest: 'b',
      values: [
        { value: 'b', n: 2 },
        { value: '', n: 1 },
        { value: 'a', n: 1 },
      ],
    });
  });

  it('keeps 1 and the text 1 apart', async () => {
    expect((await profiled('x', [1, '1', 1])).values).toEqual([
      { value: 1, n: 2 },
      { value: '1', n: 1 },
    ]);
  });

  it('is a key where it refers to another table', async () => {
    const data = await readerOf(
      'CREATE TABLE a (id INTEGER PRIMARY KEY); CREATE TABLE b (n INTEGER PRIMARY KEY, a_ref INTEGER REFERENCES a); INSERT INTO a VALUES (1); INSERT INTO b VALUES (1, 1), (2, 1);',
    );
    const table = data.schema.tables.find(({ name }) => name === 'b');
    const profiles = table ? await profileTable(table, data, never) : [];
    expect(profiles.map(({ column, kind }) => [column, kind])).toEqual([
      ['n', 'key'],
      ['a_ref', 'key'],
    ]);
  });

  it('costs two statements a table, asked once', async () => {
    const data = await readerOf("CREATE TABLE t (a TEXT, b TEXT); INSERT INTO t VALUES ('x', 'y'), ('x', 'z');");
    const [table] = data.schema.tables;
    if (table) for (let time = 0; time < 2; time++) await profileTable(table, data, never);
    expect(data.asked).toHaveLength(2);
  });
});

describe('dates', () => {
  it.each<[string, string, Value, Value]>([
    ['iso', 'x', '2024-01-31', '2024-12-01'],
    ['iso', 'x', '2024-01-31T10:00:00Z', '2024-12-01 23:59'],
    ['slashed', 'x', '2024/01/31', '2024/12/01'],
    ['compact', 'x', '20240131', '20241201'],
    ['compact', 'order_date', 20240131, 20241201],
    ['day.month.year', 'x', '31.01.2024', '01.12.2024'],
    ['month/day/year', 'x', '01/31/2024', '12/01/2024'],
    ['epoch seconds', 'created_at', 1706659200, 1733011200],
    ['epoch milliseconds', 'created_at', 1706659200000, 1733011200000],
    ['julian day', 'day', 2460340.5, 2460645.5],
  ])('stored as %s are read as calendar days', async (format, column, earlier, later) => {
    const bounds = typeof earlier === 'string' && earlier > String(later) ? [later, earlier] : [earlier, later];
    expect(dateFormatOf(column, bounds[0] ?? null, bounds[1] ?? null)).toBe(format);
    const data = await readerOf('CREATE TABLE t (x);');
    const read = async (value: Value) =>
      (
        await data.run(
          `SELECT ${daySql('x', format as Parameters<typeof daySql>[1])} FROM (SELECT ${quoteValue(value)} AS x)`,
          '',
          never,
        )
      ).rows[0]?.[0];
    expect([await read(earlier), await read(later)]).toEqual(['2024-01-31', '2024-12-01']);
  });

  it.each<[string, Value, Value]>([
    ['amount', 20240131, 20241201],
    ['amount', 1706659200, 1733011200],
    ['year', 1980, 2024],
    ['x', '2024-01-31', 'unknown'],
    ['x', '2024-01-31', '2024/12/01'],
    ['x', '31/01/2024', '31/12/2024'],
    ['x', '2024-13-01', '2024-14-01'],
    ['x', null, null],
  ])('are not seen in %s from %s to %s', (column, least, greatest) => {
    expect(dateFormatOf(column, least, greatest)).toBeUndefined();
  });

  it('are counted and shifted by the calendar', () => {
    expect(dayNumber('1970-01-02')).toBe(1);
    expect(isoDay(dayNumber('2024-02-28') + 1)).toBe('2024-02-29');
    expect(addMonths('2024-01-31', 1)).toBe('2024-02-29');
    expect(addMonths('2024-03-31', -1)).toBe('2024-02-29');
    expect(addMonths('2024-12-15', 1)).toBe('2025-01-15');
    expect(addMonths('2024-01-15', -12)).toBe('2023-01-15');
  });
});

describe('covariates', () => {
  const CLINIC = `
    CREATE TABLE wards (ward_id INTEGER PRIMARY KEY, floor TEXT, n TEXT);
    CREATE TABLE patients (patient_id INTEGER PRIMARY KEY, age INTEGER, sex TEXT, Floor TEXT, level TEXT, comment TEXT, discharge_date TEXT, length_of_stay INTEGER, drug TEXT, died INTEGER, ward_id INTEGER REFERENCES wards);
    CREATE TABLE conditions (id INTEGER PRIMARY KEY, patient_id INTEGER REFERENCES patients, condition TEXT);
    INSERT INTO wards VALUES (1, 'up', 'p'), (2, 'down', 'q'), (3, 'up', 'p');
    INSERT INTO patients WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 60)
      SELECT n, 20 + n, iif(n % 2, 'f', 'm'), iif(n % 3, 'x', 'y'), iif(n % 4, 'lo', 'hi'), 'note ' || n, '2024-01-01', n % 9, iif(n % 2, 'a', 'b'), n % 2, 1 + n % 3 FROM c;
    INSERT INTO conditions SELECT NULL, patient_id, iif(patient_id % 2, 'asthma', 'copd') FROM patients UNION ALL SELECT NULL, patient_id, 'obesity' FROM patients WHERE patient_id % 5 = 0;`;

  async function labels(more: Partial<Comparison> = {}, sql = CLINIC): Promise<readonly string[]> {
    const data = await readerOf(sql);
    const comparison: Comparison = {
      unit: 'patients',
      population: [],
      exposure: { column: { table: 'patients', column: 'drug' }, is: 'a' },
      outcome: { column: { table: 'patients', column: 'died' }, event: 1 },
      ...more,
    };
    return (await covariatesOf(comparison, new Keys(data.schema, data), data, never)).map(({ label }) => label);
  }

  it('are the other columns of the unit and around it, with flags for those of many rows; labels never collide', async () => {
    expect(await labels()).toEqual(
      expect.arrayContaining([
        'age (quarters)',
        'sex',
        'Floor',
        'patients.level',
        'wards.floor',
        'wards.n',
        'condition = asthma',
        'condition = copd',
      ]),
    );
  });

  it('are none of what is compared, free text, dates, keys of rows, nor what comes after the outcome', async () => {
    const found = await labels();
    for (const column of ['drug', 'died', 'comment', 'discharge_date', 'length_of_stay', 'patient_id'])
      expect(
        found.filter((label) => label.includes(column)),
        column,
      ).toEqual([]);
  });

  it('are none that a population fixes to one value; a range leaves something to adjust for', async () => {
    const where = (is: string | { atLeast: number }, column: string) =>
      labels({ population: [{ column: { table: 'patients', column }, is }] });
    expect(await where('f', 'sex')).not.toContain('sex');
    expect(await where({ atLeast: 50 }, 'age')).toContain('age (quarters)');
  });

  it('may mediate when the exposure is inborn and they are not', async () => {
    const covariate = (column: string) => ({
      label: column,
      column: { table: 'patients', column },
      inQuarters: false,
      levels: 2,
    });
    const by = (column: string) => ({ column: { table: 'patients', column }, is: 'x' });
    expect(mayMediate(covariate('department'), by('gender'))).toBe(true);
    expect(mayMediate(covariate('age'), by('gender'))).toBe(false);
    expect(mayMediate(covariate('department'), by('drug'))).toBe(false);
  });
});

describe('words', () => {
  it.each([
    ['TechSupport', ['tech', 'support']],
    ['tech_support', ['tech', 'support']],
    ['HTTPServer2', ['http', 'server', '2']],
    ['Größe (cm)', ['große', 'cm']],
    ['  ', []],
  ])('of %s', (text, expected) => {
    expect(wordsOf(text)).toEqual(expected);
  });

  it.each([
    ['patients', 'patient'],
    ['died', 'death'],
    ['women', 'woman'],
    ['fell', 'falling'],
  ])('%s and %s have one stem', (left, right) => {
    expect(stemOf(left)).toBe(stemOf(right));
  });

  it.each<[Value[], Value[] | undefined]>([
    [
      ['Yes', 'No'],
      ['Yes', 'No'],
    ],
    [
      [0, 1],
      [1, 0],
    ],
    [
      ['0', '1'],
      ['1', '0'],
    ],
    [
      ['yes', 'no', 'unknown'],
      ['yes', 'no'],
    ],
    [[0, 1, 2], undefined],
    [
      ['Y', 'N'],
      ['Y', 'N'],
    ],
    [['t', 'f', 'x'], undefined],
    [
      ['true', 'FALSE'],
      ['true', 'FALSE'],
    ],
    [['a', 'b'], undefined],
  ])('%s say yes and no', (values, expected) => {
    const said = yesNoOf(values);
    expect(said && [said.yes, said.no]).toEqual(expected);
  });
});
