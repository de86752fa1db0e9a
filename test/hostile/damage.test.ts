import fc from 'fast-check';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { outcomes } from '../agents/investigations';
import { ask, engineOn, NUMBERS, temporaryFolder } from '../database/engine';
import { sqliteBytes } from '../fakes/database';
import { describeCorpus, filesIn, footprint, never, standingOf, WAYS, type HostileDatabase } from './corpus';

const PAGE = 512;
const SOUND = `
  PRAGMA page_size = ${PAGE};
  CREATE TABLE parcels (id INTEGER PRIMARY KEY, carrier TEXT, late INT);
  INSERT INTO parcels SELECT n, CASE n % 2 WHEN 0 THEN 'swift' ELSE 'cheap' END, CASE n % 2 WHEN 0 THEN n % 10 = 0 ELSE n % 10 > 3 END FROM (${NUMBERS(400)});`;
const VICTIM = `
  CREATE TABLE victim (id INTEGER PRIMARY KEY, word TEXT);
  INSERT INTO victim SELECT n, 'word ' || n FROM (${NUMBERS(400)});`;
const INDEX = 'CREATE INDEX by_word ON victim (word);';

/** The file with the pages filled with one byte that this many pages from the end begin. */
async function withDamage(sql: string, fromEnd: number, byte: number): Promise<Record<string, Uint8Array>> {
  const bytes = await sqliteBytes(sql);
  const end = bytes.length - fromEnd * PAGE;
  return { 'data.sqlite': bytes.fill(byte, end - PAGE, end) };
}

const stillAnswered: HostileDatabase['investigation'] = {
  question: 'Are parcels of the cheap carrier late more often?',
  finds: (board) => {
    expect(board.investigation.status).toBe('complete');
    expect(board.hypotheses[0]?.status, outcomes(board)).toBe('supported');
  },
};

const tablePage = [0x00, 0xff, 0x0d].map((byte): HostileDatabase => ({
  name: `a page of a table, full of ${byte}: the table says so, the others are read and investigated`,
  content: () => withDamage(SOUND + VICTIM, 2, byte),
  schema: (schema) => {
    expect(standingOf(schema)).toEqual({ parcels: 'readable', victim: 'database disk image is malformed' });
    expect(schema.notes).toEqual(['table victim cannot be read: database disk image is malformed']);
  },
  answers: [
    ['SELECT count(*), sum(late) FROM parcels', [[400, 160]]],
    ['SELECT word FROM victim WHERE id = 1', [['word 1']]],
  ],
  failures: [['SELECT count(*) FROM victim', /^database disk image is malformed$/]],
  investigation: stillAnswered,
}));

const indexPage: HostileDatabase = {
  name: 'a page of an index: whatever does not need the index is right',
  content: () => withDamage(SOUND + VICTIM + INDEX, 1, 0xff),
  schema: (schema) => expect(standingOf(schema)).toEqual({ parcels: 'readable', victim: 'readable' }),
  answers: [
    ['SELECT count(*), max(word) FROM victim NOT INDEXED', [[400, 'word 99']]],
    ['SELECT count(*), sum(late) FROM parcels', [[400, 160]]],
  ],
  failures: [['SELECT max(length(word)) FROM victim INDEXED BY by_word', /^database disk image is malformed$/]],
  investigation: stillAnswered,
};

const lostRows: HostileDatabase = {
  name: 'an entry of the schema that points beyond the file',
  content: async () => ({
    'data.sqlite': await sqliteBytes(
      `${SOUND + VICTIM} PRAGMA writable_schema = 1; UPDATE sqlite_schema SET rootpage = 9999 WHERE name = 'victim';`,
    ),
  }),
  schema: (schema) => expect(standingOf(schema)['parcels']).toBe('readable'),
  answers: [['SELECT count(*), sum(late) FROM parcels', [[400, 160]]]],
  investigation: stillAnswered,
};

const lateFailure: HostileDatabase = {
  name: 'a view that fails for one of its rows: the schema, which models may see, does not quote the row',
  content: `${SOUND}
    CREATE VIEW fragile AS SELECT id FROM parcels WHERE json_extract('{}', iif(id = 300, 'a secret of ' || carrier, '$.a')) IS NULL;`,
  schema: (schema) => {
    const unreadable = 'it fails for one of its rows; a query of it tells why';
    expect(standingOf(schema)).toEqual({ parcels: 'readable', fragile: unreadable });
    expect(schema.notes).toEqual([`view fragile cannot be read: ${unreadable}`]);
  },
  answers: [['SELECT id FROM fragile LIMIT 1', [[1]]]],
  failures: [['SELECT id FROM fragile', /^bad JSON path: 'a secret of swift'$/]],
  investigation: stillAnswered,
};

describeCorpus('damage', [...tablePage, indexPage, lostRows, lateFailure]);

describe.each(WAYS)('damage anywhere, read %s', (_way, imageUpTo) => {
  test('ends in an answer or in a reason, never in a crash, and the file is left as it is', async () => {
    const bytes = await sqliteBytes(
      `${SOUND + VICTIM + INDEX} CREATE VIEW v AS SELECT upper(word) AS loud FROM victim;`,
    );
    const noise = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 40 });
    const cut = fc.oneof({ weight: 4, arbitrary: fc.constant(bytes.length) }, fc.nat(bytes.length));
    await fc.assert(
      fc.asyncProperty(noise, cut, async (changes, length) => {
        const broken = Uint8Array.from(bytes);
        // The first 16 bytes say that it is a database at all: what lacks them is another test.
        for (const [at, byte] of changes) if (at > 15) broken[at] = byte;
        const file = filesIn(temporaryFolder(), { 'data.sqlite': broken.subarray(0, length) });
        const before = footprint(path.dirname(file));
        const reasons: unknown[] = [];
        const note = (error: unknown): void => void reasons.push(error);
        const database = await engineOn(file, { imageUpTo, workers: 1 }).catch(note);
        if (database) {
          await database.schema(never).catch(note);
          for (const sql of ['SELECT * FROM victim', 'SELECT * FROM parcels ORDER BY late', 'SELECT max(loud) FROM v'])
            await ask(database, sql, { milliseconds: 2_000 }).catch(note);
          await database.close();
        }
        for (const reason of reasons)
          expect(reason).toMatchObject({ name: expect.stringMatching(/^(Fault|QueryError)$/) as string });
        for (const reason of reasons) expect(reason).not.toMatchObject({ kind: 'crashed' });
        expect(footprint(path.dirname(file))).toEqual(before);
      }),
      { numRuns: 25 },
    );
  });

  test('an open file that is cut off is told, not read as shorter', async () => {
    const file = filesIn(temporaryFolder(), { 'data.sqlite': await sqliteBytes(SOUND + VICTIM) });
    const database = await engineOn(file, { imageUpTo, workers: 1 });
    expect((await ask(database, 'SELECT count(*) FROM victim')).rows).toEqual([[400]]);
    writeFileSync(file, readFileSync(file).subarray(0, 4 * PAGE));
    await expect(ask(database, 'SELECT count(*) FROM victim')).rejects.toMatchObject({
      kind: 'changed',
      message: expect.stringContaining('cut off') as string,
    });
  });
});
