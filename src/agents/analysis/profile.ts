import type { Value } from '../../board/value';
import type { Column, Table } from '../../database/port';
import { sqlName } from '../../database/name';
import { quoteValue } from '../../database/quote';
import type { DataReader } from '../roles';
import { comparableColumns } from './comparable';
import { dateFormatOf, type DateFormat } from './dates';
import { whole } from './whole';

/** What a column holds, as far as an analysis needs to know. */
export type ColumnProfile = {
  readonly table: string;
  readonly column: string;
  readonly declared: string;
  readonly kind: 'category' | 'number' | 'date' | 'text' | 'key' | 'empty';
  /** Of a `date`. */
  readonly dateFormat?: DateFormat;
  readonly rows: number;
  readonly filled: number;
  readonly distinct: number;
  readonly least: Value;
  readonly greatest: Value;
  /** Most frequent first; all of them when `distinct` is small, else empty. */
  readonly values: readonly { readonly value: Value; readonly n: number }[];
};

/** Up to this many distinct values a column is a category whose values are listed. */
const MOST_CATEGORIES = 50;
/** A table beyond this is profiled by its first rows, and says so. */
const SAMPLED_ABOVE = 200_000;

/** Profiles all readable columns of a table with two statements, which go through the log like any other. */
export async function profileTable(
  table: Table,
  data: DataReader,
  signal: AbortSignal,
): Promise<readonly ColumnProfile[]> {
  const columns = comparableColumns(table);
  if (table.unreadable !== undefined || columns.length === 0) return [];
  const sampled = (table.rowCount?.rows ?? 0) > SAMPLED_ABOVE;
  const source = sampled ? `(SELECT * FROM ${sqlName(table.name)} LIMIT ${SAMPLED_ABOVE})` : sqlName(table.name);
  const note = sampled ? ` (first ${SAMPLED_ABOVE} rows)` : '';
  const counts: (readonly Value[])[] = [];
  // SQLite takes 500 terms in a compound SELECT; a wide table is asked in parts.
  for (const part of chunks(columns, 100)) {
    const sql = part.map((column) => countsSql(column, source)).join('\nUNION ALL ');
    counts.push(...whole(await data.run(sql, `profile of ${table.name}${note}`, signal)).rows);
  }
  const listed = columns.filter((_, index) => isListed(counts[index] ?? [], table, columns[index]));
  const values = await valuesOf(listed, source, `values in ${table.name}${note}`, data, signal);
  return columns.map((column, index) => {
    const [, rows, filled, distinct, least, greatest, numbers] = counts[index] ?? [];
    const listed = values.get(column.name) ?? [];
    // An answer that was cut lists some of the values only.
    const own = listed.length === Number(distinct) ? listed : [];
    const facts = {
      rows: Number(rows),
      filled: Number(filled),
      distinct: Number(distinct),
      least: least ?? null,
      greatest: greatest ?? null,
    };
    const kind = kindOf(
      table,
      column,
      { ...facts, numbers: Number(numbers) },
      own.map(({ value }) => value),
    );
    const dateFormat = dateFormatOf(column.name, facts.least, facts.greatest);
    const described = { table: table.name, column: column.name, declared: column.type, kind, ...facts, values: own };
    return kind === 'date' && dateFormat ? { ...described, dateFormat } : described;
  });
}

/** The median of a numeric column, asked of the data. */
export async function medianOf(
  ref: { table: string; column: string },
  data: DataReader,
  signal: AbortSignal,
): Promise<number> {
  const [table, column] = [sqlName(ref.table), sqlName(ref.column)];
  const sql = `SELECT ${column} AS median FROM ${table} WHERE ${column} IS NOT NULL\nORDER BY 1 LIMIT 1 OFFSET (SELECT COUNT(${column}) / 2 FROM ${table})`;
  return Number((await data.run(sql, `the median of ${ref.column}`, signal)).rows[0]?.[0] ?? 0);
}

function countsSql(column: Column, source: string): string {
  const name = sqlName(column.name);
  return (
    `SELECT ${quoteValue(column.name)} AS column_name, COUNT(*) AS row_count, COUNT(${name}) AS filled,` +
    ` COUNT(DISTINCT ${name}) AS distinct_values, MIN(${name}) AS least, MAX(${name}) AS greatest,` +
    ` SUM(typeof(${name}) IN ('integer', 'real')) AS numbers FROM ${source}`
  );
}

function isListed(counts: readonly Value[], table: Table, column: Column | undefined): boolean {
  const distinct = Number(counts[3]);
  return column !== undefined && distinct > 0 && distinct <= MOST_CATEGORIES && !isPrimaryKey(table, column.name);
}

async function valuesOf(
  columns: readonly Column[],
  source: string,
  purpose: string,
  data: DataReader,
  signal: AbortSignal,
): Promise<Map<string, { value: Value; n: number }[]>> {
  const found = new Map<string, { value: Value; n: number }[]>();
  // A part of the columns at a time keeps each answer within the rows that are handed out.
  for (const part of chunks(columns, 15)) {
    const sql = part
      .map((column) => {
        const name = sqlName(column.name);
        return `SELECT * FROM (SELECT ${quoteValue(column.name)} AS column_name, ${name} AS value, COUNT(*) AS n FROM ${source} WHERE ${name} IS NOT NULL GROUP BY ${name} ORDER BY n DESC, ${name})`;
      })
      .join('\nUNION ALL ');
    for (const [name, value, n] of (await data.run(sql, purpose, signal)).rows) {
      const list = found.get(String(name)) ?? [];
      list.push({ value: value ?? null, n: Number(n) });
      found.set(String(name), list);
    }
  }
  return found;
}

function kindOf(
  table: Table,
  column: Column,
  facts: { rows: number; filled: number; distinct: number; least: Value; greatest: Value; numbers: number },
  values: readonly Value[],
): ColumnProfile['kind'] {
  if (facts.filled === 0) return 'empty';
  const foreign = table.foreignKeys.some((key) =>
    key.columns.some((each) => each.toLowerCase() === column.name.toLowerCase()),
  );
  if (isPrimaryKey(table, column.name) || foreign) return 'key';
  if (dateFormatOf(column.name, facts.least, facts.greatest)) return 'date';
  if (facts.numbers === facts.filled) {
    if (facts.distinct <= 2 || (facts.distinct <= 12 && values.every((value) => Number.isInteger(value))))
      return 'category';
    const unique = facts.distinct === facts.filled && facts.filled > 20;
    if (unique && Number.isInteger(facts.least) && /(^|_)(id|key|code|no|nr|number)$|[a-z]I[dD]$/i.test(column.name))
      return 'key';
    return 'number';
  }
  return facts.distinct <= MOST_CATEGORIES && facts.distinct < facts.filled ? 'category' : 'text';
}

function isPrimaryKey(table: Table, column: string): boolean {
  return table.primaryKey.length === 1 && table.primaryKey[0]?.toLowerCase() === column.toLowerCase();
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
