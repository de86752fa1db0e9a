import { between, pick, pickOther } from '../../draw';
import { constant, sqlFor, type Hint, type HintContext, type RecordSql } from '../hint';
import type { Member } from '../member';
import { dayWords } from '../value-words';
import type { World } from '../world';
import { valueHint } from './value-hint';

/** A value in a table that is joined: the status at one club. */
export function membership({ world, random, day }: HintContext): Hint {
  const { clubs, statuses } = world.frames.names;
  const club = pick(random, clubs);
  return valueHint<string>(
    {
      kind: 'membership',
      world,
      satisfied: (status) =>
        sqlFor(
          world,
          `SELECT {club_member.person} FROM {club_member} WHERE {club_member.club} = ${constant(club)} AND {club_member.status} = ${constant(status)}`,
        ),
      record: (person) => memberRecord(world, club, '{club_member.status}', person),
      store: (member, status) => join(world, member, club, status, day - between(random, 100, 2_000)),
      lose: () => undefined,
      another: (status) => pickOther(random, statuses, status),
      words: (status) => ({
        plain: status,
        indirect: (draw) => pick(draw, world.frames.values.membership[status] ?? [status]),
      }),
      slots: () => ({ club }),
    },
    pick(random, statuses),
  );
}

/** Negation: whoever has a membership is excluded by it. */
export function nonMember({ world, random, day }: HintContext): Hint {
  const { clubs, statuses } = world.frames.names;
  const club = pick(random, clubs);
  return {
    kind: 'nonMember',
    satisfied: sqlFor(
      world,
      `SELECT {person.id} FROM {person} WHERE {person.id} NOT IN (SELECT {club_member.person} FROM {club_member} WHERE {club_member.club} = ${constant(club)})`,
    ),
    record: (person) => memberRecord(world, club, '{club_member.club}', person),
    byAbsence: true,
    plant(member, state) {
      // Whoever is no member here is one elsewhere: having fewer records would tell.
      const joined = state === 'no' ? club : pickOther(random, clubs, club);
      join(world, member, joined, pick(random, statuses), day - between(random, 100, 2_000));
    },
    words: () => ({ club }),
  };
}

const VISIT = { in: 1_000, out: 1_230 };

/** Co-presence: checked in at the club while the victim was there. */
export function together({ world, random, victim, day }: HintContext): Hint {
  const { clubs, statuses } = world.frames.names;
  const club = pick(random, clubs);
  const on = day - between(random, 1, 7);
  const statusOf = (): string => pick(random, statuses);
  const own = join(world, victim, club, statusOf(), day - 900);
  world.add('club_checkin', { member: own, on, in: VISIT.in, out: VISIT.out });
  const date = constant(world.vocabulary.day(on));
  const rows = sqlFor(
    world,
    `FROM {club_checkin} c JOIN {club_member} m ON m.{club_member.id} = c.{club_checkin.member} WHERE m.{club_member.club} = ${constant(club)} AND c.{club_checkin.on} = ${date}`,
  );
  return {
    kind: 'together',
    satisfied: sqlFor(
      world,
      `SELECT m.{club_member.person} ${rows} AND m.{club_member.person} <> ${victim.id} AND c.{club_checkin.in} < ${VISIT.out} AND c.{club_checkin.out} > ${VISIT.in}`,
    ),
    record(person): RecordSql {
      const value = sqlFor(world, 'c.{club_checkin.in}');
      const whose = sqlFor(world, `m.{club_member.person} = ${person}`);
      return {
        sql: sqlFor(world, `SELECT m.{club_member.person}, ${value} ${rows} AND ${whose}`),
        alts: [`SELECT ${value} ${rows} AND ${whose}`],
      };
    },
    byAbsence: false,
    plant(member, state) {
      const membershipId = join(world, member, club, statusOf(), day - between(random, 100, 2_000));
      if (state === 'unknown') return;
      const start = state === 'yes' ? between(random, VISIT.in - 100, VISIT.in + 100) : between(random, 1_400, 1_600);
      const hours = Math.floor(start / 100) * 100;
      world.add('club_checkin', {
        member: membershipId,
        on,
        in: hours + between(random, 0, 59),
        out: hours + 200 + between(random, 0, 30),
      });
    },
    words: (level, draw) => ({ club, victim: victim.name, date: dayWords(world.frames, level, draw, on, day) }),
  };
}

export function join(world: World, member: Member, club: string, status: string, joined: number): number {
  return world.add('club_member', { person: member.id, club, status, joined });
}

function memberRecord(world: World, club: string, value: string, person: number): RecordSql {
  const where = `t.{club_member.person} = ${person} AND t.{club_member.club} = ${constant(club)}`;
  return {
    sql: sqlFor(world, `SELECT t.{club_member.person}, t.${value} FROM {club_member} t WHERE ${where}`),
    alts: [
      sqlFor(world, `SELECT t.${value} FROM {club_member} t WHERE ${where}`),
      sqlFor(
        world,
        `SELECT p.{person.name}, t.${value} FROM {person} p JOIN {club_member} t ON t.{club_member.person} = p.{person.id} WHERE ${where}`,
      ),
    ],
  };
}
