import { createHash } from 'node:crypto';
import { seededRandom, type Random } from '../../src/base/random';

/** Changes when the generator makes other cases of the same seeds. */
export const GENERATOR_VERSION = '1';

/** The generator of one purpose of one case: sfc32 from SHA-256 of its names, so purposes do not disturb each other. */
export function caseRandom(seed: string, ...purpose: readonly (string | number)[]): Random {
  const text = [seed, GENERATOR_VERSION, ...purpose].join('|');
  return seededRandom(createHash('sha256').update(text).digest('hex'));
}

/** A whole number from `low` to `high`, both included. */
export function between(random: Random, low: number, high: number): number {
  return low + Math.floor(random() * (high - low + 1));
}

/** @throws RangeError for an empty list */
export function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new RangeError('nothing to pick from');
  return item;
}

/** So many different items in random order. */
export function pickSeveral<Item>(random: Random, items: readonly Item[], count: number): Item[] {
  if (count > items.length) throw new RangeError(`cannot pick ${count} of ${items.length}`);
  return shuffled(random, items).slice(0, count);
}

/** The same items in random order (Fisher & Yates 1938). */
export function shuffled<Item>(random: Random, items: readonly Item[]): Item[] {
  const result = [...items];
  for (let last = result.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    const [a, b] = [result[last], result[other]];
    if (a !== undefined && b !== undefined) [result[last], result[other]] = [b, a];
  }
  return result;
}

export function pickOther<Item>(random: Random, items: readonly Item[], than: Item): Item {
  return pick(
    random,
    items.filter((item) => item !== than),
  );
}
