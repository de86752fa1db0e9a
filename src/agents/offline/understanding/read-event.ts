import type { ColumnRef, Condition, Constant, Period } from '../../../board/claim';
import type { Value } from '../../../board/value';
import { sqlName } from '../../../database/name';
import { quoteValue } from '../../../database/quote';
import { isoDay } from '../../analysis/dates';
import { wordsOf } from '../../analysis/words';
import { recordsSql } from '../../clues/record-sql';
import { notationOf } from '../clues/catalogue';
import { between, clocksIn, daysIn } from '../clues/moments';
import type { Reader } from './reader';
import type { Reading } from './reading';
import { likeness } from './similarity';

type Unit = { readonly table: string; readonly key: string; readonly value: Constant };

/** How long before an effect its cause is looked for, in minutes. */
const WITHIN = 60;
const MOST_CAUSES = 12;

/** "Why did X happen to this one at that time": the log that shows it, and the events that other logs hold. */
export async function readEvent(reader: Reader): Promise<Reading> {
  const { question, atlas } = reader;
  const day = daysIn(question, undefined)[0]?.first;
  const minute = clocksIn(question)[0]?.minute;
  const unit = await unitIn(reader);
  if (day === undefined || minute === undefined || unit === undefined)
    return reader.cannot(
      'the data hold nothing of that name and time',
      'name what it happened to, the day and the time',
    );
  const logs = atlas.profiles.flatMap((profile) => {
    const notation = notationOf(profile);
    const path = profile.table === unit.table ? [] : atlas.path(profile.table, unit.table);
    return profile.kind === 'date' && notation?.hasTime && path ? [{ profile, notation, path }] : [];
  });
  let seen: string | undefined;
  for (const { profile, notation, path } of logs) {
    const when: ColumnRef = { table: profile.table, column: profile.column };
    const at: Condition = { column: when, is: between(notation, day, day, { from: minute, to: minute }) };
    const told = atlas.profiles.filter(({ table, kind }) => table === profile.table && kind === 'category');
    const test = { table: profile.table, path: [...path], where: [at], has: [] };
    const shown = told.map(({ column }) => column);
    const { rows } = await reader.data.run(
      recordsSql(test, unit, [unit.value], shown),
      `what ${profile.table} says of that time`,
      reader.signal,
    );
    const effect = told.flatMap(({ column }, index): Condition[] => {
      const cell = rows[0]?.[index + 2];
      return isNamed(reader, column, cell) ? [{ column: { table: profile.table, column }, is: constantOf(cell) }] : [];
    })[0];
    if (rows.length > 0) seen = profile.table;
    if (effect === undefined) continue;
    const causes = logs
      .filter((log) => log.profile.table !== profile.table)
      .flatMap((log) => atlas.profiles.filter(({ table, kind }) => table === log.profile.table && kind === 'category'))
      .flatMap(({ table, column, values }) =>
        values.slice(0, 4).map(({ value }): Condition => ({ column: { table, column }, is: constantOf(value) })),
      );
    const end = instantOf(day, minute);
    const within: Period = { start: instantOf(day, minute - WITHIN), end };
    return {
      intent: 'event',
      unit,
      effect,
      causes: causes.slice(0, MOST_CAUSES),
      within,
      assumptions: reader.assumptions,
    };
  }
  return reader.cannot(
    seen === undefined
      ? 'the data hold no entry of it at that time'
      : `the premise does not hold: ${seen} does not show it at that time`,
  );
}

/** What a question names by its kind and key or name: `junction 12`, `pump P-3`. */
async function unitIn({ question, atlas, data, signal }: Reader): Promise<Unit | undefined> {
  for (const { name, primaryKey } of atlas.tables) {
    const [key, ...more] = primaryKey;
    if (key === undefined || more.length > 0) continue;
    for (const match of question.matchAll(/\b(\p{L}+)\s+(?:no\.?\s*|number\s+|#)?([\p{L}\d-]*\d[\p{L}\d-]*)/giu)) {
      const [, noun = '', said = ''] = match;
      if (!wordsOf(name).some((word) => likeness(word, noun.toLowerCase()).score >= 0.95)) continue;
      const sql = `SELECT ${sqlName(key)} FROM ${sqlName(name)} WHERE CAST(${sqlName(key)} AS TEXT) = ${quoteValue(said)}`;
      const [row] = (await data.run(sql, `${noun} ${said}`, signal)).rows;
      if (row !== undefined) return { table: name, key, value: constantOf(row[0]) };
    }
  }
  return undefined;
}

/** A column that the question speaks of and that says yes, or whose value it names. */
function isNamed({ tokens }: Reader, column: string, cell: Value | undefined): boolean {
  if (cell === null || cell === undefined || cell === 0 || cell === '0') return false;
  const says = (words: readonly string[]): boolean =>
    words.some((word) => tokens.some((token) => likeness(token.word, word).score >= 0.95));
  return cell === 1 || /^(?:yes|true|y|t|1)$/i.test(String(cell)) ? says(wordsOf(column)) : says(wordsOf(String(cell)));
}

function constantOf(value: Value | undefined): Constant {
  return typeof value === 'string' || typeof value === 'number'
    ? value
    : value === undefined || value === null
      ? null
      : String(value);
}

function instantOf(day: number, minute: number): string {
  const [days, rest] = [Math.floor(minute / 1440), ((minute % 1440) + 1440) % 1440];
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${isoDay(day + days)}T${two(Math.floor(rest / 60))}:${two(rest % 60)}`;
}
