import { expect, test } from 'vitest';
import { databaseIn, parsed, run, temporaryFolder } from './run';

const SHOP = `CREATE TABLE customers(id INTEGER PRIMARY KEY, email TEXT UNIQUE, "full name" TEXT NOT NULL);
CREATE TABLE orders(id INTEGER PRIMARY KEY, customer INTEGER REFERENCES customers(id), total REAL, cents AS (total * 100));
CREATE VIEW broken AS SELECT missing FROM customers;
INSERT INTO customers VALUES (1, 'a@b', 'A'), (2, 'c@d', 'C')`;

test('the schema lists tables with their rows, keys, and why one could not be read', async () => {
  const { code, stdout } = await run(['schema', await databaseIn(temporaryFolder(), SHOP)]);
  expect(code).toBe(0);
  expect(stdout).toContain(
    'customers (table, 2 rows)\n  id         INTEGER  primary key\n  email      TEXT     unique\n  full name  TEXT     not null\n',
  );
  expect(stdout).toMatch(/customer +INTEGER +→ customers.id/);
  expect(stdout).toMatch(/cents +generated/);
  expect(stdout).toMatch(/broken \(view\)\n {2}could not be read: no such column: missing/);
});

test('--json prints the schema as one object', async () => {
  const ended = await run(['schema', await databaseIn(temporaryFolder(), SHOP), '--json']);
  const { tables } = parsed<{ tables: { name: string; unreadable?: string }[] }>(ended);
  expect(tables.map(({ name }) => name)).toEqual(['customers', 'orders', 'broken']);
  expect(tables[2]?.unreadable).toContain('no such column: missing');
});

test('an empty database has no tables, and says so', async () => {
  const { code, stdout } = await run(['schema', await databaseIn(temporaryFolder(), 'PRAGMA user_version = 1')]);
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'The database has no tables.\n' });
});
