import { afterEach, expect, test } from 'vitest';
import type { Board } from '../../src/board/board';
import { ask, engine, NUMBERS } from '../database/engine';
import { investigateOffline } from './corpus';

const ZONES = ['UTC', 'America/Los_Angeles', 'Pacific/Kiritimati'];
const zone = process.env['TZ'];
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

/** One instant a row, as SQL of the n-th second after it began, in every way that databases store instants. */
const STORED: Readonly<Record<string, string>> = {
  'ISO dates and times': `strftime('%Y-%m-%d %H:%M:%S', s, 'unixepoch')`,
  'ISO with T and Z': `strftime('%Y-%m-%dT%H:%M:%SZ', s, 'unixepoch')`,
  'ISO with an offset of nothing': `strftime('%Y-%m-%dT%H:%M:%f+00:00', s, 'unixepoch')`,
  'ISO dates alone': `date(s, 'unixepoch')`,
  'epoch seconds': 's',
  'epoch seconds with parts': 's + 0.25',
  'epoch milliseconds': 's * 1000',
  'Julian days': `julianday(s, 'unixepoch')`,
};

/** Orders of 13 months, all at five to midnight UTC: 20 a day, and half of it in the last month, February 2024. */
const SHOP = (stored: string): string => `
  CREATE TABLE orders (id INTEGER PRIMARY KEY, ordered_at, region TEXT, amount REAL);
  INSERT INTO orders
    SELECT n, ${stored}, CASE n % 3 WHEN 0 THEN 'north' ELSE 'south' END, 10
    FROM (SELECT n, unixepoch('2023-02-01 23:55:00') + (n % 394) * 86400 AS s FROM (${NUMBERS(394 * 20)}))
    WHERE s < unixepoch('2024-02-01') OR n % 20 < 10;`;

const QUESTION = 'Why did the number of orders fall in February 2024?';

/** What was found, with every number in it, without the SQL that differs by how instants are stored. */
function summary({ hypotheses, evidence }: Board): string {
  return [
    ...hypotheses.map(({ statement, status }) => `${status}: ${statement}`),
    ...evidence.map(({ fact }) => fact),
  ].join('\n');
}

test('instants five minutes before midnight: one answer however they are stored and wherever this computer stands', async () => {
  const found: Record<string, string> = {};
  for (const [way, stored] of Object.entries(STORED)) {
    for (const name of ZONES) {
      process.env['TZ'] = name;
      const database = await engine(SHOP(stored), { workers: 1 });
      found[`${way}, ${name}`] = summary(await investigateOffline(database, QUESTION));
      await database.close();
    }
  }
  const [first = ''] = Object.values(found);
  expect(first).toMatch(/really fell in February 2024/);
  expect(found).toEqual(Object.fromEntries(Object.keys(found).map((way) => [way, first])));
});

test('what SQL itself says of an instant does not depend on the zone, unless it asks for it', async () => {
  for (const name of ZONES) {
    process.env['TZ'] = name;
    const database = await engine('CREATE TABLE t (a)', { workers: 1 });
    const sql = `SELECT date(1704067199, 'unixepoch'), datetime('2024-01-01T00:30:00+02:00'), julianday('2024-01-01') - 2460310.5, unixepoch('2023-12-31 23:59:59'), strftime('%s', '1969-12-31')`;
    expect((await ask(database, sql)).rows).toEqual([
      ['2023-12-31', '2023-12-31 22:30:00', 0, 1_704_067_199, '-86400'],
    ]);
  }
});
