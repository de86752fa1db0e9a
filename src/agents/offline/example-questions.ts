import type { ColumnRef } from '../../board/claim';
import type { Database, Schema, Table } from '../../database/port';
import { addMonths } from '../analysis/dates';
import type { ColumnProfile } from '../analysis/profile';
import { SeriesQueries } from '../analysis/series';
import { wordsOf } from '../analysis/words';
import { recordedQuery } from '../query-log';
import type { DataReader } from '../roles';
import { Atlas } from './understanding/atlas';
import { OUTCOMES } from './understanding/concepts';
import { dateColumn } from './understanding/date-column';
import { outcomeOf, suggestion } from './understanding/outcome';
import { isNumeric } from './understanding/population';
import { readQuestion, type Reading } from './understanding/reading';

/** A question with what it has to be read as to be a good example. */
type Candidate = { readonly question: string; readonly fits: (reading: Reading) => boolean };

const MOST_TABLES = 8;
const MOST_EXAMPLES = 4;
/** A look at the data, not an analysis: what takes longer is left out. */
const LIMITS = { milliseconds: 2_000, rows: 1_000, bytes: 1_000_000, cell: 200 };

/**
 * Questions that fit a database, made from its names and a light profile of its largest tables. Each is read back by the offline
 * team's own reading before it is offered; none where nothing suggests itself.
 */
export async function exampleQuestions(database: Database, signal: AbortSignal): Promise<readonly string[]> {
  const data = readerOf(database, withLargest(await database.schema(signal)));
  const atlas = await Atlas.explore('', data, signal);
  const examples: string[] = [];
  for (const alternatives of await candidates(atlas, data, signal)) {
    for (const { question, fits } of alternatives) {
      if (!fits(await readQuestion(question, atlas, data, signal))) continue;
      if (!examples.includes(question)) examples.push(question);
      break;
    }
    if (examples.length === MOST_EXAMPLES) break;
  }
  return examples;
}

/** The schema with its largest tables and those that they point to. */
function withLargest(schema: Schema): Schema {
  const rows = ({ rowCount }: Table): number => rowCount?.rows ?? 0;
  const largest = [...schema.tables].sort((a, b) => rows(b) - rows(a)).slice(0, MOST_TABLES);
  const names = new Set(largest.flatMap(({ name, foreignKeys }) => [name, ...foreignKeys.map(({ table }) => table)]));
  return { ...schema, tables: schema.tables.filter(({ name }) => names.has(name)) };
}

function readerOf(database: Database, schema: Schema): DataReader {
  return {
    schema,
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
    .map((profile) => ({ profile, score: suggestion(profile) }))
    .filter(({ score }) => score >= 0.5)
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

function comparisons(group: ColumnProfile, outcome: ColumnProfile): readonly Candidate[] {
  const read = outcomeOf(outcome, undefined, false);
  if (!read) return [];
  const most = read.news === 'bad' ? 'lowest' : 'highest';
  const result = 'event' in read.outcome ? `${nounOf(outcome)} rate` : `average ${phraseOf(outcome.column)}`;
  return [
    {
      question: `Which ${phraseOf(group.column)} has the ${most} ${result}?`,
      fits: (reading) =>
        reading.intent === 'compare' && isColumn(reading.among, group) && isColumn(reading.outcome.column, outcome),
    },
  ];
}

function drivers(outcome: ColumnProfile): readonly Candidate[] {
  const fits = (reading: Reading): boolean =>
    reading.intent === 'drivers' && isColumn(reading.outcome.column, outcome);
  return [
    { question: `What drives ${nounOf(outcome)}?`, fits },
    { question: `What explains ${phraseOf(outcome.column)}?`, fits },
  ];
}

function effects(flag: ColumnProfile, outcome: ColumnProfile): readonly Candidate[] {
  const fits = (reading: Reading): boolean =>
    reading.intent === 'effect' && isColumn(reading.exposure.column, flag) && isColumn(reading.outcome.column, outcome);
  return [{ question: `Does ${phraseOf(flag.column)} affect ${nounOf(outcome)}?`, fits }];
}

/** What became of the measure with a date, in the last month that the data cover whole. */
async function changes(atlas: Atlas, data: DataReader, signal: AbortSignal): Promise<readonly Candidate[]> {
  const measures = atlas.profiles
    .filter((profile) => isNumeric(profile) && dateColumn(profile.table, atlas) !== undefined)
    .sort((a, b) => suggestion(b) - suggestion(a) || b.rows - a.rows);
  const [measure] = measures;
  const when = measure && dateColumn(measure.table, atlas);
  if (!when) return [];
  const outcome = { column: { table: measure.table, column: measure.column }, measure: 'sum' as const };
  const series = new SeriesQueries(
    { when: { table: when.table, column: when.column }, outcome },
    atlas.keys,
    data,
    signal,
  );
  const { first, last } = await series.coverage();
  const month = lastWholeMonth(last);
  // There has to be a month before to compare it with.
  if (first > addMonths(month, -1)) return [];
  const name = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}T00:00:00Z`),
  );
  const fits = (reading: Reading): boolean =>
    reading.intent === 'change' && isColumn(reading.outcome.column, measure) && reading.to.start === month;
  return [{ question: `What happened to ${phraseOf(measure.column)} in ${name}?`, fits }];
}

/** @param last the last day of the data, ISO */
function lastWholeMonth(last: string): string {
  const begun = `${last.slice(0, 7)}-01`;
  const dayAfter = new Date(Date.parse(`${last}T00:00:00Z`) + 86_400_000).toISOString();
  return dayAfter.slice(8, 10) === '01' ? begun : addMonths(begun, -1);
}

/** Columns whose few values make groups to compare, those of the outcome's own table first. */
function groups(outcome: ColumnProfile, atlas: Atlas): readonly ColumnProfile[] {
  return near(outcome, atlas, (profile) => profile.kind === 'category' && profile.distinct >= 3 && profile.distinct <= 12)
    .filter(({ values }) => values.every(({ value }) => typeof value === 'string'))
    .slice(0, 3);
}

/** Columns that say yes or no. */
function flags(outcome: ColumnProfile, atlas: Atlas): readonly ColumnProfile[] {
  return near(outcome, atlas, (profile) => profile.kind === 'category' && profile.distinct === 2).slice(0, 3);
}

function near(
  outcome: ColumnProfile,
  atlas: Atlas,
  isWanted: (profile: ColumnProfile) => boolean,
): readonly ColumnProfile[] {
  return atlas.profiles
    .filter((profile) => profile !== outcome && isWanted(profile) && suggestion(profile) < 0.5)
    .flatMap((profile) => {
      const path = atlas.path(outcome.table, profile.table);
      return path ? [{ profile, steps: path.length }] : [];
    })
    .sort((a, b) => a.steps - b.steps)
    .map(({ profile }) => profile);
}

function isColumn({ table, column }: ColumnRef, profile: ColumnProfile): boolean {
  return table === profile.table && column === profile.column;
}

/** A column's name as words. */
function phraseOf(column: string): string {
  return wordsOf(column).join(' ');
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
