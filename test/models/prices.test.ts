import { describe, expect, it } from 'vitest';
import { PRICES, PRICES_AS_OF } from '../../src/models/anthropic/prices';
import { addUsage, NO_USAGE } from '../../src/models/port';
import { cost } from '../../src/models/prices';

const tokens = { input: 0, output: 0, cacheWrite5m: 0, cacheWrite1h: 0, cacheRead: 0 };
const million = 1_000_000;

describe('the cost of a request', () => {
  it('prices each kind of token on its own', () => {
    expect(cost({ ...tokens, input: million }, 'claude-sonnet-5-5', PRICES)).toBeCloseTo(2, 12);
    expect(cost({ ...tokens, output: million }, 'claude-sonnet-5-5', PRICES)).toBeCloseTo(10, 12);
    expect(cost({ ...tokens, cacheWrite5m: million }, 'claude-sonnet-5-5', PRICES)).toBeCloseTo(2.5, 12);
    expect(cost({ ...tokens, cacheWrite1h: million }, 'claude-sonnet-5-5', PRICES)).toBeCloseTo(4, 12);
    expect(cost({ ...tokens, cacheRead: million }, 'claude-sonnet-5-5', PRICES)).toBeCloseTo(0.1, 12);
  });

  it('of Haiku 5.5 is higher for the whole request when its prompt, cache included, exceeds 100,000 tokens', () => {
    const most = {
      ...tokens,
      input: 40_000,
      cacheWrite5m: 10_000,
      cacheWrite1h: 10_000,
      cacheRead: 40_000,
      output: 1_000,
    };
    expect(cost(most, 'claude-haiku-5-5', PRICES)).toBeCloseTo((4_000 + 1_250 + 2_000 + 400 + 500) / million, 12);
    const more = { ...most, cacheRead: 40_001 };
    expect(cost(more, 'claude-haiku-5-5', PRICES)).toBeCloseTo(
      (20_000 + 6_250 + 10_000 + 2_000.05 + 2_500) / million,
      12,
    );
  });

  it('is unknown for a model that is not listed, and never nothing', () => {
    expect(cost(tokens, 'claude-next', PRICES)).toBeUndefined();
    expect(cost(tokens, 'constructor', PRICES)).toBeUndefined();
  });

  it('follows the table that the caller gives', () => {
    const prices = {
      ...PRICES,
      'claude-next': { input: 3, output: 0, cacheWrite5m: 0, cacheWrite1h: 0, cacheRead: 0 },
    };
    expect(cost({ ...tokens, input: million }, 'claude-next', prices)).toBe(3);
  });
});

describe('the price table', () => {
  it('is dated, and each cache write costs more and each read less than plain input', () => {
    expect(PRICES_AS_OF).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    for (const [model, price] of Object.entries(PRICES)) {
      for (const each of [price, ...(price.long === undefined ? [] : [price.long])]) {
        expect([each.cacheRead, each.input, each.cacheWrite5m, each.cacheWrite1h], model).toEqual(
          [each.cacheRead, each.input, each.cacheWrite5m, each.cacheWrite1h].toSorted((a, b) => a - b),
        );
        expect(each.output, model).toBe(each.input * 5);
      }
    }
  });
});

describe('usage', () => {
  it('adds up, and its price is unknown as soon as one part is', () => {
    const known = { inputTokens: 1, outputTokens: 2, usd: 0.5 };
    expect(addUsage(known, addUsage(known, NO_USAGE))).toEqual({ inputTokens: 2, outputTokens: 4, usd: 1 });
    expect(addUsage(known, { ...known, usd: undefined })).toEqual({ inputTokens: 2, outputTokens: 4, usd: undefined });
  });
});
