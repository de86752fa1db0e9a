import { describe, expect, it } from 'vitest';
import { Keys } from '../../src/agents/analysis/keys';
import { Units, type UnitColumn } from '../../src/agents/analysis/units';
import type { Condition, Outcome } from '../../src/board/claim';
import type { Value } from '../../src/board/value';
import { never, readerOf } from './data-reader';

/** The analysis table of a unit as rows, ordered by its first column, and its SQL. */
async function table(
  sql: string,
  unit: string,
  write: (units: Units) => Promise<readonly UnitColumn[]>,
  where: readonly Condition[] = [],
): Promise<{ readonly rows: readonly (readonly Value[])[]; readonly sql: string }> {
  const data = await readerOf(sql);
  const units = new Units(unit, new Keys(data.schema, data), never);
  const columns = await write(units);
  const conditions: string[] = [];
  for (const each of where) conditions.push(await units.condition(each));
  const statement = units.select(columns, conditions);
  const { rows } = await data.run(`SELECT * FROM (${statement}) ORDER BY 1`, 'test', never);
  return { rows, sql: statement };
}

const is = (of: string, column: string, value: Condition['is']): Condition => ({
  column: { table: of, column },
  is: value,
});

const SHOP = `
  CREATE TABLE regions (region_id INTEGER PRIMARY KEY, region TEXT);
  CREATE TABLE customers (customer_id INTEGER PRIMARY KEY, name TEXT, region_id INTEGER REFERENCES regions);
  CREATE TABLE orders (order_id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers, status TEXT);
  CREATE TABLE products (product_id INTEGER PRIMARY KEY, category TEXT, price REAL);
  CREATE TABLE items (order_id INTEGER REFERENCES orders, product_id INTEGER REFERENCES products, quantity INTEGER, price REAL, discount REAL,
    PRIMARY KEY (order_id, product_id));
  INSERT INTO regions VALUES (1, 'north'), (2, 'south');
  INSERT INTO customers VALUES (1, 'Ada', 1), (2, 'Bob', 2), (3, 'Cy', NULL);
  INSERT INTO orders VALUES (10, 1, 'kept'), (11, 1, 'returned'), (12, 2, 'kept'), (13, NULL, 'returned');
  INSERT INTO products VALUES (100, 'tea', 3), (101, 'cups', 5);
  INSERT INTO items VALUES (10, 100, 2, 3, 0), (10, 101, 1, 5, 0.5), (11, 100, 10, 3, 0), (12, 101, 4, 5, 0);
`;

describe('the table of units', () => {
  it('joins what a unit has one of, over several keys, and keeps units without it', async () => {
    const { rows, sql } = await table(SHOP, 'orders', async (units) => [
      { name: 'id', sql: await units.value({ table: 'orders', column: 'order_id' }) },
      { name: 'region', sql: await units.value({ table: 'regions', column: 'region' }) },
      { name: 'name', sql: await units.value({ table: 'customers', column: 'name' }) },
    ]);
    expect(rows).toEqual([
      [10, 'north', 'Ada'],
      [11, 'north', 'Ada'],
      [12, 'south', 'Bob'],
      [13, null, null],
    ]);
    expect(sql.match(/JOIN customers/g)).toHaveLength(1);
  });

  it('refuses a column that a unit has several values of', async () => {
    await expect(
      table(SHOP, 'customers', async (units) => [
        { name: 'x', sql: await units.value({ table: 'orders', column: 'status' }) },
      ]),
    ).rejects.toThrow('orders.status has several values for each row of customers');
  });

  it('refuses a column that no key leads to', async () => {
    await expect(
      table(`${SHOP} CREATE TABLE weather (day TEXT, rain REAL);`, 'customers', async (units) => [
        { name: 'x', sql: await units.value({ table: 'weather', column: 'rain' }) },
      ]),
    ).rejects.toThrow('no key leads from customers to weather');
  });

  it('asks whether any of many rows meets a condition, counting each unit once, and a row without a key makes nobody unknown', async () => {
    const { rows } = await table(SHOP, 'customers', async (units) => [
      { name: 'id', sql: await units.value({ table: 'customers', column: 'customer_id' }) },
      { name: 'returned', sql: await units.condition(is('orders', 'status', 'returned')) },
      { name: 'tea', sql: await units.condition(is('products', 'category', 'tea')) },
    ]);
    expect(rows).toEqual([
      [1, 1, 1],
      [2, 0, 0],
      [3, 0, 0],
    ]);
  });

  it.each<[string, Outcome, Value[]]>([
    ['sums', { column: { table: 'items', column: 'quantity' }, measure: 'sum' }, [13, 4, 0]],
    [
      'sums of products less a discount',
      {
        column: { table: 'items', column: 'price' },
        measure: 'sum',
        times: { table: 'items', column: 'quantity' },
        less: { table: 'items', column: 'discount' },
      },
      [6 + 2.5 + 30, 20, 0],
    ],
    [
      'means, unknown without rows',
      { column: { table: 'items', column: 'quantity' }, measure: 'mean' },
      [13 / 3, 4, null],
    ],
    ['counts', { column: { table: 'orders', column: 'order_id' }, measure: 'count' }, [2, 1, 0]],
  ])('adds up the numbers of many rows before joining: %s', async (_, outcome, expected) => {
    const { rows } = await table(SHOP, 'customers', async (units) => [
      { name: 'id', sql: await units.value({ table: 'customers', column: 'customer_id' }) },
      { name: 'outcome', sql: await units.outcome(outcome) },
    ]);
    expect(rows.map(([, value]) => value)).toEqual(expected);
  });

  it('adds up two numbers of many rows side by side without multiplying either', async () => {
    const { rows } = await table(SHOP, 'customers', async (units) => [
      { name: 'id', sql: await units.value({ table: 'customers', column: 'customer_id' }) },
      {
        name: 'orders',
        sql: await units.outcome({ column: { table: 'orders', column: 'order_id' }, measure: 'count' }),
      },
      { name: 'pieces', sql: await units.outcome({ column: { table: 'items', column: 'quantity' }, measure: 'sum' }) },
    ]);
    expect(rows).toEqual([
      [1, 2, 13],
      [2, 1, 4],
      [3, 0, 0],
    ]);
  });

  it('counts a unit itself as one, whatever its columns hold', async () => {
    const { rows } = await table(SHOP, 'orders', async (units) => [
      { name: 'id', sql: await units.value({ table: 'orders', column: 'order_id' }) },
      { name: 'n', sql: await units.outcome({ column: { table: 'orders', column: 'order_id' }, measure: 'count' }) },
    ]);
    expect(rows.map(([, n]) => n)).toEqual([1, 1, 1, 1]);
  });

  it('refuses a product whose factors lie in different tables rather than take a column of the same name', async () => {
    await expect(
      table(SHOP, 'customers', async (units) => [
        {
          name: 'x',
          sql: await units.outcome({
            column: { table: 'items', column: 'quantity' },
            measure: 'sum',
            times: { table: 'products', column: 'price' },
          }),
        },
      ]),
    ).rejects.toThrow('products.price');
  });

  it('narrows to a population, of one and of many values', async () => {
    const { rows } = await table(
      SHOP,
      'customers',
      async (units) => [{ name: 'id', sql: await units.value({ table: 'customers', column: 'customer_id' }) }],
      [is('regions', 'region', ['north', 'south']), is('items', 'quantity', { atLeast: 4 })],
    );
    expect(rows).toEqual([[1], [2]]);
  });

  it('follows a composite key both ways', async () => {
    const sql = `
      CREATE TABLE visits (patient INTEGER, day TEXT, ward TEXT, PRIMARY KEY (patient, day));
      CREATE TABLE tests (test INTEGER PRIMARY KEY, patient INTEGER, day TEXT, result REAL, FOREIGN KEY (patient, day) REFERENCES visits (patient, day));
      INSERT INTO visits VALUES (1, 'mon', 'A'), (1, 'tue', 'B'), (2, 'mon', 'A');
      INSERT INTO tests VALUES (1, 1, 'mon', 5), (2, 1, 'mon', 7), (3, 2, 'mon', 1), (4, NULL, 'tue', 9);`;
    const visits = await table(sql, 'visits', async (units) => [
      { name: 'ward', sql: await units.value({ table: 'visits', column: 'ward' }) },
      { name: 'high', sql: await units.condition(is('tests', 'result', { above: 4 })) },
      { name: 'total', sql: await units.outcome({ column: { table: 'tests', column: 'result' }, measure: 'sum' }) },
    ]);
    expect([...visits.rows].sort()).toEqual([
      ['A', 0, 1],
      ['A', 1, 12],
      ['B', 0, 0],
    ]);
    const tests = await table(sql, 'tests', async (units) => [
      { name: 'test', sql: await units.value({ table: 'tests', column: 'test' }) },
      { name: 'ward', sql: await units.value({ table: 'visits', column: 'ward' }) },
    ]);
    expect(tests.rows).toEqual([
      [1, 'A'],
      [2, 'A'],
      [3, 'A'],
      [4, null],
    ]);
  });

  it('gives a table that is joined twice a name each time, also when it refers to itself', async () => {
    const sql = `
      CREATE TABLE staff (staff_id INTEGER PRIMARY KEY, name TEXT, boss INTEGER REFERENCES staff, mentor INTEGER REFERENCES staff);
      INSERT INTO staff VALUES (1, 'Ann', NULL, 3), (2, 'Ben', 1, 1), (3, 'Cat', 2, NULL);`;
    const step = (column: string) => ({ from: 'staff', columns: [column], to: 'staff', references: ['staff_id'] });
    const { rows } = await table(sql, 'staff', async (units) => [
      { name: 'name', sql: await units.value({ table: 'staff', column: 'name' }) },
      { name: 'boss', sql: await units.value({ table: 'staff', column: 'name', via: [step('boss')] }) },
      { name: 'mentor', sql: await units.value({ table: 'staff', column: 'name', via: [step('mentor')] }) },
      { name: 'above', sql: await units.value({ table: 'staff', column: 'name', via: [step('boss'), step('boss')] }) },
    ]);
    expect(rows).toEqual([
      ['Ann', null, 'Cat', null],
      ['Ben', 'Ann', 'Ann', null],
      ['Cat', 'Ben', null, 'Ann'],
    ]);
  });

  it('quotes names that need it', async () => {
    const sql = `
      CREATE TABLE "group" ("select" INTEGER PRIMARY KEY, "it's ""so""" TEXT);
      CREATE TABLE "Order Details" ("order" INTEGER PRIMARY KEY, "group" INTEGER REFERENCES "group" ("select"), "Größe (cm)" REAL);
      INSERT INTO "group" VALUES (1, 'a'), (2, 'b');
      INSERT INTO "Order Details" VALUES (1, 1, 10), (2, 1, 20), (3, 2, 30);`;
    const { rows } = await table(sql, 'group', async (units) => [
      { name: 'from', sql: await units.value({ table: 'group', column: 'it\'s "so"' }) },
      { name: 'tall "one"', sql: await units.condition(is('Order Details', 'Größe (cm)', { above: 25 })) },
      {
        name: 'sum',
        sql: await units.outcome({ column: { table: 'Order Details', column: 'Größe (cm)' }, measure: 'sum' }),
      },
    ]);
    expect(rows).toEqual([
      ['a', 0, 30],
      ['b', 1, 30],
    ]);
  });
});

describe('keys between tables', () => {
  async function keysOf(sql: string) {
    const data = await readerOf(sql);
    return new Keys(data.schema, data);
  }

  it('are found by name where none is declared', async () => {
    const keys = await keysOf(
      'CREATE TABLE Customers (ID INTEGER PRIMARY KEY, name TEXT); CREATE TABLE purchases (n INTEGER PRIMARY KEY, CustomerID INTEGER);',
    );
    expect(keys.path('purchases', 'Customers')).toEqual([
      { from: 'purchases', columns: ['CustomerID'], to: 'Customers', references: ['ID'] },
    ]);
  });

  it('are not found in a name that says nothing', async () => {
    const keys = await keysOf(
      'CREATE TABLE countries (name TEXT PRIMARY KEY, size REAL); CREATE TABLE staff (staff_id INTEGER PRIMARY KEY, name TEXT);',
    );
    expect(keys.path('staff', 'countries')).toBeUndefined();
  });

  it('lead to one row by a declared key, else by counting the rows', async () => {
    const data = await readerOf(`
      CREATE TABLE a (x INTEGER PRIMARY KEY, y INTEGER, z INTEGER);
      INSERT INTO a VALUES (1, 1, 1), (2, 2, 1), (3, NULL, 2), (4, NULL, 3);`);
    const keys = new Keys(data.schema, data);
    const to = (column: string) => keys.isToOne({ from: 'b', columns: ['k'], to: 'a', references: [column] }, never);
    expect([await to('x'), data.asked.length]).toEqual([true, 0]);
    expect([await to('y'), await to('z'), data.asked.length]).toEqual([true, false, 2]);
  });
});
