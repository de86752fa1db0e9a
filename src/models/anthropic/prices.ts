import type { Price, PriceTable } from '../prices';

/** The day on which `PRICES` was compared with its sources. */
export const PRICES_AS_OF = '2026-11-30';

const OPUS_BEFORE_5_5: Price = { input: 5, output: 25, cacheWrite5m: 6.25, cacheWrite1h: 10, cacheRead: 0.5 };
const SONNET_4: Price = { input: 3, output: 15, cacheWrite5m: 3.75, cacheWrite1h: 6, cacheRead: 0.3 };

/**
 * List prices of the Claude API, standard tier, without batch or regional surcharges.
 * Sources: platform.claude.com/docs/en/about-claude/pricing and the model pages under /docs/en/models/; the reading
 * price of Sonnet 5.5 is the one in force since 2026-10-07. For Fable 5.2 only input and output were found: its cache
 * prices are the usual multiples of the input price (1.25, 2 and 0.1), which can only overstate a cost.
 */
export const PRICES: PriceTable = {
  'claude-fable-5-2': { input: 8, output: 40, cacheWrite5m: 10, cacheWrite1h: 16, cacheRead: 0.8 },
  'claude-fable-5-1': { input: 10, output: 50, cacheWrite5m: 12.5, cacheWrite1h: 20, cacheRead: 0.25 },
  'claude-fable-5': { input: 10, output: 50, cacheWrite5m: 12.5, cacheWrite1h: 20, cacheRead: 1 },
  'claude-opus-5-5': { input: 4, output: 20, cacheWrite5m: 5, cacheWrite1h: 8, cacheRead: 0.2 },
  'claude-opus-5': OPUS_BEFORE_5_5,
  'claude-opus-4-8': OPUS_BEFORE_5_5,
  'claude-opus-4-7': OPUS_BEFORE_5_5,
  'claude-opus-4-6': OPUS_BEFORE_5_5,
  'claude-opus-4-5': OPUS_BEFORE_5_5,
  'claude-sonnet-5-5': { input: 2, output: 10, cacheWrite5m: 2.5, cacheWrite1h: 4, cacheRead: 0.1 },
  'claude-sonnet-5': { input: 2, output: 10, cacheWrite5m: 2.5, cacheWrite1h: 4, cacheRead: 0.2 },
  'claude-sonnet-4-6': SONNET_4,
  'claude-sonnet-4-5': SONNET_4,
  'claude-haiku-5-5': {
    input: 0.1,
    output: 0.5,
    cacheWrite5m: 0.125,
    cacheWrite1h: 0.2,
    cacheRead: 0.01,
    long: { above: 100_000, input: 0.5, output: 2.5, cacheWrite5m: 0.625, cacheWrite1h: 1, cacheRead: 0.05 },
  },
  'claude-haiku-4-5': { input: 1, output: 5, cacheWrite5m: 1.25, cacheWrite1h: 2, cacheRead: 0.1 },
};
