import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_LIMITS, QueryError } from '../../src/database/port';
import { Connection, SqliteError } from '../../src/database/sqlite/connection';
import { Session } from '../../src/database/sqlite/session';
import { loadSqlJs } from '../../src/database/sqlite/sqljs';
import { ask, databaseFile, ENDLESS, engineOn, NUMBERS } from '../database/engine';
import { sqliteBytes } from '../fakes/database';
import { footprint, never } from './corpus';
import { EVASIONS, EXHAUSTING } from './evasions';

const SQL = `
  CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT UNIQUE);
  INSERT INTO t VALUES (1, 'one'), (2, 'two');
  CREATE TABLE big (n INT);
  INSERT INTO big ${NUMBERS(2_000)};`;

const wasm = createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm');
const sqlJs = await loadSqlJs(await WebAssembly.compile(readFileSync(wasm)));
const bytes = await sqliteBytes(SQL);
const pristine = Buffer.from(bytes);
const OPTIONS = { heapLimit: 64 * 1024 * 1024, pageCache: 1024 * 1024 };
const SHORT = { ...DEFAULT_LIMITS, milliseconds: 300 };

/** What a statement did, in one thread, with one of the two guards or both. */
function session(hooks: boolean): (sql: string) => unknown {
  const opened = new Session(sqlJs, bytes, { ...OPTIONS, hooks }, () => false);
  return (sql) => {
    try {
      return opened.query(sql, SHORT);
    } catch (error) {
      return error;
    }
  };
}

const both = session(true);
const STATE = 'SELECT (SELECT count(*) FROM t), (SELECT total(a) FROM t), (SELECT count(*) FROM sqlite_schema)';

/** The connection reads what it read, and no byte under it changed. */
function expectUntouched(run: (sql: string) => unknown): void {
  expect(run(STATE)).toMatchObject({ rows: [[2, 3, 3]] });
  expect(pristine.equals(bytes)).toBe(true);
}

describe('each guard alone holds', () => {
  test('the text of a statement, where the hooks do not work', () => {
    const textOnly = session(false);
    for (const sql of EVASIONS) {
      expect(textOnly(sql), sql).toMatchObject({
        name: 'QueryError',
        kind: expect.stringMatching(/refused|sql/) as string,
      });
    }
    expectUntouched(textOnly);
  });

  test('the authorizer, where the text would let anything through', () => {
    const connection = new Connection(sqlJs, bytes, { ...OPTIONS, hooks: true });
    for (const sql of EVASIONS) {
      // A text of several statements runs its first one here: the others are the matter of the text's guard.
      const [first = ''] = sql.split(/;(?=.*DROP TABLE t)/s);
      if (first !== sql && /^\W*(EXPLAIN )?SELECT/.test(first)) continue;
      const rows = (): unknown => connection.all(sql.startsWith(';') ? sql.replace(/^[; ]+/, '') : sql);
      expect(rows, sql).toThrow(SqliteError);
    }
    expect(connection.all(STATE)).toEqual([[2, 3, 3]]);
    expect(pristine.equals(bytes)).toBe(true);
    connection.close();
  });
});

/** SQL by a grammar: most of it means something to SQLite, much of it wants to write, all of it in odd clothes. */
const { statement } = fc.letrec<Record<'expression' | 'select' | 'write' | 'statement', string>>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('a', 'b', '1', "'x'", 'NULL', '"a"', '[b]', '`a`', 't.a', "x'00'", '9e999', '?', ':p', '*'),
    fc
      .tuple(
        tie('expression'),
        fc.constantFrom('+', '||', 'LIKE', 'IS NOT', '->>', 'COLLATE nocase ='),
        tie('expression'),
      )
      .map((parts) => parts.join(' ')),
    fc
      .tuple(
        fc.constantFrom(
          'abs',
          'hex',
          'zeroblob',
          'printf',
          'load_extension',
          'fts3_tokenizer',
          'replace',
          'sum',
          'total_changes',
          'writefile',
          'sqlite_log',
          'randomblob',
        ),
        fc.array(tie('expression'), { maxLength: 3 }),
      )
      .map(([name, operands]) => `${name}(${operands.join(', ')})`),
    tie('select').map((select) => `(${select})`),
    tie('write').map((write) => `(${write})`),
  ),
  select: fc
    .tuple(
      tie('expression'),
      fc.constantFrom(
        't',
        'big',
        'sqlite_schema',
        'pragma_query_only(0)',
        'pragma_table_info("t")',
        '(VALUES (1))',
        'temp.t',
        'second.t',
      ),
      fc.constantFrom('', ' WHERE a = 1', ' GROUP BY 1', ' ORDER BY 1 LIMIT 3', ' UNION SELECT 1'),
    )
    .map(([expression, source, rest]) => `SELECT ${expression} FROM ${source}${rest}`),
  write: fc.oneof(
    fc.constantFrom(
      'DELETE FROM t',
      'DROP TABLE t',
      'CREATE TABLE u (a)',
      "ATTACH 'second.sqlite' AS second",
      "VACUUM INTO 'second.sqlite'",
      'COMMIT',
      'BEGIN',
    ),
    tie('expression').map((expression) => `UPDATE t SET b = ${expression}`),
    tie('select').map((select) => `INSERT INTO t ${select}`),
    fc
      .tuple(
        fc.constantFrom(
          'query_only',
          'writable_schema',
          'journal_mode',
          'user_version',
          'trusted_schema',
          'table_info',
          'hard_heap_limit',
        ),
        fc.constantFrom('', '=0', '(0)', " = 'OFF'"),
      )
      .map((parts) => `PRAGMA ${parts.join('')}`),
  ),
  statement: fc.oneof(
    tie('select'),
    tie('write'),
    tie('statement').map((inner) => `EXPLAIN ${inner}`),
    fc.tuple(tie('select'), tie('statement')).map(([select, inner]) => `WITH w AS (${select}) ${inner}`),
    fc.tuple(tie('select'), tie('statement')).map((parts) => parts.join(';')),
  ),
}));

/** White space, comments and letters in any case between the words: what tokenizers disagree on. */
const disguised = fc
  .tuple(
    statement,
    fc.array(
      fc.constantFrom(' ', '\n', '\t', '\f', '/**/', '/* ; */', '-- ;\n', '\ufeff', '\u000b', '\u00a0', '\0', ';'),
      { minLength: 1, maxLength: 6 },
    ),
    fc.boolean(),
  )
  .map(([sql, gaps, lower]) => {
    let at = 0;
    const spaced = sql.replaceAll(' ', () => gaps[at++ % gaps.length] ?? ' ');
    return lower ? spaced.toLowerCase() : spaced;
  });

test.each([
  ['both guards', true],
  ['the text alone', false],
])('no generated statement writes, opens a second file or ends the host: %s', (_name, hooks) => {
  const run = session(hooks);
  fc.assert(
    fc.property(fc.oneof(statement, disguised), (sql) => {
      const outcome = run(sql);
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(QueryError);
      expect(run(STATE)).toMatchObject({ rows: [[2, 3, 3]] });
      expect(run('SELECT name FROM pragma_database_list')).toMatchObject({ rows: [['main']] });
      expect(pristine.equals(bytes)).toBe(true);
    }),
    { numRuns: 1_500 },
  );
  expectUntouched(run);
});

test('what runs is one statement: SQLite takes the first of a text, and there is no second', () => {
  fc.assert(
    fc.property(disguised, (sql) => {
      const outcome = both(sql);
      if (outcome instanceof Error) return;
      expect(() => both(`${sql}\n;${sql}`)).not.toThrow();
      expect(both(`${sql}\n;${sql}`)).toMatchObject({ name: 'QueryError', kind: 'refused' });
    }),
    { numRuns: 500 },
  );
});

test('known evasions, through the whole engine: refused, and no file appears beside the database or where the program runs', async () => {
  const file = await databaseFile(SQL);
  const database = await engineOn(file, { workers: 1 });
  const [beside, here] = [footprint(path.dirname(file)), readdirSync('.')];
  for (const sql of EVASIONS) {
    await expect(ask(database, sql), sql).rejects.toMatchObject({
      name: 'QueryError',
      kind: expect.stringMatching(/refused|sql/) as string,
    });
  }
  expect((await ask(database, STATE)).rows).toEqual([[2, 3, 3]]);
  expect(footprint(path.dirname(file))).toEqual(beside);
  expect(readdirSync('.')).toEqual(here);
});

describe('a statement that would take all time or memory', () => {
  const HEAP = 64 * 1024 * 1024;

  test('ends at its limits or with an answer, the program stays, and the next statement is answered', async () => {
    const database = await engineOn(await databaseFile(SQL), { workers: 1, heapLimit: HEAP });
    const before = process.memoryUsage().rss;
    let most = 0;
    for (const sql of EXHAUSTING) {
      const outcome: unknown = await ask(database, sql, { milliseconds: 300 }).catch((error: unknown) => error);
      if (outcome instanceof Error) expect(outcome, sql.slice(0, 100)).toBeInstanceOf(QueryError);
      expect((await ask(database, STATE)).rows, sql.slice(0, 100)).toEqual([[2, 3, 3]]);
      most = Math.max(most, process.memoryUsage().rss - before);
    }
    // SQLite's heap, the text and its tokens, and what was freed and not yet given back.
    expect(most).toBeLessThan(HEAP + 1_024 * 1024 * 1024);
  });

  test('stops when it is cancelled, wherever it is, and its worker or the next one goes on', async () => {
    const database = await engineOn(await databaseFile(SQL), { workers: 1, heapLimit: HEAP });
    for (const sql of [ENDLESS, ...EXHAUSTING.slice(0, 28)]) {
      const controller = new AbortController();
      const running = ask(database, sql, {}, controller.signal).catch((error: unknown) => error);
      setTimeout(() => controller.abort(new Error('enough')), 30);
      const outcome = await running;
      if (outcome instanceof Error && !(outcome instanceof QueryError)) expect(outcome.message).toBe('enough');
      expect((await ask(database, STATE)).rows, sql.slice(0, 100)).toEqual([[2, 3, 3]]);
    }
  });

  test('does not hold up the schema or another caller', async () => {
    const database = await engineOn(await databaseFile(SQL), { workers: 2, heapLimit: HEAP });
    const controller = new AbortController();
    const endless = ask(database, ENDLESS, {}, controller.signal);
    expect((await database.schema(never)).tables).toHaveLength(2);
    expect((await ask(database, STATE)).rows).toEqual([[2, 3, 3]]);
    controller.abort(new Error('enough'));
    await expect(endless).rejects.toThrow('enough');
  });
});
