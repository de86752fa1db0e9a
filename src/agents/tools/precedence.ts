import type { ClaimOf, ColumnRef, Condition, KeyStep } from '../../board/claim';
import type { RecordTest } from '../../board/clue';
import { Fault } from '../../base/fault';
import { formatCount } from '../../base/format';
import { sqlName } from '../../database/name';
import { binomialUpperTail } from '../../statistics/binomial';
import { describeCondition } from '../analysis/condition';
import { dateFormatOf, type DateFormat } from '../analysis/dates';
import { Keys } from '../analysis/keys';
import { profileTable } from '../analysis/profile';
import { momentsSql, recordsSql, type Among } from '../clues/record-sql';
import type { DataReader } from '../roles';
import type { OperatorFinding } from './operator';

type Event = ClaimOf<'event'>;

/** A log: what a row says, of whom, and when. */
type Log = { readonly test: RecordTest; readonly when: ColumnRef; readonly format: DateFormat };

/**
 * Tests that one kind of event leads to another: whether one came before the effect that is asked about, within the claim's time, and
 * whether that happens more often than chance would have it over all units, and in this order rather than the other.
 */
export async function precedence(
  claim: Event,
  data: DataReader,
  signal: AbortSignal,
): Promise<readonly OperatorFinding[]> {
  const unit = claim.unit ?? claim.effect.column.table;
  const key = data.schema.tables.find(({ name }) => name === unit)?.primaryKey[0];
  if (key === undefined) throw new Fault(`no single key: ${unit}`, 'choose a unit whose table has one');
  const among = { table: unit, key };
  const keys = new Keys(data.schema, data);
  const [cause, effect] = [
    await logOf(claim.cause, among, keys, data, signal),
    await logOf(claim.effect, among, keys, data, signal),
  ];
  const minutes = minutesBetween(claim.within);
  return [
    await instance(claim, cause, among, data, signal),
    ...(await everywhere(claim, cause, effect, among, minutes, data, signal)),
  ];
}

/** Whether it came before the effect that is asked about. */
async function instance(
  claim: Event,
  cause: Log,
  among: Among,
  data: DataReader,
  signal: AbortSignal,
): Promise<OperatorFinding> {
  const own = claim.population?.find(({ column }) => column.table === among.table && column.column === among.key)?.is;
  const { start, end } = claim.within;
  const during: Condition = {
    column: cause.when,
    is: { atLeast: stored(start, cause.format), below: stored(end, cause.format) },
  };
  const test: RecordTest = { ...cause.test, where: [...cause.test.where, during] };
  const keys = typeof own === 'string' || typeof own === 'number' ? [own] : [];
  const query = await data.run(
    recordsSql(test, among, keys),
    `${describeCondition(claim.cause)} shortly before`,
    signal,
  );
  const found = query.rows.length > 0;
  return {
    query,
    fact: found
      ? `Shortly before, ${describeCondition(claim.cause)} is on record.`
      : `Shortly before, no ${describeCondition(claim.cause)} is on record.`,
    relation: found ? 'supports' : 'contradicts',
    note: found ? 'it came before the effect' : 'it did not come before the effect',
    statistics: {
      answers: 'gate',
      method: 'precedence in the case that is asked about',
      measure: 'count',
      estimate: query.rows.length,
      n: query.rows.length,
      passed: found,
    },
  };
}

/** How often the effect follows the cause within the time, against how often it would by chance, and how often it comes first. */
async function everywhere(
  claim: Event,
  cause: Log,
  effect: Log,
  among: Among,
  minutes: number,
  data: DataReader,
  signal: AbortSignal,
): Promise<readonly OperatorFinding[]> {
  const moments = ({ test, when, format }: Log): string => momentsSql(test, among, when, (at) => minuteSql(at, format));
  const near = (order: string): string =>
    `SELECT COUNT(*) FROM causes AS c WHERE EXISTS (SELECT 1 FROM effects AS e WHERE e.unit = c.unit AND ${order})`;
  const sql =
    `WITH causes AS (${moments(cause)}),\neffects AS (${moments(effect)})\n` +
    `SELECT (SELECT COUNT(*) FROM causes) AS causes,\n` +
    `  (${near(`e.minute BETWEEN c.minute AND c.minute + ${minutes}`)}) AS followed,\n` +
    `  (${near(`e.minute BETWEEN c.minute - ${minutes} AND c.minute - 1`)}) AS preceded,\n` +
    `  (SELECT COUNT(*) FROM effects) AS effects,\n` +
    `  (SELECT COUNT(*) FROM ${sqlName(among.table)}) AS units,\n` +
    `  (SELECT MAX(minute) - MIN(minute) FROM (SELECT minute FROM causes UNION ALL SELECT minute FROM effects)) AS minutes`;
  const query = await data.run(
    sql,
    `how often ${describeCondition(claim.effect)} follows ${describeCondition(claim.cause)}`,
    signal,
  );
  const [n = 0, followed = 0, preceded = 0, effects = 0, units = 1, span = 1] = (query.rows[0] ?? []).map(Number);
  const chance = Math.min(1, (effects * minutes) / Math.max(1, units * span));
  const p = n === 0 ? 1 : binomialUpperTail(followed, n, chance);
  const [what, then] = [describeCondition(claim.cause), describeCondition(claim.effect)];
  const numbers = { answers: 'crude', method: 'binomial test against chance', measure: 'share', n } as const;
  return [
    {
      query,
      fact: `Of ${formatCount(n)} times ${what}, ${then} followed within the time ${formatCount(followed)} times.`,
      relation: p <= 0.05 ? 'supports' : 'neutral',
      note: 'more often than by chance?',
      statistics: { ...numbers, estimate: n === 0 ? 0 : followed / n - chance, p, primary: true },
    },
    {
      query,
      fact: `The other way round, ${then} came first within the time ${formatCount(preceded)} times.`,
      relation: followed === 0 ? 'neutral' : preceded >= followed ? 'contradicts' : 'supports',
      note: 'a cause comes first',
      attack: 'the order turned round',
      statistics: { ...numbers, answers: 'gate', estimate: n === 0 ? 0 : preceded / n, passed: followed > preceded },
    },
  ];
}

async function logOf(
  condition: Condition,
  among: Among,
  keys: Keys,
  data: DataReader,
  signal: AbortSignal,
): Promise<Log> {
  const { table } = condition.column;
  const path: readonly KeyStep[] | undefined = table === among.table ? [] : keys.path(table, among.table);
  const found = data.schema.tables.find(({ name }) => name === table);
  if (path === undefined || found === undefined)
    throw new Fault(`no key leads from ${table} to ${among.table}`, 'choose a unit that both logs know');
  for (const { column, least, greatest } of await profileTable(found, data, signal)) {
    const format = dateFormatOf(column, least, greatest);
    if (format === undefined) continue;
    return { test: { table, path: [...path], where: [condition], has: [] }, when: { table, column }, format };
  }
  throw new Fault(`no time: ${table}`, 'events are logged with their time');
}

function minutesBetween({ start, end }: Event['within']): number {
  return Math.max(1, Math.round((Date.parse(`${end}Z`) - Date.parse(`${start}Z`)) / 60_000));
}

/** An instant, `2024-05-31T14:05`, as a column writes it. */
function stored(instant: string, format: DateFormat): string | number {
  switch (format) {
    case 'epoch seconds':
      return Date.parse(`${instant}Z`) / 1000;
    case 'epoch milliseconds':
      return Date.parse(`${instant}Z`);
    case 'compact':
      return Number(instant.replaceAll(/\D/g, ''));
    case 'slashed':
      return instant.replaceAll('-', '/').replace('T', ' ');
    default:
      return instant.replace('T', ' ');
  }
}

function minuteSql(expression: string, format: DateFormat): string {
  const part = (from: number, length: number): string => `substr(${expression}, ${from}, ${length})`;
  switch (format) {
    case 'epoch seconds':
      return `${expression} / 60`;
    case 'epoch milliseconds':
      return `${expression} / 60000`;
    case 'julian day':
      return `CAST(${expression} * 1440 AS INTEGER)`;
    case 'compact':
      return `CAST(strftime('%s', ${part(1, 4)} || '-' || ${part(5, 2)} || '-' || ${part(7, 2)} || ' ' || ${part(9, 2)} || ':' || ${part(11, 2)}) AS INTEGER) / 60`;
    case 'slashed':
      return `CAST(strftime('%s', replace(${expression}, '/', '-')) AS INTEGER) / 60`;
    default:
      return `CAST(strftime('%s', ${expression}) AS INTEGER) / 60`;
  }
}
