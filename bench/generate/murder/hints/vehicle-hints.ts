import { pick, pickOther } from '../../draw';
import { filled } from '../../frames';
import { constant, recordIn, sqlFor, type Hint, type HintContext } from '../hint';
import { numberPlate, type Member } from '../member';
import type { World } from '../world';
import { spelled } from '../value-words';
import { valueHint } from './value-hint';

/** Part of a code: a fragment from its middle, or how it begins and ends. */
export function plate({ world, random }: HintContext): Hint {
  const whole = (like: string): string => {
    const drawn = numberPlate(random);
    return [...like].map((sign, at) => (sign === '_' ? (drawn[at] ?? '') : sign)).join('');
  };
  const isFragment = random() < 0.5;
  const pattern = (): string => {
    const drawn = numberPlate(random);
    return isFragment ? `_${drawn.slice(1, 4)}__` : `${drawn.slice(0, 1)}___${drawn.slice(4)}`;
  };
  const like = (value: string): string =>
    isFragment ? `%${value.slice(1, 4)}%` : `${value.slice(0, 1)}%${value.slice(4)}`;
  return valueHint<string>(
    {
      kind: 'plate',
      world,
      satisfied: (value) =>
        sqlFor(world, `SELECT {vehicle.owner} FROM {vehicle} WHERE {vehicle.plate} LIKE ${constant(like(value))}`),
      record: (person) => recordIn(world, 'vehicle', 'owner', `t.${world.name('vehicle.plate')}`, person),
      store: (member, value) =>
        addVehicle(
          world,
          member,
          { plate: whole(value), ...pick(random, world.frames.names.cars) },
          pick(random, world.frames.names.colours),
        ),
      lose: () => undefined,
      another: (value) => {
        for (;;) {
          const other = pattern();
          if (other !== value) return other;
        }
      },
      words: (value) => {
        if (isFragment) {
          const phrase = (fragment: string) => filled(pick(random, world.frames.values.plate.infix), { fragment });
          return { plain: phrase(`“${value.slice(1, 4)}”`), indirect: () => phrase(value.slice(1, 4)) };
        }
        const phrase = (first: string) =>
          filled(pick(random, world.frames.values.plate.ends), { first, last: value.slice(4) });
        return { plain: phrase(value.slice(0, 1)), indirect: () => phrase(`a ${spelled(value.slice(0, 1))}`) };
      },
    },
    pattern(),
  );
}

type Car = World['frames']['names']['cars'][number];

/** Two columns with values, or what everybody calls such a thing. */
export function car({ world, random }: HintContext): Hint {
  const { cars, colours } = world.frames.names;
  return valueHint<Car>(
    {
      kind: 'car',
      world,
      satisfied: ({ make, model }) =>
        sqlFor(
          world,
          `SELECT {vehicle.owner} FROM {vehicle} WHERE {vehicle.make} = ${constant(make)} AND {vehicle.model} = ${constant(model)}`,
        ),
      record: (person) =>
        recordIn(world, 'vehicle', 'owner', sqlFor(world, 't.{vehicle.make}, t.{vehicle.model}'), person),
      store: (member, value) =>
        addVehicle(world, member, { plate: numberPlate(random), ...value }, pick(random, colours)),
      lose: () => undefined,
      another: (value) => pickOther(random, cars, value),
      words: ({ make, model, description }) => ({ plain: `a ${make} ${model}`, indirect: () => description }),
    },
    pick(random, cars),
  );
}

/** Absence: whoever has a vehicle is excluded by it. */
export function noCar({ world, random }: HintContext): Hint {
  const { cars, colours } = world.frames.names;
  return {
    kind: 'noCar',
    satisfied: sqlFor(
      world,
      'SELECT {person.id} FROM {person} WHERE {person.id} NOT IN (SELECT {vehicle.owner} FROM {vehicle})',
    ),
    record: (person) => recordIn(world, 'vehicle', 'owner', `t.${world.name('vehicle.plate')}`, person),
    byAbsence: true,
    plant(member, state) {
      if (state === 'no')
        addVehicle(world, member, { plate: numberPlate(random), ...pick(random, cars) }, pick(random, colours));
    },
    words: () => ({}),
  };
}

function addVehicle(
  world: World,
  member: Member,
  { plate: number, make, model }: Pick<Car, 'make' | 'model'> & { plate: string },
  colour: string,
): void {
  world.add('vehicle', { owner: member.id, plate: number, make, model, colour });
}
