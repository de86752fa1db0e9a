import type { Value } from '../../src/board/value';

/** A cell as results are compared: trimmed, lower case, numbers to six significant digits, dates in ISO form. */
export function normalCell(value: Value): string {
  if (value === null) return '∅';
  if (typeof value === 'number') return normalNumber(value);
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Uint8Array)
    return `bytes:${Array.from(value, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
  return normalText(value);
}

/** Compatibility forms, case and accents folded. */
export function folded(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}

function normalText(text: string): string {
  const plain = folded(text);
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/.test(plain)) return normalNumber(Number(plain));
  const date = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[t ](\d{2}:\d{2})(?::00(?:\.0+)?)?z?)?$/.exec(plain);
  if (!date) return plain;
  const [, year, month = '', day = '', time] = date;
  const isMidnight = time === undefined || time === '00:00';
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${isMidnight ? '' : `t${time}`}`;
}

function normalNumber(value: number): string {
  // Whole numbers are keys as often as counts: they keep all digits.
  if (Number.isInteger(value) || !Number.isFinite(value)) return String(value);
  return String(Number(value.toPrecision(6)));
}
