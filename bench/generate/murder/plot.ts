import type { Random } from '../../../src/base/random';
import { between, caseRandom, pick, shuffled } from '../draw';
import type { Frames } from '../frames';
import { drawKinds } from './hint-kinds';
import { constant, sqlFor, type Hint } from './hint';
import type { Setting } from './knobs';
import { Cast, numberPlate, type Member } from './member';
import { drawRoles, type Roles } from './roles';
import { ALL_CONCEPTS, clockOf, type Concept } from './schema';
import { World } from './world';

/** Tables of every case. */
const ALWAYS: readonly Concept[] = [
  'person',
  'address',
  'phone',
  'phone_call',
  'keycard_log',
  'incident_report',
  'interview',
];

export type Scene = {
  readonly building: string;
  readonly city: string;
  readonly day: number;
  /** The time of death, in minutes of the day. */
  readonly from: number;
  readonly to: number;
};

export type Suspect = { readonly member: Member; readonly contact: 'keycard' | 'phone'; readonly hasAlibi: boolean };

/** What happened: everybody in their place, every record that matters written. */
export type Plot = {
  readonly setting: Setting;
  readonly world: World;
  readonly cast: Cast;
  readonly scene: Scene;
  readonly victim: Member;
  readonly suspects: readonly Suspect[];
  /** By group. */
  readonly hints: readonly (readonly Hint[])[];
  readonly roles: Roles;
  /** The query that says who is suspected: keys. */
  readonly suspectSql: string;
};

/** Draws a plot and writes the records of those who matter. Texts come later. */
export function drawPlot(seed: string, frames: Frames, setting: Setting): Plot {
  const random = caseRandom(seed, 'plot');
  const extra = setting.unreliable > 0 ? (['travel_booking'] as const) : [];
  const kinds = drawKinds(random, setting.hints * setting.murderers, setting.tables - ALWAYS.length - extra.length);
  const concepts = new Set<Concept>([...ALWAYS, ...extra, ...kinds.flatMap(({ tables }) => tables)]);
  for (const concept of shuffled(random, ALL_CONCEPTS)) if (concepts.size < setting.tables) concepts.add(concept);
  const world = new World(seed, frames, concepts, setting.persons, pick(random, ['integer', 'iso', 'epoch'] as const));
  const cast = new Cast(world, caseRandom(seed, 'cast'));
  const day = Math.floor(
    Date.UTC(between(random, 2015, 2023), between(random, 1, 11), between(random, 9, 27)) / 86_400_000,
  );
  const from = between(random, 20 * 60, 22 * 60);
  const scene: Scene = {
    building: pick(random, frames.names.buildings),
    city: pick(random, frames.names.cities),
    day,
    from,
    to: from + pick(random, [30, 45, 60]),
  };
  const victim = cast.newcomer();
  const context = { world, random, victim, day };
  const all = kinds.map(({ make }) => make(context));
  const hints = Array.from({ length: setting.murderers }, (_, group) =>
    all.slice(group * setting.hints, (group + 1) * setting.hints),
  );
  const certain = hints.map((group) => group.map((hint) => hint.byAbsence || hint.falsified === undefined));
  const roles = drawRoles(random, setting, certain);
  const suspects = Array.from({ length: setting.suspects }, (_, index): Suspect => {
    const member = cast.newcomer();
    for (const [group, states] of (roles.states[index] ?? []).entries()) {
      for (const [at, state] of states.entries()) {
        const framed = roles.lies.some((lie) => lie.framed === index && lie.group === group && lie.hint === at);
        hints[group]?.[at]?.plant(member, state, framed);
      }
    }
    return { member, contact: random() < 0.6 ? 'keycard' : 'phone', hasAlibi: false };
  });
  const placing = { world, scene, victim, roles, random };
  for (const suspect of suspects) place(suspect, placing);
  const placed = suspects.map((suspect, index) => ({ ...suspect, hasAlibi: travel(suspect, index, placing) }));
  fillUp(placed, hints, world, random);
  return {
    setting,
    world,
    cast,
    scene,
    victim,
    suspects: placed,
    hints,
    roles,
    suspectSql: suspectSql(world, scene, victim),
  };
}

type Placing = {
  readonly world: World;
  readonly scene: Scene;
  readonly victim: Member;
  readonly roles: Roles;
  readonly random: Random;
};

/** What makes somebody a suspect. */
function place({ member, contact }: Suspect, { world, scene, victim, random }: Placing): void {
  const { day, from, to, building } = scene;
  if (contact === 'keycard') {
    world.add('keycard_log', { person: member.id, building, at: { day, minute: between(random, from, to) } });
    return;
  }
  const isCaller = random() < 0.5;
  world.add('phone_call', {
    from: isCaller ? member.phone : victim.phone,
    to: isCaller ? victim.phone : member.phone,
    at: { day, minute: between(random, 8 * 60, from - 30) },
    seconds: between(random, 10, 900),
  });
}

/** Somebody who only telephoned and did not do it may have been away; others travelled at other times. */
function travel({ member, contact }: Suspect, index: number, { world, scene, roles, random }: Placing): boolean {
  if (!world.has('travel_booking') || random() < 0.5) return false;
  const isExcluded = (roles.states[index] ?? []).every((group) => group.includes('no'));
  const hasAlibi = contact === 'phone' && isExcluded;
  const departs = scene.day + (hasAlibi ? -1 : -between(random, 10, 60));
  const destination = pick(random, world.frames.names.destinations);
  world.add('travel_booking', { person: member.id, destination, departs, returns: departs + between(random, 3, 6) });
  return hasAlibi;
}

/** Records that say nothing, so that nobody stands out by what they have. */
function fillUp(suspects: readonly Suspect[], hints: readonly (readonly Hint[])[], world: World, random: Random): void {
  const kinds = new Set(hints.flat().map(({ kind }) => kind));
  const { cars, colours, companies, jobs } = world.frames.names;
  for (const { member } of suspects) {
    if (!kinds.has('plate') && !kinds.has('car') && !kinds.has('noCar') && random() < 0.6)
      world.add('vehicle', {
        owner: member.id,
        plate: numberPlate(random),
        ...modelOf(pick(random, cars)),
        colour: pick(random, colours),
      });
    if (!kinds.has('employer') && random() < 0.7)
      world.add('employment', {
        person: member.id,
        company: pick(random, companies).name,
        job: pick(random, jobs),
        since: between(random, 12_000, 16_000),
      });
  }
}

function modelOf({ make, model }: { make: string; model: string }): { make: string; model: string } {
  return { make, model };
}

function suspectSql(world: World, { building, day, from, to }: Scene, victim: Member): string {
  const at = (minute: number): string => constant(world.vocabulary.time(day, minute));
  const calls = (own: string, other: string): string =>
    `SELECT p.{phone.person} FROM {phone_call} c JOIN {phone} p ON p.{phone.id} = c.{phone_call.${own}} JOIN {phone} v ON v.{phone.id} = c.{phone_call.${other}} WHERE v.{phone.person} = ${victim.id} AND c.{phone_call.at} BETWEEN ${at(0)} AND ${at(24 * 60 - 1)}`;
  return sqlFor(
    world,
    [
      `SELECT {keycard_log.person} FROM {keycard_log} WHERE {keycard_log.building} = ${constant(building)} AND {keycard_log.at} BETWEEN ${at(from)} AND ${at(to)}`,
      calls('from', 'to'),
      calls('to', 'from'),
    ].join('\nUNION\n'),
  );
}

export function windowWords({ from, to }: Scene): { readonly from: string; readonly to: string } {
  return { from: clockOf(from), to: clockOf(to) };
}
