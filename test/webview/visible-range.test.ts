import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scrolledTo, visibleRange } from '../../webview/visible-range';

const places = fc.record({
  count: fc.integer({ min: 0, max: 10_000 }),
  size: fc.integer({ min: 1, max: 200 }),
  offset: fc.integer({ min: 0, max: 2_000_000 }),
  extent: fc.integer({ min: 0, max: 3000 }),
});

describe('what is drawn of a long list', () => {
  test('holds every item in sight, and few more', () => {
    fc.assert(
      fc.property(places, ({ count, size, offset, extent }) => {
        const { first, end } = visibleRange(count, size, offset, extent);
        expect(first).toBeGreaterThanOrEqual(0);
        expect(end).toBeLessThanOrEqual(count);
        expect(end - first).toBeLessThanOrEqual(Math.ceil(extent / size) + 14);
        const seen = { from: Math.floor(offset / size), to: Math.ceil((offset + extent) / size) };
        if (seen.from < count) expect(first).toBeLessThanOrEqual(seen.from);
        expect(end).toBeGreaterThanOrEqual(Math.min(count, seen.to));
      }),
    );
  });
});

describe('scrolling to an item', () => {
  test('brings all of it into sight and moves no further than that', () => {
    fc.assert(
      fc.property(places, fc.nat(9999), ({ size, offset, extent }, index) => {
        fc.pre(extent >= size);
        const to = scrolledTo(index, size, offset, extent);
        expect(to).toBeLessThanOrEqual(index * size);
        expect(to + extent).toBeGreaterThanOrEqual((index + 1) * size);
        const wasInSight = offset <= index * size && (index + 1) * size <= offset + extent;
        if (wasInSight) expect(to).toBe(offset);
      }),
    );
  });
});
