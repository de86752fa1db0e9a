import type { Breathe } from '../../base/breathe';
import { Fault } from '../../base/fault';
import type { ColumnRef } from '../../board/claim';
import { QueryError, type Database, type Schema, type Table } from '../../database/port';
import { addMonths } from '../analysis/dates';
import type { ColumnProfile } from '../analysis/profile';
import { SeriesQueries } from '../analysis/series';
import { wordsOf } from '../analysis/words';
import { recordedQuery } from '../query-log';
import type { DataReader } from '../roles';
import { Atlas } from './understanding/atlas';
import { OUTCOMES } from './understanding/concepts';
import { dateColumn } from './understanding/date-column';
import { GENERIC_OUTCOMES, outcomeOf, suggestion } from './understanding/outcome';
import { isNumeric } from './understanding/population';
import { lookUp, newsOf } from './understanding/similarity';
import { readQuestion, type Reading } from './understanding/reading';

/** A question with what it has to be read as to be a good example. */
type Candidate = { readonly question: string; readonly fits: (reading: Reading) => boolean };

const MOST_TABLES = 8;
const MOST_EXAMPLES = 4;
const MOST_TRIED = 4;
const LOOKS_LIKE_OUTCOME = 0.5;
/** Keys from the outcome's table to what may bear on it. */
const FARTHEST = 2;
/** What people choose between, one word of each concept, what is asked most first. */
const CHOICES = ['treatment', 'product', 'department', 'region', 'country', 'shop', 'machine', 'contract', 'supplier'];
/** A look at the data, not an analysis: what takes longer is left out. */
const LIMITS = { milliseconds: 2_000, rows: 1_000, bytes: 1_000_000, cell: 200 };

/**
 * Questions that fit a database, made from its names and a light profile of its largest tables. Each is read back by the offline
 * team's own reading before it is offered; none where nothing suggests itself.
 */
export async function exampleQuestions(
  database: Database,
  breathe: Breathe,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const data = readerOf(database, withLargest(await database.schema(signal)), breathe);
  const atlas = await Atlas.explore('', data, signal);
  const examples: string[] = [];
  for (const alternatives of await candidates(atlas, data, signal)) {
    for (const { question, fits } of alternatives) {
      const reading = await orNothing(readQuestion(question, atlas, data, signal));
      if (!reading || !fits(reading)) continue;
      if (!examples.includes(question)) examples.push(question);
      break;
    }
    if (examples.length === MOST_EXAMPLES) break;
  }
  return examples;
}

/** What the data do not bear, or not in time, is no example. */
async function orNothing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Fault || error instanceof QueryError) return undefined;
    throw error;
  }
}

/** The schema with its largest tables and those that they point to. */
function withLargest(schema: Schema): Schema {
  const rows = ({ rowCount }: Table): number => rowCount?.rows ?? 0;
  const largest = [...schema.tables].sort((a, b) => rows(b) - rows(a)).slice(0, MOST_TABLES);
  const names = new Set(largest.flatMap(({ name, foreignKeys }) => [name, ...foreignKeys.map(({ table }) => table)]));
  return { ...schema, tables: schema.tables.filter(({ name }) => names.has(name)) };
}

function readerOf(database: Database, schema: Schema, breathe: Breathe): DataReader {
  return {
    schema,
    breathe,
    async run(sql, purpose, signal) {
      const result = await database.query(sql, LIMITS, signal);
      return recordedQuery(result, { id: 'Q1', sql, purpose, by: 'examples', at: '', fingerprint: '' });
    },
  };
}

/** For each kind of question the ways to ask it, best first. */
async function candidates(
  atlas: Atlas,
  data: DataReader,
  signal: AbortSignal,
): Promise<readonly (readonly Candidate[])[]> {
  const outcomes = atlas.profiles
    .filter(isNamedAsOutcome)
    .map((profile) => ({ profile, score: suggestion(profile) }))
    .filter(({ score }) => score >= LOOKS_LIKE_OUTCOME)
    .sort((a, b) => b.score - a.score)
    .map(({ profile }) => profile);
  const [main] = outcomes;
  if (!main) return [await changes(atlas, data, signal)];
  return [
    groups(main, atlas).flatMap((group) => comparisons(group, main)),
    drivers(main),
    await changes(atlas, data, signal),
    flags(main, atlas).flatMap((flag) => effects(flag, main)),
    outcomes.slice(1).flatMap((other) => groups(other, atlas).flatMap((group) => comparisons(group, other))),
  ];
}

/** That some of its values sound like news makes no good example. */
function isNamedAsOutcome({ column }: ColumnProfile): boolean {
  const words = wordsOf(column);
  return newsOf(words) !== undefined || words.some((word) => GENERIC_OUTCOMES.includes(word));
}

function comparisons(group: ColumnProfile, outcome: ColumnProfile): readonly Candidate[] {
  const read = outcomeOf(outcome, undefined, false);
  if (!read) return [];
  const most = read.news === 'bad' ? 'lowest' : 'highest';
  const result = 'event' in read.outcome ? `${nounOf(outcome)} rate` : `average ${phraseOf(outcome.column)}`;
  const fits = (reading: Reading): boolean =>
    reading.intent === 'compare' && isColumn(reading.among, group) && isColumn(reading.outcome.column, outcome);
  const state = stateOf(outcome);
  const often = read.news === 'bad' ? 'least often' : 'most often';
  return [
    ...(state === undefined ? [] : [{ question: `Which ${phraseOf(group.column)} is ${often} ${state}?`, fits }]),
    { question: `Which ${phraseOf(group.column)} has the ${most} ${result}?`, fits },
  ];
}

function drivers(outcome: ColumnProfile): readonly Candidate[] {
  const fits = (reading: Reading): boolean => reading.intent === 'drivers' && isColumn(reading.outcome.column, outcome);
  return [
    { question: `What drives ${thingOf(outcome)}?`, fits },
    { question: `What drives ${nounOf(outcome)}?`, fits },
    { question: `What explains ${phraseOf(outcome.column)}?`, fits },
  ];
}

function effects(flag: ColumnProfile, outcome: ColumnProfile): readonly Candidate[] {
  const fits = (reading: Reading): boolean =>
    ((reading.intent === 'effect' && isColumn(reading.exposure.column, flag)) ||
      (reading.intent === 'compare' && isColumn(reading.among, flag))) &&
    isColumn(reading.outcome.column, outcome);
  return [thingOf(outcome), nounOf(outcome)].map((thing) => ({
    question: `Does ${phraseOf(flag.column)} affect ${thing}?`,
    fits,
  }));
}

/** What became of a sum or a number of things, in the last month that the data cover whole. */
async function changes(atlas: Atlas, data: DataReader, signal: AbortSignal): Promise<readonly Candidate[]> {
  const sums = atlas.profiles
    .filter((profile) => isNumeric(profile) && wordsOf(profile.column).some((word) => AMOUNTS.has(word)))
    .map(({ table, column, rows }) => ({
      outcome: { column: { table, column }, measure: 'sum' as const },
      name: column,
      rows,
    }));
  const counts = atlas.tables.flatMap(({ name: table, columns: [key], rowCount }) =>
    key
      ? [
          {
            outcome: { column: { table, column: key.name }, measure: 'count' as const },
            name: table,
            rows: rowCount?.rows ?? 0,
          },
        ]
      : [],
  );
  const found: Candidate[] = [];
  for (const { outcome, name } of [
    ...sums.sort((a, b) => b.rows - a.rows),
    ...counts.sort((a, b) => b.rows - a.rows),
  ]) {
    const when = dateColumn(outcome.column.table, atlas);
    if (!when) continue;
    const dated = { table: when.table, column: when.column };
    const series = new SeriesQueries({ when: dated, outcome }, atlas.keys, data, signal);
    const covered = await orNothing(series.coverage());
    if (!covered) continue;
    const { first, last } = covered;
    const month = lastWholeMonth(last);
    // There has to be a month before to compare it with.
    if (first > addMonths(month, -1)) continue;
    const fits = (reading: Reading): boolean =>
      reading.intent === 'change' &&
      reading.outcome.column.table === outcome.column.table &&
      reading.outcome.column.column === outcome.column.column &&
      reading.to.start === month;
    found.push({ question: `What happened to ${phraseOf(name)} in ${nameOfMonth(month)}?`, fits });
  }
  return found;
}

/** Names of what adds up. */
const AMOUNTS: ReadonlySet<string> = new Set(
  'total totals amount amounts revenue sales turnover sum subtotal quantity cost costs profit income spend'.split(' '),
);

function nameOfMonth(month: string): string {
  const format = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return format.format(new Date(`${month}T00:00:00Z`));
}

/** @param last the last day of the data, ISO */
function lastWholeMonth(last: string): string {
  const begun = `${last.slice(0, 7)}-01`;
  const dayAfter = new Date(Date.parse(`${last}T00:00:00Z`) + 86_400_000).toISOString();
  return dayAfter.slice(8, 10) === '01' ? begun : addMonths(begun, -1);
}

/** Columns whose few values make groups to compare: what people choose between first, then those nearest to the outcome. */
function groups(outcome: ColumnProfile, atlas: Atlas): readonly ColumnProfile[] {
  return near(outcome, atlas, ({ kind, distinct }) => kind === 'category' && distinct >= 3 && distinct <= 12)
    .filter(({ values }) => values.every(({ value }) => typeof value === 'string'))
    .sort((a, b) => choiceRank(a) - choiceRank(b))
    .slice(0, MOST_TRIED);
}

function choiceRank({ column }: ColumnProfile): number {
  const concepts = wordsOf(column).flatMap((word) => lookUp(word).map(({ concept }) => concept));
  const rank = CHOICES.findIndex((choice) => concepts.some(({ words }) => words.includes(choice)));
  return rank < 0 ? CHOICES.length : rank;
}

/** Columns that say one of two things. */
function flags(outcome: ColumnProfile, atlas: Atlas): readonly ColumnProfile[] {
  return near(outcome, atlas, ({ kind, distinct }) => kind === 'category' && distinct === 2).slice(0, MOST_TRIED);
}

/** Columns that hang on the outcome's table or that it hangs on, nearest first. */
function near(
  { table }: ColumnProfile,
  atlas: Atlas,
  isWanted: (profile: ColumnProfile) => boolean,
): readonly ColumnProfile[] {
  return atlas.profiles
    .filter((profile) => isWanted(profile) && suggestion(profile) < LOOKS_LIKE_OUTCOME)
    .map((profile) => ({
      profile,
      steps: (atlas.path(table, profile.table) ?? atlas.path(profile.table, table))?.length,
    }))
    .filter(({ steps = Infinity }) => steps <= FARTHEST)
    .sort((a, b) => (a.steps ?? 0) - (b.steps ?? 0))
    .map(({ profile }) => profile);
}

function isColumn({ table, column }: ColumnRef, profile: ColumnProfile): boolean {
  return table === profile.table && column === profile.column;
}

/** A column's name as words. */
function phraseOf(column: string): string {
  return wordsOf(column).join(' ');
}

/** What `is_late` says of a unit: `late`. */
function stateOf({ column }: ColumnProfile): string | undefined {
  const [first, ...rest] = wordsOf(column);
  return (first === 'is' || first === 'was') && rest.length > 0 ? rest.join(' ') : undefined;
}

/** What is asked about: `late deliveries` for a state, else the column as a noun. */
function thingOf(outcome: ColumnProfile): string {
  const state = stateOf(outcome);
  return state === undefined ? nounOf(outcome) : `${state} ${phraseOf(outcome.table)}`;
}

const NOUN = /(?:ion|ment|al|ity|ure|ence|ance|th|ery|ship)$/;

/** What a column tells as a noun: `died` is death, `survived` survival, `churned` churn. */
function nounOf({ column }: ColumnProfile): string {
  const words = wordsOf(column);
  const [last = ''] = words.slice(-1);
  const names = OUTCOMES.flatMap(({ words: own, contrary = [] }) =>
    own.includes(last) ? own : contrary.includes(last) ? contrary : [],
  );
  if (!last.endsWith('ed') || names.length === 0) return words.join(' ');
  const base = [last.slice(0, -2), last.slice(0, -1)].find((word) => names.includes(word));
  const noun = names.find((word) => NOUN.test(word) && word.slice(0, 1) === last.slice(0, 1)) ?? base;
  return [...words.slice(0, -1), noun ?? last].join(' ');
}
