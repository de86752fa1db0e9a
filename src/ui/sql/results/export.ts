import type { Value } from '../../../board/value';
import { encodeValue } from '../../../board/value';
import { cellText } from '../../../board/views/cell-text';

/** Columns and rows as they are written to a file or the clipboard. */
export type Table = { readonly columns: readonly string[]; readonly rows: readonly (readonly Value[])[] };

export type ExportFormat = 'csv' | 'json' | 'markdown';

/** The table as the text of a file. */
export function exportText(table: Table, format: ExportFormat): string {
  switch (format) {
    case 'csv':
      return toCsv(table);
    case 'json':
      return toJson(table);
    case 'markdown':
      return toMarkdown(table);
  }
}

/**
 * RFC 4180. NULL is an empty field and '' is `""`. A text that a spreadsheet would run as a formula is written with an apostrophe before
 * it, as OWASP advises against CSV injection.
 */
export function toCsv({ columns, rows }: Table): string {
  const lines = [columns.map((name) => csvText(name)), ...rows.map((row) => row.map(csvField))];
  return lines.map((fields) => `${fields.join(',')}\r\n`).join('');
}

/** How many cells of a CSV file get an apostrophe, titles included. */
export function formulasIn({ columns, rows }: Table): number {
  const count = (row: readonly Value[]): number =>
    row.filter((value) => typeof value === 'string' && isFormula(value)).length;
  return rows.reduce((sum, row) => sum + count(row), count(columns));
}

/**
 * An array of objects. What JSON cannot carry is an object with one key, as in a board: `$integer`, `$real`, `$bytes` (base64). Of
 * columns with one name the later ones are numbered: `name`, `name (2)`.
 */
export function toJson({ columns, rows }: Table): string {
  const keys = uniqueNames(columns).map((name) => JSON.stringify(name));
  const lines = rows.map((row) => {
    const members = keys.map((key, column) => `${key}: ${JSON.stringify(encodeValue(row[column] ?? null))}`);
    return `  { ${members.join(', ')} }`;
  });
  return lines.length === 0 ? '[]\n' : `[\n${lines.join(',\n')}\n]\n`;
}

/** A GitHub table; numbers stand to the right. Nothing in a cell is taken for Markdown or HTML. */
export function toMarkdown({ columns, rows }: Table): string {
  const rule = columns.map((_, column) => (isNumeric(rows, column) ? '--:' : '---'));
  const lines = [columns.map(markdownText), rule, ...rows.map((row) => row.map(markdownCell))];
  return lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

/** Cells for the clipboard: a spreadsheet takes them as they stand. NULL is empty. */
export function toTsv({ columns, rows }: Table, options: { readonly headers: boolean }): string {
  const lines = rows.map((row) => row.map((value) => tsvText(value === null ? '' : plainText(value))));
  return [...(options.headers ? [columns.map(tsvText)] : []), ...lines].map((cells) => cells.join('\t')).join('\n');
}

function csvField(value: Value): string {
  if (value === null) return '';
  return typeof value === 'string' ? csvText(value) : plainText(value);
}

function csvText(text: string): string {
  const safe = isFormula(text) ? `'${text}` : text;
  return safe === '' || /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function isFormula(text: string): boolean {
  return /^[=+\-@\t\r]/.test(text);
}

function tsvText(text: string): string {
  return /[\t\r\n]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Exact numbers, all bytes as hexadecimal digits, text as it is. */
function plainText(value: NonNullable<Value>): string {
  if (typeof value === 'string') return value;
  if (!(value instanceof Uint8Array)) return cellText(value);
  return `0x${Array.from(value, (byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join('')}`;
}

function uniqueNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let unique = name;
    for (let number = 2; taken.has(unique); number++) unique = `${name} (${number})`;
    taken.add(unique);
    return unique;
  });
}

function isNumeric(rows: Table['rows'], column: number): boolean {
  const values = rows.map((row) => row[column] ?? null).filter((value) => value !== null);
  return values.length > 0 && values.every((value) => typeof value === 'number' || typeof value === 'bigint');
}

function markdownCell(value: Value): string {
  return markdownText(value === null ? 'NULL' : plainText(value));
}

function markdownText(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>&|#~$]/g, (sign) => `\\${sign}`).replaceAll(/\s*[\r\n]+\s*/g, ' ');
}
