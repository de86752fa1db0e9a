import type { Value } from '../board/value';

/** One user's database, read-only by construction. Nothing is ever written to it or beside it. */
export interface Database {
  readonly identity: DatabaseIdentity;
  /** Changes when the data may have changed; equal fingerprints mean equal data. */
  fingerprint(signal: AbortSignal): Promise<string>;
  /** Never fails for one bad table: what could not be read is in its `unreadable`. */
  schema(signal: AbortSignal): Promise<Schema>;
  /**
   * Runs exactly one read-only statement to its end (rows beyond the limits are counted and hashed, not kept).
   * Rejects with `QueryError` for anything the statement does wrong, and for its deadline; with the signal's reason when aborted.
   */
  query(sql: string, limits: QueryLimits, signal: AbortSignal): Promise<ResultSet>;
  /** Stops what runs and frees what is held. */
  close(): Promise<void>;
}

export type DatabaseIdentity = {
  readonly engine: string;
  /** Absolute path or URL, without secrets. */
  readonly location: string;
};

export type QueryLimits = {
  readonly milliseconds: number;
  /** Rows handed out at most. */
  readonly rows: number;
  /** Bytes handed out at most, text and BLOBs counted by their length. */
  readonly bytes: number;
  /** Characters (or bytes of a BLOB) of one cell at most. */
  readonly cell: number;
};

export const DEFAULT_LIMITS: QueryLimits = { milliseconds: 30_000, rows: 1_000, bytes: 1_000_000, cell: 20_000 };

export type ResultSet = {
  /** Duplicate names are legal. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Value[])[];
  /** Of the whole result, or what was seen of it when the deadline stopped the query. */
  readonly rowCount: number | { readonly atLeast: number };
  /** `sha256:` of the rows in order, or `multiset:` (order-free) when the statement does not order. */
  readonly digest: string;
  readonly milliseconds: number;
  /** What was not handed out: rows, and characters cut off cells. */
  readonly cut?: { readonly rows: number; readonly characters: number };
  /** What a careful reader should know: text summed as numbers, a name that became a string. */
  readonly warnings: readonly string[];
};

/** Why a statement gave no result: a message that a person or a model can act on. */
export class QueryError extends Error {
  override readonly name = 'QueryError';

  constructor(
    readonly kind: 'refused' | 'sql' | 'timeout' | 'memory' | 'crashed' | 'changed',
    message: string,
    readonly sql: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export type Schema = {
  readonly tables: readonly Table[];
  /** Facts about the file that a person should know: a write-ahead log was read, a view failed. */
  readonly notes: readonly string[];
};

export type Table = {
  readonly name: string;
  readonly kind: 'table' | 'view' | 'virtual';
  readonly columns: readonly Column[];
  /** Columns of the primary key in key order; empty without one. */
  readonly primaryKey: readonly string[];
  readonly foreignKeys: readonly ForeignKey[];
  /** Column lists that are unique together, the primary key not repeated. */
  readonly unique: readonly (readonly string[])[];
  readonly rowCount: { readonly rows: number; readonly exact: boolean } | undefined;
  /** The statement that made it, as stored. */
  readonly sql: string;
  /** Why it cannot be queried, when it cannot, without quoting a cell; what could be read of it still stands. */
  readonly unreadable?: string;
};

export type Column = {
  readonly name: string;
  /** As declared, '' when not. */
  readonly type: string;
  readonly notNull: boolean;
  readonly generated: boolean;
  readonly hidden: boolean;
  /** A collation that only the program which made the data knows: such cells can be read, and compared as `COLLATE BINARY` alone. */
  readonly unknownCollation?: string;
};

export type ForeignKey = {
  readonly columns: readonly string[];
  readonly table: string;
  readonly references: readonly string[];
};
