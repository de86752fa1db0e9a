/** A database as plain data: what a generator makes, what `databaseBytes` writes. */
export type Dataset = { readonly tables: readonly DatasetTable[] };

export type DatasetTable = {
  readonly name: string;
  readonly columns: readonly DatasetColumn[];
  /** Columns of the primary key in key order. */
  readonly primaryKey: readonly string[];
  readonly foreignKeys: readonly DatasetForeignKey[];
  /** Cells in the order of `columns`. */
  readonly rows: readonly (readonly Cell[])[];
};

export type DatasetColumn = { readonly name: string; readonly type: 'INTEGER' | 'REAL' | 'TEXT' };

export type DatasetForeignKey = { readonly column: string; readonly table: string; readonly references: string };

export type Cell = string | number | null;
