import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { sqliteBytes } from '../fakes/database';
import { ask, engineOn, temporaryFolder } from './engine';

const fixtures = path.join(import.meta.dirname, 'fixtures');

function file(content: string | Uint8Array): string {
  const place = path.join(temporaryFolder(), 'data.sqlite');
  writeFileSync(place, content);
  return place;
}

function bytesWith(at: number, text: string): Uint8Array {
  const bytes = Buffer.alloc(4096);
  bytes.write(text, at, 'latin1');
  return bytes;
}

/** A copy of fixture files in a folder of its own. */
function fixture(...names: readonly string[]): string {
  const folder = temporaryFolder();
  for (const name of names) copyFileSync(path.join(fixtures, name), path.join(folder, name));
  return path.join(folder, names[0] ?? '');
}

describe('what is no readable SQLite file is told to people, with the next step', () => {
  test.each<[string, () => string, RegExp]>([
    ['a missing file', () => path.join(temporaryFolder(), 'none.sqlite'), /^no such file: .*none\.sqlite$/],
    ['a folder', temporaryFolder, /^a folder, not a database file/],
    ['an empty file', () => file(''), /^the file is empty/],
    ['a DuckDB file', () => file(bytesWith(8, 'DUCK')), /DuckDB/],
    ['an Access file', () => file(bytesWith(4, 'Standard ACE DB')), /Microsoft Access/],
    ['an old SQLite file', () => file(bytesWith(0, '** This file contains an SQLite 2.1 database **')), /SQLite 2 /],
    ['a Parquet file', () => file(bytesWith(0, 'PAR1')), /Parquet/],
    ['an archive', () => file(bytesWith(0, '\x1f\x8b\x08')), /gzip/],
    ['SQL text', () => file('PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\nCREATE TABLE t (a);'), /SQL text/],
    ['a CSV file', () => file('id,name\n1,Özlem\n'), /but text/],
    [
      'random bytes',
      () => file(Uint8Array.from({ length: 4096 }, (_, index) => (index * 151 + 7) & 255)),
      /^encrypted, or/,
    ],
    ['a header alone', () => file('SQLite format 3\0'), /^the file is cut off/],
  ])('%s', async (_name, place, message) => {
    await expect(engineOn(place())).rejects.toMatchObject({
      name: 'Fault',
      message: expect.stringMatching(message) as string,
      next: expect.stringMatching(/./) as string,
    });
  });

  test('a file that is cut off', async () => {
    const bytes = await sqliteBytes('CREATE TABLE t (a); INSERT INTO t VALUES (hex(zeroblob(20000)))');
    await expect(engineOn(file(bytes.subarray(0, bytes.length - 5000)))).rejects.toThrow(
      /cut off: .* has \d+ bytes, its header promises \d+/,
    );
  });

  test('a file of a newer SQLite', async () => {
    const bytes = await sqliteBytes('CREATE TABLE t (a)');
    bytes[19] = 3;
    await expect(engineOn(file(bytes))).rejects.toThrow('newer version of SQLite');
  });

  test('a file whose schema is damaged', async () => {
    const bytes = await sqliteBytes('CREATE TABLE t (a)');
    bytes.fill(0xee, 100, 200);
    await expect(engineOn(file(bytes))).rejects.toThrow(/^cannot read .*: database disk image is malformed/);
  });
});

test('paths with spaces, quotes and marks open', async () => {
  const folder = path.join(temporaryFolder(), "it's a 100% #größe? [1]");
  mkdirSync(folder);
  const place = path.join(folder, 'data base.sqlite');
  writeFileSync(place, await sqliteBytes('CREATE TABLE t (a); INSERT INTO t VALUES (1)'));
  const database = await engineOn(place);
  expect(database.identity).toEqual({ engine: 'SQLite', location: place });
  expect((await ask(database, 'SELECT * FROM t')).rows).toEqual([[1]]);
});

describe.each([
  ['in memory', 1e9],
  ['page by page', 0],
])('what SQLite keeps beside the file, read %s', (_name, imageUpTo) => {
  const signal = new AbortController().signal;

  test('committed rows of a write-ahead log are seen, uncommitted ones are not', async () => {
    const database = await engineOn(fixture('wal.sqlite', 'wal.sqlite-wal'), { imageUpTo });
    const sql = "SELECT count(*), max(id), sum(word = 'changed'), sum(word LIKE 'never%') FROM t";
    expect((await ask(database, sql)).rows).toEqual([[50, 50, 1, 0]]);
    expect((await ask(database, 'PRAGMA integrity_check')).rows).toEqual([['ok']]);
    expect((await database.schema(signal)).notes).toEqual([expect.stringContaining('write-ahead log')]);
  });

  test('without its log the same file has the old rows, and another fingerprint', async () => {
    const [bare, logged] = [fixture('wal.sqlite'), fixture('wal.sqlite', 'wal.sqlite-wal')];
    const [old, current] = [await engineOn(bare, { imageUpTo }), await engineOn(logged, { imageUpTo })];
    expect((await ask(old, 'SELECT count(*) FROM t')).rows).toEqual([[10]]);
    expect(await old.fingerprint(signal)).not.toBe(await current.fingerprint(signal));
  });

  test('a log that appears later is seen', async () => {
    const place = fixture('wal.sqlite');
    const database = await engineOn(place, { imageUpTo });
    expect((await ask(database, 'SELECT count(*) FROM t')).rows).toEqual([[10]]);
    copyFileSync(path.join(fixtures, 'wal.sqlite-wal'), `${place}-wal`);
    expect((await ask(database, 'SELECT count(*) FROM t')).rows).toEqual([[50]]);
  });

  test('a damaged frame ends the log', async () => {
    const place = fixture('wal.sqlite', 'wal.sqlite-wal');
    const database = await engineOn(place, { imageUpTo });
    writeFileSync(`${place}-wal`, damaged(path.join(fixtures, 'wal.sqlite-wal'), 32 + 24 + 5));
    expect((await ask(database, 'SELECT count(*) FROM t')).rows).toEqual([[10]]);
  });

  test('a transaction that never ended is rolled back in memory', async () => {
    const database = await engineOn(fixture('hot.sqlite', 'hot.sqlite-journal'), { imageUpTo });
    expect((await ask(database, "SELECT count(*), sum(word LIKE 'old %') FROM t")).rows).toEqual([[50, 50]]);
    expect((await ask(database, 'PRAGMA integrity_check')).rows).toEqual([['ok']]);
    expect((await database.schema(signal)).notes).toEqual([expect.stringContaining('never ended')]);
  });
});

function damaged(place: string, at: number): Uint8Array {
  const bytes = readFileSync(place);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes;
}
