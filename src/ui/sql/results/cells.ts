import { inertText } from '../../../base/inert';
import type { Value } from '../../../board/value';
import { cellText } from '../../../board/views/cell-text';
import type { Cell, ShownColumn } from '../../../protocol/results-messages';

/** Characters of a cell that the grid is sent; the whole is asked for. */
const MOST_CHARACTERS = 300;
const SAMPLE_ROWS = 500;

/** A cell for the grid. */
export function shownCell(value: Value): Cell {
  if (value === null) return { kind: 'null', text: 'NULL' };
  if (value instanceof Uint8Array) return { kind: 'bytes', text: cellText(value) };
  if (typeof value !== 'string') return { kind: 'number', text: cellText(value) };
  const cut = value.length > MOST_CHARACTERS;
  const text = oneKindOfLines(cut ? value.slice(0, MOST_CHARACTERS) : value).replaceAll('\n', '↵');
  return { kind: 'text', text, ...(cut && { cut }) };
}

/** All of a cell, its lines kept. */
export function wholeCell(value: Value): string {
  if (value instanceof Uint8Array) return hexDump(value);
  return typeof value === 'string' ? oneKindOfLines(value) : cellText(value);
}

/** What the grid knows of the columns before it has rows. */
export function shownColumns(names: readonly string[], rows: readonly (readonly Value[])[]): ShownColumn[] {
  const sample = spread(rows);
  return names.map((name, column) => {
    const cells = sample.map((row) => shownCell(row[column] ?? null));
    const count = (kind: Cell['kind']): number => cells.filter((cell) => cell.kind === kind).length;
    return {
      name: inertText(name).replaceAll(/\s+/g, ' '),
      numeric: count('number') > 0 && count('number') >= (cells.length - count('null')) / 2,
      characters: cells.reduce((most, { text }) => Math.max(most, text.length), name.length),
    };
  });
}

/** Rows from the whole of a result, the last one too: numbers grow longer towards its end. */
function spread<Row>(rows: readonly Row[]): readonly Row[] {
  if (rows.length <= SAMPLE_ROWS) return rows;
  const step = (rows.length - 1) / (SAMPLE_ROWS - 1);
  return Array.from({ length: SAMPLE_ROWS }, (_, k) => rows[Math.round(k * step)]).filter((row) => row !== undefined);
}

function oneKindOfLines(text: string): string {
  return inertText(text.replaceAll('\r\n', '\n'));
}

/** So many fit beside the grid. */
const BYTES_A_LINE = 8;

/** Lines of eight bytes, each behind the place of its first, and what is text in them. */
function hexDump(bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += BYTES_A_LINE) {
    const line = bytes.subarray(at, at + BYTES_A_LINE);
    const hex = Array.from(line, (byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(' ');
    const text = Array.from(line, (byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·')).join('');
    lines.push(`${at.toString(16).padStart(8, '0')}  ${hex.padEnd(3 * BYTES_A_LINE - 1)}  ${text}`);
  }
  return lines.join('\n');
}
