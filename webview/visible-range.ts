/** Indexes from `first` up to but not including `end`. */
export type Range = { readonly first: number; readonly end: number };

/** Items beyond the edges that are drawn too, so that scrolling does not show a gap. */
const BEYOND = 4;

/**
 * Which of many items of equal size are in sight.
 * @param size of an item, in pixels
 * @param offset how far the list is scrolled, in pixels
 * @param extent of what is in sight, in pixels
 */
export function visibleRange(count: number, size: number, offset: number, extent: number): Range {
  const first = Math.max(0, Math.floor(offset / size) - BEYOND);
  const end = Math.min(count, Math.ceil((offset + extent) / size) + BEYOND);
  return { first: Math.min(first, end), end };
}

export function isSameRange(left: Range, right: Range): boolean {
  return left.first === right.first && left.end === right.end;
}

/** How far to scroll so that an item lies wholly in sight; as far as it is when it does. */
export function scrolledTo(index: number, size: number, offset: number, extent: number): number {
  const start = index * size;
  if (start < offset) return start;
  return start + size > offset + extent ? start + size - extent : offset;
}
