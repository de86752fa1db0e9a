import type { Value } from '../../../board/value';
import type { Order } from '../../../protocol/results-messages';

/**
 * The numbers of the rows in an order: numbers before text before bytes, each compared exactly and as the database compares them; NULLs stand last
 * in both directions, and equal rows as they came.
 */
export function orderedRows(rows: readonly (readonly Value[])[], { column, direction }: Order): Uint32Array {
  const values = rows.map((row) => row[column] ?? null);
  const sign = direction === 'ascending' ? 1 : -1;
  return Uint32Array.from(rows.keys()).sort((left, right) => {
    const [a, b] = [values[left] ?? null, values[right] ?? null];
    if (a === null || b === null) return Number(a === null) - Number(b === null) || left - right;
    return sign * compareValues(a, b) || left - right;
  });
}

/** Negative when the first stands before the second. A number and a 64-bit integer are compared without rounding. */
function compareValues(a: NonNullable<Value>, b: NonNullable<Value>): number {
  const [kind, other] = [kindOf(a), kindOf(b)];
  if (kind !== other) return kind - other;
  if (a instanceof Uint8Array && b instanceof Uint8Array) return compareBytes(a, b);
  return a < b ? -1 : a > b ? 1 : 0;
}

function kindOf(value: NonNullable<Value>): number {
  if (typeof value === 'string') return 1;
  return value instanceof Uint8Array ? 2 : 0;
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
