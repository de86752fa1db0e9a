import type { Random } from '../../../src/base/random';
import { between, caseRandom, pick, shuffled } from '../draw';
import { filled, REGISTERS, sentence, type Register } from '../frames';
import { constant, sqlFor, type Hint } from './hint';
import { HIGHEST_HOUSE, type Member } from './member';
import type { Plot } from './plot';
import { windowWords } from './plot';
import { clockOf } from './schema';

export type Witness = {
  readonly member: Member;
  readonly reliable: boolean;
  /** What they tell, as group and hint. */
  readonly tells: readonly { readonly group: number; readonly hint: number }[];
  /** Queries whose answers show that an unreliable witness was elsewhere. */
  readonly refutations: readonly string[];
};

export type Telling = {
  readonly witnesses: readonly Witness[];
  /** The highest paraphrase level used. */
  readonly paraphrase: number;
};

/** Finds witnesses for all that is to be told, and writes report, interviews and notes. */
export function writeTexts(plot: Plot): Telling {
  const random = caseRandom(plot.world.seed, 'texts');
  const teller = new Teller(plot, random);
  return teller.tell();
}

class Teller {
  readonly #plot: Plot;
  readonly #random: Random;
  /** By group, what the texts call the murderer. */
  readonly #subjects: readonly string[];
  readonly #streets: string[];
  readonly #jobs: string[];
  readonly #aliases: string[];
  #paraphrase = 0;

  constructor(plot: Plot, random: Random) {
    this.#plot = plot;
    this.#random = random;
    const { subjects, names } = plot.world.frames;
    this.#subjects = plot.hints.length === 1 ? [''] : shuffled(random, subjects.labels).slice(0, plot.hints.length);
    this.#streets = shuffled(random, names.streets);
    this.#jobs = shuffled(random, names.rareJobs);
    this.#aliases = shuffled(random, names.aliases);
  }

  tell(): Telling {
    const { setting, roles, cast } = this.#plot;
    const random = this.#random;
    const told = this.#plot.hints.flatMap((group, at) =>
      group.flatMap((_, hint) => (hint === roles.lost ? [] : [{ group: at, hint }])),
    );
    const chainLength = setting.hops - 1;
    const count = Math.max(chainLength, Math.min(told.length, chainLength + 1));
    const shares: { group: number; hint: number }[][] = Array.from({ length: count }, () => []);
    // The end of the chain always has something to tell.
    for (const [at, each] of shuffled(random, told).entries()) shares[(chainLength - 1 + at) % count]?.push(each);
    const reliable = shares.map((tells): Witness => ({
      member: cast.newcomer(),
      reliable: true,
      tells,
      refutations: [],
    }));
    const unreliable = roles.lies.map(({ group, hint }): Witness => ({
      member: cast.newcomer(),
      reliable: false,
      tells: [{ group, hint }],
      refutations: [],
    }));
    const chain = reliable.slice(0, chainLength);
    const named = [...reliable.slice(chainLength), ...unreliable];
    const witnesses = [...reliable, ...unreliable].map((witness) => {
      const next = chain[chain.indexOf(witness) + 1];
      return this.#interview(witness, chain.includes(witness) ? next : undefined);
    });
    this.#report([...chain.slice(0, 1), ...shuffled(random, named)]);
    return { witnesses, paraphrase: this.#paraphrase };
  }

  #interview(witness: Witness, next: Witness | undefined): Witness {
    const { world, scene } = this.#plot;
    const random = this.#random;
    const { openers, references } = world.frames;
    const register = pick(random, REGISTERS);
    const minute = between(random, 17 * 60, scene.from - 60);
    const position = filled(pick(random, references.position), { building: scene.building, time: clockOf(minute) });
    const text = [
      pick(random, openers[register]),
      position,
      ...witness.tells.map(({ group, hint }) => this.#hint(group, hint, register, witness.reliable)),
      ...(next ? [this.#reference(next.member)] : []),
    ].join(' ');
    world.add('interview', { person: witness.member.id, text });
    if (witness.reliable) {
      world.add('keycard_log', { person: witness.member.id, building: scene.building, at: { day: scene.day, minute } });
      return witness;
    }
    return { ...witness, refutations: this.#elsewhere(witness.member) };
  }

  #hint(group: number, at: number, register: Register, reliable: boolean): string {
    const { hints, setting, world } = this.#plot;
    const random = this.#random;
    const hint = hints[group]?.[at];
    const told: Hint | undefined = reliable ? hint : hint?.falsified;
    if (told === undefined) throw new RangeError(`no hint ${group}/${at} to tell`);
    const level = between(random, setting.paraphrase[0], setting.paraphrase[1]);
    this.#paraphrase = Math.max(this.#paraphrase, level);
    const frames = world.frames.hints[told.kind]?.[register];
    if (frames === undefined) throw new RangeError(`no frames for hints of kind ${told.kind}`);
    const frame = pick(random, frames[pick(random, ['past', 'present'] as const)]);
    const they = this.#subjects[group] || pick(random, world.frames.subjects.single);
    return sentence(filled(frame, { they, victim: this.#plot.victim.name, ...told.words(level, random) }));
  }

  /** How one text points to a witness: uniquely, and the less directly the harder the case. */
  #reference(member: Member): string {
    const { world, setting } = this.#plot;
    const random = this.#random;
    const { references, names } = world.frames;
    const ways = ['address', ...(world.has('employment') ? ['job'] : []), ...(world.has('alias') ? ['alias'] : [])];
    const way = setting.level === 'easy' && random() < 0.5 ? 'name' : pick(random, ways);
    switch (way) {
      case 'address': {
        const street = this.#streets.pop() ?? '';
        member.street = street;
        member.house = HIGHEST_HOUSE + between(random, 1, 40);
        return filled(pick(random, references.address), { street });
      }
      case 'job': {
        const job = this.#jobs.pop() ?? '';
        const company = pick(random, names.companies).name;
        world.add('employment', { person: member.id, company, job, since: between(random, 12_000, 16_000) });
        return filled(pick(random, references.job), { job, company });
      }
      case 'alias': {
        const alias = this.#aliases.pop() ?? '';
        world.add('alias', { person: member.id, alias });
        return filled(pick(random, references.alias), { alias });
      }
      default:
        return filled(pick(random, references.name), { name: member.name });
    }
  }

  /** Records of an unreliable witness's true whereabouts: nothing at the door, and a journey. */
  #elsewhere(member: Member): readonly string[] {
    const { world, scene } = this.#plot;
    const random = this.#random;
    const departs = scene.day - between(random, 1, 2);
    world.add('travel_booking', {
      person: member.id,
      destination: pick(random, world.frames.names.destinations),
      departs,
      returns: scene.day + between(random, 1, 4),
    });
    const [first, last] = [0, 24 * 60 - 1].map((minute) => constant(world.vocabulary.time(scene.day, minute)));
    return [
      sqlFor(
        world,
        `SELECT {keycard_log.person}, {keycard_log.at} FROM {keycard_log} WHERE {keycard_log.person} = ${member.id} AND {keycard_log.building} = ${constant(scene.building)} AND {keycard_log.at} BETWEEN ${first} AND ${last}`,
      ),
      sqlFor(
        world,
        `SELECT {travel_booking.person}, {travel_booking.departs}, {travel_booking.returns} FROM {travel_booking} WHERE {travel_booking.person} = ${member.id}`,
      ),
    ];
  }

  #report(named: readonly Witness[]): void {
    const { world, scene, victim, roles, setting, cast } = this.#plot;
    const random = this.#random;
    const { reports, references } = world.frames;
    const lost =
      roles.lost === undefined ? [] : [filled(pick(random, references.missing), { name: cast.newcomer().name })];
    const text = filled(pick(random, reports.murder), {
      victim: victim.name,
      building: scene.building,
      ...windowWords(scene),
      count: pick(random, reports.count[String(setting.murderers)] ?? ['']),
      witnesses: [...named.map(({ member }) => this.#reference(member)), ...lost].join(' '),
    });
    const incident = world.add('incident_report', {
      on: scene.day,
      kind: 'murder',
      city: scene.city,
      text: sentence(text),
    });
    world.add('forensic_report', { incident, text: pick(random, reports.forensic) });
    const at = { day: scene.day, minute: scene.from };
    world.add('camera_note', { building: scene.building, at, text: pick(random, reports.camera) });
  }
}
