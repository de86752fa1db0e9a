import type { Random } from '../../../../src/base/random';
import type { Hint, RecordSql } from '../hint';
import type { Member } from '../member';
import type { World } from '../world';
import { atLevel, type ValueWords } from '../value-words';

/** How one kind of hint stores, finds and tells a value. */
export type ValueKind<Value> = {
  readonly kind: string;
  readonly world: World;
  readonly satisfied: (value: Value) => string;
  readonly record: (person: number) => RecordSql;
  /** Writes a record with the value. */
  readonly store: (member: Member, value: Value) => void;
  /** Leaves the record out. */
  readonly lose: (member: Member) => void;
  /** A value that does not satisfy this one. */
  readonly another: (value: Value) => Value;
  readonly words: (value: Value) => ValueWords;
  /** Slots beside `{value}`. */
  readonly slots?: (level: number, random: Random) => Readonly<Record<string, string>>;
};

/** A hint whose record holds a value. @param other the value that a false version tells; drawn when missing */
export function valueHint<Value>(kind: ValueKind<Value>, target: Value, other?: Value): Hint {
  const wrong = other ?? kind.another(target);
  const make = (value: Value, decoy: Value, falsified: Hint | undefined): Hint => ({
    kind: kind.kind,
    satisfied: kind.satisfied(value),
    record: kind.record,
    byAbsence: false,
    plant(member, state, asFalse) {
      if (state === 'unknown') kind.lose(member);
      else kind.store(member, state === 'yes' ? value : asFalse ? decoy : kind.another(value));
    },
    words: (level, random) => ({
      value: atLevel(kind.world.frames, level, random, kind.words(value), kind.words(decoy)),
      ...kind.slots?.(level, random),
    }),
    ...(falsified && { falsified }),
  });
  return make(target, wrong, make(wrong, target, undefined));
}
