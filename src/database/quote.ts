import type { Value } from '../board/value';

/** A name of a table or column as SQL text: any name is legal once quoted. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/**
 * A value as an SQL literal that gives the same value back: -0.0, infinities, 64-bit integers, text with NUL, bytes.
 * @throws RangeError for an integer beyond 64 bits and for NaN, which SQL cannot hold
 */
export function quoteValue(value: Value): string {
  if (value === null) return 'NULL';
  if (typeof value === 'number') return quoteNumber(value);
  if (typeof value === 'bigint') return quoteInteger(value);
  if (typeof value === 'string') return quoteText(value);
  return `X'${hex(value)}'`;
}

function quoteNumber(value: number): string {
  if (Number.isNaN(value)) throw new RangeError('no SQL literal: NaN');
  // A literal beyond the range of doubles is how SQLite writes an infinity.
  if (!Number.isFinite(value)) return value > 0 ? '9e999' : '-9e999';
  if (Object.is(value, -0)) return '-0.0';
  const text = String(value);
  // Beyond ±2^53 a number stands for a REAL: bare digits would be read as an integer.
  return Number.isInteger(value) && !Number.isSafeInteger(value) && !text.includes('e') ? `${text}.0` : text;
}

function quoteInteger(value: bigint): string {
  if (BigInt.asIntN(64, value) !== value) throw new RangeError(`no SQL literal: ${value} is beyond 64 bits`);
  return value.toString();
}

function quoteText(text: string): string {
  // SQL text ends at a NUL, so such a string travels as its bytes.
  if (text.includes('\0')) return `CAST(X'${hex(new TextEncoder().encode(text))}' AS TEXT)`;
  return `'${text.replaceAll("'", "''")}'`;
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
