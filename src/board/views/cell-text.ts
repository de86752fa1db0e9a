import { formatCount } from '../../base/format';
import type { Value } from '../value';

const MOST_BYTES = 24;

/** A cell as a person reads it: NULL, '' and the text NULL differ, integers are exact, bytes are hexadecimal. */
export function cellText(value: Value): string {
  if (value === null) return 'NULL';
  if (value instanceof Uint8Array) return bytesText(value);
  if (typeof value === 'number') return Object.is(value, -0) ? '-0.0' : String(value).replace('Infinity', 'Inf');
  if (typeof value === 'bigint') return value.toString();
  return value.trim() === '' || value.toUpperCase() === 'NULL' ? `'${value}'` : value;
}

function bytesText(bytes: Uint8Array): string {
  const hex = Array.from(bytes.subarray(0, MOST_BYTES), (byte) => byte.toString(16).padStart(2, '0').toUpperCase());
  return bytes.length <= MOST_BYTES ? `x'${hex.join('')}'` : `x'${hex.join('')}…' (${formatCount(bytes.length)} bytes)`;
}
