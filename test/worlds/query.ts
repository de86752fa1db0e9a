import { readFileSync } from 'node:fs';
import initSqlJs, { type Database } from 'sql.js';
import type { Dataset } from '../../examples/dataset';
import { databaseBytes } from '../../examples/write-database';

/** Rows that a statement gives. */
export type Query = (sql: string) => readonly (readonly unknown[])[];

/** Opens a dataset, or a file of the published ones, for plain SQL. */
export async function openForQueries(source: Dataset | string): Promise<Query> {
  const { Database } = await initSqlJs();
  const database: Database = new Database(
    typeof source === 'string' ? readFileSync(source) : await databaseBytes(source),
  );
  return (sql) => database.exec(sql)[0]?.values ?? [];
}
