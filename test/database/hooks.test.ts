import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../../src/database/port';
import { hooksWork } from '../../src/database/sqlite/hooks';
import { Session } from '../../src/database/sqlite/session';
import { loadSqlJs } from '../../src/database/sqlite/sqljs';
import { sqliteBytes } from '../fakes/database';

const wasm = createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm');
const sqlJs = await loadSqlJs(await WebAssembly.compile(readFileSync(wasm)));

test('the self-test of the hooks passes with the pinned sql.js', () => {
  expect(hooksWork(sqlJs)).toBe(true);
});

test('the self-test fails when the hooks are not where they are looked for', () => {
  expect(hooksWork({ ...sqlJs, _sqlite3_update_hook: () => 0 })).toBe(false);
});

describe('without hooks the other guards hold', async () => {
  const contents = await sqliteBytes('CREATE TABLE t (a); INSERT INTO t VALUES (1), (2)');
  const options = { heapLimit: 64 * 1024 * 1024, pageCache: 1024 * 1024, hooks: false };
  const session = new Session(sqlJs, contents, options, () => false);

  test.each([
    'DELETE FROM t',
    'WITH x AS (SELECT 1) DELETE FROM t',
    'EXPLAIN DELETE FROM t',
    'PRAGMA query_only = 0',
    'PRAGMA main."query_only"(0)',
    "ATTACH 'x' AS x",
    'SELECT 1; DELETE FROM t',
  ])('%s is refused', (sql) => {
    expect(() => session.query(sql, DEFAULT_LIMITS)).toThrow(expect.objectContaining({ kind: 'refused' }) as Error);
  });

  test('a query that hands out rows forever ends at its deadline', () => {
    const endless = 'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT n FROM c';
    const result = session.query(endless, { ...DEFAULT_LIMITS, rows: 1, milliseconds: 50 });
    expect(result.rowCount).toMatchObject({ atLeast: expect.any(Number) as number });
  });
});
