import { between, pick, pickOther } from '../../draw';
import { filled } from '../../frames';
import { constant, recordIn, sqlFor, type Hint, type HintContext } from '../hint';
import { BORN, hairs, phoneNumber } from '../member';
import { decadeOf, spelled } from '../value-words';
import { valueHint } from './value-hint';

/** A column with a value. */
export function hair({ world, random }: HintContext): Hint {
  const all = hairs(world.frames);
  return valueHint<string>(
    {
      kind: 'hair',
      world,
      satisfied: (value) => sqlFor(world, `SELECT {person.id} FROM {person} WHERE {person.hair} = ${constant(value)}`),
      record: (person) => recordIn(world, 'person', 'id', `t.${world.name('person.hair')}`, person),
      store: (member, value) => (member.hair = value),
      lose: (member) => (member.hair = null),
      another: (value) => pickOther(random, all, value),
      words: (value) => ({ plain: value, indirect: (draw) => pick(draw, world.frames.values.hair[value] ?? [value]) }),
    },
    pick(random, all),
  );
}

type Range = { readonly low: number; readonly high: number };

const CM_PER_INCH = 2.54;

/** A range. */
export function height({ world, random }: HintContext): Hint {
  const bands: readonly Range[] = [60, 62, 64, 66, 68, 70, 72, 74, 76].map((inches) => ({
    low: Math.round(inches * CM_PER_INCH) - 2,
    high: Math.round(inches * CM_PER_INCH) + 2,
  }));
  return valueHint<Range>(
    {
      kind: 'height',
      world,
      satisfied: ({ low, high }) =>
        sqlFor(world, `SELECT {person.id} FROM {person} WHERE {person.height} BETWEEN ${low} AND ${high}`),
      record: (person) => recordIn(world, 'person', 'id', `t.${world.name('person.height')}`, person),
      store: (member, { low, high }) => (member.height = between(random, low, high)),
      lose: (member) => (member.height = null),
      another: (range) => pickOther(random, bands, range),
      words: ({ low, high }) => {
        const inches = Math.round((low + high) / 2 / CM_PER_INCH);
        const slots = {
          low: String(low),
          high: String(high),
          feet: String(Math.floor(inches / 12)),
          inches: String(inches % 12),
        };
        return {
          plain: filled(pick(random, world.frames.values.height.plain), slots),
          indirect: (draw) => filled(pick(draw, world.frames.values.height.indirect), slots),
        };
      },
    },
    pick(random, bands),
  );
}

const DAYS_PER_YEAR = 365.25;

/** A range over a date: an age on the day of the murder. */
export function age({ world, random, day }: HintContext): Hint {
  const bands: readonly Range[] = [21, 26, 31, 36, 41, 46, 51, 56].map((low) => ({ low, high: low + 3 }));
  const bornBetween = ({ low, high }: Range): Range => ({
    low: Math.ceil(day - (high + 1) * DAYS_PER_YEAR) + 1,
    high: Math.floor(day - low * DAYS_PER_YEAR) - 1,
  });
  return valueHint<Range>(
    {
      kind: 'age',
      world,
      satisfied: (range) => {
        const { low, high } = bornBetween(range);
        const [first, last] = [low, high].map((born) => constant(world.vocabulary.day(born)));
        return sqlFor(world, `SELECT {person.id} FROM {person} WHERE {person.born} BETWEEN ${first} AND ${last}`);
      },
      record: (person) => recordIn(world, 'person', 'id', `t.${world.name('person.born')}`, person),
      store: (member, range) => {
        const { low, high } = bornBetween(range);
        // Off the bounds, so that a reader who counts a year a little otherwise finds the same people.
        member.born = between(random, Math.max(BORN.first, low + 20), high - 20);
      },
      lose: (member) => (member.born = null),
      another: (range) => pickOther(random, bands, range),
      words: ({ low, high }) => {
        const slots = {
          low: String(low),
          high: String(high),
          decade: decadeOf(low),
          part: low % 10 < 5 ? 'early' : 'late',
        };
        return {
          plain: filled(pick(random, world.frames.values.age.plain), slots),
          indirect: (draw) => filled(pick(draw, world.frames.values.age.indirect), slots),
        };
      },
    },
    pick(random, bands),
  );
}

/** The end of a code. */
export function phone({ world, random }: HintContext): Hint {
  const ending = (): string => String(between(random, 100, 999));
  return valueHint<string>(
    {
      kind: 'phone',
      world,
      satisfied: (digits) =>
        sqlFor(world, `SELECT {phone.person} FROM {phone} WHERE {phone.number} LIKE ${constant(`%${digits}`)}`),
      record: (person) => recordIn(world, 'phone', 'person', `t.${world.name('phone.number')}`, person),
      store: (member, digits) => (member.number = phoneNumber(random).slice(0, -digits.length) + digits),
      lose: (member) => (member.number = null),
      another: (digits) => {
        for (;;) {
          const other = ending();
          if (other !== digits) return other;
        }
      },
      words: (digits) => ({
        plain: filled(pick(random, world.frames.values.phone.plain), { last: `“${digits}”` }),
        indirect: (draw) => filled(pick(draw, world.frames.values.phone.indirect), { spoken: spelled(digits) }),
      }),
    },
    ending(),
  );
}
