import { appendFileSync, chmodSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ask, engineOn, NUMBERS, temporaryFolder } from '../database/engine';
import { sqliteBytes } from '../fakes/database';
import { hotJournal, inLogMode, writeAheadLog } from './beside';
import { describeCorpus, filesIn, footprint, never, WAYS, type HostileDatabase } from './corpus';

const table = (pageSize: number): string =>
  `PRAGMA page_size = ${pageSize}; CREATE TABLE t (id INTEGER PRIMARY KEY, word TEXT); CREATE INDEX by_word ON t (word);`;
const rows = (count: number, word: string): string =>
  `INSERT INTO t SELECT n, '${word} ' || n FROM (${NUMBERS(count)});`;
const WHOLE = "SELECT count(*), max(id), sum(word LIKE 'new%') FROM t";
const SOUND = ['PRAGMA integrity_check', [['ok']]] as const;

const logged = [512, 4096, 65_536].flatMap((pageSize) =>
  [false, true].map((bigEndian): HostileDatabase => ({
    name: `a log of pages of ${pageSize} bytes, ${bigEndian ? 'big' : 'little'} endian: committed rows are seen`,
    content: async () => {
      const [old, current] = [
        await sqliteBytes(table(pageSize) + rows(10, 'old')),
        await sqliteBytes(table(pageSize) + rows(900, 'new')),
      ];
      return {
        'data.sqlite': inLogMode(old),
        'data.sqlite-wal': writeAheadLog(old, inLogMode(current), { bigEndian }),
      };
    },
    schema: ({ notes }) => expect(notes).toEqual([expect.stringContaining('write-ahead log')]),
    answers: [[WHOLE, [[900, 900, 900]]], SOUND],
  })),
);

const shrunk: HostileDatabase = {
  name: 'a log after which the file is shorter',
  content: async () => {
    const [old, current] = [
      await sqliteBytes(table(512) + rows(900, 'old')),
      await sqliteBytes(table(512) + rows(5, 'new')),
    ];
    return { 'data.sqlite': inLogMode(old), 'data.sqlite-wal': writeAheadLog(old, inLogMode(current)) };
  },
  answers: [[WHOLE, [[5, 5, 5]]], SOUND],
};

const withoutCommit: HostileDatabase = {
  name: 'a log without a commit, and one without any frame, change nothing',
  content: async () => {
    const [old, current] = [
      await sqliteBytes(table(512) + rows(10, 'old')),
      await sqliteBytes(table(512) + rows(900, 'new')),
    ];
    return {
      'data.sqlite': inLogMode(old),
      'data.sqlite-wal': writeAheadLog(old, inLogMode(current), { uncommitted: true }),
    };
  },
  schema: ({ notes }) => expect(notes).toEqual([]),
  answers: [[WHOLE, [[10, 10, 0]]], SOUND],
};

const begunAnew: HostileDatabase = {
  name: 'a log that began anew over a longer one: the frames left behind it are not of it',
  content: async () => {
    const [old, gone, current] = await Promise.all(
      [rows(10, 'old'), rows(900, 'gone'), rows(20, 'new')].map((sql) => sqliteBytes(table(512) + sql)),
    );
    if (!old || !gone || !current) throw new Error('not made');
    const log = writeAheadLog(old, inLogMode(current), { salt: 2 });
    const older = writeAheadLog(old, inLogMode(gone), { salt: 1 });
    return { 'data.sqlite': inLogMode(old), 'data.sqlite-wal': Buffer.concat([log, older.subarray(log.length)]) };
  },
  answers: [[WHOLE, [[20, 20, 20]]], SOUND],
};

const logMissing: HostileDatabase = {
  name: 'a file in log mode whose log is missing: the rows of the last checkpoint, and the file keeps its mode',
  content: async () => ({ 'data.sqlite': inLogMode(await sqliteBytes(table(512) + rows(10, 'old'))) }),
  answers: [[WHOLE, [[10, 10, 0]]], SOUND],
};

const withShared: HostileDatabase = {
  name: 'the index of another program’s log (-shm) is left alone',
  content: async () => {
    const [old, current] = [
      await sqliteBytes(table(512) + rows(10, 'old')),
      await sqliteBytes(table(512) + rows(20, 'new')),
    ];
    return {
      'data.sqlite': inLogMode(old),
      'data.sqlite-wal': writeAheadLog(old, inLogMode(current)),
      'data.sqlite-shm': new Uint8Array(32_768).fill(7),
    };
  },
  answers: [[WHOLE, [[20, 20, 20]]]],
};

const hot = [512, 4096].map((pageSize): HostileDatabase => ({
  name: `a hot journal of pages of ${pageSize} bytes: the transaction that never ended is left out`,
  content: async () => {
    const [old, now] = [
      await sqliteBytes(table(pageSize) + rows(900, 'old')),
      await sqliteBytes(table(pageSize) + rows(1_400, 'new')),
    ];
    return { 'data.sqlite': now, 'data.sqlite-journal': hotJournal(old, now) };
  },
  schema: ({ notes }) => expect(notes).toEqual([expect.stringContaining('never ended')]),
  answers: [[WHOLE, [[900, 900, 0]]], SOUND],
}));

const ended: HostileDatabase = {
  name: 'journals that ended are no journals: emptied, or with a header of zeros',
  content: async () => ({
    'data.sqlite': await sqliteBytes(table(512) + rows(10, 'old')),
    'data.sqlite-journal': new Uint8Array(2_000),
  }),
  schema: ({ notes }) => expect(notes).toEqual([]),
  answers: [[WHOLE, [[10, 10, 0]]]],
};

const foreignFiles: HostileDatabase = {
  name: 'what is called like a log or a journal and is neither is ignored and kept',
  content: async () => ({
    'data.sqlite': await sqliteBytes(table(512) + rows(10, 'old')),
    'data.sqlite-wal': Buffer.from('a note of mine, '.repeat(50)),
    'data.sqlite-journal': Buffer.from('another note, '.repeat(50)),
  }),
  schema: ({ notes }) => expect(notes).toEqual([]),
  answers: [[WHOLE, [[10, 10, 0]]]],
};

describeCorpus('what lies beside the file', [
  ...logged,
  shrunk,
  withoutCommit,
  begunAnew,
  logMissing,
  withShared,
  ...hot,
  ended,
  foreignFiles,
]);

describe.each(WAYS)('another program, the file read %s', (_way, imageUpTo) => {
  const counting = async (file: string) => {
    const database = await engineOn(file, { imageUpTo, workers: 1 });
    return { database, count: async () => (await ask(database, 'SELECT count(*) FROM t')).rows[0]?.[0] };
  };

  test('replaces the file while it is open: the next answer is of the new one', async () => {
    const file = filesIn(temporaryFolder(), { 'data.sqlite': await sqliteBytes(table(512) + rows(10, 'old')) });
    const { count } = await counting(file);
    expect(await count()).toBe(10);
    for (const rowCount of [700, 3, 90]) {
      writeFileSync(`${file}.new`, await sqliteBytes(table(512) + rows(rowCount, 'new')));
      renameSync(`${file}.new`, file);
      expect(await count()).toBe(rowCount);
    }
  });

  test('appends to its log while it is open: each answer holds what was committed until then', async () => {
    const old = await sqliteBytes(table(512) + rows(10, 'old'));
    const file = filesIn(temporaryFolder(), { 'data.sqlite': inLogMode(old) });
    const { count, database } = await counting(file);
    const fingerprints = new Set<string>();
    for (const rowCount of [20, 300, 40]) {
      writeFileSync(
        `${file}-wal`,
        writeAheadLog(old, inLogMode(await sqliteBytes(table(512) + rows(rowCount, 'new')))),
      );
      expect(await count()).toBe(rowCount);
      fingerprints.add(await database.fingerprint(never));
    }
    expect(fingerprints.size).toBe(3);
  });

  test('leaves half a frame at the end of the log: it is as if it were not there', async () => {
    const [old, current] = [
      await sqliteBytes(table(512) + rows(10, 'old')),
      await sqliteBytes(table(512) + rows(20, 'new')),
    ];
    const log = writeAheadLog(old, inLogMode(current));
    const file = filesIn(temporaryFolder(), { 'data.sqlite': inLogMode(old), 'data.sqlite-wal': log });
    const { count } = await counting(file);
    expect(await count()).toBe(20);
    appendFileSync(`${file}-wal`, log.subarray(32, 300));
    expect(await count()).toBe(20);
  });

  test('holds every lock that SQLite knows: reading takes none, so nobody waits', async () => {
    const file = filesIn(temporaryFolder(), { 'data.sqlite': await sqliteBytes(table(512) + rows(10, 'old')) });
    // The lock of a program that uses lock files instead of the system's locks.
    mkdirSync(`${file}.lock`);
    expect(await (await counting(file)).count()).toBe(10);
  });

  test('gives a folder and a file that nobody may write to', async () => {
    const folder = temporaryFolder();
    const file = filesIn(folder, { 'data.sqlite': inLogMode(await sqliteBytes(table(512) + rows(10, 'old'))) });
    chmodSync(file, 0o444);
    chmodSync(folder, 0o555);
    onTestFinished(() => chmodSync(folder, 0o755));
    const before = footprint(folder);
    const { count, database } = await counting(file);
    expect(await count()).toBe(10);
    expect((await database.schema(never)).tables).toHaveLength(1);
    await database.close();
    expect(footprint(folder)).toEqual(before);
  });

  test('keeps the file elsewhere, behind a link: the log beside the real one is read', async () => {
    const [old, current] = [
      await sqliteBytes(table(512) + rows(10, 'old')),
      await sqliteBytes(table(512) + rows(20, 'new')),
    ];
    const [near, far] = [temporaryFolder(), temporaryFolder()];
    const file = filesIn(far, {
      'real.sqlite': inLogMode(old),
      'real.sqlite-wal': writeAheadLog(old, inLogMode(current)),
    });
    const link = path.join(near, 'link.sqlite');
    symlinkSync(file, link);
    expect(await (await counting(link)).count()).toBe(20);
  });
});
