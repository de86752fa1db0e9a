import type { Value } from '../board/value';
import { formatCount } from '../base/format';
import { safeText } from './safe-text';

const MOST_BYTES = 24;

/**
 * A cell as a person reads it: NULL, '' and 'NULL' differ, integers are exact, bytes are hexadecimal.
 */
export function cellText(value: Value): string {
  if (value === null) return 'NULL';
  if (value instanceof Uint8Array) return bytesText(value);
  if (typeof value === 'number') return Object.is(value, -0) ? '-0.0' : String(value).replace('Infinity', 'Inf');
  if (typeof value === 'bigint') return value.toString();
  const text = safeText(value).replaceAll('\n', '↵').replaceAll('\t', '⇥');
  return text.trim() === '' || text.toUpperCase() === 'NULL' ? `'${text}'` : text;
}

function bytesText(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes.subarray(0, MOST_BYTES)).toString('hex').toUpperCase();
  return bytes.length <= MOST_BYTES ? `x'${hex}'` : `x'${hex}…' (${formatCount(bytes.length)} bytes)`;
}
