import { messageOf } from '../../base/fault';
import type { Value } from '../../board/value';
import { quoteName, quoteValue } from '../quote';
import type { Column, ForeignKey, Schema, Table } from '../port';
import { SQLITE, SqliteError, type Connection } from './connection';

/** Runs work that may be interrupted after some milliseconds. */
export type Within = <Result>(milliseconds: number, work: () => Result) => Result;

/** Counting rows reads whole tables: this much time for one, and for all of them. */
const COUNT_ONE = 250;
const COUNT_ALL = 1_500;

type Entry = { readonly type: string; readonly name: string; readonly table: string; readonly sql: string };

/** Reads what a database holds, each table on its own, so that an unreadable one hides no other. */
export function readSchema(connection: Connection, within: Within): Schema {
  const entries = connection
    .all("SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema ORDER BY rowid")
    .map(([type, name, table, sql]): Entry => ({
      type: text(type),
      name: text(name),
      table: text(table),
      sql: text(sql),
    }));
  const relations = entries.filter(
    ({ type, name }) => (type === 'table' || type === 'view') && !/^sqlite_/i.test(name),
  );
  const shadows = shadowTables(relations);
  const notes: string[] = [];
  if (connection.malformed !== undefined) notes.push(`parts of the schema cannot be read: ${connection.malformed}`);
  let left = COUNT_ALL;
  const tables = relations
    .filter((entry) => !shadows.has(entry.name.toLowerCase()))
    .map((entry) => {
      const read = readTable(connection, entry, shadows, within);
      const start = performance.now();
      const table =
        read.unreadable === undefined
          ? { ...read, ...countRows(connection, read, Math.min(COUNT_ONE, left), within) }
          : read;
      left -= performance.now() - start;
      if (table.unreadable !== undefined) {
        notes.push(`${table.kind} ${table.name} cannot be read: ${table.unreadable}`);
        return table;
      }
      const columns = withCollations(connection, table);
      notes.push(...columns.flatMap((column) => collationNote(table, column)));
      return { ...table, columns };
    });
  return { tables, notes };
}

function readTable(connection: Connection, entry: Entry, shadows: ReadonlyMap<string, string>, within: Within): Table {
  const columns = attempt(() => readColumns(connection, entry.name));
  const reason = columns.reason ?? attempt(() => readFirstRow(connection, entry.name, within)).reason;
  const unreadable = reason === undefined ? undefined : explain(reason, entry, connection, shadows);
  return {
    name: entry.name,
    kind: kindOf(entry),
    columns: (columns.result ?? []).map(({ column }) => column),
    primaryKey: (columns.result ?? [])
      .filter(({ keyPosition }) => keyPosition > 0)
      .sort((left, right) => left.keyPosition - right.keyPosition)
      .map(({ column }) => column.name),
    foreignKeys: attempt(() => readForeignKeys(connection, entry.name)).result ?? [],
    unique: attempt(() => readUnique(connection, entry.name)).result ?? [],
    rowCount: undefined,
    sql: entry.sql,
    ...(unreadable === undefined ? {} : { unreadable }),
  };
}

/** Fails for what cannot be read; a view that needs long for its first row is readable. */
function readFirstRow(connection: Connection, table: string, within: Within): void {
  interruptible(() => within(COUNT_ONE, () => readRows(connection, `SELECT * FROM ${quoteName(table)} LIMIT 1`)));
}

function kindOf({ type, sql }: Entry): Table['kind'] {
  if (type === 'view') return 'view';
  return /^\s*CREATE\s+VIRTUAL\s/i.test(sql) ? 'virtual' : 'table';
}

function readColumns(connection: Connection, table: string): { column: Column; keyPosition: number }[] {
  const rows = connection.all(`PRAGMA table_xinfo(${quoteName(table)})`);
  return rows.map(([, name, type, notNull, , keyPosition, hidden]) => ({
    column: {
      name: text(name),
      // SQLite adds this to the type of a generated column.
      type: text(type).replace(/\s*GENERATED ALWAYS$/i, ''),
      notNull: notNull === 1,
      generated: hidden === 2 || hidden === 3,
      hidden: hidden === 1,
    },
    keyPosition: Number(keyPosition),
  }));
}

function readForeignKeys(connection: Connection, table: string): ForeignKey[] {
  const keys = new Map<number, { table: string; columns: string[]; references: string[] }>();
  for (const [id, , target, from, to] of connection.all(`PRAGMA foreign_key_list(${quoteName(table)})`)) {
    const key = keys.get(Number(id)) ?? { table: text(target), columns: [], references: [] };
    keys.set(Number(id), key);
    key.columns.push(text(from));
    if (to !== null) key.references.push(text(to));
  }
  return [...keys]
    .sort(([left], [right]) => right - left)
    .map(([, key]) => (key.references.length > 0 ? key : { ...key, references: primaryKeyOf(connection, key.table) }));
}

/** What a foreign key that names no columns refers to. */
function primaryKeyOf(connection: Connection, table: string): string[] {
  const columns = attempt(() => readColumns(connection, table)).result ?? [];
  return columns
    .filter(({ keyPosition }) => keyPosition > 0)
    .sort((left, right) => left.keyPosition - right.keyPosition)
    .map(({ column }) => column.name);
}

function readUnique(connection: Connection, table: string): string[][] {
  return connection
    .all(`PRAGMA index_list(${quoteName(table)})`)
    .filter(([, , unique, origin, partial]) => unique === 1 && origin !== 'pk' && partial === 0)
    .map(([, index]) => connection.all(`PRAGMA index_info(${quoteName(text(index))})`).map(([, , column]) => column))
    .filter((columns): columns is string[] => columns.every((column) => typeof column === 'string'));
}

/**
 * Exact within the time, else estimated from the statistics of ANALYZE or the highest rowid.
 * @returns or the reason why not all rows can be read: a damaged page, a view that fails for one of them
 */
function countRows(
  connection: Connection,
  table: Table,
  milliseconds: number,
  within: Within,
): Pick<Table, 'rowCount' | 'unreadable'> {
  const from = quoteName(table.name);
  // SQLite counts * page by page without asking whether to stop, which is fine for a file in memory.
  const counted = connection.isLarge ? '1' : '*';
  const count = (rows: string) =>
    attempt(() =>
      interruptible(() => within(milliseconds, () => readRows(connection, `SELECT count(${counted}) FROM ${rows}`))),
    );
  const any = count(from);
  // SQLite counts an index where it can, which fails for one that is sorted by an unknown collation, or damaged.
  const { result, reason } = any.reason !== undefined && table.kind === 'table' ? count(`${from} NOT INDEXED`) : any;
  if (reason !== undefined) return { rowCount: undefined, unreadable: reason };
  if (result !== undefined) return { rowCount: { rows: Number(result), exact: true } };
  if (table.kind !== 'table') return { rowCount: undefined };
  const analyzed = attempt(() =>
    connection.all(`SELECT max(CAST(stat AS INTEGER)) FROM sqlite_stat1 WHERE tbl = ${quoteValue(table.name)}`),
  ).result?.[0]?.[0];
  const estimate = analyzed ?? attempt(() => connection.all(`SELECT max(rowid) FROM ${from}`)).result?.[0]?.[0];
  return { rowCount: typeof estimate === 'number' ? { rows: estimate, exact: false } : undefined };
}

/** What SQLite says of a row may quote its cells, and a schema is shown where cells must not be: that is left for a query to tell. */
function readRows(connection: Connection, sql: string): Value[][] {
  connection.prepare(sql).statement?.finalize();
  try {
    return connection.all(sql);
  } catch (error) {
    if (!(error instanceof SqliteError) || error.code !== SQLITE.error) throw error;
    throw new SqliteError('it fails for one of its rows; a query of it tells why', error.code);
  }
}

function interruptible(work: () => Value[][]): Value | undefined {
  try {
    return work()[0]?.[0];
  } catch (error) {
    if (error instanceof SqliteError && error.code === SQLITE.interrupt) return undefined;
    throw error;
  }
}

/** The columns of a table, marked where comparing one fails for its collation. */
function withCollations(connection: Connection, table: Table): readonly Column[] {
  if (table.kind !== 'table' || !/\bCOLLATE\b/i.test(table.sql)) return table.columns;
  return table.columns.map((column) => {
    const [name, from] = [quoteName(column.name), quoteName(table.name)];
    const { reason } = attempt(() => connection.all(`SELECT ${name} < '' FROM ${from} LIMIT 0`));
    const collation = /^no such collation sequence: (.*)$/s.exec(reason ?? '')?.[1];
    return collation === undefined ? column : { ...column, unknownCollation: collation };
  });
}

function collationNote(table: Table, { name, unknownCollation }: Column): string[] {
  if (unknownCollation === undefined) return [];
  const comparable = `${quoteName(name)} COLLATE BINARY`;
  return [`${table.name}.${name} is sorted by the unknown collation ${unknownCollation}: compare it as ${comparable}`];
}

/** Suffixes of the tables in which full-text and R-tree tables keep their content. */
const SHADOWS: Readonly<Record<string, readonly string[]>> = {
  fts3: ['content', 'segments', 'segdir', 'docsize', 'stat'],
  fts4: ['content', 'segments', 'segdir', 'docsize', 'stat'],
  fts5: ['data', 'idx', 'content', 'docsize', 'config'],
  rtree: ['node', 'rowid', 'parent'],
  rtree_i32: ['node', 'rowid', 'parent'],
  geopoly: ['node', 'rowid', 'parent'],
};

/** Shadow tables by their lower-case name, each with the table that it belongs to. */
function shadowTables(relations: readonly Entry[]): Map<string, string> {
  const owners = relations.flatMap(({ name, sql }) =>
    (SHADOWS[moduleOf(sql)] ?? []).map((suffix): [string, string] => [`${name}_${suffix}`.toLowerCase(), name]),
  );
  return new Map(owners);
}

function moduleOf(sql: string): string {
  return /^\s*CREATE\s+VIRTUAL\s+TABLE\s[\s\S]*?\bUSING\s+["'`[]?(\w+)/i.exec(sql)?.[1]?.toLowerCase() ?? '';
}

function explain(reason: string, entry: Entry, connection: Connection, shadows: ReadonlyMap<string, string>): string {
  const content = `${entry.name}_content`;
  if (!/^(no such module|unknown tokenizer)/.test(reason) || !shadows.has(content.toLowerCase())) return reason;
  const columns = attempt(() => readColumns(connection, content)).result ?? [];
  if (columns.length === 0) return reason;
  return `${reason}; its text is in ${content} (${columns.map(({ column }) => column.name).join(', ')})`;
}

/** Runs work that may fail for this one table; SQLite's stop of a query is no such failure. */
function attempt<Result>(work: () => Result): { readonly result?: Result; readonly reason?: string } {
  try {
    return { result: work() };
  } catch (error) {
    if (!(error instanceof SqliteError) || error.code === SQLITE.interrupt) throw error;
    return { reason: messageOf(error) };
  }
}

function text(value: Value | undefined): string {
  return typeof value === 'string' ? value : '';
}
