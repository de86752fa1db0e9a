import type { Query } from '../board/board';
import { REDACTED } from '../board/results';
import { nextId } from '../base/ids';
import { messageOf } from '../base/fault';
import { QueryError, type Database, type QueryLimits, type ResultSet } from '../database/port';
import { BudgetReached, type Budget } from './budget';
import type { BoardSession } from './session';

/**
 * The execution log: runs SQL for roles and keeps every answer on the board. A statement whose whole answer is there already,
 * from the same data, is not run again, whoever asks.
 */
export class QueryLog {
  readonly #running = new Map<string, { readonly query: Promise<Query>; readonly signal: AbortSignal }>();

  constructor(
    readonly database: Database,
    readonly session: BoardSession,
    readonly budget: Budget,
    readonly limits: QueryLimits,
    /** Of the data, taken when the run began. */
    readonly fingerprint: string,
    /** Queries on older data that give the same answer on these. */
    readonly reproduced: ReadonlySet<string> = new Set(),
  ) {}

  /** Rejects with `QueryError`, with `BudgetReached`, or with the signal's reason. */
  async run(by: string, sql: string, purpose: string, signal: AbortSignal): Promise<Query> {
    const statement = sql.trim().replace(/;\s*$/, '');
    const known = this.#known(statement);
    if (known) {
      this.session.tell({ type: 'query-reused', by, query: known.id });
      return known;
    }
    const running = this.#running.get(statement);
    if (running) {
      return running.query.catch((error: unknown) => {
        // Who began it does not need it any more; this caller does.
        if (running.signal.aborted && !signal.aborted) return this.run(by, sql, purpose, signal);
        throw error;
      });
    }
    const query = this.#execute(by, statement, purpose, signal).finally(() => this.#running.delete(statement));
    this.#running.set(statement, { query, signal });
    return query;
  }

  #known(sql: string): Query | undefined {
    return this.session.board.queries.find((query) => {
      if (query.sql !== sql || typeof query.rowCount !== 'number') return false;
      if (query.fingerprint !== this.fingerprint && !this.reproduced.has(query.id)) return false;
      if (query.rows.length < Math.min(query.rowCount, this.limits.rows) || query.cut?.characters) return false;
      // Columns that the file does not show hold no values to work with.
      return !query.rows.some((row) => row.includes(REDACTED));
    });
  }

  async #execute(by: string, sql: string, purpose: string, signal: AbortSignal): Promise<Query> {
    const reached = this.budget.windDown();
    if (reached) throw new BudgetReached(reached);
    this.budget.countQuery();
    this.session.tell({ type: 'query-started', by, purpose });
    try {
      const result = await this.database.query(sql, this.limits, signal);
      const query = recordedQuery(result, {
        id: nextId('Q', this.session.board.queries),
        sql,
        purpose,
        by,
        at: this.session.now(),
        fingerprint: this.fingerprint,
      });
      await this.session.apply(by, { type: 'queried', query });
      return query;
    } catch (error) {
      if (error instanceof QueryError) this.session.tell({ type: 'query-failed', by, message: messageOf(error) });
      throw error;
    }
  }
}

/** A result as the board keeps it. */
export function recordedQuery(
  { columns, rowCount, digest, rows, milliseconds, cut, warnings }: ResultSet,
  { id, sql, purpose, by, at, fingerprint }: Pick<Query, 'id' | 'sql' | 'purpose' | 'by' | 'at' | 'fingerprint'>,
): Query {
  return {
    id,
    sql,
    purpose,
    by,
    at,
    ms: Math.round(milliseconds),
    fingerprint,
    columns: [...columns],
    rowCount,
    digest,
    rows,
    ...(cut && { cut }),
    ...(warnings.length > 0 && { warnings: [...warnings] }),
  };
}
