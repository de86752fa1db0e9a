import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Value } from '../../src/board/value';
import { DEFAULT_LIMITS } from '../../src/database/port';
import { quoteName, quoteValue } from '../../src/database/quote';
import { fakeDatabase } from '../fakes/database';

const database = await fakeDatabase('CREATE TABLE t (a)');
const signal = new AbortController().signal;

async function roundTrip(value: Value): Promise<Value | undefined> {
  const { rows } = await database.query(`SELECT ${quoteValue(value)}`, DEFAULT_LIMITS, signal);
  return rows[0]?.[0];
}

describe('a quoted value comes back from the engine as it was', () => {
  test.each<Value>([null, '', "it's", 'a\0b', '"', '\ufeffmark', 0, -0, 0.1, 1e21, 5e-324, 2 ** 60, 1 / 0, -1 / 0])(
    '%j',
    async (value) => expect(await roundTrip(value)).toStrictEqual(value === null ? null : value),
  );

  test('integers of 64 bits', async () => {
    for (const integer of [2n ** 63n - 1n, -(2n ** 63n), 2n ** 53n + 1n])
      expect(await roundTrip(integer)).toBe(integer);
  });

  test('any number, text and bytes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.double({ noNaN: true }), fc.string({ unit: 'binary' }), fc.uint8Array()),
        async (value) => {
          expect(await roundTrip(value)).toStrictEqual(value);
        },
      ),
    );
  });

  test('what SQL cannot hold is refused', () => {
    expect(() => quoteValue(NaN)).toThrow('no SQL literal: NaN');
    expect(() => quoteValue(2n ** 63n)).toThrow('beyond 64 bits');
  });
});

test('a quoted name is that column, whatever it holds', async () => {
  for (const name of ['select', 'a "b"', "it's", 'größe', '[x]', '`', '']) {
    const odd = await fakeDatabase(
      `CREATE TABLE ${quoteName(name)} (${quoteName(name)}); INSERT INTO ${quoteName(name)} VALUES (7)`,
    );
    const { rows } = await odd.query(`SELECT ${quoteName(name)} FROM ${quoteName(name)}`, DEFAULT_LIMITS, signal);
    expect(rows).toEqual([[7]]);
  }
});
