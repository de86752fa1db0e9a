import type { ShownColumn } from '../../src/protocol/results-messages';
import type { Range } from '../visible-range';

export const NARROWEST = 44;
const WIDEST_AT_FIRST = 380;
/** Padding, the border, and room for the sign of the order. */
const BESIDE_TEXT = 34;

/** Where the columns stand: `starts` has one more entry than there are columns, the width of all. */
export type Columns = { readonly widths: readonly number[]; readonly starts: readonly number[] };

export function columnsOf(widths: readonly number[]): Columns {
  const starts = [0];
  for (const width of widths) starts.push((starts.at(-1) ?? 0) + width);
  return { widths, starts };
}

/** Widths in pixels that show most of what the columns hold. */
export function firstWidths(columns: readonly ShownColumn[], character: number): readonly number[] {
  return columns.map(({ characters }) =>
    Math.min(WIDEST_AT_FIRST, Math.max(NARROWEST, Math.ceil(characters * character) + BESIDE_TEXT)),
  );
}

/** The columns that lie in a part of the grid, in pixels. */
export function columnRange({ widths, starts }: Columns, offset: number, extent: number): Range {
  const first = Math.max(0, lastNotAfter(starts, offset));
  const end = Math.min(widths.length, lastNotAfter(starts, offset + extent) + 1);
  return { first: Math.min(first, end), end };
}

/** The last place that stands at a pixel or before it. */
function lastNotAfter(starts: readonly number[], pixel: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? Infinity) <= pixel) low = middle;
    else high = middle - 1;
  }
  return low;
}
