import type { Query } from './board';
import { REDACTED } from './results';
import { encodeValue, type Value } from './value';

/**
 * The first row that was kept and is not in the result any more, in words: `row 2, deaths: 488, was 487`. Rows that only moved are
 * no difference: a statement that orders has another digest then, and is told by its values all the same.
 */
export function firstDifference(before: Pick<Query, 'columns' | 'rows'>, now: Pick<Query, 'rows'>): string | undefined {
  const hidden = new Set(before.rows.flatMap((row) => row.flatMap((cell, c) => (cell === REDACTED ? [c] : []))));
  const key = (row: readonly Value[]): string => row.map((cell, c) => (hidden.has(c) ? '' : cellKey(cell))).join();
  const there = new Set(now.rows.map(key));
  const wasThere = new Set(before.rows.map(key));
  for (const [r, row] of before.rows.entries()) {
    if (there.has(key(row))) continue;
    const instead = now.rows[r];
    if (instead === undefined || wasThere.has(key(instead))) return `row ${r + 1} is gone`;
    const c = row.findIndex((cell, at) => !hidden.has(at) && cellKey(cell) !== cellKey(instead[at]));
    return `row ${r + 1}, ${before.columns[c]}: ${shown(instead[c])}, was ${shown(row[c])}`;
  }
  return undefined;
}

function cellKey(cell: Value | undefined): string {
  return cell === undefined ? '' : JSON.stringify(encodeValue(cell));
}

function shown(value: Value | undefined): string {
  if (value === undefined) return 'nothing';
  const text = value === null ? 'NULL' : value instanceof Uint8Array ? `${value.length} bytes` : String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
