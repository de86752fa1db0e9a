import { between, pick, pickOther } from '../../draw';
import { filled } from '../../frames';
import { constant, recordIn, sqlFor, type Hint, type HintContext } from '../hint';
import { dayWords, monthOf } from '../value-words';
import { valueHint } from './value-hint';

/** A count in a window: how often somebody was at an event in a month. */
export function visits({ world, random, day }: HintContext): Hint {
  const event = pick(random, world.frames.names.events);
  const counts = Object.keys(world.frames.values.visits).map(Number);
  // The month before that of the murder, whole.
  const date = new Date(day * 86_400_000);
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 1, 1) / 86_400_000;
  const last = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / 86_400_000 - 1;
  const [from, to] = [first, last].map((each) => constant(world.vocabulary.day(each)));
  const inMonth = `t.{event_attendance.event} = ${constant(event)} AND t.{event_attendance.on} BETWEEN ${from} AND ${to}`;
  return valueHint<number>(
    {
      kind: 'visits',
      world,
      satisfied: (count) =>
        sqlFor(
          world,
          `SELECT t.{event_attendance.person} FROM {event_attendance} t WHERE ${inMonth} GROUP BY t.{event_attendance.person} HAVING COUNT(*) = ${count}`,
        ),
      record: (person) => {
        const where = sqlFor(world, `t.{event_attendance.person} = ${person} AND ${inMonth}`);
        const from = sqlFor(world, `FROM {event_attendance} t WHERE ${where}`);
        const whose = sqlFor(world, 't.{event_attendance.person}');
        return {
          sql: `SELECT ${whose}, COUNT(*) AS visits ${from} GROUP BY ${whose}`,
          alts: [
            `SELECT COUNT(*) AS visits ${from} GROUP BY ${whose}`,
            sqlFor(world, `SELECT t.{event_attendance.on} ${from}`),
          ],
        };
      },
      store: (member, count) => {
        const days = Array.from({ length: last - first + 1 }, (_, at) => first + at);
        for (let visit = 0; visit < count; visit++) {
          const [on] = days.splice(between(random, 0, days.length - 1), 1);
          world.add('event_attendance', { person: member.id, event, on: on ?? first });
        }
      },
      lose: () => undefined,
      another: (count) => pickOther(random, counts, count),
      words: (count) => ({
        plain: `${count} times`,
        indirect: (draw) => pick(draw, world.frames.values.visits[String(count)] ?? [`${count} times`]),
      }),
      slots: () => ({ event, month: monthOf(first) }),
    },
    pick(random, counts),
  );
}

/** A relation to a thing: what was bought in one shop on one day. */
export function purchase({ world, random, day }: HintContext): Hint {
  const { shops, items } = world.frames.names;
  const shop = pick(random, shops);
  const on = day - between(random, 1, 7);
  const there = `t.{purchase.shop} = ${constant(shop)} AND t.{purchase.on} = ${constant(world.vocabulary.day(on))}`;
  return valueHint<string>(
    {
      kind: 'purchase',
      world,
      satisfied: (item) =>
        sqlFor(
          world,
          `SELECT t.{purchase.person} FROM {purchase} t WHERE ${there} AND t.{purchase.item} = ${constant(bare(item))}`,
        ),
      record: (person) =>
        recordIn(world, 'purchase', 'person', `t.${world.name('purchase.item')}`, person, sqlFor(world, there)),
      store: (member, item) =>
        world.add('purchase', { person: member.id, item: bare(item), shop, on, price: between(random, 3, 90) }),
      lose: () => undefined,
      another: (item) => pickOther(random, items, item),
      words: (item) => ({ plain: item, indirect: () => item }),
      slots: (level, draw) => ({ shop, date: dayWords(world.frames, level, draw, on, day) }),
    },
    pick(random, items),
  ) satisfies Hint;
}

/** An item without its article, as a till prints it. */
export function bare(item: string): string {
  return item.replace(/^(?:an?|the) /, '');
}

type Range = { readonly low: number; readonly high: number };

/** A range over an amount on one day. */
export function payment({ world, random, day }: HintContext): Hint {
  const bands: readonly Range[] = [400, 700, 1_000, 1_400, 2_000, 3_000].map((about) => ({
    low: about - 100,
    high: about + 100,
  }));
  const on = day - between(random, 1, 7);
  const there = `t.{bank_txn.kind} = 'withdrawal' AND t.{bank_txn.on} = ${constant(world.vocabulary.day(on))}`;
  return valueHint<Range>(
    {
      kind: 'payment',
      world,
      satisfied: ({ low, high }) =>
        sqlFor(
          world,
          `SELECT t.{bank_txn.person} FROM {bank_txn} t WHERE ${there} AND t.{bank_txn.amount} BETWEEN ${low} AND ${high}`,
        ),
      record: (person) =>
        recordIn(world, 'bank_txn', 'person', `t.${world.name('bank_txn.amount')}`, person, sqlFor(world, there)),
      store: (member, { low, high }) =>
        world.add('bank_txn', {
          person: member.id,
          on,
          kind: 'withdrawal',
          amount: between(random, low + 20, high - 20),
        }),
      lose: () => undefined,
      another: (range) => pickOther(random, bands, range),
      words: ({ low, high }) => {
        const slots = { low: String(low), high: String(high), about: String((low + high) / 2) };
        return {
          plain: filled(pick(random, world.frames.values.payment.plain), slots),
          indirect: (draw) => filled(pick(draw, world.frames.values.payment.indirect), slots),
        };
      },
      slots: (level, draw) => ({ date: dayWords(world.frames, level, draw, on, day) }),
    },
    pick(random, bands),
  );
}

/** A value in a table that is joined, or what the thing is. */
export function employer({ world, random, day }: HintContext): Hint {
  const { companies, jobs } = world.frames.names;
  return valueHint<(typeof companies)[number]>(
    {
      kind: 'employer',
      world,
      satisfied: ({ name }) =>
        sqlFor(world, `SELECT {employment.person} FROM {employment} WHERE {employment.company} = ${constant(name)}`),
      record: (person) => recordIn(world, 'employment', 'person', `t.${world.name('employment.company')}`, person),
      store: (member, { name }) =>
        world.add('employment', {
          person: member.id,
          company: name,
          job: pick(random, jobs),
          since: day - between(random, 200, 3_000),
        }),
      lose: () => undefined,
      another: (company) => pickOther(random, companies, company),
      words: ({ name, description }) => ({ plain: name, indirect: () => description }),
    },
    pick(random, companies),
  );
}

/** A relation between persons: what somebody is to the victim. */
export function kin({ world, random, victim }: HintContext): Hint {
  const { kin: kinds } = world.frames.names;
  const own = `t.{relation.other} = ${victim.id}`;
  return valueHint<string>(
    {
      kind: 'kin',
      world,
      satisfied: (kind) =>
        sqlFor(
          world,
          `SELECT t.{relation.person} FROM {relation} t WHERE ${own} AND t.{relation.kind} = ${constant(kind)}`,
        ),
      record: (person) =>
        recordIn(world, 'relation', 'person', `t.${world.name('relation.kind')}`, person, sqlFor(world, own)),
      store: (member, kind) => world.add('relation', { person: member.id, other: victim.id, kind }),
      lose: () => undefined,
      another: (kind) => pickOther(random, kinds, kind),
      words: (kind) => ({ plain: kind, indirect: (draw) => pick(draw, world.frames.values.kin[kind] ?? [kind]) }),
      slots: () => ({ victim: victim.name }),
    },
    pick(random, kinds),
  );
}
