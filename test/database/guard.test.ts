import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fakeDatabase } from '../fakes/database';
import { ask, databaseFile, engineOn } from './engine';

const database = await fakeDatabase(`
  CREATE TABLE t (a, drug TEXT);
  INSERT INTO t VALUES (1, 'x'), (2, 'y');
  CREATE VIEW sloppy AS SELECT count(*) AS n FROM t WHERE drug = "x";
`);

describe('what does more than read is refused', () => {
  test.each([
    'INSERT INTO t VALUES (3, 3)',
    'UPDATE t SET a = 0',
    'DELETE FROM t',
    'REPLACE INTO t VALUES (1, 1)',
    'DROP TABLE t',
    'CREATE TABLE u (a)',
    'CREATE TEMP TABLE u (a)',
    'ALTER TABLE t RENAME TO u',
    'WITH x AS (SELECT 1) DELETE FROM t',
    'WITH x AS (SELECT 1) INSERT INTO t SELECT 1, 1',
    'WITH x(a) AS (VALUES (1)) UPDATE t SET a = (SELECT a FROM x)',
    'EXPLAIN DELETE FROM t',
    'EXPLAIN QUERY PLAN WITH x AS (SELECT 1) DELETE FROM t',
    '/* SELECT */ DELETE FROM t',
    '-- SELECT 1\nDELETE FROM t',
    "ATTACH 'other.sqlite' AS other",
    "VACUUM INTO 'copy.sqlite'",
    'VACUUM',
    'REINDEX',
    'ANALYZE',
    'BEGIN',
    'COMMIT',
    'SAVEPOINT s',
    'PRAGMA query_only = 0',
    'PRAGMA main.query_only(0)',
    'PRAGMA "query_only" = 0',
    'PRAGMA writable_schema = 1',
    'PRAGMA journal_mode = WAL',
    'PRAGMA user_version = 7',
    'PRAGMA hard_heap_limit = 0',
    'PRAGMA trusted_schema = 1',
    'PRAGMA optimize',
    'PRAGMA wal_checkpoint',
  ])('%s', async (sql) => {
    await expect(ask(database, sql)).rejects.toMatchObject({ name: 'QueryError', kind: 'refused', sql });
  });

  test('load_extension does not exist', async () => {
    await expect(ask(database, "SELECT load_extension('x')")).rejects.toMatchObject({ name: 'QueryError' });
  });

  test('a table-valued PRAGMA cannot set anything', async () => {
    await expect(ask(database, "SELECT * FROM pragma_query_only('0')")).rejects.toMatchObject({ name: 'QueryError' });
    expect((await ask(database, "SELECT name FROM pragma_table_info('t')")).rows).toEqual([['a'], ['drug']]);
  });
});

describe('exactly one statement runs', () => {
  test.each([
    'SELECT 1; SELECT 2',
    'SELECT 1; DELETE FROM t',
    'SELECT 1;;SELECT 2',
    'SELECT 1 /* ; */ ; /* hidden */ DELETE FROM t -- end',
    'SELECT 1; not even SQL',
    'SELECT 1\0; DELETE FROM t',
    '',
    ' \n-- nothing\n',
    ';',
  ])('%j is refused', async (sql) => {
    await expect(ask(database, sql)).rejects.toMatchObject({ name: 'QueryError', kind: 'refused' });
  });

  test.each(['SELECT 1;', 'SELECT 1 ; -- end', '/* start; */ SELECT 1; /* end; */ ;', "SELECT 1 WHERE ';' = ';'"])(
    '%j runs',
    async (sql) => expect((await ask(database, sql)).rows).toEqual([[1]]),
  );

  test('a parameter without a value is refused, as SQLite would take NULL for it', async () => {
    for (const sql of ['SELECT ?', 'SELECT :a', 'SELECT @a', 'SELECT $a', 'SELECT ?1']) {
      await expect(ask(database, sql)).rejects.toThrow('has no value');
    }
    expect((await ask(database, "SELECT ':a', '12:30'")).rows).toEqual([[':a', '12:30']]);
  });
});

test('reading statements of every kind run', async () => {
  for (const sql of [
    'VALUES (1)',
    'WITH x AS (SELECT 1) SELECT * FROM x',
    'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 3) SELECT max(n) FROM c',
    'EXPLAIN SELECT 1',
    'EXPLAIN QUERY PLAN WITH x AS (SELECT a FROM t) SELECT * FROM x',
    'PRAGMA table_info(t)',
    'PRAGMA main.index_list("t")',
    'PRAGMA foreign_key_check',
    'PRAGMA user_version',
    "SELECT replace('a', 'a', 'b') FROM t",
    'SELECT * FROM sqlite_schema',
  ]) {
    await expect(ask(database, sql)).resolves.toBeDefined();
  }
});

test('no text makes the data differ afterwards', async () => {
  const words = [
    'SELECT',
    'DELETE',
    'FROM',
    't',
    ';',
    '--',
    '/*',
    '*/',
    '\n',
    "'",
    '"',
    '1',
    'WITH',
    'x',
    'AS',
    '(',
    ')',
  ];
  const rest = [
    'PRAGMA',
    'query_only',
    '=',
    'INSERT',
    'INTO',
    'VALUES',
    'EXPLAIN',
    '\0',
    ',',
    'UPDATE',
    'SET',
    'a',
    '*',
  ];
  const digest = (await ask(database, 'SELECT * FROM t')).digest;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...words, ...rest), { maxLength: 12 }), async (pieces) => {
      await ask(database, pieces.join(' '), { milliseconds: 200 }).catch(() => undefined);
      expect((await ask(database, 'SELECT * FROM t')).digest).toBe(digest);
    }),
  );
});

describe('a misspelt name in double quotes', () => {
  test('is an error, not a text', async () => {
    for (const sql of [
      'SELECT count(*) FROM t WHERE "drgu" = \'x\'',
      'SELECT count(*) FROM t WHERE t."drgu" = \'x\'',
      'SELECT "drgu" FROM t',
      'WITH x AS (SELECT * FROM t WHERE "drgu" = 1) SELECT count(*) FROM x',
    ]) {
      await expect(ask(database, sql)).rejects.toMatchObject({
        kind: 'sql',
        message: expect.stringMatching(/(unknown|no such) column: "?(t\.)?drgu/) as string,
      });
    }
  });

  test('names that exist in any form stay names', async () => {
    const odd = await fakeDatabase(
      'CREATE TABLE "a ""b""" ("select" INT, "c`d" INT); INSERT INTO "a ""b""" VALUES (1, 2)',
    );
    const sql = 'SELECT "select" AS "out put", "x"."c`d" FROM "a ""b""" AS "x" ORDER BY "out put", "rowid"';
    expect(await ask(odd, sql)).toMatchObject({ columns: ['out put', 'c`d'], rows: [[1, 2]] });
  });

  test("users' views that use such texts still work", async () => {
    expect((await ask(database, 'SELECT n FROM "sloppy"')).rows).toEqual([[1]]);
  });
});

test('nothing is written to the file or beside it', async () => {
  const file = await databaseFile('CREATE TABLE t (a); INSERT INTO t VALUES (1)');
  const before = readFileSync(file);
  const opened = await engineOn(file);
  await ask(opened, 'SELECT * FROM t');
  await ask(opened, 'SELECT * FROM t ORDER BY a');
  await ask(opened, 'DELETE FROM t').catch(() => undefined);
  await opened.schema(new AbortController().signal);
  await opened.close();
  expect(readdirSync(path.dirname(file))).toEqual([path.basename(file)]);
  expect(readFileSync(file).equals(before)).toBe(true);
});
