import { describe, expect, it } from 'vitest';
import { checkArtefact } from '../../src/agents/tools/check-artefact';
import { explainChange } from '../../src/agents/tools/explain-change';
import type { ClaimOf } from '../../src/board/claim';
import { never, readerOf, repeated } from './data-reader';

type Artefact = ClaimOf<'artefact'>;
type Change = ClaimOf<'change'>;

async function artefact(
  sql: string,
  what: Artefact['what'],
  table: string,
  column: string,
  more: Partial<Artefact> = {},
) {
  const [finding, ...others] = await checkArtefact(
    { kind: 'artefact', what, where: { table, column }, ...more },
    await readerOf(sql),
    never,
  );
  if (!finding || others.length > 0) throw new Error('not one finding');
  return finding;
}

/** A sale of `amount` a day, from one day to before another. */
const days = (from: string, to: string, amount: string, table = 'sales (day, amount)') =>
  `INSERT INTO ${table} WITH RECURSIVE c(day, n) AS (SELECT '${from}', 0 UNION ALL SELECT date(day, '+1 day'), n + 1 FROM c WHERE date(day, '+1 day') < '${to}') SELECT day, ${amount} FROM c;`;
const SALES = 'CREATE TABLE sales (id INTEGER PRIMARY KEY, day TEXT, amount REAL, region TEXT);';
const change: Change = {
  kind: 'change',
  outcome: { column: { table: 'sales', column: 'amount' }, measure: 'sum' },
  when: { table: 'sales', column: 'day' },
  from: { start: '2024-04-01', end: '2024-05-01' },
  to: { start: '2024-05-01', end: '2024-06-01' },
  direction: 'fell',
};

describe('artefacts of the data', () => {
  const doubled = `CREATE TABLE t (id INTEGER PRIMARY KEY, day TEXT, amount REAL);${days('2024-01-01', '2024-02-01', '100 + n', 't (day, amount)')}`;

  it('duplicates are rows that agree in all but a key that only numbers them', async () => {
    expect((await artefact(doubled, 'duplicates', 't', 'id')).statistics).toMatchObject({ estimate: 0, passed: true });
    const twice = `${doubled} INSERT INTO t (day, amount) SELECT day, amount FROM t WHERE day < '2024-01-08';`;
    const found = await artefact(twice, 'duplicates', 't', 'id');
    expect(found.fact).toBe('7 of 38 rows of t repeat another row in all but the key.');
    expect([found.statistics.passed, found.relation]).toEqual([false, 'supports']);
  });

  it('rows with a key of several columns are no duplicates however alike the rest is', async () => {
    const sql =
      'CREATE TABLE items (o INTEGER, p INTEGER, quantity INTEGER, PRIMARY KEY (o, p)); INSERT INTO items VALUES (1, 1, 5), (1, 2, 5), (2, 1, 5);';
    expect((await artefact(sql, 'duplicates', 'items', 'o')).statistics.passed).toBe(true);
  });

  it('equal rows are no copies where few columns describe many rows', async () => {
    const sql = `CREATE TABLE people (id INTEGER PRIMARY KEY, sex TEXT);${repeated('people', 40, "'f'", 1)}${repeated('people', 40, "'m'", 101)}`;
    await expect(artefact(sql, 'duplicates', 'people', 'id')).rejects.toThrow(
      '80 rows of people hold only 2 different ones',
    );
  });

  it('missing outcomes are more than one in twenty, and none in an empty table', async () => {
    const sql = (missing: number) =>
      `CREATE TABLE t (id INTEGER PRIMARY KEY, y INTEGER);${repeated('t', 100, `CASE WHEN n > ${missing} THEN 1 END`, 1)}`;
    expect((await artefact(sql(5), 'missing outcomes', 't', 'y')).statistics).toMatchObject({
      estimate: 5,
      passed: true,
    });
    expect((await artefact(sql(6), 'missing outcomes', 't', 'y')).statistics).toMatchObject({
      estimate: 6,
      passed: false,
    });
    expect((await artefact('CREATE TABLE t (y INTEGER);', 'missing outcomes', 't', 'y')).statistics.passed).toBe(true);
  });

  it.each([
    ['age INTEGER', 'age', '45', 0],
    ['age INTEGER', 'age', '214', 1],
    ['age TEXT', 'age', "'45'", 0],
    ['age TEXT', 'age', "'214'", 1],
    ['age TEXT', 'age', "'unknown'", 0],
    ['price REAL', 'price', '-3', 1],
    ['price TEXT', 'price', "'-3'", 1],
    ['price REAL', 'price', '214', 0],
    ['wage REAL', 'wage', '2000', 0],
  ])('impossible values, %s: %s = %s', async (declared, column, value, found) => {
    const sql = `CREATE TABLE t (${declared}); INSERT INTO t VALUES (30), (${value}), (NULL);`;
    expect((await artefact(sql, 'impossible values', 't', column)).statistics).toMatchObject({ estimate: found, n: 2 });
  });

  it('a period is cut off when the data end before it does by more than they ever pause', async () => {
    const sql = (to: string) => SALES + days('2024-04-01', to, '10');
    const period = { start: '2024-05-01', end: '2024-06-01' };
    const whole = await artefact(sql('2024-06-01'), 'truncated period', 'sales', 'day', { period });
    expect(whole.statistics).toMatchObject({ estimate: 31, n: 31, passed: true });
    const cut = await artefact(sql('2024-05-07'), 'truncated period', 'sales', 'day', { period });
    expect(cut.statistics).toMatchObject({ estimate: 6, n: 31, passed: false });
    expect(cut.fact).toContain('2024-05-06: 6 of the 31 days');
  });

  it('are refused where one column cannot show them', async () => {
    await expect(artefact(SALES, 'fan-out', 'sales', 'id')).rejects.toThrow('a fan-out shows in a join');
    await expect(artefact(SALES, 'truncated period', 'sales', 'day')).rejects.toThrow('needs the period');
  });
});

describe('a change between two periods', () => {
  it('is the difference of daily totals, days without rows counted as 0', async () => {
    const data = await readerOf(
      SALES + days('2023-01-01', '2024-05-01', '100 + n % 3') + days('2024-05-01', '2024-06-01', '50 + n % 3'),
    );
    const [gate, finding, season, ...more] = await explainChange(change, data, never);
    expect(gate).toMatchObject({ attack: 'data gate', relation: 'neutral', statistics: { passed: true } });
    expect([finding?.relation, finding?.statistics.primary, more.length]).toEqual(['supports', true, 0]);
    expect(finding?.statistics.estimate).toBeCloseTo(-50, 0);
    expect(finding?.fact).toMatch(
      /^The sum of amount was 3,0\d\d in 30 days from 2024-04-01, 1,5\d\d(\.\d)? in 31 days from 2024-05-01/,
    );
    expect(season?.attack).toBe('same season a year before');
    expect(season?.note).toContain('does not explain it');
  });

  it('is compared over as many days as the data cover, with the gate shown', async () => {
    const data = await readerOf(SALES + days('2024-03-01', '2024-05-07', '100 + n % 3'));
    const [gate, finding] = await explainChange(change, data, never);
    expect(gate).toMatchObject({
      attack: 'data gate',
      relation: 'contradicts',
      statistics: { passed: false, estimate: 6, n: 31 },
    });
    expect(finding?.statistics).toMatchObject({ n: 12, arms: [{ n: 6 }, { n: 6 }] });
    expect(finding?.relation).toBe('neutral');
  });

  it('does not count the days before the data begin as days without sales', async () => {
    const data = await readerOf(SALES + days('2024-04-21', '2024-06-01', '100 + n % 3'));
    const [, finding] = await explainChange({ ...change, direction: 'rose' }, data, never);
    expect(finding?.statistics.arms?.map(({ n }) => n)).toEqual([31, 10]);
    expect(finding?.relation).toBe('neutral');
    const late = await readerOf(SALES + days('2024-05-01', '2024-06-01', '100 + n % 3'));
    await expect(explainChange({ ...change, direction: 'rose' }, late, never)).rejects.toThrow(
      'the data begin on 2024-05-01',
    );
  });

  it('is explained by the part that changed more than the rest', async () => {
    const region = (name: string, from: string, to: string, amount: string) =>
      days(from, to, `${amount}, '${name}'`, 'sales (day, amount, region)');
    const data = await readerOf(
      SALES +
        region('north', '2024-04-01', '2024-05-01', '60 + n % 3') +
        region('north', '2024-05-01', '2024-06-01', '20 + n % 3') +
        region('south', '2024-04-01', '2024-06-01', '40 + n % 3'),
    );
    const part = async (is: string) =>
      (
        await explainChange(
          { ...change, explainedBy: { column: { table: 'sales', column: 'region' }, is } },
          data,
          never,
        )
      )[1];
    const [north, south] = [await part('north'), await part('south')];
    expect(north?.statistics.crude).toBeCloseTo(1, 2);
    expect([north?.relation, south?.relation]).toEqual(['supports', 'contradicts']);
    expect(north?.fact).toMatch(
      /^region = north makes up (99|100)\.\d % of the change and 59\.8 % of the level before/,
    );
  });

  it.each(['mean', 'rate'] as const)('of a %s is refused rather than read as a change of totals', async (measure) => {
    const data = await readerOf(SALES + days('2024-03-01', '2024-06-01', '100'));
    const outcome = { column: { table: 'sales', column: 'amount' }, measure };
    await expect(explainChange({ ...change, outcome }, data, never)).rejects.toThrow('has no daily totals');
  });

  it('is refused for a column without dates and for periods too long to follow by day', async () => {
    const data = await readerOf(SALES + days('2020-01-01', '2024-06-01', '100'));
    await expect(explainChange({ ...change, when: { table: 'sales', column: 'amount' } }, data, never)).rejects.toThrow(
      'sales.amount holds no dates',
    );
    const long = { ...change, from: { start: '2020-01-01', end: '2022-01-01' } };
    await expect(explainChange(long, data, never)).rejects.toThrow('more than 900 days');
  });
});
