import type { Period } from '../../../board/claim';
import { addMonths, isoDay, dayNumber } from '../../analysis/dates';

export type NamedPeriod = {
  readonly period: Period;
  /** As reports call it. */
  readonly name: string;
  /** Character positions in the question. */
  readonly start: number;
  readonly end: number;
  /** How an incomplete name was completed. */
  readonly assumption?: string;
};

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const MONTH = `(${MONTHS.map((month) => `${month}|${month.slice(0, 3)}`).join('|')}|sept)`;

/** The period that a question names, read against the days that the data cover. */
export function periodIn(question: string, first: string, last: string): NamedPeriod | undefined {
  return (
    isoDate(question) ??
    quarter(question, last) ??
    month(question, first, last) ??
    season(question, last) ??
    relative(question, last) ??
    year(question)
  );
}

/** Whether a question names a time at all. */
export function namesTime(question: string): boolean {
  return periodIn(question, '1970-01-01', '2100-01-01') !== undefined;
}

/** The period of the same length just before. */
export function periodBefore({ start, end }: Period): Period {
  const months = wholeMonths(start, end);
  if (months > 0) return { start: addMonths(start, -months), end: start };
  const days = dayNumber(end) - dayNumber(start);
  return { start: isoDay(dayNumber(start) - days), end: start };
}

function wholeMonths(start: string, end: string): number {
  if (!start.endsWith('-01') || !end.endsWith('-01')) return 0;
  const [a = 0, b = 0] = [start, end].map((each) => Number(each.slice(0, 4)) * 12 + Number(each.slice(5, 7)));
  return b - a;
}

function isoDate(question: string): NamedPeriod | undefined {
  const match = /\b(\d{4})-(\d{2})(?:-(\d{2}))?\b/.exec(question);
  if (!match) return undefined;
  const [text, years, months, day] = match;
  const begin = `${years}-${months}-${day ?? '01'}`;
  const period = day ? { start: begin, end: isoDay(dayNumber(begin) + 1) } : { start: begin, end: addMonths(begin, 1) };
  return { period, name: text, start: match.index, end: match.index + text.length };
}

function quarter(question: string, last: string): NamedPeriod | undefined {
  const match = /\b(?:q([1-4])|(first|second|third|fourth|last) quarter)(?:\s+(?:of\s+)?(\d{4}))?/i.exec(question);
  if (!match) return undefined;
  const named =
    { first: 1, second: 2, third: 3, fourth: 4, last: 4 }[match[2]?.toLowerCase() ?? ''] ?? Number(match[1]);
  const years = Number(match[3] ?? last.slice(0, 4));
  const start = `${years}-${String((named - 1) * 3 + 1).padStart(2, '0')}-01`;
  const assumption = match[3] === undefined ? `${match[0]}: of ${years}, the last year of the data` : undefined;
  return {
    period: { start, end: addMonths(start, 3) },
    name: `Q${named} ${years}`,
    start: match.index,
    end: match.index + match[0].length,
    ...(assumption && { assumption }),
  };
}

function month(question: string, first: string, last: string): NamedPeriod | undefined {
  const pattern = new RegExp(String.raw`\b${MONTH}\b\.?(?:,?\s+(?:of\s+)?(\d{4}))?`, 'gi');
  for (const match of question.matchAll(pattern)) {
    const word = match[1]?.toLowerCase() ?? '';
    const number = MONTHS.findIndex((each) => each.startsWith(word.slice(0, 3)));
    // "may" and "march" are also verbs: without a year they count only after in, of, during, last, this, since.
    const before = question.slice(0, match.index);
    const led = /\b(?:in|of|during|last|this|since|for|by|from|until|early|late|mid)\s*$/i.test(before);
    if (match[2] === undefined && !led && ['may', 'march', 'mar'].includes(word)) continue;
    const years = Number(match[2] ?? lastYearWith(number, first, last));
    const start = `${years}-${String(number + 1).padStart(2, '0')}-01`;
    const name = `${(MONTHS[number] ?? '').replace(/^./, (letter) => letter.toUpperCase())} ${years}`;
    const assumption = match[2] === undefined ? `${match[1]}: ${name}, the latest in the data` : undefined;
    return {
      period: { start, end: addMonths(start, 1) },
      name,
      start: match.index,
      end: match.index + match[0].length,
      ...(assumption && { assumption }),
    };
  }
  return undefined;
}

/** As meteorologists count them: three whole months, winter from December on. */
const SEASONS: Readonly<Record<string, number>> = { spring: 3, summer: 6, autumn: 9, fall: 9, winter: 12 };

function season(question: string, last: string): NamedPeriod | undefined {
  const match =
    /\b(?:in|of|during|over|last|this|for|since)\s+(?:the\s+)?(spring|summer|autumn|fall|winter)\b(?:\s+(?:of\s+)?(\d{4}))?/i.exec(
      question,
    );
  const name = match?.[1]?.toLowerCase() ?? '';
  const begins = SEASONS[name];
  if (!match || begins === undefined) return undefined;
  const begun = `${last.slice(0, 4)}-${String(begins).padStart(2, '0')}-01` <= last;
  const years = Number(match[2] ?? (begun ? last.slice(0, 4) : Number(last.slice(0, 4)) - 1));
  const start = `${years}-${String(begins).padStart(2, '0')}-01`;
  const period = { start, end: addMonths(start, 3) };
  return {
    period,
    name: `${name} ${years}`,
    start: match.index,
    end: match.index + match[0].length,
    assumption: `${name} ${years}: the three months from ${start}`,
  };
}

function relative(question: string, last: string): NamedPeriod | undefined {
  const match = /\b(last|previous|this|past)\s+(week|month|quarter|year)\b/i.exec(question);
  if (!match) return undefined;
  const [text, , unit = ''] = match;
  const length = { month: 1, quarter: 3, year: 12 }[unit.toLowerCase()];
  const place = { start: match.index, end: match.index + text.length };
  if (length === undefined) {
    const end = dayNumber(last) + 1;
    return {
      period: { start: isoDay(end - 7), end: isoDay(end) },
      name: `the last 7 days to ${last}`,
      ...place,
      assumption: `${text}: the last 7 days of the data`,
    };
  }
  const monthIndex = Number(last.slice(5, 7)) - 1;
  const begin = `${last.slice(0, 4)}-${String(Math.floor(monthIndex / length) * length + 1).padStart(2, '0')}-01`;
  return {
    period: { start: begin, end: addMonths(begin, length) },
    name: `the ${unit} from ${begin}`,
    ...place,
    assumption: `${text}: the last ${unit} that the data reach, from ${begin}`,
  };
}

function year(question: string): NamedPeriod | undefined {
  const match = /\b(?:in|of|during|for|since|year)\s+((?:19|20)\d{2})\b/i.exec(question);
  if (!match) return undefined;
  const start = `${match[1]}-01-01`;
  return {
    period: { start, end: addMonths(start, 12) },
    name: match[1] ?? '',
    start: match.index,
    end: match.index + match[0].length,
  };
}

/** The latest year in which the month has begun. */
function lastYearWith(monthIndex: number, first: string, last: string): number {
  const years = Number(last.slice(0, 4));
  const begun = Number(last.slice(5, 7)) - 1 >= monthIndex;
  return begun || years - 1 < Number(first.slice(0, 4)) ? years : years - 1;
}
