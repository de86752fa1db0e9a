import type { Random } from '../src/base/random';

/** True with the given chance. */
export function chance(random: Random, probability: number): boolean {
  return random() < probability;
}

/** A whole number from `lowest` to `highest`, both included, each alike. */
export function integerBetween(random: Random, lowest: number, highest: number): number {
  return lowest + Math.floor(random() * (highest - lowest + 1));
}

/** One of the names, each with its weight. */
export function weighted<Name extends string>(random: Random, weights: Readonly<Record<Name, number>>): Name {
  const names = Object.keys(weights) as Name[];
  let left = random() * names.reduce((sum, name) => sum + weights[name], 0);
  for (const name of names) {
    left -= weights[name];
    if (left < 0) return name;
  }
  throw new RangeError('no weight above zero');
}

/** A standard normal deviate (Box & Muller 1958). */
export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/**
 * Systematic sampling with unequal probabilities (Madow 1949): each unit is drawn with exactly its own probability, and the
 * number drawn among neighbours differs from its expectation by less than one. Units sorted by the planted factors thus show
 * the planted effects at every seed, while everything the order does not name stays random.
 * @param probabilities in [0, 1], in the order of the units
 */
export function systematicSample(random: Random, probabilities: readonly number[]): boolean[] {
  let position = random();
  return probabilities.map((probability) => {
    const before = Math.floor(position);
    position += probability;
    return Math.floor(position) > before;
  });
}

/** `YYYY-MM-DD`, so many days after another such date. */
export function daysAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The same items in random order. */
export function shuffled<Item>(random: Random, items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, key: random() }))
    .sort((left, right) => left.key - right.key)
    .map(({ item }) => item);
}
