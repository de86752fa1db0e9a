import { renameSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { describe, expect, onTestFinished, test, vi, type MockInstance } from 'vitest';
import type { Database, ResultSet } from '../../src/database/port';
import { sqliteBytes } from '../fakes/database';
import { ask, databaseFile, ENDLESS, engine, engineOn, NUMBERS } from './engine';

const ONE_TABLE = 'CREATE TABLE t (a); INSERT INTO t VALUES (1), (2), (3)';

/** Compares a million letters a million times, in one call of a function. */
const ONE_LONG_OPERATION = "SELECT instr(printf('%.2000000c', 'a'), printf('%.1000000c', 'a') || 'b')";

function spyOnTerminate(): MockInstance<Worker['terminate']> {
  const terminate = vi.spyOn(Worker.prototype, 'terminate');
  onTestFinished(() => terminate.mockRestore());
  return terminate;
}

/** Aborts the query once it runs. */
function askAndAbort(database: Database, sql: string): Promise<ResultSet> {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new Error('enough')), 50);
  return ask(database, sql, {}, controller.signal);
}

describe('a query stops', () => {
  test('when its signal is aborted, with the reason, and the same worker goes on', async () => {
    const database = await engine(ONE_TABLE, { workers: 1 });
    const terminate = spyOnTerminate();
    await expect(askAndAbort(database, ENDLESS)).rejects.toThrow('enough');
    expect((await ask(database, 'SELECT count(*) FROM t')).rows).toEqual([[3]]);
    expect(terminate).not.toHaveBeenCalled();
  });

  test('when aborted inside an operation that never asks, and a new worker goes on', async () => {
    const database = await engine(ONE_TABLE, { workers: 1 });
    await expect(askAndAbort(database, ONE_LONG_OPERATION)).rejects.toThrow('enough');
    expect((await ask(database, 'SELECT count(*) FROM t')).rows).toEqual([[3]]);
  });

  test('at its deadline inside such an operation too', async () => {
    const database = await engine(ONE_TABLE, { workers: 1 });
    await expect(ask(database, ONE_LONG_OPERATION, { milliseconds: 100 })).rejects.toMatchObject({ kind: 'timeout' });
    expect((await ask(database, 'SELECT count(*) FROM t')).rows).toEqual([[3]]);
  });

  test('while it waits for a worker', async () => {
    const database = await engine(ONE_TABLE, { workers: 1 });
    const [first, second] = [new AbortController(), new AbortController()];
    const running = ask(database, ENDLESS, {}, first.signal);
    const waiting = ask(database, 'SELECT 1', {}, second.signal);
    second.abort(new Error('not needed'));
    await expect(waiting).rejects.toThrow('not needed');
    first.abort(new Error('enough'));
    await expect(running).rejects.toThrow('enough');
  });

  test('before it starts when its signal is aborted already', async () => {
    const database = await engine(ONE_TABLE);
    await expect(ask(database, 'SELECT 1', {}, AbortSignal.abort(new Error('late')))).rejects.toThrow('late');
  });

  test('at its deadline', async () => {
    const database = await engine(ONE_TABLE);
    await expect(ask(database, ENDLESS, { milliseconds: 100 })).rejects.toMatchObject({
      name: 'QueryError',
      kind: 'timeout',
      message: 'not finished within 0.1 s; read fewer rows, or join less',
      sql: ENDLESS,
    });
    expect((await ask(database, 'SELECT 1')).rows).toEqual([[1]]);
  });

  test('when it needs more memory than it may, and only it', async () => {
    const database = await engine(ONE_TABLE, { workers: 1, heapLimit: 32 * 1024 * 1024 });
    const greedy = `SELECT group_concat(hex(zeroblob(100000))) FROM (${NUMBERS(1000)})`;
    await expect(ask(database, greedy)).rejects.toMatchObject({ kind: 'memory' });
    expect((await ask(database, 'SELECT count(*) FROM t')).rows).toEqual([[3]]);
  });

  test('when the database is closed', async () => {
    const database = await engine(ONE_TABLE);
    const query = ask(database, ENDLESS);
    setTimeout(() => void database.close(), 50);
    await expect(query).rejects.toThrow('the database was closed');
    await expect(ask(database, 'SELECT 1')).rejects.toThrow('the database was closed');
  });
});

describe('a worker ends', () => {
  test('after a minute without work, and a new one is made when needed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const database = await engine(ONE_TABLE, { workers: 1 });
    await ask(database, 'SELECT 1');
    const terminate = spyOnTerminate();
    vi.advanceTimersByTime(59_000);
    expect(terminate).not.toHaveBeenCalled();
    vi.advanceTimersByTime(2_000);
    expect(terminate).toHaveBeenCalledOnce();
    expect((await ask(database, 'SELECT count(*) FROM t')).rows).toEqual([[3]]);
  });

  test('after a query that needed much memory, as it never gives it back', async () => {
    const database = await engine(ONE_TABLE, { workers: 1 });
    const terminate = spyOnTerminate();
    expect((await ask(database, 'SELECT length(hex(zeroblob(1000)))')).rows).toEqual([[2_000]]);
    expect(terminate).not.toHaveBeenCalled();
    expect((await ask(database, 'SELECT length(hex(zeroblob(60000000)))')).rows).toEqual([[120_000_000]]);
    expect(terminate).toHaveBeenCalledOnce();
    expect((await ask(database, 'SELECT count(*) FROM t')).rows).toEqual([[3]]);
  });
});

describe('queries at the same time', () => {
  test('run on two workers: a short one ends while a long one runs', async () => {
    const database = await engine(ONE_TABLE, { workers: 2 });
    const controller = new AbortController();
    const long = ask(database, ENDLESS, {}, controller.signal);
    expect((await ask(database, 'SELECT count(*) FROM t')).rows).toEqual([[3]]);
    controller.abort(new Error('enough'));
    await expect(long).rejects.toThrow('enough');
  });

  test('take turns between callers, so that many questions of one do not keep another waiting', async () => {
    const database = await engine(ONE_TABLE, { workers: 1 });
    const [many, single] = [new AbortController().signal, new AbortController().signal];
    const ended: string[] = [];
    const note = (name: string) => () => ended.push(name);
    await Promise.all([
      ...['a1', 'a2', 'a3', 'a4'].map((name) => ask(database, 'SELECT 1', {}, many).then(note(name))),
      ask(database, 'SELECT 1', {}, single).then(note('b1')),
    ]);
    expect(ended.indexOf('b1')).toBeLessThan(3);
  });

  test('give each caller its own rows', async () => {
    const database = await engine(ONE_TABLE, { workers: 2 });
    const numbers = Array.from({ length: 40 }, (_, index) => index);
    const results = await Promise.all(numbers.map((number) => ask(database, `SELECT ${number}`)));
    expect(results.map((result) => result.rows[0]?.[0])).toEqual(numbers);
  });
});

describe.each([
  ['held in memory', 1e9],
  ['read page by page', 0],
])('a file that is %s', (_name, imageUpTo) => {
  test('is read right', async () => {
    const database = await engine(
      `CREATE TABLE t (id INTEGER PRIMARY KEY, word TEXT, size REAL);
       INSERT INTO t SELECT n, printf('%.*c %d', 1 + n % 90, 'x', n), n / 7.0 FROM (${NUMBERS(20_000)});
       CREATE INDEX words ON t (word);
       INSERT INTO t VALUES (50000, printf('%.300000c', 'y'), 1);`,
      { imageUpTo },
    );
    expect((await ask(database, 'PRAGMA integrity_check')).rows).toEqual([['ok']]);
    const numbers = Array.from({ length: 20_000 }, (_, index) => index + 1);
    const sum = (of: (number: number) => number): number => numbers.reduce((total, number) => total + of(number), 0);
    const sums = 'SELECT count(*), sum(id), sum(length(word)) FROM t';
    expect((await ask(database, sums)).rows).toEqual([
      [20_001, 50_000 + sum((number) => number), 300_000 + sum((number) => 2 + (number % 90) + String(number).length)],
    ]);
    expect((await ask(database, "SELECT id FROM t WHERE word = 'xxxxxx 12335'")).rows).toEqual([[12_335]]);
  });

  test('is read again when it was replaced, with another fingerprint', async () => {
    const file = await databaseFile(ONE_TABLE);
    const database = await engineOn(file, { imageUpTo });
    const signal = new AbortController().signal;
    const before = await database.fingerprint(signal);
    expect((await ask(database, 'SELECT count(*) FROM t')).rows).toEqual([[3]]);
    writeFileSync(`${file}.new`, await sqliteBytes(`${ONE_TABLE}, (4)`));
    renameSync(`${file}.new`, file);
    expect((await ask(database, 'SELECT count(*) FROM t')).rows).toEqual([[4]]);
    expect(await database.fingerprint(signal)).not.toBe(before);
  });

  test('is read again when only its change counter tells', async () => {
    const file = await databaseFile(ONE_TABLE);
    const noon = new Date('2026-01-01T12:00:00Z');
    utimesSync(file, noon, noon);
    const database = await engineOn(file, { imageUpTo });
    expect((await ask(database, 'SELECT max(a) FROM t')).rows).toEqual([[3]]);
    const changed = Buffer.from(await sqliteBytes(ONE_TABLE.replace('(3)', '(9)')));
    changed.writeUInt32BE(77, 24);
    changed.writeUInt32BE(77, 92);
    writeFileSync(file, changed);
    utimesSync(file, noon, noon);
    expect((await ask(database, 'SELECT max(a) FROM t')).rows).toEqual([[9]]);
  });

  test('is reported when it is gone, and read when it is back', async () => {
    const file = await databaseFile(ONE_TABLE);
    const database = await engineOn(file, { imageUpTo });
    renameSync(file, `${file}.away`);
    await expect(ask(database, 'SELECT 1')).rejects.toMatchObject({ name: 'QueryError', kind: 'changed' });
    renameSync(`${file}.away`, file);
    expect((await ask(database, 'SELECT count(*) FROM t')).rows).toEqual([[3]]);
  });
});

test('equal data have equal fingerprints, in memory and page by page', async () => {
  const file = await databaseFile(ONE_TABLE);
  const signal = new AbortController().signal;
  const [whole, paged] = [await engineOn(file), await engineOn(file, { imageUpTo: 0 })];
  expect(await whole.fingerprint(signal)).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(await paged.fingerprint(signal)).toBe(await whole.fingerprint(signal));
});

test('a worker that crashes fails its query, and the next one works', async () => {
  const file = await databaseFile(
    `CREATE TABLE t (a); INSERT INTO t SELECT hex(zeroblob(900)) FROM (${NUMBERS(20_000)})`,
  );
  const database = await engineOn(file, { imageUpTo: 0, workers: 1 });
  await ask(database, 'SELECT 1');
  const { size } = statSync(file);
  const controller = new AbortController();
  // The file shrinks while the query runs: the worker meets pages that are gone.
  const slow = ask(database, `SELECT sum(length(a)) FROM t, (${NUMBERS(50)})`, {}, controller.signal);
  setTimeout(() => truncateSync(file, 8192), 30);
  await expect(slow).rejects.toMatchObject({
    name: 'QueryError',
    kind: expect.stringMatching(/crashed|changed/) as string,
  });
  expect(size).toBeGreaterThan(8192);
  writeFileSync(file, await sqliteBytes(ONE_TABLE));
  expect((await ask(database, 'SELECT count(*) FROM t')).rows).toEqual([[3]]);
});
