import type { Value } from '../../board/value';
import { Cells } from './cells';
import { installHooks } from './hooks';
import { isReading } from './policy';
import type { FileContents, SqlJs } from './sqljs';

/** SQLite's own complaint, with its primary result code. */
export class SqliteError extends Error {
  override readonly name = 'SqliteError';

  constructor(
    message: string,
    readonly code: number,
  ) {
    super(message);
  }
}

export const SQLITE = { error: 1, nomem: 7, interrupt: 9, toobig: 18, auth: 23 } as const;
const LARGE = 512 * 1024 * 1024;
const [SQLITE_ROW, SQLITE_DONE, SQLITE_READ] = [100, 101, 20];

export type ConnectionOptions = {
  /** Bytes that SQLite may take at most; a query that needs more fails alone. */
  readonly heapLimit: number;
  readonly pageCache: number;
  /** False when the self-test of the hooks failed in this thread: then only the text of a statement is checked. */
  readonly hooks: boolean;
};

/** One read-only connection: hardened before anything else runs on it. */
export class Connection {
  /** Columns that the statements prepared since `forgetReads` read, as SQLite names them. */
  readonly reads: { readonly table: string; readonly column: string }[] = [];
  /** Entries of the schema that SQLite cannot parse were left out. */
  readonly malformed: string | undefined;
  /** Whether reading all of it takes long. */
  readonly isLarge: boolean;
  readonly #sqlJs: SqlJs;
  readonly #connection: number;
  readonly #close: () => void;
  readonly #removeHooks: (() => void) | undefined;
  readonly #place: number;
  #interrupted: () => boolean = () => false;

  /** @throws SqliteError when the contents are no readable database */
  constructor(sqlJs: SqlJs, contents: FileContents, options: ConnectionOptions) {
    this.#sqlJs = sqlJs;
    this.isLarge = contents.length > LARGE;
    const { connection, close } = sqlJs.open(contents);
    this.#connection = connection;
    this.#close = close;
    this.#place = sqlJs._malloc(8);
    this.all(`PRAGMA hard_heap_limit = ${options.heapLimit}`);
    // First of all that reads the schema.
    this.malformed = this.#readSchema();
    this.all(`PRAGMA cache_size = -${options.pageCache / 1024}`);
    this.all('PRAGMA temp_store = 2');
    this.all('PRAGMA trusted_schema = 0');
    // Nobody else writes to the contents, so SQLite need not look at them again for each statement.
    this.all('PRAGMA locking_mode = EXCLUSIVE');
    this.all('PRAGMA query_only = 1');
    this.#removeHooks = options.hooks
      ? installHooks(sqlJs, connection, {
          allows: (action, first, second) => {
            if (action === SQLITE_READ) this.reads.push({ table: first ?? '', column: second ?? '' });
            return isReading(action, first, second);
          },
          interrupted: () => this.#interrupted(),
        })
      : undefined;
  }

  /** From now on, asks this while statements run and stops them when it says so. */
  interruptWhen(interrupted: () => boolean): void {
    this.#interrupted = interrupted;
  }

  forgetReads(): void {
    this.reads.length = 0;
  }

  /**
   * Prepares the first statement of the text.
   * @returns the statement, and whether another one follows it
   */
  prepare(sql: string): { statement: Statement | undefined; more: boolean } {
    const text = this.#sqlJs.newText(sql);
    try {
      const first = this.#prepareAt(text);
      let rest = first.rest;
      while (this.#byteAt(rest) !== 0) {
        const next = this.#tryPrepareAt(rest);
        if (next === 'error' || next.statement !== undefined) {
          if (next !== 'error') next.statement?.finalize();
          return { statement: first.statement, more: true };
        }
        rest = next.rest;
      }
      return { statement: first.statement, more: false };
    } finally {
      this.#sqlJs._free(text);
    }
  }

  /** All rows of one statement of our own. */
  all(sql: string): Value[][] {
    const { statement } = this.prepare(sql);
    if (statement === undefined) return [];
    try {
      const rows: Value[][] = [];
      while (statement.step()) rows.push(statement.row());
      return rows;
    } finally {
      statement.finalize();
    }
  }

  close(): void {
    this.#removeHooks?.();
    this.#sqlJs._free(this.#place);
    this.#close();
  }

  /** @throws SqliteError for any result that is no success */
  check(result: number): number {
    const code = result & 0xff;
    if (code === 0 || code === SQLITE_ROW || code === SQLITE_DONE) return code;
    throw new SqliteError(this.#sqlJs.textAt(this.#sqlJs._sqlite3_errmsg(this.#connection)), code);
  }

  #readSchema(): string | undefined {
    try {
      this.all('SELECT count(*) FROM sqlite_schema');
      return undefined;
    } catch (error) {
      if (!(error instanceof SqliteError && error.message.startsWith('malformed database schema'))) throw error;
      // SQLite then skips the entries that it cannot parse. Nothing can be written: the contents refuse it.
      this.all('PRAGMA writable_schema = 1');
      this.all('SELECT count(*) FROM sqlite_schema');
      return error.message;
    }
  }

  #tryPrepareAt(pointer: number): { statement: Statement | undefined; rest: number } | 'error' {
    try {
      return this.#prepareAt(pointer);
    } catch (error) {
      if (error instanceof SqliteError) return 'error';
      throw error;
    }
  }

  #prepareAt(pointer: number): { statement: Statement | undefined; rest: number } {
    const place = this.#place;
    this.check(this.#sqlJs._sqlite3_prepare_v2(this.#connection, pointer, -1, place, place + 4));
    const view = new DataView(this.#sqlJs.memory.buffer);
    const statement = view.getUint32(place, true);
    const rest = view.getUint32(place + 4, true);
    return { statement: statement === 0 ? undefined : new Statement(this.#sqlJs, this, statement), rest };
  }

  #byteAt(pointer: number): number {
    return new DataView(this.#sqlJs.memory.buffer).getUint8(pointer);
  }
}

/** A prepared statement and its current row. */
export class Statement {
  readonly columns: readonly string[];
  readonly cells: Cells;
  readonly #sqlJs: SqlJs;
  readonly #connection: Connection;
  readonly #statement: number;

  constructor(sqlJs: SqlJs, connection: Connection, statement: number) {
    this.#sqlJs = sqlJs;
    this.#connection = connection;
    this.#statement = statement;
    this.cells = new Cells(sqlJs, statement);
    const count = sqlJs._sqlite3_column_count(statement);
    this.columns = Array.from({ length: count }, (_, column) =>
      sqlJs.textAt(sqlJs._sqlite3_column_name(statement, column)),
    );
  }

  /** Goes to the next row; `false` after the last. */
  step(): boolean {
    return this.#connection.check(this.#sqlJs._sqlite3_step(this.#statement)) === SQLITE_ROW;
  }

  row(): Value[] {
    return this.columns.map((_, column) => this.cells.value(column));
  }

  finalize(): void {
    this.#sqlJs._sqlite3_finalize(this.#statement);
  }
}
