import type { Random } from '../../src/base/random';
import { quoteName } from '../../src/database/quote';
import initSqlJs, { type Database as SqlJs } from 'sql.js';
import { shuffled } from './draw';

/** A change to a database that must not change a verdict, or must change it in a known way. */
export type Transform = 'shuffled rows' | 'irrelevant tables' | 'duplicate rows' | 'renamed names';

/** The verdicts must stay the same under each of these. */
export const TRANSFORMS: readonly Transform[] = [
  'shuffled rows',
  'irrelevant tables',
  'duplicate rows',
  'renamed names',
];

/**
 * A database with the same facts in another shape. `renamed names` gives every person another name by a bijection, in all texts too;
 * keys stay, so verdicts by key must.
 * @param names of persons, where they are to be renamed
 */
export async function transformed(
  bytes: Uint8Array,
  transform: Transform,
  random: Random,
  names: readonly string[] = [],
): Promise<Uint8Array> {
  const { Database } = await initSqlJs();
  const database = new Database(bytes);
  try {
    switch (transform) {
      case 'shuffled rows':
        for (const table of tablesOf(database)) shuffleRows(database, table, random);
        break;
      case 'irrelevant tables':
        database.run('CREATE TABLE weather_station (id INTEGER PRIMARY KEY, altitude INTEGER, maker TEXT)');
        for (let id = 1; id <= 50; id++)
          database.run('INSERT INTO weather_station VALUES (?, ?, ?)', [id, Math.floor(random() * 3_000), 'Vaisala']);
        break;
      case 'duplicate rows':
        duplicateTexts(database);
        break;
      case 'renamed names':
        rename(database, names, random);
        break;
    }
    return database.export();
  } finally {
    database.close();
  }
}

function tablesOf(database: SqlJs): readonly string[] {
  const [result] = database.exec(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
  );
  return (result?.values ?? []).map(([name]) => String(name));
}

/** Rows of a table without an order of its own come in another order; others are written in another order. */
function shuffleRows(database: SqlJs, table: string, random: Random): void {
  const name = quoteName(table);
  const [result] = database.exec(`SELECT * FROM ${name}`);
  if (result === undefined) return;
  database.run(`DELETE FROM ${name}`);
  const insert = database.prepare(`INSERT INTO ${name} VALUES (${result.columns.map(() => '?').join(', ')})`);
  for (const row of shuffled(random, result.values)) insert.run(row);
  insert.free();
}

/** Statements told twice under new keys: a text is no more true for being there twice. */
function duplicateTexts(database: SqlJs): void {
  for (const table of tablesOf(database)) {
    const columns = database.exec(`PRAGMA table_info(${quoteName(table)})`)[0]?.values ?? [];
    const names = columns.map(([, name]) => String(name));
    const isText = columns.length === 3 && columns[2]?.[2] === 'TEXT' && columns[1]?.[2] === 'INTEGER';
    const [key, ...rest] = names.map(quoteName);
    if (!isText || key === undefined) continue;
    database.run(
      `INSERT INTO ${quoteName(table)} SELECT (SELECT MAX(${key}) FROM ${quoteName(table)}) + ROW_NUMBER() OVER (ORDER BY ${key}), ${rest.join(', ')} FROM ${quoteName(table)} ORDER BY ${key} LIMIT 5`,
    );
  }
}

/** Each name becomes another one of them wherever it is written. */
function rename(database: SqlJs, names: readonly string[], random: Random): void {
  if (names.length === 0) return;
  const others = shuffled(random, names);
  const renamed = new Map(names.map((name, index) => [name, others[index] ?? name]));
  const pattern = new RegExp(names.map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'), 'g');
  database.create_function('renamed', (text: unknown) =>
    typeof text === 'string' ? text.replaceAll(pattern, (name) => renamed.get(name) ?? name) : text,
  );
  for (const table of tablesOf(database)) {
    const columns = database.exec(`PRAGMA table_info(${quoteName(table)})`)[0]?.values ?? [];
    for (const [, name, type] of columns) {
      if (type !== 'TEXT') continue;
      const column = quoteName(String(name));
      database.run(`UPDATE ${quoteName(table)} SET ${column} = renamed(${column})`);
    }
  }
}
