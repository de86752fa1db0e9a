import type { Random } from '../../../src/base/random';
import { between, pick } from '../draw';
import type { Frames } from '../frames';
import type { World } from './world';

/** Somebody who matters to the plot. What is not decided yet is drawn when they move in. */
export type Member = {
  readonly id: number;
  readonly name: string;
  readonly phone: number;
  born?: number | null;
  hair?: string | null;
  height?: number | null;
  number?: string | null;
  street?: string;
  house?: number;
};

/** Days from 1970 of the birth dates, youngest last. */
export const BORN = { first: -7_000, last: 12_500 };

/** People with names that nobody else in the case has. */
export class Cast {
  readonly members: Member[] = [];
  readonly names = new Set<string>();

  constructor(
    readonly world: World,
    readonly random: Random,
  ) {}

  newcomer(): Member {
    const { first, last } = this.world.frames.names;
    for (;;) {
      const name = `${pick(this.random, first)} ${pick(this.random, last)}`;
      if (this.names.has(name)) continue;
      this.names.add(name);
      const member = { id: this.world.reserve('person'), name, phone: this.world.reserve('phone') };
      this.members.push(member);
      return member;
    }
  }

  /** Writes who they are and where they live; what a hint did not decide is drawn as the crowd's is. */
  moveIn(city: string): void {
    const { world, random } = this;
    const { names } = world.frames;
    for (const member of this.members) {
      const address = world.add('address', {
        street: member.street ?? pick(random, names.streets),
        number: member.house ?? between(random, 1, HIGHEST_HOUSE),
        city,
      });
      world.add(
        'person',
        {
          name: member.name,
          born: member.born === undefined ? between(random, BORN.first, BORN.last) : member.born,
          gender: pick(random, ['female', 'male']),
          hair: member.hair === undefined ? pick(random, hairs(world.frames)) : member.hair,
          height: member.height === undefined ? between(random, 150, 200) : member.height,
          address,
        },
        member.id,
      );
      world.add(
        'phone',
        { person: member.id, number: member.number === undefined ? phoneNumber(random) : member.number },
        member.phone,
      );
    }
  }
}

/** Nobody of the crowd lives in a house with a higher number. */
export const HIGHEST_HOUSE = 180;

export function hairs(frames: Frames): readonly string[] {
  return Object.keys(frames.values.hair);
}

export function phoneNumber(random: Random): string {
  return `555-${String(between(random, 0, 9_999_999)).padStart(7, '0')}`;
}

const LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ';

/** A number plate: digit, letter, two digits, two letters. */
export function numberPlate(random: Random): string {
  const digit = (): string => String(between(random, 0, 9));
  const letter = (): string => pick(random, [...LETTERS]);
  return digit() + letter() + digit() + digit() + letter() + letter();
}
