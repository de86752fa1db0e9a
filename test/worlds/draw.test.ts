import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysAfter, shuffled, systematicSample, weighted } from '../../examples/draw';
import { seededRandom } from '../../src/base/random';

describe('drawing', () => {
  it('samples systematically: any run of units holds its expected number, give or take one', () => {
    const probability = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.string(), fc.array(probability, { maxLength: 60 }), fc.nat(60), (seed, probabilities, from) => {
        const drawn = systematicSample(seededRandom(seed), probabilities).slice(from);
        const expected = probabilities.slice(from).reduce((sum, one) => sum + one, 0);
        expect(Math.abs(drawn.filter(Boolean).length - expected)).toBeLessThan(1 + 1e-9);
      }),
    );
  });

  it('samples each unit with its own probability', () => {
    const probabilities = [0.1, 0.9, 0.5, 0.25];
    const hits = probabilities.map(() => 0);
    const random = seededRandom('units');
    for (let run = 0; run < 4_000; run++) {
      systematicSample(random, probabilities).forEach(
        (drawn, unit) => (hits[unit] = (hits[unit] ?? 0) + Number(drawn)),
      );
    }
    hits.forEach((count, unit) => expect(Math.abs(count / 4_000 - (probabilities[unit] ?? 0))).toBeLessThan(0.03));
  });

  it('follows weights, and never draws a weight of zero', () => {
    const random = seededRandom('weights');
    const drawn = Array.from({ length: 4_000 }, () => weighted(random, { rare: 1, often: 3, never: 0 }));
    expect(drawn).not.toContain('never');
    expect(Math.abs(drawn.filter((name) => name === 'often').length / 4_000 - 0.75)).toBeLessThan(0.03);
  });

  it('shuffles without losing anything', () => {
    const items = Array.from({ length: 50 }, (_, index) => index);
    const mixed = shuffled(seededRandom('cards'), items);
    expect(mixed).not.toEqual(items);
    expect(mixed.toSorted((left, right) => left - right)).toEqual(items);
  });

  it('counts days over the end of a leap February', () => {
    expect(daysAfter('2024-02-28', 1)).toBe('2024-02-29');
    expect(daysAfter('2023-12-31', 1)).toBe('2024-01-01');
  });
});
