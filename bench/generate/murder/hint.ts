import type { Random } from '../../../src/base/random';
import type { Member } from './member';
import type { World } from './world';

/** Whether somebody satisfies a hint: by a record, not by a record, or the record is missing. */
export type State = 'yes' | 'no' | 'unknown';

/** Statements that show what decides about one person; the first names the person and the value. */
export type RecordSql = { readonly sql: string; readonly alts: string[] };

/** A typed predicate over persons, what plants it and the words that tell it. */
export type Hint = {
  readonly kind: string;
  /** A query for the keys of those who satisfy it. */
  readonly satisfied: string;
  /** What the records say of one person. */
  record(person: number): RecordSql;
  /** Satisfied by having no record: it cannot be unknown. */
  readonly byAbsence: boolean;
  /** @param asFalse with `no`: so that the false version of the hint is satisfied, where there is one */
  plant(member: Member, state: State, asFalse: boolean): void;
  /** The slots of its frames. @param level 0 verbatim, 1 the value in running text, 2 indirect, 3 hedged or corrected */
  words(level: number, random: Random): Readonly<Record<string, string>>;
  /** The same predicate with another value, as a witness who is wrong tells it. */
  readonly falsified?: Hint;
};

/** What hints are made of. */
export type HintContext = {
  readonly world: World;
  readonly random: Random;
  readonly victim: Member;
  /** The day of the murder, counted from 1970-01-01. */
  readonly day: number;
};

/** SQL over a case's tables by concept: `{vehicle}` is a table, `{vehicle.plate}` a column. */
export function sqlFor(world: World, text: string): string {
  return text.replaceAll(/\{([a-z_]+(?:\.[a-z]+)?)\}/g, (_, concept: string) => world.name(concept));
}

/** A constant in SQL. */
export function constant(value: string | number): string {
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`;
}

/** Records of one person in a table that names persons by key. */
export function recordIn(
  world: World,
  table: string,
  person: string,
  value: string,
  key: number,
  where = '',
): RecordSql {
  const also = where === '' ? '' : ` AND ${where}`;
  return {
    sql: sqlFor(
      world,
      `SELECT t.{${table}.${person}}, ${value} FROM {${table}} t WHERE t.{${table}.${person}} = ${key}${also}`,
    ),
    alts: [
      sqlFor(world, `SELECT ${value} FROM {${table}} t WHERE t.{${table}.${person}} = ${key}${also}`),
      ...(table === 'person'
        ? [sqlFor(world, `SELECT t.{person.name}, ${value} FROM {person} t WHERE t.{person.id} = ${key}${also}`)]
        : [
            sqlFor(
              world,
              `SELECT p.{person.name}, ${value} FROM {person} p JOIN {${table}} t ON t.{${table}.${person}} = p.{person.id} WHERE p.{person.id} = ${key}${also}`,
            ),
          ]),
    ],
  };
}
