import { quoteName, quoteValue } from '../quote';
import { QueryError, type QueryLimits, type ResultSet, type Schema } from '../port';
import { Connection, SQLITE, SqliteError, type ConnectionOptions, type Statement } from './connection';
import { timeout } from './messages';
import { withStrictNames } from './names';
import { RowReader } from './rows';
import { readSchema } from './schema';
import type { FileContents, SqlJs } from './sqljs';
import { readStatementText, type StatementText } from './statement';
import { holdsText, summedColumns } from './warnings';

/** Thrown when a query was cancelled: nobody waits for its result. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';
}

/** Rows between two looks at the clock, for statements that hand out rows faster than the progress handler asks. */
const ROWS_BETWEEN_LOOKS = 1_024;

/** One thread's view of one state of a database file: it runs one thing at a time, to its end. */
export class Session {
  readonly #connection: Connection;
  readonly #cancelled: () => boolean;
  readonly #heapLimit: number;
  #deadline = Infinity;

  /** @throws SqliteError when the contents are no readable database */
  constructor(sqlJs: SqlJs, contents: FileContents, options: ConnectionOptions, cancelled: () => boolean) {
    this.#connection = new Connection(sqlJs, contents, options);
    this.#cancelled = cancelled;
    this.#heapLimit = options.heapLimit;
    this.#connection.interruptWhen(() => this.#mustStop());
  }

  /** @throws QueryError, or Cancelled; anything else means that the thread can no longer be trusted */
  query(sql: string, limits: QueryLimits): ResultSet {
    const start = performance.now();
    const text = readStatementText(sql);
    this.#deadline = start + limits.milliseconds;
    let statement: Statement | undefined;
    try {
      statement = this.#prepareOnly(text);
      const warnings = this.#warnings(text);
      const reader = new RowReader(statement.cells, statement.columns.length, text.ordered, limits);
      const finished = this.#readAll(statement, reader);
      const cut = { rows: reader.cutRows, characters: reader.cutCharacters };
      return {
        columns: statement.columns,
        rows: reader.rows,
        rowCount: finished ? reader.count : { atLeast: reader.count },
        digest: finished || reader.digestOfKept === undefined ? reader.digest : reader.digestOfKept,
        milliseconds: performance.now() - start,
        ...(cut.rows > 0 || cut.characters > 0 ? { cut } : {}),
        warnings,
      };
    } catch (error) {
      throw this.#asQueryError(error, sql, limits);
    } finally {
      statement?.finalize();
      this.#deadline = Infinity;
    }
  }

  /** @throws Cancelled */
  schema(): Schema {
    try {
      const schema = readSchema(this.#connection, (milliseconds, work) => this.#within(milliseconds, work));
      if (this.#cancelled()) throw new Cancelled();
      return schema;
    } catch (error) {
      throw this.#cancelled() ? new Cancelled() : error;
    }
  }

  close(): void {
    this.#connection.close();
  }

  #mustStop(): boolean {
    return performance.now() > this.#deadline || this.#cancelled();
  }

  #within<Result>(milliseconds: number, work: () => Result): Result {
    this.#deadline = performance.now() + milliseconds;
    try {
      return work();
    } finally {
      this.#deadline = Infinity;
    }
  }

  #prepareOnly(text: StatementText): Statement {
    this.#connection.forgetReads();
    const { statement, more } = this.#connection.prepare(text.sql);
    if (statement === undefined) throw new QueryError('refused', 'refused: there is no statement', text.sql);
    try {
      if (more) throw new QueryError('refused', 'refused: only one statement may run at a time', text.sql);
      this.#checkNames(text);
      return statement;
    } catch (error) {
      statement.finalize();
      throw error;
    }
  }

  #checkNames({ sql, tokens }: StatementText): void {
    const strict = withStrictNames(sql, tokens);
    if (strict === undefined) return;
    try {
      this.#connection.prepare(strict).statement?.finalize();
    } catch (error) {
      const name = error instanceof SqliteError ? /^no such column: (.*)$/s.exec(error.message)?.[1] : undefined;
      if (name === undefined) throw error;
      const column = name.split('.').at(-1) ?? name;
      throw new QueryError(
        'sql',
        `unknown column: ${quoteName(column)} (double quotes are for names; text is ${quoteValue(column)})`,
        sql,
      );
    }
  }

  #warnings({ tokens }: StatementText): string[] {
    const summed = summedColumns(tokens);
    if (summed.length === 0) return [];
    const { reads } = this.#connection;
    const tables = [...new Set(reads.map((read) => read.table))].filter((table) => table !== '');
    const textColumns = new Set<string>();
    for (const table of tables) {
      for (const [, name, type] of this.#connection.all(`PRAGMA table_info(${quoteName(table)})`)) {
        const isText = typeof name === 'string' && typeof type === 'string' && holdsText(type);
        if (isText && reads.some((read) => read.table === table && read.column === name)) {
          textColumns.add(name.toLowerCase());
        }
      }
    }
    return summed
      .filter(({ column }) => textColumns.has(column.toLowerCase()))
      .map(
        ({ call }) =>
          `${call}: the column is text, of which SQLite adds up the leading numbers; text without one counts as 0`,
      );
  }

  /** @returns false when the deadline came after all rows that may be handed out */
  #readAll(statement: Statement, reader: RowReader): boolean {
    try {
      while (statement.step()) {
        reader.take();
        if (reader.count % ROWS_BETWEEN_LOOKS === 0 && this.#mustStop()) {
          throw new SqliteError('interrupted', SQLITE.interrupt);
        }
      }
      return true;
    } catch (error) {
      const interrupted = error instanceof SqliteError && error.code === SQLITE.interrupt;
      if (interrupted && !this.#cancelled() && reader.digestOfKept !== undefined) return false;
      throw error;
    }
  }

  #asQueryError(error: unknown, sql: string, limits: QueryLimits): unknown {
    if (!(error instanceof SqliteError)) return error;
    switch (error.code) {
      case SQLITE.interrupt:
        if (this.#cancelled()) return new Cancelled();
        return timeout(sql, limits);
      case SQLITE.nomem:
      case SQLITE.toobig:
        return new QueryError('memory', `more than ${Math.round(this.#heapLimit / 1e6)} MB of memory needed`, sql);
      case SQLITE.auth:
        return new QueryError('refused', `refused: the statement does more than read (${error.message})`, sql);
      default:
        return new QueryError('sql', error.message, sql);
    }
  }
}
