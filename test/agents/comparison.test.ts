import { describe, expect, it } from 'vitest';
import { checkUnits } from '../../src/agents/analysis/check-units';
import { ComparisonQueries } from '../../src/agents/analysis/comparison';
import { adjust } from '../../src/agents/analysis/adjust';
import { covariatesOf, type Comparison } from '../../src/agents/analysis/covariates';
import { GroupComparison } from '../../src/agents/analysis/group-comparison';
import { Keys } from '../../src/agents/analysis/keys';
import { testEffect } from '../../src/agents/analysis/test-effect';
import { testModification } from '../../src/agents/analysis/test-modification';
import type { Condition } from '../../src/board/claim';
import type { QueryLimits } from '../../src/database/port';
import { never, readerOf, repeated } from './data-reader';

const MARGINS = { riskDifference: 0.02, standardDeviations: 0.1 };

async function comparing(
  sql: string,
  comparison: Omit<Comparison, 'population'> & Partial<Comparison>,
  limits: Partial<QueryLimits> = {},
) {
  const data = await readerOf(sql, limits);
  const keys = new Keys(data.schema, data);
  const queries = new ComparisonQueries({ population: [], ...comparison }, keys, data, never);
  return { queries, run: new GroupComparison(queries, MARGINS), data, keys };
}

const is = (table: string, column: string, value: Condition['is']): Condition => ({
  column: { table, column },
  is: value,
});
const event = (table: string, column: string, value: string | number = 1) => ({
  column: { table, column },
  event: value,
});

/** Charig 1986: treatment, stone size, success. */
const KIDNEY =
  'CREATE TABLE patients (id INTEGER PRIMARY KEY, treatment TEXT, size TEXT, success INTEGER);' +
  repeated('patients', 81, "'open', 'small', 1", 1) +
  repeated('patients', 6, "'open', 'small', 0", 1001) +
  repeated('patients', 192, "'open', 'large', 1", 2001) +
  repeated('patients', 71, "'open', 'large', 0", 3001) +
  repeated('patients', 234, "'pcnl', 'small', 1", 4001) +
  repeated('patients', 36, "'pcnl', 'small', 0", 5001) +
  repeated('patients', 55, "'pcnl', 'large', 1", 6001) +
  repeated('patients', 25, "'pcnl', 'large', 0", 7001);
const kidney = {
  unit: 'patients',
  exposure: is('patients', 'treatment', 'open'),
  outcome: event('patients', 'success'),
};

describe('a comparison of two groups', () => {
  it('gives the published numbers, crude and within stone size', async () => {
    const { queries, keys, data } = await comparing(KIDNEY, kidney);
    const crude = queries.scale.crude((await queries.crude()).strata);
    expect(crude?.estimate).toBeCloseTo(-0.0457, 4);
    expect(crude?.interval[0]).toBeCloseTo(-0.1045, 4);
    expect(crude?.interval[1]).toBeCloseTo(0.0133, 4);
    if (!crude) throw new Error('nothing compared');
    const adjustment = await adjust(queries, crude, await covariatesOf(queries.comparison, keys, data, never), 0.02);
    expect(adjustment?.joint?.covariates.map(({ label }) => label)).toEqual(['size']);
    expect(adjustment?.joint?.contrast.estimate).toBeCloseTo(0.0537, 4);
    expect(adjustment?.joint?.contrast.oddsRatio?.estimate).toBeCloseTo(1.4468, 4);
  });

  it.each([
    'level',
    'Level',
    'n',
    'events',
    'share',
    'unit',
    'exposed',
    'outcome',
    'covariate',
    'mean',
    'overall',
    'missing',
    'units',
  ])('does not mix up an exposure that is called %s with its own columns', async (name) => {
    const sql = KIDNEY.replace('treatment TEXT', `"${name}" TEXT`);
    const { queries, run, keys, data } = await comparing(sql, { ...kidney, exposure: is('patients', name, 'open') });
    const covariates = await covariatesOf(queries.comparison, keys, data, never);
    const { strata } = await queries.screen(covariates, new Map());
    expect(
      [...strata].map(([covariate, own]) => [
        covariate.label,
        own.map(({ exposed, unexposed }) => [exposed.n, unexposed.n]),
      ]),
    ).toEqual([
      [
        'size',
        [
          [263, 80],
          [87, 270],
        ],
      ],
    ]);
    expect((await checkUnits(run)).statistics).toMatchObject({ n: 700, passed: true, estimate: 0 });
    expect((await queries.units()).arms.map(({ units }) => units)).toEqual([350, 350]);
    const means = await comparing(sql, {
      ...kidney,
      exposure: is('patients', name, 'open'),
      outcome: { column: { table: 'patients', column: 'success' }, measure: 'mean' },
    });
    const contrast = means.queries.scale.crude((await means.queries.crude()).strata);
    expect([contrast?.exposed, contrast?.unexposed]).toEqual([
      expect.closeTo(273 / 350, 9),
      expect.closeTo(289 / 350, 9),
    ]);
  });

  it('finds the exposed whatever type or letters the claim and the column use', async () => {
    const sql = (type: string, yes: string, no: string) =>
      `CREATE TABLE t (id INTEGER PRIMARY KEY, x ${type}, y INTEGER);` +
      repeated('t', 30, `${yes}, 1`, 1) +
      repeated('t', 20, `${yes}, 0`, 101) +
      repeated('t', 10, `${no}, 1`, 201) +
      repeated('t', 40, `${no}, 0`, 301);
    for (const [type, yes, no, claimed] of [
      ['INTEGER', '1', '0', '1'],
      ['TEXT', "'1'", "'0'", 1],
      ['TEXT COLLATE NOCASE', "'Yes'", "'no'", 'yes'],
      ['REAL', '1.0', '0.0', '1'],
    ] as const) {
      const { queries } = await comparing(sql(type, yes, no), {
        unit: 't',
        exposure: is('t', 'x', claimed),
        outcome: event('t', 'y'),
      });
      const contrast = queries.scale.crude((await queries.crude()).strata);
      expect([contrast?.exposed, contrast?.unexposed], `${type} ${claimed}`).toEqual([0.6, 0.2]);
    }
  });

  it('says that units are counted once only where their key was counted, also a composite one', async () => {
    const sql = `CREATE TABLE v (p INTEGER, d INTEGER, x TEXT, y INTEGER, PRIMARY KEY (p, d));
      INSERT INTO v SELECT n / 2, n % 2, CASE WHEN n < 30 THEN 'a' ELSE 'b' END, n % 3 = 0 FROM (WITH RECURSIVE c(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM c WHERE n < 59) SELECT n FROM c);`;
    const { run, data } = await comparing(sql, { unit: 'v', exposure: is('v', 'x', 'a'), outcome: event('v', 'y') });
    expect((await checkUnits(run)).fact).toContain('Of 60 v, each is counted once');
    expect(data.asked.at(-1)?.sql).toContain('COUNT(DISTINCT unit)');
    const keyless = await comparing(sql.replace(', PRIMARY KEY (p, d)', ''), {
      unit: 'v',
      exposure: is('v', 'x', 'a'),
      outcome: event('v', 'y'),
    });
    const { fact } = await checkUnits(keyless.run);
    expect(fact).not.toContain('counted once');
    expect(fact).toContain('no key');
  });

  it('does not pass when the outcome is missing in one group more than in the other', async () => {
    const { run } = await comparing(KIDNEY.replace("'open', 'small', 1", "'open', 'small', NULL"), kidney);
    const { statistics, fact } = await checkUnits(run);
    expect(statistics.passed).toBe(false);
    expect(fact).toContain('missing for 23.1 % of treatment = open and 0.0 %');
  });
});

describe('adjustment', () => {
  /** Units by exposure, two covariates and the outcome: the risk is `base`, plus `effect` for the exposed. */
  const cells = (cell: readonly (readonly [x: number, a: string, b: string, n: number, events: number])[]) =>
    'CREATE TABLE t (id INTEGER PRIMARY KEY, x INTEGER, a TEXT, b TEXT, y INTEGER);' +
    cell
      .map(([x, a, b, n, events], at) =>
        repeated('t', n, `${x}, '${a}', '${b}', n < ${10_000 * at + events}`, 10_000 * at),
      )
      .join('');
  const claim = { unit: 't', exposure: is('t', 'x', 1), outcome: event('t', 'y') };

  async function adjusted(sql: string) {
    const { queries, keys, data } = await comparing(sql, claim);
    const crude = queries.scale.crude((await queries.crude()).strata);
    if (!crude) throw new Error('nothing compared');
    const adjustment = await adjust(queries, crude, await covariatesOf(queries.comparison, keys, data, never), 0.02);
    return {
      crude,
      adjustment,
      joint: adjustment?.joint,
      labels: adjustment?.joint?.covariates.map(({ label }) => label),
    };
  }

  it('takes confounders one by one, the strongest first, as long as each moves the estimate', async () => {
    // Within each of the four strata the risk is the same for both arms: .1, .2, .3 and .6.
    const sql = cells([
      [1, 'lo', 'lo', 100, 10],
      [0, 'lo', 'lo', 600, 60],
      [1, 'hi', 'lo', 200, 40],
      [0, 'hi', 'lo', 200, 40],
      [1, 'lo', 'hi', 200, 60],
      [0, 'lo', 'hi', 200, 60],
      [1, 'hi', 'hi', 600, 360],
      [0, 'hi', 'hi', 100, 60],
    ]);
    const { crude, joint, labels } = await adjusted(sql);
    expect(crude.estimate).toBeGreaterThan(0.2);
    expect(labels).toEqual(['b', 'a']);
    expect(joint?.contrast.estimate).toBeCloseTo(0, 9);
    expect(joint?.contrast.strata).toEqual({ used: 4, dropped: 0, unitsDropped: 0 });
  });

  it('leaves out a confounder whose strata would be too small to compare', async () => {
    // Together the two covariates leave both arms in one stratum only, with half of the units.
    const sql = cells([
      [1, 'lo', 'lo', 100, 10],
      [0, 'lo', 'lo', 5, 1],
      [1, 'hi', 'lo', 5, 1],
      [0, 'hi', 'lo', 250, 50],
      [1, 'lo', 'hi', 5, 2],
      [0, 'lo', 'hi', 200, 60],
      [1, 'hi', 'hi', 600, 360],
      [0, 'hi', 'hi', 12, 7],
    ]);
    const { adjustment, joint, labels } = await adjusted(sql);
    expect(adjustment?.screened.filter(({ confounds }) => confounds).length).toBe(2);
    expect(labels).toHaveLength(1);
    expect(joint?.contrast.strata?.dropped).toBe(0);
  });

  it('does not take what is tied to the exposure alone, to the outcome alone, or says what the exposure says', async () => {
    const { adjustment, joint } = await adjusted(
      cells([
        [1, 'p', 'q', 300, 60],
        [0, 'p', 'q', 100, 20],
        [1, 'r', 'q', 100, 20],
        [0, 'r', 'q', 300, 60],
      ]) +
        "ALTER TABLE t ADD COLUMN same TEXT; UPDATE t SET same = iif(x, 'yes', 'no'); UPDATE t SET b = iif(y, 'u', iif(id % 2, 'u', 'v'));",
    );
    expect(adjustment?.screened.map(({ covariate, confounds }) => [covariate.label, confounds])).toEqual([
      ['a', false],
      ['b', false],
      ['same', false],
    ]);
    expect(joint).toBeUndefined();
  });
});

describe('answers that were not handed out whole', () => {
  const levels = (column: string) => `'${column}' || (n % 12)`;
  const WIDE =
    `CREATE TABLE t (id INTEGER PRIMARY KEY, x TEXT, y INTEGER, ${Array.from({ length: 20 }, (_, i) => `c${i} TEXT`).join(', ')});` +
    `INSERT INTO t WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 1200) SELECT n, char(97 + (n / 12) % 6), n % 5 = 0, ${Array.from({ length: 20 }, (_, i) => levels(String.fromCharCode(97 + i))).join(', ')} FROM c;`;

  it('are not needed: many covariates of many levels are asked by two groups', async () => {
    const { queries, keys, data } = await comparing(WIDE, {
      unit: 't',
      exposure: is('t', 'x', 'a'),
      outcome: event('t', 'y'),
    });
    const covariates = await covariatesOf(queries.comparison, keys, data, never);
    const { query, strata } = await queries.screen(covariates, new Map());
    expect(query.cut).toBeUndefined();
    const units = [...strata.values()].map((own) =>
      own.reduce((sum, { exposed, unexposed }) => sum + exposed.n + unexposed.n, 0),
    );
    expect(units).toEqual(Array.from({ length: 20 }, () => 1200));
  });

  it('leave out covariates that are not whole, and say so', async () => {
    const { run } = await comparing(
      WIDE,
      { unit: 't', exposure: is('t', 'x', 'a'), outcome: event('t', 'y') },
      { rows: 100 },
    );
    const findings = await testEffect(run, 'raises');
    const screen = findings.find(({ attack }) => attack === 'confounder screen');
    expect(screen?.fact).toMatch(/^Of 4 covariates held fixed one at a time, .* 16 more could not be read whole/);
  });

  it('are refused where every row counts', async () => {
    const sql = "CREATE TABLE t (x TEXT, y INTEGER); INSERT INTO t VALUES ('a', 1), ('b', 0), ('c', 1);";
    const comparison = { unit: 't', exposure: is('t', 'x', 'a'), outcome: event('t', 'y') };
    const { queries } = await comparing(sql, comparison, { rows: 1 });
    await expect(queries.crude()).rejects.toThrow('only 1 of 2 rows could be read');
  });

  it('are refused for the bounds of quarters', async () => {
    const sql =
      'CREATE TABLE t (x TEXT, y INTEGER, p REAL, q REAL, r REAL);' +
      repeated('t (p, x, y, q, r)', 60, "iif(n % 2, 'a', 'b'), n % 3 = 0, n * 2.5, n * 3.5", 1);
    const comparison = { unit: 't', exposure: is('t', 'x', 'a'), outcome: event('t', 'y') };
    const { queries, keys, data } = await comparing(sql, comparison, { rows: 6 });
    const covariates = await covariatesOf(queries.comparison, keys, data, never);
    expect(covariates.filter(({ inQuarters }) => inQuarters)).toHaveLength(3);
    await expect(queries.quarters(covariates)).rejects.toThrow('only 6 of 12 rows could be read');
  });

  it('adjust the levels of a modifier for no more than was handed out whole', async () => {
    const { run } = await comparing(
      KIDNEY.replace('success INTEGER', 'success INTEGER, ward INTEGER AS (id % 10) STORED'),
      kidney,
      { rows: 30 },
    );
    const [finding] = await testModification(run, { table: 'patients', column: 'ward' });
    expect(finding?.query.cut).toBeUndefined();
    expect(finding?.statistics.n).toBeLessThanOrEqual(700);
  });
});

describe('numbers kept as text', () => {
  const SALES = (amounts: string) =>
    'CREATE TABLE sales (id INTEGER PRIMARY KEY, shop TEXT, amount TEXT);' +
    amounts
      .split(' ')
      .map(
        (amount, index) =>
          `INSERT INTO sales VALUES (${index + 1}, '${index % 2 ? 'a' : 'b'}', '${amount.replace('_', ' ')}');`,
      )
      .join('');
  const sales = {
    unit: 'sales',
    exposure: is('sales', 'shop', 'a'),
    outcome: { column: { table: 'sales', column: 'amount' }, measure: 'mean' as const },
  };

  it('are averaged when they are written as SQL writes them', async () => {
    const { queries } = await comparing(SALES('1.5 10 2.5 12 3.5 14'), sales);
    expect(queries.scale.crude((await queries.crude()).strata)).toMatchObject({ exposed: 12, unexposed: 2.5 });
  });

  it('count as missing where a cell holds no number, instead of as 0', async () => {
    const amounts = Array.from({ length: 60 }, (_, n) => (n === 7 ? '_' : String(n % 2 ? 10 + (n % 3) : 1 + (n % 3))));
    const { queries, run } = await comparing(SALES(amounts.join(' ')), sales);
    const contrast = queries.scale.crude((await queries.crude()).strata);
    expect([contrast?.n, contrast?.exposed]).toEqual([59, expect.closeTo((10 * 10 + 11 * 10 + 12 * 10 - 11) / 29, 9)]);
    expect((await checkUnits(run)).fact).toContain('missing for 3.3 %');
  });

  it('are refused when they are written with a decimal comma', async () => {
    const { queries } = await comparing(SALES('1057,00 10,50 2,25 12,10'), sales);
    await expect(queries.crude()).rejects.toThrow(
      "sales.amount holds what is no number, such as '10,50', in 4 of 4 rows",
    );
  });

  it('are compared as numbers with a bound', async () => {
    const { queries } = await comparing(
      SALES('9 10 100 12 8 14') + 'ALTER TABLE sales ADD COLUMN y INTEGER DEFAULT 1;',
      { unit: 'sales', exposure: is('sales', 'amount', { atLeast: 50 }), outcome: event('sales', 'y') },
    );
    const { strata } = await queries.crude();
    expect([strata[0]?.exposed.n, strata[0]?.unexposed.n]).toEqual([1, 5]);
  });
});
