import { describe, expect, test } from 'vitest';
import { fakeDatabase } from '../fakes/database';
import { ask, NUMBERS } from './engine';

const database = await fakeDatabase(`
  CREATE TABLE t (a, b TEXT, c REAL);
  INSERT INTO t VALUES (1, 'one', 1.5), (2, '2', 2.5), (3, NULL, NULL), (2, '2', 2.5);
`);

describe('values arrive as the database holds them', () => {
  test.each([
    ['NULL', null],
    ["''", ''],
    ['0', 0],
    ['-0.0', -0],
    ['9007199254740991', 9007199254740991],
    ['-9007199254740991', -9007199254740991],
    ['9007199254740993', 9007199254740993n],
    ['9223372036854775807', 9223372036854775807n],
    ['-9223372036854775808', -9223372036854775808n],
    ['1e300 * 1e300', Infinity],
    ['-1e300 * 1e300', -Infinity],
    ['0.1 + 0.2', 0.1 + 0.2],
    ["'größe 🕵'", 'größe 🕵'],
    ["CAST(X'efbbbf61' AS TEXT)", '\ufeffa'],
    ["CAST(X'610062' AS TEXT)", 'a\0b'],
    ["'\ufffd'", '\ufffd'],
    ["X'00ff'", Uint8Array.of(0, 255)],
    ["X''", new Uint8Array()],
    ["CAST(X'ff61' AS TEXT)", Uint8Array.of(255, 97)],
  ])('%s', async (sql, value) => {
    expect((await ask(database, `SELECT ${sql}`)).rows).toStrictEqual([[value]]);
  });

  test('columns keep duplicate names', async () => {
    expect(await ask(database, 'SELECT 1 AS a, 2 AS a, 3 AS "a b"')).toMatchObject({
      columns: ['a', 'a', 'a b'],
      rows: [[1, 2, 3]],
    });
  });

  test('text of a UTF-16 database', async () => {
    const wide = await fakeDatabase("PRAGMA encoding = 'UTF-16le'; CREATE TABLE t (a); INSERT INTO t VALUES ('größe')");
    expect((await ask(wide, 'SELECT a FROM t')).rows).toEqual([['größe']]);
  });

  test("built-in functions are SQLite's own, not sql.js's", async () => {
    const sql = "SELECT log(100), ceil(1.5), power(2, 10), sign(-2), instr('abc', 'c'), substr('abc', -1)";
    expect((await ask(database, sql)).rows).toEqual([[2, 2, 1024, -1, 3, 'c']]);
  });
});

describe('digests', () => {
  const digest = async (sql: string): Promise<string> => (await ask(database, sql)).digest;

  test('do not depend on the order of rows that nobody ordered', async () => {
    const plain = await digest('SELECT a, b FROM t');
    expect(plain).toMatch(/^multiset:/);
    expect(await digest('SELECT * FROM (SELECT a, b FROM t ORDER BY a DESC)')).toBe(plain);
  });

  test('depend on the order of rows that were ordered', async () => {
    const ascending = await digest('SELECT a, b FROM t ORDER BY a');
    expect(ascending).toMatch(/^sha256:/);
    expect(await digest('SELECT a, b FROM t ORDER BY a DESC')).not.toBe(ascending);
    expect(await digest('SELECT a, b FROM t ORDER BY a')).toBe(ascending);
  });

  test('an ORDER BY inside parentheses orders nothing', async () => {
    expect(await digest('SELECT row_number() OVER (ORDER BY a) FROM t')).toMatch(/^multiset:/);
  });

  test('tell apart what looks alike', async () => {
    const values = [
      '1',
      '1.0',
      "'1'",
      "X'31'",
      'NULL',
      "''",
      "X''",
      '0',
      '0.0',
      '-0.0',
      "'a', 'bc'",
      "'ab', 'c'",
      '2',
      "'1', 1",
    ];
    for (const order of ['', ' ORDER BY 1']) {
      const digests = await Promise.all(values.map((value) => digest(`SELECT ${value}${order}`)));
      expect(new Set(digests).size).toBe(values.length);
    }
  });

  test('count duplicates', async () => {
    const digests = ['(1)', '(1), (1)', '(1), (1), (1)'].map((rows) => digest(`VALUES ${rows}`));
    expect(new Set(await Promise.all(digests)).size).toBe(3);
  });

  test('cover rows that were not handed out', async () => {
    const [short, long] = [await ask(database, NUMBERS(1001)), await ask(database, NUMBERS(1002))];
    expect(short.rows).toEqual(long.rows);
    expect(short.digest).not.toBe(long.digest);
  });
});

describe('what is cut is told', () => {
  test('rows beyond the limit', async () => {
    const result = await ask(database, NUMBERS(5000), { rows: 10 });
    expect(result).toMatchObject({ rowCount: 5000, cut: { rows: 4990, characters: 0 } });
    expect(result.rows).toHaveLength(10);
  });

  test('rows beyond the bytes', async () => {
    const result = await ask(database, "SELECT printf('%.100c', 'x') FROM (" + NUMBERS(100) + ')', { bytes: 1000 });
    expect(result).toMatchObject({ rowCount: 100, cut: { rows: 90, characters: 0 } });
  });

  test('characters of long cells, never half a character', async () => {
    const result = await ask(database, "SELECT 'abcdef', 'ab🕵', X'010203'", { cell: 2 });
    expect(result.rows).toEqual([['ab', 'ab', Uint8Array.of(1, 2)]]);
    expect(result.cut).toEqual({ rows: 0, characters: 4 + 2 + 1 });
    expect((await ask(database, "SELECT 'a🕵'", { cell: 2 })).rows).toEqual([['a']]);
  });

  test('nothing is said when all was handed out', async () => {
    expect(await ask(database, 'SELECT 1')).not.toHaveProperty('cut');
  });

  test('a long cell is hashed whole', async () => {
    const one = await ask(database, "SELECT 'abc'", { cell: 2 });
    const other = await ask(database, "SELECT 'abd'", { cell: 2 });
    expect(one.rows).toEqual(other.rows);
    expect(one.digest).not.toBe(other.digest);
  });
});

describe('warnings', () => {
  test('text summed as numbers', async () => {
    for (const sql of [
      'SELECT sum(b) FROM t',
      'SELECT avg(DISTINCT t."b") FROM t',
      'SELECT a, total(x.b) FROM t x GROUP BY a',
    ]) {
      expect((await ask(database, sql)).warnings).toEqual([expect.stringContaining('the column is text')]);
    }
  });

  test('none for numbers, nor for text that is converted', async () => {
    for (const sql of [
      'SELECT sum(c), sum(a) FROM t',
      'SELECT sum(CAST(b AS REAL)) FROM t',
      'SELECT max(b), count(b) FROM t',
      'SELECT sum(b) FROM (SELECT CAST(b AS REAL) AS b FROM t)',
    ]) {
      expect((await ask(database, sql)).warnings).toEqual([]);
    }
  });
});

test('a deadline behind the rows handed out gives them, and at least how many there are', async () => {
  const result = await ask(database, NUMBERS(1e9), { rows: 3, milliseconds: 200 });
  expect(result.rows).toEqual([[1], [2], [3]]);
  expect(result.rowCount).toMatchObject({ atLeast: expect.any(Number) as number });
  expect(result.digest).toBe((await ask(database, NUMBERS(3))).digest);
});

test('an error of SQLite is told in its words', async () => {
  await expect(ask(database, 'SELECT nope FROM t')).rejects.toMatchObject({
    kind: 'sql',
    message: 'no such column: nope',
  });
  await expect(ask(database, 'SELECT FROM')).rejects.toMatchObject({ kind: 'sql' });
});
