import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Database, ResultSet } from '../../../src/database/port';
import { OpenDatabases } from '../../../src/ui/sql/open-databases';
import { SqlRun, type SqlRequest } from '../../../src/ui/sql/sql-run';
import { fakeDatabase } from '../../fakes/database';

const IDLE = 1_000;

describe('databases that are open', () => {
  const opened: Database[] = [];
  const closed = vi.fn();
  const open = vi.fn(async () => {
    const database = await fakeDatabase('CREATE TABLE t (a)');
    opened.push(database);
    return Object.assign(database, { close: async () => void closed(database) });
  });

  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.clearAllMocks();
  });

  test('are opened once for all who ask, and closed when nobody asked for a while', async () => {
    const databases = new OpenDatabases(open, IDLE);
    const [one, other] = await Promise.all([
      databases.use('a', async (database) => database),
      databases.use('a', async (database) => database),
    ]);
    expect(one).toBe(other);
    await vi.advanceTimersByTimeAsync(IDLE - 1);
    await databases.use('a', async () => undefined);
    await vi.advanceTimersByTimeAsync(IDLE - 1);
    expect(closed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(closed).toHaveBeenCalledExactlyOnceWith(one);
    expect(await databases.use('a', async (database) => database)).not.toBe(one);
    expect(open).toHaveBeenCalledTimes(2);
  });

  test('stay open as long as work on them takes', async () => {
    const databases = new OpenDatabases(open, IDLE);
    let end = (): void => undefined;
    const work = databases.use('a', () => new Promise<void>((resolve) => (end = resolve)));
    await databases.use('a', async () => undefined);
    await vi.advanceTimersByTimeAsync(10 * IDLE);
    expect(closed).not.toHaveBeenCalled();
    end();
    await work;
    await vi.advanceTimersByTimeAsync(IDLE);
    expect(closed).toHaveBeenCalledOnce();
  });

  test('that could not be opened are tried again', async () => {
    open.mockRejectedValueOnce(new Error('no such file'));
    const databases = new OpenDatabases(open, IDLE);
    await expect(databases.use('a', async () => 1)).rejects.toThrow('no such file');
    expect(await databases.use('a', async () => 1)).toBe(1);
  });

  test('are all closed at the end', async () => {
    const databases = new OpenDatabases(open, IDLE);
    await databases.use('a', async () => undefined);
    await databases.use('b', async () => undefined);
    databases.dispose();
    await vi.advanceTimersByTimeAsync(0);
    expect(closed).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(10 * IDLE);
    expect(closed).toHaveBeenCalledTimes(2);
  });
});

describe('a run', () => {
  const result: ResultSet = {
    columns: ['n', 'name'],
    rows: [
      [2, 'b'],
      [null, 'c'],
      [1, 'a'],
    ],
    rowCount: 3,
    digest: 'multiset:1',
    milliseconds: 1,
    warnings: [],
  };
  // Where it runs does not matter here.
  const request = { sql: 'SELECT' } as SqlRequest;

  test('hands out its rows as they came, in an order, and as they came again', () => {
    const run = new SqlRun(1, request, 0);
    expect(run.rows(0, 10)).toEqual([]);
    run.end({ kind: 'rows', result });
    expect(run.rows(1, 10)).toEqual(result.rows.slice(1));
    run.sort({ column: 0, direction: 'ascending' });
    expect(run.rows(0, 2).map(([n]) => n)).toEqual([1, 2]);
    expect(run.rows(2, 100)).toEqual([[null, 'c']]);
    run.sort(undefined);
    expect(run.rows(0, 10)).toEqual(result.rows);
  });

  test('can be cancelled, and knows about how much its rows take', () => {
    const run = new SqlRun(1, request, 0);
    run.cancel();
    expect(run.signal.aborted).toBe(true);
    run.end({ kind: 'rows', result: { ...result, rows: [['x'.repeat(1_000), new Uint8Array(500)]] } });
    expect(run.bytes).toBeGreaterThan(2_500);
    expect(run.bytes).toBeLessThan(3_000);
  });
});
