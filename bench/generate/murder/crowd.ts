import { between, caseRandom, pick } from '../draw';
import type { Random } from '../../../src/base/random';
import { filled, sentence } from '../frames';
import type { Cell, TableToWrite } from '../tables';
import { bare } from './hints/record-hints';
import { BORN, hairs, HIGHEST_HOUSE, numberPlate, phoneNumber } from './member';
import type { Plot } from './plot';
import { columnsOf, type Concept } from './schema';
import type { Given } from './world';

type Values = Readonly<Record<string, Given>>;

/** The tables of a case: rows of those who matter, and a crowd that is drawn row by row and never held. */
export function* tablesOf(plot: Plot): Generator<TableToWrite> {
  const { world } = plot;
  for (const concept of world.concepts) {
    yield { name: world.name(concept), columns: world.vocabulary.columns(concept), rows: rowsOf(plot, concept) };
  }
  yield* distractors(plot);
}

/** In key order, as the file holds them. */
function* rowsOf(plot: Plot, concept: Concept): Generator<readonly Cell[]> {
  const { world } = plot;
  const own = [...world.rowsOf(concept)].filter(([, row]) => row.length > 0).sort(([a], [b]) => a - b);
  const random = caseRandom(world.seed, 'crowd', concept);
  const columns = columnsOf(concept).slice(1);
  const crowd = new Crowd(plot, random);
  let at = 0;
  for (let index = 0; index < world.crowd(concept); index++) {
    const id = world.crowdId(concept, index);
    for (; at < own.length && (own[at]?.[0] ?? 0) < id; at++) yield own[at]?.[1] ?? [];
    const values = crowd.row(concept, index);
    yield [id, ...columns.map((column) => world.cell(concept, column, values[column] ?? null))];
  }
  for (; at < own.length; at++) yield own[at]?.[1] ?? [];
}

/** Everybody else. Nobody of them was in the building at the time, or spoke to the victim that day. */
class Crowd {
  readonly #plot: Plot;
  readonly #random: Random;
  readonly #hair: readonly string[];

  constructor(plot: Plot, random: Random) {
    this.#plot = plot;
    this.#random = random;
    this.#hair = hairs(plot.world.frames);
  }

  row(concept: Concept, index: number): Values {
    const { world, scene } = this.#plot;
    const random = this.#random;
    const { names, reports } = world.frames;
    const recent = (): number => scene.day - between(random, -20, 60);
    switch (concept) {
      case 'person':
        return {
          name: this.#name(),
          born: between(random, BORN.first, BORN.last),
          gender: pick(random, ['female', 'male']),
          hair: pick(random, this.#hair),
          height: between(random, 150, 200),
          address: world.crowdId('address', Math.floor((index * world.crowd('address')) / world.crowd('person'))),
        };
      case 'alias':
        return { person: this.#person(), alias: `${pick(random, names.first)}y` };
      case 'vehicle': {
        const { make, model } = pick(random, names.cars);
        return {
          owner: this.#spread('vehicle', index),
          plate: numberPlate(random),
          make,
          model,
          colour: pick(random, names.colours),
        };
      }
      case 'phone':
        return { person: world.crowdId('person', index % world.crowd('person')), number: phoneNumber(random) };
      case 'phone_call':
        return {
          from: this.#phone(),
          to: this.#phone(),
          at: { day: recent(), minute: between(random, 0, 1_439) },
          seconds: between(random, 5, 1_800),
        };
      case 'keycard_log':
        return { person: this.#person(), ...this.#entry(recent()) };
      case 'bank_txn':
        return {
          person: this.#person(),
          on: recent(),
          kind: pick(random, ['withdrawal', 'transfer', 'salary', 'card']),
          amount: between(random, 5, 4_000),
        };
      case 'purchase':
        return {
          person: this.#person(),
          item: bare(pick(random, names.items)),
          shop: pick(random, names.shops),
          on: recent(),
          price: between(random, 3, 90),
        };
      case 'club_member':
        return {
          person: this.#spread('club_member', index),
          club: pick(random, names.clubs),
          status: pick(random, names.statuses),
          joined: scene.day - between(random, 100, 2_500),
        };
      case 'club_checkin': {
        const start = between(random, 7, 20) * 100 + between(random, 0, 59);
        return {
          member: world.crowdId('club_member', between(random, 0, world.crowd('club_member') - 1)),
          on: recent(),
          in: start,
          out: start + 100 * between(random, 1, 3),
        };
      }
      case 'event_attendance':
        return { person: this.#person(), event: pick(random, names.events), on: recent() };
      case 'employment':
        return {
          person: this.#spread('employment', index),
          company: pick(random, names.companies).name,
          job: pick(random, names.jobs),
          since: scene.day - between(random, 100, 5_000),
        };
      case 'relation':
        return { person: this.#person(), other: this.#person(), kind: pick(random, names.kin) };
      case 'address':
        return {
          street: pick(random, names.streets),
          number: between(random, 1, HIGHEST_HOUSE),
          city: pick(random, names.cities),
        };
      case 'incident_report':
        return {
          on: recent(),
          kind: pick(random, reports.kinds),
          city: pick(random, names.cities),
          text: pick(random, reports.other),
        };
      case 'interview':
        return { person: this.#person(), text: this.#noise() };
      case 'forensic_report':
        return {
          incident: world.crowdId('incident_report', between(random, 0, world.crowd('incident_report') - 1)),
          text: pick(random, reports.forensic),
        };
      case 'camera_note':
        return {
          building: pick(random, names.buildings),
          at: { day: recent(), minute: between(random, 0, 1_439) },
          text: pick(random, reports.camera),
        };
      case 'travel_booking': {
        const departs = recent();
        return {
          person: this.#person(),
          destination: pick(random, names.destinations),
          departs,
          returns: departs + between(random, 1, 14),
        };
      }
    }
  }

  #name(): string {
    const { first, last } = this.#plot.world.frames.names;
    for (;;) {
      const name = `${pick(this.#random, first)} ${pick(this.#random, last)}`;
      if (!this.#plot.cast.names.has(name)) return name;
    }
  }

  #entry(day: number): Values {
    const { world, scene } = this.#plot;
    const building = pick(this.#random, world.frames.names.buildings);
    const minute = between(this.#random, 6 * 60, 1_430);
    const isThere = building === scene.building && day === scene.day;
    return {
      building,
      at: { day, minute: isThere && minute >= 17 * 60 && minute <= scene.to + 60 ? minute - 600 : minute },
    };
  }

  #person(): number {
    return this.#plot.world.crowdId('person', between(this.#random, 0, this.#plot.world.crowd('person') - 1));
  }

  #phone(): number {
    return this.#plot.world.crowdId('phone', between(this.#random, 0, this.#plot.world.crowd('phone') - 1));
  }

  /** Somebody who has no other row of this table. */
  #spread(concept: Concept, index: number): number {
    const { world } = this.#plot;
    return world.crowdId(
      'person',
      Math.floor((index * world.crowd('person')) / world.crowd(concept)) % world.crowd('person'),
    );
  }

  /** Talk about nothing, in the words of the case. */
  #noise(): string {
    const { world, scene, victim } = this.#plot;
    const random = this.#random;
    const { names, noise } = world.frames;
    const car = pick(random, names.cars);
    return sentence(
      filled(pick(random, noise.noise), {
        fragment: this.#fragment(),
        club: pick(random, names.clubs),
        hair: pick(random, this.#hair),
        company: pick(random, names.companies).name,
        item: pick(random, names.items),
        victim: victim.name,
        car: `${car.make} ${car.model}`,
        building: scene.building,
        digits: phoneNumber(random).slice(-3),
        street: pick(random, names.streets),
      }),
    );
  }

  /** Sometimes the very fragment of a suspect's plate: being rare proves nothing. */
  #fragment(): string {
    const plates = [...this.#plot.world.rowsOf('vehicle').values()].flatMap(([, , plate]) =>
      typeof plate === 'string' ? [plate] : [],
    );
    const plate = plates.length > 0 && this.#random() < 0.3 ? pick(this.#random, plates) : numberPlate(this.#random);
    return plate.slice(1, 4);
  }
}

/** Tables that have nothing to do with it. */
function* distractors({ world, setting }: Plot): Generator<TableToWrite> {
  const names = world.frames.schema.distractors;
  const known = Array.isArray(names) ? names : [];
  const person = { table: world.name('person'), column: world.name('person.id') };
  for (let at = 0; at < setting.tables - world.concepts.size; at++) {
    const random = caseRandom(world.seed, 'distractor', at);
    const round = Math.floor(at / Math.max(1, known.length));
    const name = (known[at % Math.max(1, known.length)] ?? `table_${at}`) + (round === 0 ? '' : `_${2010 + round}`);
    const rows = Math.min(world.persons, between(random, 100, 400) * (1 + Math.floor(world.persons / 10_000)));
    yield {
      name,
      columns: [
        { name: 'id', type: 'INTEGER', isKey: true },
        { name: 'person_id', type: 'INTEGER', references: person },
        { name: 'amount', type: 'INTEGER' },
        { name: 'note', type: 'TEXT' },
      ],
      rows: distractorRows(world, random, rows),
    };
  }
}

function* distractorRows(world: Plot['world'], random: Random, rows: number): Generator<readonly Cell[]> {
  const notes = ['paid', 'open', 'cancelled', 'reminder sent', 'ok'];
  for (let row = 1; row <= rows; row++) {
    const person = world.crowdId('person', between(random, 0, world.crowd('person') - 1));
    yield [row, person, between(random, 1, 500), pick(random, notes)];
  }
}
