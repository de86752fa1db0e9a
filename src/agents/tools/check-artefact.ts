import type { ClaimOf } from '../../board/claim';
import { Fault } from '../../base/fault';
import { formatCount, formatShare } from '../../base/format';
import { sqlName } from '../../database/name';
import { coveredPart } from './explain-change';
import { isComparable } from '../analysis/comparable';
import { Keys } from '../analysis/keys';
import { daysIn, longestGap, SeriesQueries } from '../analysis/series';
import type { DataReader } from '../roles';
import type { OperatorFinding } from './operator';

/** With more equal rows than this for each different one, the columns do not tell rows apart: they are few, not copied. */
const MOST_COPIES = 3;
const MOST_MISSING = 0.05;

/**
 * Checks the data for what would fake a finding. The gate's `passed: false` means that the artefact is there.
 * @throws Fault for a kind that no single column can show
 */
export async function checkArtefact(
  claim: ClaimOf<'artefact'>,
  data: DataReader,
  signal: AbortSignal,
): Promise<readonly OperatorFinding[]> {
  switch (claim.what) {
    case 'truncated period':
      return [await truncated(claim, data, signal)];
    case 'duplicates':
      return [await duplicates(claim, data, signal)];
    case 'missing outcomes':
      return [await missing(claim, data, signal)];
    case 'impossible values':
      return [await impossible(claim, data, signal)];
    case 'fan-out':
      throw new Fault('a fan-out shows in a join, not in one column', 'compare row counts before and after the join');
  }
}

async function truncated(claim: ClaimOf<'artefact'>, data: DataReader, signal: AbortSignal): Promise<OperatorFinding> {
  const { where, period, population } = claim;
  if (!period) throw new Fault('a truncated period needs the period', 'say from when to when');
  const series = { unit: where.table, population, when: where, outcome: { column: where, measure: 'count' as const } };
  const queries = new SeriesQueries(series, new Keys(data.schema, data), data, signal);
  const { first, last, query } = await queries.coverage();
  const { days } = await queries.daily(period);
  const covered = coveredPart(period, first, last, longestGap(days));
  const [have, want] = [Math.max(0, daysIn(covered)), daysIn(period)];
  const fact = `${where.column} runs from ${first} to ${last}: ${have} of the ${want} days from ${period.start} are covered.`;
  return gate(query, fact, have, want, have === want, have < want ? 'the period is cut off' : 'the period is whole');
}

/** Rows that agree in every column but a key of one column, which only numbers them; a key of several columns is data. */
async function duplicates(claim: ClaimOf<'artefact'>, data: DataReader, signal: AbortSignal): Promise<OperatorFinding> {
  const { table } = claim.where;
  const found = data.schema.tables.find(({ name }) => name === table);
  const [key, ...more] = found?.primaryKey ?? [];
  const columns = (found?.columns ?? [])
    .filter((column) => !column.hidden && isComparable(column) && (column.name !== key || more.length > 0))
    .map(({ name }) => sqlName(name));
  if (columns.length === 0) throw new Fault(`${table} has only its key`, 'duplicates need columns to compare');
  const sql = `SELECT COALESCE(SUM(n), 0) AS row_count, COALESCE(SUM(n - 1), 0) AS repeated, COUNT(*) AS different\nFROM (SELECT COUNT(*) AS n FROM ${sqlName(table)} GROUP BY ${columns.join(', ')})`;
  const query = await data.run(sql, `rows of ${table} that repeat another but for the key`, signal);
  const [rows = 0, repeated = 0, different = 0] = (query.rows[0] ?? []).map(Number);
  if (rows > MOST_COPIES * different) {
    throw new Fault(
      `${formatCount(rows)} rows of ${table} hold only ${formatCount(different)} different ones but for the key: equal rows are no copies there`,
      'compare columns that tell its rows apart',
    );
  }
  const passed = repeated === 0;
  return gate(
    query,
    `${formatCount(repeated)} of ${formatCount(rows)} rows of ${table} repeat another row in all but the key.`,
    repeated,
    rows,
    passed,
    passed ? 'no row is repeated' : 'repeated rows count twice',
  );
}

async function missing(claim: ClaimOf<'artefact'>, data: DataReader, signal: AbortSignal): Promise<OperatorFinding> {
  const { table, column } = claim.where;
  const sql = `SELECT COUNT(*) AS row_count, COUNT(*) - COUNT(${sqlName(column)}) AS missing\nFROM ${sqlName(table)}`;
  const query = await data.run(sql, `rows without ${column}`, signal);
  const [rows = 0, absent = 0] = (query.rows[0] ?? []).map(Number);
  const passed = absent <= MOST_MISSING * rows;
  return gate(
    query,
    `${column} is missing in ${formatCount(absent)} of ${formatCount(rows)} rows (${formatShare(absent / Math.max(1, rows))}).`,
    absent,
    rows,
    passed,
    passed ? 'few are missing' : 'many are missing',
  );
}

async function impossible(claim: ClaimOf<'artefact'>, data: DataReader, signal: AbortSignal): Promise<OperatorFinding> {
  const { table, column } = claim.where;
  const name = sqlName(column);
  // As a number: text such as '45' is greater than any number, and '9' greater than '130'.
  const number = `CAST(${name} AS REAL)`;
  const isAge = /(^|_)age($|_)|Age$/.test(column);
  const test = isAge ? `${number} < 0 OR ${number} > 130` : `${number} < 0`;
  const sql = `SELECT COUNT(*) AS row_count, SUM(${test}) AS impossible, MIN(${number}) AS least, MAX(${number}) AS greatest\nFROM ${sqlName(table)}\nWHERE ${name} IS NOT NULL`;
  const query = await data.run(sql, `values of ${column} that cannot be`, signal);
  const [rows = 0, found = 0] = (query.rows[0] ?? []).slice(0, 2).map(Number);
  const passed = found === 0;
  return gate(
    query,
    `${formatCount(found)} of ${formatCount(rows)} values of ${column} are ${isAge ? 'below 0 or above 130' : 'below 0'}.`,
    found,
    rows,
    passed,
    passed ? 'all values can be' : 'some values cannot be',
  );
}

function gate(
  query: OperatorFinding['query'],
  fact: string,
  estimate: number,
  n: number,
  passed: boolean,
  note: string,
): OperatorFinding {
  return {
    query,
    fact,
    statistics: { answers: 'gate', method: 'data gate', measure: 'count', estimate, n, passed, primary: true },
    relation: passed ? 'contradicts' : 'supports',
    note,
    attack: 'data gate',
  };
}
