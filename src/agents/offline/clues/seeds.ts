import type { KeyStep } from '../../../board/claim';
import { sqlName } from '../../../database/name';
import { quoteValue } from '../../../database/quote';
import type { Query } from '../../../board/board';
import { conditionSql } from '../../analysis/condition';
import type { ColumnProfile } from '../../analysis/profile';
import type { DataReader } from '../../roles';
import type { Atlas } from '../understanding/atlas';
import { FUNCTION_WORDS } from '../understanding/mentions';
import type { Catalogue, Prose } from './catalogue';
import { notationOf } from './catalogue';
import { tells } from './meanings';
import { between, dayOfCell, daysIn } from './moments';
import { wordsIn } from './prose';
import type { Values } from './values';

/** A text of the case, and the query that shows it. */
export type Text = {
  readonly query: Query;
  readonly text: string;
  readonly table: string;
  /** The day it is about, counted from 1970-01-01, where its row has one. */
  readonly day: number | undefined;
};

/** How well a row has to fit a question: a day counts two, a name three, another value or word less. */
const LEAST_FIT = 1.5;
const MOST_SEEDS = 3;
/** Tables of texts that are read whole where no row fits better than others. */
const FEW_ROWS = 40;

/** The texts that a question points to: the rows whose values it names, and the texts that belong to them. */
export async function seedsOf(
  question: string,
  catalogue: Catalogue,
  values: Values,
  data: DataReader,
  signal: AbortSignal,
): Promise<readonly Text[]> {
  const { atlas } = catalogue;
  const ranked: { readonly prose: Prose; readonly fit: number; readonly query: Query }[] = [];
  for (const prose of catalogue.prose) {
    const terms = termsOf(question, prose, catalogue, values);
    if (terms.length === 0) continue;
    const columns = columnsToShow(prose, atlas);
    const sql =
      `SELECT * FROM (\n  SELECT ${columns.map(sqlName).join(', ')}, ${terms.join(' + ')} AS fit\n  FROM ${sqlName(prose.table)}\n  WHERE ${sqlName(prose.column)} IS NOT NULL\n)` +
      `\nWHERE fit >= ${LEAST_FIT}\nORDER BY fit DESC, ${columns.map(sqlName).join(', ')} LIMIT ${MOST_SEEDS}`;
    const query = await data.run(sql, `the rows of ${prose.table} that the question is about`, signal);
    const fit = Number(query.rows[0]?.at(-1) ?? 0);
    if (query.rows.length > 0) ranked.push({ prose, fit, query });
  }
  const best = ranked.sort(
    (a, b) => b.fit - a.fit || Number(a.prose.way !== undefined) - Number(b.prose.way !== undefined),
  )[0];
  if (best) {
    const seeds = textsOf(best.query, best.prose, atlas, best.fit);
    return [...seeds, ...(await attached(best.prose, best.query, catalogue, data, signal))];
  }
  const few = catalogue.prose.filter(({ table, way }) => way === undefined && atlas.rows(table) <= FEW_ROWS);
  const found: Text[] = [];
  for (const prose of few.length > 0 ? few : catalogue.prose.filter(({ table }) => atlas.rows(table) <= FEW_ROWS)) {
    const columns = columnsToShow(prose, atlas);
    const sql = `SELECT ${columns.map(sqlName).join(', ')} FROM ${sqlName(prose.table)} WHERE ${sqlName(prose.column)} IS NOT NULL ORDER BY ${columns.map(sqlName).join(', ')}`;
    found.push(...textsOf(await data.run(sql, `the texts of ${prose.table}`, signal), prose, atlas));
  }
  return found;
}

/** The texts in a result, each with the day of its row. */
export function textsOf(
  query: Query,
  { table, column }: Pick<Prose, 'table' | 'column'>,
  atlas: Atlas,
  fit?: number,
): readonly Text[] {
  const at = query.columns.indexOf(column);
  const dated = query.columns.findIndex((name) => atlas.profile(table, name)?.kind === 'date');
  const format = atlas.profile(table, query.columns[dated] ?? '')?.dateFormat;
  return query.rows.flatMap((row): Text[] => {
    const text = row[at];
    if (typeof text !== 'string' || (fit !== undefined && Number(row.at(-1)) < fit)) return [];
    return [{ query, text, table, day: format === undefined ? undefined : dayOfCell(row[dated], format) }];
  });
}

/** Terms of a sum that says how well a row fits. */
function termsOf(
  question: string,
  { table, column }: Prose,
  { atlas, kind }: Catalogue,
  values: Values,
): readonly string[] {
  const terms: string[] = [];
  const words = wordsIn(question);
  const day = daysIn(question, undefined)[0];
  const said = new Set<string>();
  for (const profile of atlas.profiles.filter((each) => each.table === table && each.column !== column)) {
    const name = sqlName(profile.column);
    const notation = notationOf(profile);
    if (profile.kind === 'date' && notation && day) {
      terms.push(`2 * COALESCE(${conditionSql(name, between(notation, day.first, day.last))}, 0)`);
      continue;
    }
    for (const value of valuesSaid(profile, question, words, values)) {
      said.add(value.toLowerCase());
      terms.push(`COALESCE(${name} = ${quoteValue(value)}, 0)`);
    }
  }
  const label = atlas.profile(kind.table, kind.label);
  const names = label ? values.said(label, question).map(({ value }) => value) : [];
  for (const name of names) terms.push(`3 * (${sqlName(column)} LIKE ${quoteValue(`%${name}%`)})`);
  for (const { word, start, end } of words) {
    if (FUNCTION_WORDS.has(word) || word.length < 4 || /^\d+$/.test(word) || said.has(word)) continue;
    if (names.some((name) => name.toLowerCase().includes(word)) || (day && start >= day.start && end <= day.end))
      continue;
    terms.push(`0.5 * (${sqlName(column)} LIKE ${quoteValue(`%${word}%`)})`);
  }
  return terms.slice(0, 40);
}

function valuesSaid(
  profile: ColumnProfile,
  question: string,
  words: readonly { readonly word: string }[],
  values: Values,
): readonly string[] {
  const exact = values.said(profile, question).map(({ value }) => value);
  if (exact.length > 0) return [...new Set(exact)];
  // "murdered" is about rows of the type murder.
  return profile.values.flatMap(({ value }) =>
    typeof value === 'string' &&
    /^\p{L}+$/u.test(value) &&
    words.some(({ word }) => !FUNCTION_WORDS.has(word) && tells(word, value.toLowerCase(), undefined) >= 0.85)
      ? [value]
      : [],
  );
}

function columnsToShow({ table, column }: Prose, atlas: Atlas): readonly string[] {
  const own = atlas.profiles.filter((each) => each.table === table && each.column !== column && each.kind !== 'empty');
  return [...own.map((each) => each.column), column];
}

/** Texts of other tables that belong to the rows of a seed. */
async function attached(
  seed: Prose,
  query: Query,
  { prose, atlas }: Catalogue,
  data: DataReader,
  signal: AbortSignal,
): Promise<readonly Text[]> {
  const found: Text[] = [];
  for (const other of prose) {
    if (other.table === seed.table) continue;
    const step: KeyStep | undefined = atlas.keys
      .from(seed.table)
      .find(({ to, references }) => to === other.table && references.length === 1);
    const at = query.columns.indexOf(step?.columns[0] ?? '');
    const key = query.rows[0]?.[at];
    if (step === undefined || key === undefined || key === null) continue;
    const columns = columnsToShow(other, atlas).map(sqlName).join(', ');
    const sql = `SELECT ${columns} FROM ${sqlName(other.table)} WHERE ${sqlName(step.references[0] ?? '')} = ${quoteValue(key)} ORDER BY ${columns} LIMIT 10`;
    found.push(...textsOf(await data.run(sql, `texts of ${other.table} that belong to it`, signal), other, atlas));
  }
  return found;
}
