import type { ColumnRef, Condition } from '../../../board/claim';
import { asConstant } from '../../analysis/describe';
import { LEAST_UNITS } from '../../analysis/strata';
import { Units } from '../../analysis/units';
import type { Value } from '../../../board/value';
import type { Reader } from './reader';
import type { EffectDirection, Subject } from './reading';

export const MOST_CANDIDATES = 12;

/** The groups that are compared; `chosenAmong` says of how many they were chosen for how they look. */
export type Candidates = { readonly conditions: readonly Condition[]; readonly chosenAmong?: number };

/**
 * Each value of a column of groups. Of too many, those that lead by what is asked: by their total where it is added up, else by their
 * mean or share among those with enough units; the most frequent ones where the question does not say which way it looks.
 */
export async function candidatesOf(
  reader: Reader,
  among: ColumnRef,
  about: Subject,
  direction: EffectDirection,
): Promise<Candidates> {
  const profile = reader.atlas.profile(among.table, among.column);
  const listed = profile?.values.map(({ value }) => value) ?? [];
  const many = (profile?.distinct ?? 0) > MOST_CANDIDATES;
  const leading = many ? await leadersOf(reader, among, about, direction) : undefined;
  const values = leading ?? listed.slice(0, MOST_CANDIDATES);
  if (many && values.length > 0) {
    const which = leading ? (direction === 'lowers' ? 'lowest' : 'highest') : 'most frequent';
    reader.assumptions.push(
      `of ${profile?.distinct} values of ${among.column}, the ${values.length} ${which} are compared`,
    );
  }
  const names = await reader.atlas.namesOf(among, reader.data, reader.signal);
  const conditions = values.map((value): Condition => {
    const is = asConstant(value);
    const name = names.get(String(is));
    return { column: among, is, ...(name !== undefined && { named: `${name} (${among.column} = ${is})` }) };
  });
  return { conditions, ...(leading && profile && { chosenAmong: profile.distinct }) };
}

async function leadersOf(
  { atlas, data, signal }: Reader,
  among: ColumnRef,
  { unit, outcome, population }: Subject,
  direction: EffectDirection,
): Promise<readonly Value[] | undefined> {
  const units = new Units(unit, atlas.keys, signal);
  if (direction === 'differs' || !(await units.isSingle(among))) return undefined;
  const columns = [
    { name: 'candidate', sql: await units.value(among) },
    { name: 'outcome', sql: await units.outcome(outcome) },
  ];
  const where: string[] = [];
  for (const condition of population) where.push(await units.condition(condition));
  const added = 'measure' in outcome && (outcome.measure === 'sum' || outcome.measure === 'count');
  const enough = added ? '' : `\nHAVING COUNT(outcome) >= ${LEAST_UNITS}`;
  const sql =
    `WITH units AS (\n${units.select(columns, where)}\n)\n` +
    `SELECT candidate, COUNT(outcome) AS n, ${added ? 'SUM' : 'AVG'}(outcome) AS ${added ? 'total' : 'mean'}\n` +
    `FROM units\nWHERE candidate IS NOT NULL\nGROUP BY candidate${enough}\n` +
    `ORDER BY 3 ${direction === 'lowers' ? 'ASC' : 'DESC'}, candidate\nLIMIT ${MOST_CANDIDATES}`;
  const { rows } = await data.run(sql, `which values of ${among.column} lead`, signal);
  return rows.map(([value]) => value ?? null);
}
