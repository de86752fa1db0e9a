import type { Column } from './tables';

export type Cell = number | string | null;
export type JsonObject = Readonly<Record<string, unknown>>;

/** What sql.js does not give back: NUL ends a text, a lone surrogate is no UTF-8, a byte order mark at the start goes. */
const LOST_IN_SQLITE = /[\0\p{Cs}]|^\uFEFF/u;

/**
 * A record as the cells of a row, `more` last: what no column holds, or holds exactly, as JSON.
 * @param repeated cells of the columns without a key, by their names
 */
export function rowOf(record: JsonObject, columns: readonly Column[], repeated: JsonObject): Cell[] {
  const more = new Map(Object.entries(record));
  const cells = columns.map((column): Cell => {
    if (column.key === undefined) return cellOf(repeated[column.name], column);
    const cell = cellOf(record[column.key], column);
    if (typeof cell !== 'string' || !LOST_IN_SQLITE.test(cell)) more.delete(column.key);
    return cell;
  });
  return [...cells, more.size === 0 ? null : JSON.stringify(Object.fromEntries(more))];
}

/** @throws SyntaxError for a cell of JSON that is none */
export function recordOf(row: readonly unknown[], columns: readonly Column[]): JsonObject {
  const record: Record<string, unknown> = {};
  for (const [index, column] of columns.entries()) {
    const value = valueOf(row[index], column);
    if (column.key !== undefined && value !== undefined) record[column.key] = value;
  }
  const more = row[columns.length];
  return typeof more === 'string' ? { ...record, ...(JSON.parse(more) as JsonObject) } : record;
}

function cellOf(value: unknown, { kind }: Column): Cell {
  if (value === undefined || value === null) return null;
  if (kind === 'json') return JSON.stringify(value);
  if (kind === 'lines' && Array.isArray(value)) return value.join('\n');
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'number' || typeof value === 'string') return value;
  throw new TypeError(`not a cell: ${JSON.stringify(value)}`);
}

function valueOf(cell: unknown, { kind }: Column): unknown {
  if (cell === null || cell === undefined) return kind === 'nullable' ? null : undefined;
  if (kind === 'flag') return cell === 1;
  if (typeof cell !== 'string') return cell;
  if (kind === 'json') return JSON.parse(cell);
  if (kind === 'lines') return cell === '' ? [] : cell.split('\n');
  return cell;
}
