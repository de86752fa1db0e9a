import type { Truth } from '../score/truth';

export type Cell = string | number | null;

/** A table on its way into a database file. Rows may come from a generator. */
export type TableToWrite = {
  readonly name: string;
  readonly columns: readonly ColumnToWrite[];
  readonly rows: Iterable<readonly Cell[]>;
};

export type ColumnToWrite = {
  readonly name: string;
  readonly type: 'INTEGER' | 'REAL' | 'TEXT';
  readonly isKey?: boolean;
  readonly references?: { readonly table: string; readonly column: string };
};

/** A database and what is true of it. */
export type Case = { readonly bytes: Uint8Array; readonly truth: Truth };
