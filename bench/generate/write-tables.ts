import initSqlJs from 'sql.js';
import { quoteName } from '../../src/database/quote';
import type { Cell } from './tables';
import type { TableToWrite } from './tables';

/** The tables as the bytes of an SQLite file; equal tables give equal bytes. Rows are taken one by one, never held. */
export async function databaseOf(tables: Iterable<TableToWrite>): Promise<Uint8Array> {
  const { Database } = await initSqlJs();
  const database = new Database();
  try {
    database.run('BEGIN');
    for (const table of tables) {
      database.run(createStatement(table));
      const places = table.columns.map(() => '?').join(', ');
      const insert = database.prepare(`INSERT INTO ${quoteName(table.name)} VALUES (${places})`);
      for (const row of table.rows) insert.run([...row] satisfies Cell[]);
      insert.free();
    }
    database.run('COMMIT');
    return database.export();
  } finally {
    database.close();
  }
}

function createStatement({ name, columns }: TableToWrite): string {
  const key = columns.find(({ isKey }) => isKey);
  const lines = columns.map(
    (column) => `${quoteName(column.name)} ${column.type}${column === key ? ' PRIMARY KEY' : ''}`,
  );
  const references = columns.flatMap((column) =>
    column.references
      ? [
          `FOREIGN KEY (${quoteName(column.name)}) REFERENCES ${quoteName(column.references.table)} (${quoteName(column.references.column)})`,
        ]
      : [],
  );
  return `CREATE TABLE ${quoteName(name)} (\n  ${[...lines, ...references].join(',\n  ')}\n)`;
}
