import { describe, expect, it } from 'vitest';
import type { Cell, Dataset } from '../../examples/dataset';
import { commonOddsRatio, standardisedDifference, stratify, type Stratum } from './arithmetic';
import { berkeley, renamedBerkeley } from './berkeley';
import { kidney, renamedKidney } from './kidney';
import { openForQueries } from './query';
import { rowsOf } from './read';
import { realDatabase, type RealDatabase } from './real';
import { telco } from './telco';
import { renamedTitanic, titanic } from './titanic';

type Row = Readonly<Record<string, Cell>>;

/** Expected figures are those of the design's reference table. */
describe('kidney stones', () => {
  it.each([
    ['as published', strataOf(kidney(), 'patients', 'stone_size', ['treatment', 'open_surgery'], ['success', 1])],
    ['renamed', strataOf(renamedKidney(), 'operations', 'calculus', ['procedure', 'open'], ['cured', 'yes'])],
  ])('favour PCNL in the total and open surgery within stone size, unproven (%s)', (_, strata) => {
    const { estimate, error } = standardisedDifference(strata);
    expect(standardisedDifference(merged(strata)).estimate).toBeCloseTo(-0.0457, 4);
    expect(commonOddsRatio(merged(strata))).toBeCloseTo(0.7483, 4);
    expect(estimate).toBeCloseTo(0.054, 3);
    expect(commonOddsRatio(strata)).toBeCloseTo(1.4468, 4);
    expect(estimate - 1.96 * error).toBeCloseTo(-0.012, 3);
    expect(estimate + 1.96 * error).toBeCloseTo(0.119, 3);
  });
});

describe('Berkeley', () => {
  it.each([
    ['as published', strataOf(berkeley(), 'applicants', 'dept', ['gender', 'Male'], ['admitted', 1])],
    ['renamed', strataOf(renamedBerkeley(), 'candidates', 'faculty', ['sex', 'M'], ['accepted', 'yes'])],
  ])('admits men more often in the total, women at a given department (%s)', (_, strata) => {
    const { estimate, error } = standardisedDifference(strata);
    expect(standardisedDifference(merged(strata)).estimate).toBeCloseTo(0.1416, 4);
    expect(commonOddsRatio(strata)).toBeCloseTo(0.9046968, 7);
    expect(estimate).toBeCloseTo(-0.043, 3);
    expect(estimate + 1.96 * error).toBeCloseTo(-0.007, 3);
    expect(commonOddsRatio(strata.slice(0, 1))).toBeCloseTo(0.3492, 4);
  });
});

describe('the Titanic', () => {
  const among = (column: string, ...classes: string[]) => {
    return (row: Row): boolean => classes.includes(String(row[column]));
  };

  it.each([
    [
      'as published',
      strataOf(titanic(), 'people', 'sex', ['class', 'Crew'], ['survived', 'Yes'], among('class', 'Crew', '3rd')),
    ],
    [
      'renamed',
      strataOf(
        renamedTitanic(),
        'aboard',
        'gender',
        ['category', 'crew'],
        ['alive', 1],
        among('category', 'crew', 'third'),
      ),
    ],
  ])('saved crew and third class alike, the crew better within each sex (%s)', (_, strata) => {
    const { estimate, error } = standardisedDifference(strata);
    expect(commonOddsRatio(merged(strata))).toBeCloseTo(0.9344, 4);
    expect(commonOddsRatio(strata)).toBeCloseTo(1.5549, 4);
    expect(estimate).toBeCloseTo(0.1, 3);
    expect(estimate - 1.96 * error).toBeCloseTo(0.057, 3);
    for (const stratum of strata) expect(standardisedDifference([stratum]).estimate).toBeGreaterThan(0);
  });
});

describe('telco churn', () => {
  const withInternet = (row: Row): boolean => row['InternetService'] !== 'No';
  const joint = (row: Row): string => `${row['InternetService']} ${row['Contract']}`;
  const worlds = ['telco', 'one', 'two', 'three'].map(telco);

  it('rises with month-to-month contracts, at any internet service', () => {
    for (const world of worlds) {
      const strata = strataOf(world, 'customers', 'InternetService', ['Contract', 'Month-to-month'], ['churn', 'Yes']);
      expect(standardisedDifference(merged(strata)).estimate).toBeCloseTo(0.427 - 0.068, 2);
      expect(standardisedDifference(strata).z).toBeGreaterThan(20);
    }
  });

  it('does not differ between women and men', () => {
    for (const world of worlds) {
      const strata = strataOf(world, 'customers', joint, ['gender', 'Female'], ['churn', 'Yes']);
      expect(Math.abs(standardisedDifference(merged(strata)).estimate)).toBeLessThan(0.005);
      expect(Math.abs(standardisedDifference(strata).estimate)).toBeLessThan(0.005);
    }
  });

  it('looks lower with streaming TV and is higher at the same internet and contract', () => {
    for (const world of worlds) {
      const strata = strataOf(world, 'customers', joint, ['StreamingTV', 'Yes'], ['churn', 'Yes'], withInternet);
      const { estimate, error } = standardisedDifference(strata);
      expect(commonOddsRatio(merged(strata))).toBeCloseTo(0.8527, 4);
      expect(commonOddsRatio(strata)).toBeCloseTo(1.198, 4);
      expect(estimate).toBeCloseTo(0.0305, 4);
      expect(estimate - 1.96 * error).toBeCloseTo(0.007, 3);
    }
  });

  it('has the odd cells of the real data: no internet service, bills that do not exist yet', () => {
    const rows = rowsOf(telco(), 'customers');
    expect(new Set(rows.map((row) => row['StreamingTV']))).toEqual(new Set(['Yes', 'No', 'No internet service']));
    const unbilled = rows.filter((row) => row['TotalCharges'] === null);
    expect(unbilled.length).toBeGreaterThan(0);
    expect(unbilled.every((row) => row['tenure'] === 0)).toBe(true);
    expect(new Set(rows.map((row) => row['customerID'])).size).toBe(rows.length);
  });
});

/** Where the published files are at hand, the counts typed here are theirs. */
describe('the counts', () => {
  const columns = {
    'kidney-stones.sqlite': [kidney(), 'patients', 'treatment, stone_size, success'],
    'berkeley-admissions.sqlite': [berkeley(), 'applicants', 'dept, gender, admitted'],
    'titanic.sqlite': [titanic(), 'people', 'class, sex, age, survived'],
    'telco-churn.sqlite': [telco(), 'customers', 'InternetService, Contract, StreamingTV, churn'],
  } satisfies Partial<Record<RealDatabase, [Dataset, string, string]>>;

  it.each(Object.keys(columns) as (keyof typeof columns)[])('of %s are the published ones', async (name) => {
    const file = realDatabase(name);
    const [world, table, groups] = columns[name];
    const sql = `SELECT ${groups}, count(*) FROM ${table} GROUP BY ${groups} ORDER BY ${groups}`;
    const counts = (await openForQueries(world))(sql);
    expect(counts.length).toBeGreaterThan(7);
    if (file !== undefined) expect(counts).toEqual((await openForQueries(file))(sql));
  });
});

function strataOf(
  dataset: Dataset,
  table: string,
  by: string | ((row: Row) => string),
  [exposure, exposed]: readonly [string, Cell],
  [outcome, event]: readonly [string, Cell],
  among: (row: Row) => boolean = () => true,
): readonly Stratum[] {
  return stratify(rowsOf(dataset, table).filter(among), {
    stratum: typeof by === 'string' ? (row) => String(row[by]) : by,
    exposed: (row) => row[exposure] === exposed,
    event: (row) => row[outcome] === event,
  });
}

/** All strata as one: the crude comparison. */
function merged(strata: readonly Stratum[]): readonly Stratum[] {
  const arm = (name: keyof Stratum): Stratum['exposed'] => ({
    units: strata.reduce((sum, stratum) => sum + stratum[name].units, 0),
    events: strata.reduce((sum, stratum) => sum + stratum[name].events, 0),
  });
  return [{ exposed: arm('exposed'), others: arm('others') }];
}
