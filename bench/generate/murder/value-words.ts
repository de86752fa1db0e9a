import type { Random } from '../../../src/base/random';
import { pick } from '../draw';
import { filled, type Frames } from '../frames';

/** A value in words: as it stands, and told indirectly. */
export type ValueWords = {
  readonly plain: string;
  readonly indirect: (random: Random) => string;
};

/**
 * The value of a hint by paraphrase level: 0 quoted as it stands, 1 as it stands, 2 indirectly, 3 hedged against another value or
 * corrected in the same breath.
 */
export function atLevel(
  frames: Frames,
  level: number,
  random: Random,
  value: ValueWords,
  other: ValueWords | undefined,
): string {
  if (level === 0) return filled(frames.values.verbatim, { value: value.plain });
  if (level === 1) return value.plain;
  if (level === 2 || other === undefined) return value.indirect(random);
  const told = (words: ValueWords): string => (random() < 0.5 ? words.plain : words.indirect(random));
  return filled(pick(random, frames.values.hedges), { value: told(value), other: told(other) });
}

const ONES = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** Digits one by one: `four one seven`. */
export function spelled(digits: string): string {
  return [...digits].map((digit) => ONES[Number(digit)] ?? digit).join(' ');
}

const DECADES: Readonly<Record<number, string>> = {
  2: 'twenties',
  3: 'thirties',
  4: 'forties',
  5: 'fifties',
  6: 'sixties',
};

export function decadeOf(age: number): string {
  const decade = DECADES[Math.floor(age / 10)];
  if (decade === undefined) throw new RangeError(`no word for the decade of ${age}`);
  return decade;
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** `14 March 2021` */
export function longDate(day: number): string {
  const date = new Date(day * 86_400_000);
  return `${date.getUTCDate()} ${monthOf(day)} ${date.getUTCFullYear()}`;
}

/** `March` */
export function monthOf(day: number): string {
  return MONTHS[new Date(day * 86_400_000).getUTCMonth()] ?? '';
}

/** A day in words: by its date, or counted from the day of the murder where frames have words for it. */
export function dayWords(frames: Frames, level: number, random: Random, day: number, murder: number): string {
  const relative = frames.values.date[String(day - murder)];
  if (level >= 2 && relative) return pick(random, relative);
  return filled(pick(random, frames.values.date.plain ?? ['on {date}']), { date: longDate(day) });
}
