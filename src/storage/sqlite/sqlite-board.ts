import initSqlJs, { type Database, type Statement } from 'sql.js';
import { Fault, messageOf } from '../../base/fault';
import type { Board } from '../../board/board';
import { checkBoard, printBoard } from '../../board/codec';
import type { Value } from '../../board/value';
import { recordOf, rowOf, type Cell, type JsonObject } from './record';
import { createTable, REPORT_TABLE, TABLES, type Table } from './tables';

/** The result of SQL over a board. */
export type BoardAnswer = { readonly columns: readonly string[]; readonly rows: readonly (readonly Value[])[] };

/**
 * The board as the bytes of an SQLite file, without loss.
 * @param wasm the compiled `sql-wasm.wasm` of sql.js
 */
export async function exportBoard(board: Board, wasm: WebAssembly.Module): Promise<Uint8Array> {
  return withDatabase(wasm, undefined, (database) => {
    fill(database, board);
    return database.export();
  });
}

/**
 * The board that `exportBoard` wrote, also after somebody changed its rows.
 * @throws Fault for bytes that are no such file, or hold no valid board
 */
export async function importBoard(bytes: Uint8Array, wasm: WebAssembly.Module): Promise<Board> {
  const faultOf = (message: string, cause?: unknown): Fault =>
    new Fault(`not an exported board: ${message}`, 'Choose a file that Data Detective exported as SQLite.', { cause });
  const file = await withDatabase(wasm, bytes, (database) => {
    try {
      return readFile(database);
    } catch (error) {
      throw faultOf(messageOf(error), error);
    }
  });
  return checkBoard(file, 'the exported board', ({ message }) => faultOf(message));
}

/**
 * Runs one statement over a board's tables: a copy, which is thrown away afterwards.
 * @throws Fault with SQLite's message
 */
export async function queryBoard(board: Board, sql: string, wasm: WebAssembly.Module): Promise<BoardAnswer> {
  return withDatabase(wasm, undefined, (database) => {
    fill(database, board);
    try {
      const statement = database.prepare(sql);
      const rows: Value[][] = [];
      while (statement.step()) rows.push(exactRow(statement));
      const columns = statement.getColumnNames();
      statement.free();
      return { columns, rows };
    } catch (error) {
      throw new Fault(messageOf(error), `The tables are ${TABLES.map(({ name }) => name).join(', ')} and report.`);
    }
  });
}

async function withDatabase<T>(
  wasm: WebAssembly.Module,
  bytes: Uint8Array | undefined,
  work: (database: Database) => T,
): Promise<T> {
  const sqlJs = await initSqlJs({
    instantiateWasm(imports: WebAssembly.Imports, receive: (instance: WebAssembly.Instance) => void) {
      const instance = new WebAssembly.Instance(wasm, imports);
      receive(instance);
      return instance.exports;
    },
  });
  const database = new sqlJs.Database(bytes);
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** The sections of a board's file, its form as JSON. */
type BoardFile = Readonly<Record<string, unknown>>;

function fill(database: Database, board: Board): void {
  const file = JSON.parse(printBoard(board, { results: 'full' })) as BoardFile;
  const queries = new Map(recordsOf(file['queries']).map((query) => [query['id'], query]));
  for (const table of TABLES) {
    database.run(createTable(table));
    insert(
      database,
      table.name,
      recordsOf(file[table.section]).map((record) => rowOf(record, table.columns, repeated(record))),
    );
  }
  const { report, ...others } = file;
  const more = Object.entries(others).filter(([section]) => !TABLES.some((table) => table.section === section));
  database.run(REPORT_TABLE);
  const reportRow = rowOf(
    { report, ...Object.fromEntries(more) },
    [{ name: 'text', key: 'report', kind: 'lines' }],
    {},
  );
  insert(database, 'report', [reportRow]);

  /** What the paper's tables hold of a record's neighbours. */
  function repeated(record: JsonObject): JsonObject {
    const query = queries.get(record['query']);
    return {
      sql_text: Array.isArray(query?.['sql']) ? query['sql'].join('\n') : undefined,
      raw_result: query?.['rows'],
      src_type: typeOf(record['from']),
      dst_type: typeOf(record['to']),
    };
  }
}

function typeOf(id: unknown): string | undefined {
  if (typeof id !== 'string') return undefined;
  return id.startsWith('E') ? 'evidence' : 'hypothesis';
}

function recordsOf(section: unknown): JsonObject[] {
  return (Array.isArray(section) ? section : [section]) as JsonObject[];
}

function insert(database: Database, table: string, rows: readonly (readonly Cell[])[]): void {
  const [first] = rows;
  if (first === undefined) return;
  const statement = database.prepare(`INSERT INTO "${table}" VALUES (${first.map(() => '?').join(', ')})`);
  for (const row of rows) statement.run([...row]);
  statement.free();
}

function readFile(database: Database): BoardFile {
  const sections = TABLES.map((table) => {
    const records = select(database, table).map((row) => recordOf(row, table.columns));
    return [table.section, table.rows === 'one' ? records[0] : records];
  });
  const columns = [{ name: 'text', key: 'report', kind: 'lines' }] as const;
  const [report] = select(database, { name: 'report', columns });
  return { ...(report && recordOf(report, columns)), ...(Object.fromEntries(sections) as BoardFile) };
}

function select(database: Database, { name, columns }: Pick<Table, 'name' | 'columns'>): readonly unknown[][] {
  const names = [...columns.map((column) => `"${column.name}"`), '"more"'];
  return database.exec(`SELECT ${names.join(', ')} FROM "${name}" ORDER BY rowid`)[0]?.values ?? [];
}

/** The types of sql.js leave out that it can give integers whole. */
type ExactStatement = Statement & { get(parameters: null, config: { useBigInt: true }): Value[] };

function exactRow(statement: Statement): Value[] {
  const row = (statement as ExactStatement).get(null, { useBigInt: true });
  return row.map((cell) =>
    typeof cell === 'bigint' && BigInt(Number(cell)) === cell && Number.isSafeInteger(Number(cell))
      ? Number(cell)
      : cell,
  );
}
