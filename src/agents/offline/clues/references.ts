import type { Condition, Constant } from '../../../board/claim';
import { sqlName } from '../../../database/name';
import { quoteValue } from '../../../database/quote';
import { conditionSql } from '../../analysis/condition';
import { passingSql } from '../../clues/record-sql';
import type { DataReader } from '../../roles';
import type { Catalogue } from './catalogue';
import type { SentenceReader, Told } from './sentence';

const NAMED =
  /\b(?:named|called|by the name of|name is|name was|goes by|known as|answers to)\s+["“'‘]?(\p{Lu}[\p{L}'’-]+)\b/u;
const NUMBERED = /(?:^|_)(?:number|no|nr|house|num)(?:_|$)/i;
const SMALLEST =
  /\b(?:first|lowest|smallest|nearest)\s+(?:house|home|door|address|building|number|flat|apartment|property)\b/i;

/** Those whom a sentence points to, by whatever it says of them; at most a few, or none where it says nothing. */
export async function pointedTo(
  sentence: string,
  reader: SentenceReader,
  data: DataReader,
  signal: AbortSignal,
): Promise<readonly Constant[]> {
  const people = await reader.people(sentence);
  if (people.length === 1 && people[0]) return [people[0].key];
  const { catalogue } = reader;
  const { kind } = catalogue;
  const told = await reader.read(sentence, undefined, []);
  const named = NAMED.exec(sentence)?.[1];
  const parts = told.map(({ test }) => passingSql(test, kind));
  if (named !== undefined && told.every(({ test }) => !JSON.stringify(test).includes(`"${named}"`)))
    parts.push(
      `SELECT ${sqlName(kind.key)} FROM ${sqlName(kind.table)} WHERE ${sqlName(kind.label)} LIKE ${quoteValue(`${named} %`)}`,
    );
  if (parts.length === 0) return [];
  const found = await keysOf(parts, data, signal);
  if (found.length === 1) return found;
  const extreme = await extremeTest(told, catalogue, sentence, data, signal);
  if (extreme === undefined) return found;
  return keysOf([...parts, passingSql(extreme, kind)], data, signal);
}

const FEW = 6;

async function keysOf(parts: readonly string[], data: DataReader, signal: AbortSignal): Promise<readonly Constant[]> {
  const sql = `SELECT * FROM (${parts.map((part) => `SELECT * FROM (${part})`).join('\nINTERSECT ')})\nORDER BY 1 LIMIT ${FEW}`;
  const { rows } = await data.run(sql, 'whom a text points to', signal);
  // What fits many points to nobody.
  if (rows.length === FEW) return [];
  return rows.flatMap(([key]) => (typeof key === 'string' || typeof key === 'number' ? [key] : []));
}

/** "The last house on …": of the rows that are told the one with the highest number. */
async function extremeTest(
  told: readonly Told[],
  catalogue: Catalogue,
  sentence: string,
  data: DataReader,
  signal: AbortSignal,
) {
  for (const { test } of told) {
    const source = catalogue.source(test.table);
    const number = source?.columns.find(
      ({ profile, ref }) =>
        ref.via === undefined &&
        profile.kind !== 'key' &&
        NUMBERED.test(profile.column) &&
        typeof profile.greatest === 'number',
    );
    const own = [...test.where, ...test.has].filter(({ column }) => column.via === undefined);
    if (number === undefined || !own.some(({ is }) => typeof is === 'string')) continue;
    const where = own.map(({ column, is }: Condition) => conditionSql(sqlName(column.column), is)).join(' AND ');
    const most = SMALLEST.test(sentence) ? 'MIN' : 'MAX';
    const sql = `SELECT ${most}(${sqlName(number.profile.column)}) AS number FROM ${sqlName(test.table)} WHERE ${where}`;
    const { rows } = await data.run(sql, `the last of ${test.table}`, signal);
    const last = rows[0]?.[0];
    if (typeof last !== 'number') continue;
    return { ...test, has: [...test.has, { column: number.ref, is: last }] };
  }
  return undefined;
}
