import type { Constant, Range } from '../../../board/claim';
import { stemOf, wordsOf } from '../../analysis/words';
import { notationOf, type Source, type SourceColumn } from './catalogue';
import type { Frame } from './frame';
import { between } from './moments';
import type { Quantity } from './quantities';
import { shares } from './topics';
import { isCode } from './values';

/*
 * Which column of a table holds what a sentence tells: parts of codes, amounts, days, times from and until.
 */

/** The column of codes that a sentence speaks of, and how surely. */
export function codeColumnOf(
  source: Source,
  frame: Frame,
): { readonly column: SourceColumn; readonly sure: number } | undefined {
  const codes = source.columns.filter(({ profile, isProse }) => !isProse && isCode(profile));
  const says = (column: SourceColumn, isVague: boolean): boolean =>
    wordsOf(column.profile.column).some((word) => VAGUE.has(word) === isVague && frame.words.includes(word));
  const named = codes.find((column) => shares(column.topics, frame.topics) || says(column, false));
  if (named) return { column: named, sure: 0.9 };
  const vague = codes.find((column) => says(column, true));
  if (vague) return { column: vague, sure: shares(source.topics, frame.topics) ? 0.9 : 0.6 };
  const [own] = codes;
  return own && { column: own, sure: shares(source.topics, frame.topics) ? 0.9 : 0.3 };
}

const VAGUE: ReadonlySet<string> = new Set(['number', 'code', 'no', 'id', 'name', 'nr']);

const LENGTH_WORDS = /height|tall|stature/i;
const AGE_WORDS = /^age$|^years?$|_age$|age_/i;
const BIRTH_WORDS = /born|birth|dob/i;
const MONEY_WORDS = /amount|price|total|value|sum|cost|paid|income|salary|fee|balance|spent|wage|charge/i;

/** The column that an amount is about, and how surely. */
export function amountColumnOf(
  source: Source,
  { dimension, low, high }: Quantity,
  frame: Frame,
): { readonly column: SourceColumn; readonly sure: number } | undefined {
  const own = source.columns.filter(({ profile, ref }) => profile.kind !== 'key' && ref.via === undefined);
  const numbers = own.filter(({ profile }) => typeof profile.least === 'number' && profile.dateFormat === undefined);
  const named = (pattern: RegExp, of: readonly SourceColumn[] = numbers): SourceColumn | undefined =>
    of.find(({ profile }) => pattern.test(profile.column));
  const answer = (column: SourceColumn | undefined, sure: number) => column && { column, sure };
  switch (dimension) {
    case 'length':
      return answer(named(LENGTH_WORDS), 1);
    case 'age':
      return answer(named(AGE_WORDS) ?? named(BIRTH_WORDS, own), 1);
    case 'weight':
      return answer(named(/weight|mass|kg/i), 1);
    case 'money': {
      const column = named(MONEY_WORDS);
      return answer(column, shares(source.topics, frame.topics) ? 0.9 : 0.5);
    }
    case 'number': {
      if (low !== high && /\b(?:tall|height|stature)\b/i.test(frame.text)) return answer(named(LENGTH_WORDS), 0.9);
      const column = numbers.find(({ profile }) => isNamed(profile.column, frame.words));
      const fits = column && Number(column.profile.greatest) >= low && Number(column.profile.least) <= high;
      return fits ? answer(column, 0.8) : undefined;
    }
  }
}

/** Whether a sentence says all telling words of a column's name. */
function isNamed(column: string, words: readonly string[]): boolean {
  const telling = wordsOf(column).filter((word) => !VAGUE.has(word));
  return telling.length > 0 && telling.every((word) => words.some((said) => stemOf(said) === stemOf(word)));
}

const DAYS_PER_YEAR = 365.25;
const INCH = 2.54;

/** An amount in the unit of a column. */
export function rangeFor(
  { profile }: SourceColumn,
  { dimension, low, high, unit }: Quantity,
  reference: number | undefined,
): Constant | Range | undefined {
  if (dimension === 'age' && profile.dateFormat !== undefined) {
    const notation = notationOf(profile);
    if (notation === undefined || reference === undefined) return undefined;
    const first = Number.isFinite(high) ? Math.ceil(reference - (high + 1) * DAYS_PER_YEAR) + 1 : -40_000;
    const last = Math.floor(reference - Math.max(0, low) * DAYS_PER_YEAR);
    return between(notation, first, last);
  }
  let [from, to] = [low, high];
  if (dimension === 'length' && unit !== undefined) {
    const greatest = Number(profile.greatest);
    // People are measured in centimetres, inches or metres.
    const own = greatest > 100 ? 1 : greatest > 10 ? INCH : 100;
    [from, to] = [(low * unit) / own, (high * unit) / own];
  }
  const round = (value: number): number => Math.round(value * 100) / 100;
  if (from === to) return round(from);
  return {
    ...(Number.isFinite(from) && { atLeast: round(from) }),
    ...(Number.isFinite(to) && { atMost: round(to) }),
  };
}

/** Dates of what somebody is or has rather than of what they did. */
const STANDING_DATES = /born|birth|dob|since|joined|hired|start|begin|issued|expir/i;

/** The date of what a row of a table records; of what somebody is or has only where there is no other. */
export function dateColumnOf(source: Source): SourceColumn | undefined {
  const dates = datesOf(source);
  return eventDateOf(source) ?? dates.find(({ profile }) => !BIRTH_WORDS.test(profile.column));
}

/** The date of what somebody did. */
export function eventDateOf(source: Source): SourceColumn | undefined {
  return datesOf(source).find(({ profile }) => !STANDING_DATES.test(profile.column));
}

function datesOf({ columns }: Source): readonly SourceColumn[] {
  return columns.filter(({ profile, ref }) => profile.kind === 'date' && ref.via === undefined);
}

const BEGINS =
  /(?:^|_|\b)(?:in|arriv\w*|start\w*|begin\w*|began|ent(?:er\w*|ry|rance)|came|from|open\w*|check_?in\w*|login|since)(?:_|$|\b)/i;
const ENDS =
  /(?:^|_|\b)(?:out|left|leav\w*|end\w*|exit\w*|went|gone|until|to|clos\w*|depart\w*|check_?out\w*|logout|till)(?:_|$|\b)/i;

/** Columns that say from when until when, of one day or of several. */
export function intervalOf({ columns }: Source): readonly [SourceColumn, SourceColumn] | undefined {
  const own = columns.filter(
    ({ profile, ref }) =>
      ref.via === undefined &&
      profile.kind !== 'key' &&
      (typeof profile.least === 'number' || profile.kind === 'date' || /^\d{1,2}:\d{2}/.test(String(profile.least))),
  );
  const end = own.find(({ profile }) => ENDS.test(profile.column));
  const begin = own.find(
    (column) =>
      column !== end &&
      column.profile.kind === end?.profile.kind &&
      BEGINS.test(column.profile.column) &&
      !ENDS.test(column.profile.column),
  );
  return begin && end ? [begin, end] : undefined;
}
