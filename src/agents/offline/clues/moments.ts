import { dayNumber, isoDay, type DateFormat } from '../../analysis/dates';
import type { Constant, Range } from '../../../board/claim';
import { numeralOf } from './numerals';
import { wordsIn, type Span } from './prose';

/** Days that a text names, counted from 1970-01-01, both included. */
export type Days = Span & { readonly first: number; readonly last: number; readonly isRelative: boolean };

const MONTHS = 'january february march april may june july august september october november december'.split(' ');
const MONTH = `(?:${MONTHS.map((name) => `${name}\\b|${name.slice(0, 3)}\\b\\.?`).join('|')}|sept\\b\\.?)`;
const DAY = String.raw`(\d{1,2})(?:st|nd|rd|th)?`;
const YEAR = String.raw`(?:,?\s+(?:of\s+)?((?:19|20)\d{2}))?`;
const WEEKDAYS = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');

/** Days and months in a sentence, those without a year and relative ones read against a day. */
export function daysIn(sentence: string, reference: number | undefined): readonly Days[] {
  const found: Days[] = [];
  const add = (match: RegExpMatchArray, first: number, last = first, isRelative = false): void => {
    const span = { start: match.index ?? 0, end: (match.index ?? 0) + match[0].length };
    if (Number.isFinite(first) && !found.some((each) => span.start < each.end && each.start < span.end))
      found.push({ ...span, first, last, isRelative });
  };
  for (const match of sentence.matchAll(/\b(\d{4})-(\d{2})-(\d{2})\b/g)) add(match, dayNumber(match[0]));
  for (const match of sentence.matchAll(new RegExp(String.raw`\b${DAY}\s+(?:of\s+)?(${MONTH})${YEAR}`, 'gi')))
    add(match, dayOf(match[3], match[2], match[1], reference));
  for (const match of sentence.matchAll(new RegExp(String.raw`\b(${MONTH})\s+(?:the\s+)?${DAY}\b${YEAR}`, 'gi')))
    add(match, dayOf(match[3], match[1], match[2], reference));
  if (reference !== undefined)
    for (const { span, day } of relativeDays(sentence, reference)) {
      if (!found.some((each) => span.start < each.end && each.start < span.end))
        found.push({ ...span, first: day, last: day, isRelative: true });
    }
  for (const match of sentence.matchAll(new RegExp(String.raw`\b(${MONTH})${YEAR}`, 'gi'))) {
    const name = match[1] ?? '';
    // "may" is also a verb, "march" too: as months they are written with a capital.
    if (/^(?:may|march|mar)/.test(name)) continue;
    const first = dayOf(match[2], name, '1', reference);
    add(match, first, lastOfMonth(first));
  }
  if (reference !== undefined)
    for (const match of sentence.matchAll(
      /\b(?:last|previous|preceding|the month before|prior) month\b|\bthe month before\b/gi,
    )) {
      const first = dayNumber(`${isoDay(dayNumber(`${isoDay(reference).slice(0, 7)}-01`) - 1).slice(0, 7)}-01`);
      add(match, first, lastOfMonth(first), true);
    }
  return found.sort((a, b) => a.start - b.start);
}

function lastOfMonth(first: number): number {
  const date = new Date(first * 86_400_000);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) / 86_400_000 - 1;
}

/** Without a year: the latest such day that is not after the reference. */
function dayOf(
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
  reference?: number,
): number {
  const index = MONTHS.findIndex((name) => name.startsWith((month ?? '').toLowerCase().slice(0, 3)));
  const at = (years: number): number => Date.UTC(years, index, Number(day)) / 86_400_000;
  if (year !== undefined) return at(Number(year));
  if (reference === undefined) return NaN;
  const own = new Date(reference * 86_400_000).getUTCFullYear();
  return at(own) > reference + 31 ? at(own - 1) : at(own);
}

const UNITS: Readonly<Record<string, number>> = {
  day: 1,
  night: 1,
  evening: 1,
  morning: 1,
  afternoon: 1,
  sleep: 1,
  week: 7,
  fortnight: 14,
  hour: 1 / 24,
};
const BEFORE =
  /^(?:before|prior|earlier|ahead|previous|previously|preceding|ago|beforehand|back|early|preceded|until|til|shy)$/;
const AFTER = /^(?:after|later|following|afterwards?|hence|past)$/;

type Relative = { readonly span: Span; readonly day: number };

/** `two days before`, `the previous night`, `on the eve of it`, `a week earlier`, `the day after`, `on the same day`. */
function relativeDays(sentence: string, reference: number): readonly Relative[] {
  const words = wordsIn(sentence);
  const found: Relative[] = [];
  for (const [index, { word, start, end }] of words.entries()) {
    if (word === 'eve') {
      found.push({ span: { start, end }, day: reference - 1 });
      continue;
    }
    if (word === 'yesterday') found.push({ span: { start, end }, day: reference - 1 });
    const unit = UNITS[word.replace(/s$/, '')];
    const weekday = WEEKDAYS.indexOf(word);
    if (unit === undefined && weekday < 0) continue;
    const before = words.slice(Math.max(0, index - 4), index);
    const near = before.map((each) => each.word);
    const after = words.slice(index + 1, index + 4).map((each) => each.word);
    const previous = near.at(-1) ?? '';
    const side =
      after.slice(0, 2).some((each) => BEFORE.test(each)) ||
      (after[0] === 'in' && after[1] === 'advance') ||
      /^(?:previous|preceding|prior)$/.test(previous)
        ? -1
        : after.slice(0, 2).some((each) => AFTER.test(each)) || /^(?:following|next)$/.test(previous)
          ? 1
          : 0;
    const from = before.at(-1)?.start ?? start;
    const sideAt = words.slice(index + 1, index + 4).find((each) => BEFORE.test(each.word) || AFTER.test(each.word));
    const span = { start: from, end: side !== 0 && sideAt ? sideAt.end : end };
    if (weekday >= 0) {
      const own = new Date(reference * 86_400_000).getUTCDay();
      if (side < 0 || /^(?:last|that|on|the)$/.test(previous))
        found.push({ span, day: reference - ((own - weekday + 7) % 7 || 7) });
      continue;
    }
    if (unit === undefined) continue;
    if (side === 0) {
      if (/^(?:same|very)$/.test(previous) && near.includes('the')) found.push({ span, day: reference });
      continue;
    }
    const counted = numeralOf(previous) ?? (near.at(-2) === 'couple' ? 2 : undefined);
    const half = near.includes('half') ? 0.5 : 1;
    const count = counted ?? 1;
    found.push({ span, day: reference + side * Math.max(1, Math.round(count * unit * half)) });
  }
  return found;
}

/** Times of day in a sentence, in minutes. */
export function clocksIn(sentence: string): readonly (Span & { readonly minute: number })[] {
  return [
    ...sentence.matchAll(
      /\b(2[0-3]|[01]?\d)(?![\d,])(?:[:.h]([0-5]\d)(?::[0-5]\d)?)?(?:\s*(a\.?m\b\.?|p\.?m\b\.?|o[’']clock|hrs?\b))?/gi,
    ),
  ].flatMap((match) => {
    if (match[2] === undefined && match[3] === undefined) return [];
    // 5.25 is an amount unless it says which half of the day.
    if (/\d\.\d/.test(match[0]) && match[3] === undefined) return [];
    const isAfternoon = /^p/i.test(match[3] ?? '');
    const hour = (Number(match[1]) % (isAfternoon || /^a/i.test(match[3] ?? '') ? 12 : 24)) + (isAfternoon ? 12 : 0);
    return [
      { minute: hour * 60 + Number(match[2] ?? 0), start: match.index, end: match.index + match[0].trimEnd().length },
    ];
  });
}

/** How a column writes instants: a day, or a day with a time. */
export type Notation = {
  readonly format: DateFormat;
  readonly hasTime: boolean;
  readonly isText: boolean;
  readonly sample: Constant;
};

/** A part of a day, in minutes. */
export type Minutes = { readonly from: number; readonly to: number };

/** The constants between which a column lies for whole days, or from one minute of a day to another. */
export function between(notation: Notation, first: number, last: number, minutes?: Minutes): Constant | Range {
  const { low, high } = boundsOf(notation, first, last, minutes);
  return low === high ? low : { atLeast: low, atMost: high };
}

/** The first and the last instant of days, as a column writes them. */
export function boundsOf(
  notation: Notation,
  first: number,
  last: number,
  { from, to }: Minutes = { from: 0, to: 24 * 60 - 1 },
): { readonly low: Constant; readonly high: Constant } {
  const { hasTime } = notation;
  return {
    low: written(notation, first, hasTime ? from : 0),
    high: written(notation, last, hasTime ? to : 0, hasTime ? 59 : 0),
  };
}

function written({ format, hasTime, isText, sample }: Notation, day: number, minute: number, second = 0): Constant {
  const iso = isoDay(day);
  const clock = `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
  const [year = '', month = '', date = ''] = iso.split('-');
  switch (format) {
    case 'iso':
    case 'slashed': {
      const day = format === 'iso' ? iso : iso.replaceAll('-', '/');
      const separator = typeof sample === 'string' ? sample.slice(10, 11) : ' ';
      const seconds = typeof sample === 'string' && sample.length >= 19 ? `:${two(second)}` : '';
      return hasTime ? `${day}${separator}${clock}${seconds}` : day;
    }
    case 'compact': {
      const digits = `${year}${month}${date}${hasTime ? clock.replace(':', '') : ''}`;
      const full = hasTime && String(sample).length >= 14 ? `${digits}${two(second)}` : digits;
      return isText ? full : Number(full);
    }
    case 'day.month.year':
      return `${date}.${month}.${year}${hasTime ? ` ${clock}` : ''}`;
    case 'month/day/year':
      return `${month}/${date}/${year}${hasTime ? ` ${clock}` : ''}`;
    case 'epoch seconds':
      return day * 86_400 + minute * 60 + second;
    case 'epoch milliseconds':
      return (day * 86_400 + minute * 60 + second) * 1000;
    case 'julian day':
      return day + 2_440_587.5 + minute / 1440;
  }
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}

/** The day that a cell of a date column tells, counted from 1970-01-01. */
export function dayOfCell(cell: unknown, format: DateFormat): number | undefined {
  const text = String(cell);
  const day = ((): number => {
    switch (format) {
      case 'iso':
      case 'slashed':
        return dayNumber(text.slice(0, 10).replaceAll('/', '-'));
      case 'compact':
        return dayNumber(`${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}`);
      case 'day.month.year':
        return dayNumber(`${text.slice(6, 10)}-${text.slice(3, 5)}-${text.slice(0, 2)}`);
      case 'month/day/year':
        return dayNumber(`${text.slice(6, 10)}-${text.slice(0, 2)}-${text.slice(3, 5)}`);
      case 'epoch seconds':
        return Math.floor(Number(cell) / 86_400);
      case 'epoch milliseconds':
        return Math.floor(Number(cell) / 86_400_000);
      case 'julian day':
        return Math.floor(Number(cell) - 2_440_587.5);
    }
  })();
  return Number.isFinite(day) ? day : undefined;
}
