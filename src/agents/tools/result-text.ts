import type { Query } from '../../board/board';
import type { Value } from '../../board/value';
import { cut, dataBlock, onOneLine } from './data-block';

/** How much of a result a model is shown. */
export type ResultLimits = {
  readonly rows: number;
  readonly columns: number;
  /** Characters of one cell. */
  readonly cell: number;
  /** Characters of all rows together. */
  readonly characters: number;
  /** What the reader can do about rows that were cut; nothing where it cannot query. */
  readonly advice?: string;
};

export const RESULT_LIMITS: ResultLimits = {
  rows: 40,
  columns: 24,
  cell: 300,
  characters: 6_000,
  advice: 'aggregate or filter to see the rest',
};

/** A query's result as a model reads it: its id, a header line, one line a row, and what was cut. The only place that prints rows. */
export function resultText(query: Query, limits: ResultLimits = RESULT_LIMITS): string {
  const columns = query.columns.slice(0, limits.columns);
  const header = columns.map((name) => cellText(name, limits.cell)).join(' | ');
  const lines: string[] = [];
  let left = limits.characters;
  for (const row of query.rows.slice(0, limits.rows)) {
    const line = row
      .slice(0, limits.columns)
      .map((value) => cellText(value, limits.cell, true))
      .join(' | ');
    left -= line.length;
    if (left < 0 && lines.length > 0) break;
    lines.push(cut(line, limits.characters));
  }
  const total = rowCount(query);
  const notes = [
    ...cutNotes(query, lines.length, columns.length, limits.advice),
    ...(query.warnings ?? []).map((warning) => `warning: ${onOneLine(warning)}`),
  ];
  const body = [
    header,
    ...lines,
    ...(lines.length === 0 ? [total === '0' ? '(no rows)' : '(rows are not shown)'] : []),
    ...notes.map((note) => `[${note}]`),
  ];
  return `${query.id}: ${total} ${total === '1' ? 'row' : 'rows'}\n${dataBlock(`result of ${query.id}`, body.join('\n'))}`;
}

/** A cell on one line. NULL, '' and text that looks like a number are told apart. */
export function cellText(value: Value, most: number, quoted = false): string {
  if (value === null) return 'NULL';
  if (typeof value === 'number' || typeof value === 'bigint') return Object.is(value, -0) ? '-0.0' : String(value);
  if (value instanceof Uint8Array) {
    const start = Array.from(value.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
    return `x'${start}${value.length > 16 ? '…' : ''}' (${value.length} bytes)`;
  }
  const text = cut(onOneLine(value).replaceAll('|', '\\|'), most);
  return quoted && (text.trim() !== text || text === '' || text === 'NULL' || isNumeric(text)) ? `'${text}'` : text;
}

function rowCount({ rowCount }: Query): string {
  return typeof rowCount === 'number' ? String(rowCount) : `at least ${rowCount.atLeast}`;
}

function cutNotes(query: Query, rows: number, columns: number, advice: string | undefined): string[] {
  const notes: string[] = [];
  const total = typeof query.rowCount === 'number' ? query.rowCount : query.rowCount.atLeast;
  if (total > rows && rows > 0)
    notes.push(`cut: ${rows} of ${rowCount(query)} rows are shown${advice === undefined ? '' : `; ${advice}`}`);
  if (query.columns.length > columns) notes.push(`cut: ${columns} of ${query.columns.length} columns are shown`);
  if ((query.cut?.characters ?? 0) > 0)
    notes.push(`cut: ${query.cut?.characters} characters of long cells were not read`);
  return notes;
}

function isNumeric(text: string): boolean {
  return Number.isFinite(Number(text));
}
