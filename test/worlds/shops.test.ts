import { describe, expect, it } from 'vitest';
import { musicShop } from './music-shop';
import { openForQueries, type Query } from './query';
import { fallingShop, truncatedShop } from './shop';

const AMOUNT = 'd.UnitPrice * d.Quantity * (1 - d.Discount)';
const LINES =
  'Orders o JOIN "Order Details" d USING (OrderID) JOIN Products p USING (ProductID) JOIN Categories c USING (CategoryID)';

describe('the truncated shop', () => {
  it('ends on 6 May 1998, with sales a working day like those of April', async () => {
    const query = await openForQueries(truncatedShop());
    expect(query('SELECT max(OrderDate) FROM Orders')).toEqual([['1998-05-06 00:00:00.000']]);
    const months = salesBy(query, 'substr(OrderDate, 1, 7)', '1');
    expect(months.size).toBe(23);
    expect(share(months, '1998-05', '1998-04')).toBeLessThan(0.3);
    const daily = query(
      `SELECT substr(OrderDate, 1, 7), sum(${AMOUNT}) / count(DISTINCT OrderDate) FROM ${LINES} GROUP BY 1`,
    );
    expect(share(toMap(daily), '1998-05', '1998-04')).toBeGreaterThan(0.6);
    expect(query('PRAGMA foreign_key_check')).toEqual([]);
  });
});

describe.each(['falling shop', 'one', 'two', 'three'])('the falling shop (%s)', (seed) => {
  it('loses a quarter of its sales in one complete month, and no more than noise in the others', async () => {
    const query = await openForQueries(fallingShop(seed));
    const months = [...salesBy(query, 'substr(OrderDate, 1, 7)', '1')];
    const others = months.filter(([month]) => month !== '2024-09').map(([, sales]) => sales);
    const mean = others.reduce((sum, sales) => sum + sales, 0) / others.length;
    const september = new Map(months).get('2024-09') ?? NaN;
    expect(months).toHaveLength(18);
    expect(september / mean).toBeLessThan(0.83);
    expect(september / mean).toBeGreaterThan(0.6);
    expect(september).toBeLessThan(Math.min(...others));
    expect(query('SELECT min(OrderDate), max(OrderDate) FROM Orders')).toEqual([['2023-07-03', '2024-12-31']]);
  });

  it('loses it in beverages alone, and gets it back in October', async () => {
    const query = await openForQueries(fallingShop(seed));
    const daily = (month: string, by: string): ReadonlyMap<string, number> =>
      salesBy(query, by, `substr(OrderDate, 1, 7) = '${month}'`);
    const [before, after] = [daily('2024-08', 'CategoryName'), daily('2024-09', 'CategoryName')];
    expect((after.get('Beverages') ?? 0) / (before.get('Beverages') ?? 0)).toBeLessThan(0.25);
    const total = (sales: ReadonlyMap<string, number>): number =>
      [...sales.values()].reduce((sum, one) => sum + one, 0);
    const rest = (sales: ReadonlyMap<string, number>): number => total(sales) - (sales.get('Beverages') ?? 0);
    expect(rest(after) / rest(before)).toBeGreaterThan(0.8);
    const recovered = daily('2024-10', 'CategoryName').get('Beverages') ?? 0;
    expect(recovered / (before.get('Beverages') ?? 0)).toBeGreaterThan(0.7);
  });
});

describe('the music shop', () => {
  it.each(['music shop', 'one', 'two', 'three'])('has reps whose customers spend alike (%s)', async (seed) => {
    const query = await openForQueries(musicShop(seed));
    const representatives = query(`
      SELECT SupportRepId, count(*), sum(spent), avg(spent), avg(spent * spent) - avg(spent) * avg(spent)
      FROM (SELECT SupportRepId, CustomerId, sum(Total) spent FROM Customer JOIN Invoice USING (CustomerId) GROUP BY 2)
      GROUP BY 1`).map((row) => row.map(Number));
    expect(representatives.map(([, customers]) => customers)).toEqual([21, 20, 18]);
    const totals = representatives.map(([, , total = 0]) => total);
    expect(totals).toEqual(totals.toSorted((left, right) => right - left));
    for (const [, n = 0, , mean = 0, variance = 0] of representatives) {
      for (const [, otherN = 0, , otherMean = 0, otherVariance = 0] of representatives) {
        const error = Math.sqrt(variance / (n - 1) + otherVariance / (otherN - 1));
        expect(Math.abs(mean - otherMean) / error).toBeLessThan(1);
      }
    }
  });

  it('has invoices that are the sum of their lines, and keys that hold', async () => {
    const query = await openForQueries(musicShop());
    expect(query('PRAGMA foreign_key_check')).toEqual([]);
    expect(
      query(`SELECT InvoiceId FROM Invoice JOIN InvoiceLine USING (InvoiceId) GROUP BY 1
             HAVING abs(Total - sum(UnitPrice * Quantity)) > .001`),
    ).toEqual([]);
  });
});

function salesBy(query: Query, group: string, where: string): ReadonlyMap<string, number> {
  return toMap(query(`SELECT ${group}, sum(${AMOUNT}) FROM ${LINES} WHERE ${where} GROUP BY 1 ORDER BY 1`));
}

function toMap(rows: readonly (readonly unknown[])[]): ReadonlyMap<string, number> {
  return new Map(rows.map(([name, value]) => [String(name), Number(value)]));
}

function share(sales: ReadonlyMap<string, number>, part: string, whole: string): number {
  return (sales.get(part) ?? NaN) / (sales.get(whole) ?? NaN);
}
