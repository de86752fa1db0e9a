import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { fakeDatabase } from '../fakes/database';
import { engineOn } from './engine';

const signal = new AbortController().signal;

describe('a schema tells', () => {
  test('columns, keys, uniqueness and exact row counts', async () => {
    const database = await fakeDatabase(`
      CREATE TABLE customers (id INTEGER PRIMARY KEY, email TEXT NOT NULL UNIQUE, "first name", last, UNIQUE ("first name", last));
      CREATE TABLE orders (
        number INT, line INT, customer INT REFERENCES customers, price REAL, twice REAL AS (2 * price) STORED,
        PRIMARY KEY (line, number)
      ) WITHOUT ROWID;
      CREATE TABLE notes (number INT, line INT, FOREIGN KEY (line, number) REFERENCES orders (line, number));
      CREATE UNIQUE INDEX some ON orders (price) WHERE price > 0;
      INSERT INTO customers (id, email) VALUES (1, 'a'), (2, 'b');
    `);
    const { tables, notes } = await database.schema(signal);
    expect(notes).toEqual([]);
    expect(tables.map(({ sql: _sql, columns: _columns, ...table }) => table)).toEqual([
      {
        name: 'customers',
        kind: 'table',
        primaryKey: ['id'],
        foreignKeys: [],
        unique: [['first name', 'last'], ['email']],
        rowCount: { rows: 2, exact: true },
      },
      {
        name: 'orders',
        kind: 'table',
        primaryKey: ['line', 'number'],
        foreignKeys: [{ columns: ['customer'], table: 'customers', references: ['id'] }],
        unique: [],
        rowCount: { rows: 0, exact: true },
      },
      {
        name: 'notes',
        kind: 'table',
        primaryKey: [],
        foreignKeys: [{ columns: ['line', 'number'], table: 'orders', references: ['line', 'number'] }],
        unique: [],
        rowCount: { rows: 0, exact: true },
      },
    ]);
    expect(tables[0]?.columns).toContainEqual({
      name: 'email',
      type: 'TEXT',
      notNull: true,
      generated: false,
      hidden: false,
    });
    expect(tables[1]?.columns).toContainEqual({
      name: 'twice',
      type: 'REAL',
      notNull: false,
      generated: true,
      hidden: false,
    });
    expect(tables[0]?.sql).toMatch(/^CREATE TABLE customers/);
  });

  test('views, virtual tables without their shadow tables, and no internal tables', async () => {
    const database = await fakeDatabase(`
      CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT);
      CREATE VIEW v AS SELECT id AS n FROM t;
      CREATE VIRTUAL TABLE articles USING fts3(body);
      ANALYZE;
    `);
    const { tables } = await database.schema(signal);
    expect(tables.map(({ name, kind }) => `${kind} ${name}`)).toEqual(['table t', 'view v', 'virtual articles']);
    expect(tables[1]?.columns.map(({ name }) => name)).toEqual(['n']);
    expect(tables[2]?.columns.filter(({ hidden }) => hidden).map(({ name }) => name)).toContain('docid');
  });

  test('any name', async () => {
    for (const name of ['select', 'a "b"', "it's", 'größe', '[x]', '`', ' ']) {
      const quoted = `"${name.replaceAll('"', '""')}"`;
      const database = await fakeDatabase(`
        CREATE TABLE ${quoted} (${quoted} INTEGER PRIMARY KEY);
        CREATE TABLE child (a REFERENCES ${quoted});
      `);
      const { tables } = await database.schema(signal);
      expect(tables[0]).toMatchObject({ name, primaryKey: [name], rowCount: { rows: 0, exact: true } });
      expect(tables[1]?.foreignKeys).toEqual([{ columns: ['a'], table: name, references: [name] }]);
    }
  });

  test('a table that cannot be counted in time is estimated', async () => {
    const database = await fakeDatabase(
      'CREATE VIEW endless AS WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT max(n) AS n FROM c; CREATE TABLE t (a);',
    );
    const { tables } = await database.schema(signal);
    expect(tables.map(({ name, rowCount, unreadable }) => ({ name, rowCount, unreadable }))).toEqual([
      { name: 'endless', rowCount: undefined, unreadable: undefined },
      { name: 't', rowCount: { rows: 0, exact: true }, unreadable: undefined },
    ]);
  });
});

test('what one program alone can read hides nothing else, and is explained', async () => {
  const database = await engineOn(path.join(import.meta.dirname, 'fixtures/odd.sqlite'));
  const { tables, notes } = await database.schema(signal);
  expect(Object.fromEntries(tables.map(({ name, unreadable }) => [name, unreadable ?? 'readable']))).toEqual({
    plain: 'readable',
    articles: 'no such module: fts5; its text is in articles_content (id, c0, c1)',
    notes: 'readable',
    places: 'no such module: rtree',
    people: 'readable',
    shouted: 'unknown function: shout()',
    broken: 'no such table: main.gone',
    fine: 'readable',
  });
  expect(tables.find(({ name }) => name === 'shouted')?.columns).toHaveLength(2);
  expect(notes).toContain('people.name is sorted by the unknown collation german: compare it as "name" COLLATE BINARY');
});

test('an entry that SQLite cannot parse hides nothing else', async () => {
  const database = await fakeDatabase(`
    CREATE TABLE good (a);
    CREATE TABLE bad (a);
    PRAGMA writable_schema = 1;
    UPDATE sqlite_schema SET sql = 'CREATE TABLE bad (a' WHERE name = 'bad';
  `);
  const { tables, notes } = await database.schema(signal);
  expect(tables).toMatchObject([{ name: 'good' }, { name: 'bad', unreadable: 'no such table: bad' }]);
  expect(notes[0]).toContain('malformed database schema (bad)');
});
