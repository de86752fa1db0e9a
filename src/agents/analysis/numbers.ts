import type { ColumnRef, Condition } from '../../board/claim';
import { Fault } from '../../base/fault';
import { formatCount } from '../../base/format';
import { sqlName } from '../../database/name';
import type { DataReader } from '../roles';
import { profileTable } from './profile';

/** Cells that are no finite number may make up this share of a column; they count as missing then. */
const MOST_UNREADABLE = 0.05;

/**
 * SQL of a column as a number. SQLite takes what it can of a text (`1057,00` is 1057, `n/a` is 0): here such a text is missing. So is
 * an infinity, of which one is enough to leave a mean without a number.
 * @param expression the column in the statement that uses it
 * @throws Fault for a column with many cells that are no number
 */
export async function numberSql(
  expression: string,
  { table, column }: ColumnRef,
  data: DataReader,
  signal: AbortSignal,
): Promise<string> {
  if (await holdsNumbersAlone({ table, column }, data, signal)) return expression;
  const name = sqlName(column);
  const sql = `SELECT COUNT(${name}) AS filled, SUM(${noNumber(name)}) AS unreadable, MIN(CASE WHEN ${noNumber(name)} THEN ${name} END) AS example\nFROM ${sqlName(table)}`;
  const [filled, unreadable, example] =
    (await data.run(sql, `cells of ${column} that are no number`, signal)).rows[0] ?? [];
  if (Number(unreadable) > MOST_UNREADABLE * Number(filled)) {
    throw new Fault(
      `${table}.${column} holds what is no number, such as '${String(example)}', in ${formatCount(Number(unreadable))} of ${formatCount(Number(filled))} rows`,
      'keep numbers as numbers, or ask about another column',
    );
  }
  return `CASE WHEN ${noNumber(expression)} THEN NULL ELSE CAST(${expression} AS REAL) END`;
}

/** SQL of a column that is compared: as a number where the bounds are numbers, else as it is. */
export async function comparableSql(
  expression: string,
  { column, is }: Condition,
  data: DataReader,
  signal: AbortSignal,
): Promise<string> {
  const bounded = is !== null && typeof is === 'object' && !Array.isArray(is);
  const numeric = bounded && [is.atLeast, is.above, is.atMost, is.below].some((bound) => typeof bound === 'number');
  return numeric ? numberSql(expression, column, data, signal) : expression;
}

/** Text is greater than any number, and infinities lie at either end, so the least and the greatest value tell. */
async function holdsNumbersAlone(
  { table, column }: ColumnRef,
  data: DataReader,
  signal: AbortSignal,
): Promise<boolean> {
  const source = data.schema.tables.find(({ name }) => name === table);
  const profiles = source ? await profileTable(source, data, signal) : [];
  const profile = profiles.find((each) => each.column === column);
  return [profile?.least, profile?.greatest].every(
    (value) => typeof value !== 'string' && (typeof value !== 'number' || Number.isFinite(value)),
  );
}

function noNumber(expression: string): string {
  const isLike = (pattern: string) => `${expression} GLOB '${pattern}'`;
  const looks = [`NOT ${isLike('*[0-9]*')}`, isLike('*[^0-9.eE+ -]*'), isLike('*[0-9][ -]*[0-9]*'), isLike('*.*.*')];
  return `(typeof(${expression}) = 'text' AND (${looks.join(' OR ')}) OR CAST(${expression} AS REAL) IN (9e999, -9e999))`;
}
