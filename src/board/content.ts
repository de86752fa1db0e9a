import { encodeValue } from './value';

/** Text that two records, or parts of records, share exactly when they hold the same, in whatever order their keys stand. */
export function contentOf(part: unknown): string {
  return JSON.stringify(part, (_, value: unknown) => {
    if (typeof value === 'bigint' || typeof value === 'number' || value instanceof Uint8Array)
      return encodeValue(value);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1)));
  });
}

export function isSameContent(one: unknown, other: unknown): boolean {
  return contentOf(one) === contentOf(other);
}
