import initSqlJs from 'sql.js';
import { quoteName } from '../src/database/quote';
import type { Dataset, DatasetTable } from './dataset';

/** The dataset as the bytes of an SQLite file; equal datasets give equal bytes. */
export async function databaseBytes(dataset: Dataset): Promise<Uint8Array> {
  const { Database } = await initSqlJs();
  const database = new Database();
  try {
    database.run('BEGIN');
    for (const table of dataset.tables) {
      database.run(createStatement(table));
      const insert = database.prepare(
        `INSERT INTO ${quoteName(table.name)} VALUES (${table.columns.map(() => '?').join(', ')})`,
      );
      for (const row of table.rows) insert.run([...row]);
      insert.free();
    }
    database.run('COMMIT');
    return database.export();
  } finally {
    database.close();
  }
}

function createStatement(table: DatasetTable): string {
  const names = (columns: readonly string[]): string => columns.map(quoteName).join(', ');
  const lines = [
    ...table.columns.map((column) => `${quoteName(column.name)} ${column.type}`),
    `PRIMARY KEY (${names(table.primaryKey)})`,
    ...table.foreignKeys.map(
      (key) => `FOREIGN KEY (${names([key.column])}) REFERENCES ${quoteName(key.table)} (${names([key.references])})`,
    ),
  ];
  return `CREATE TABLE ${quoteName(table.name)} (\n  ${lines.join(',\n  ')}\n)`;
}
