import type { Random } from '../../../src/base/random';
import { shuffled } from '../draw';
import type { Hint, HintContext } from './hint';
import { membership, nonMember, together } from './hints/club-hints';
import { age, hair, height, phone } from './hints/person-hints';
import { employer, kin, payment, purchase, visits } from './hints/record-hints';
import { car, noCar, plate } from './hints/vehicle-hints';
import type { Concept } from './schema';

export type HintKind = {
  readonly make: (context: HintContext) => Hint;
  /** Tables that it needs beside those of every case. */
  readonly tables: readonly Concept[];
  /** Kinds of one family write the same records: a case has one of them. */
  readonly family?: 'vehicle';
};

export const HINT_KINDS: Readonly<Record<string, HintKind>> = {
  hair: { make: hair, tables: [] },
  height: { make: height, tables: [] },
  age: { make: age, tables: [] },
  phone: { make: phone, tables: [] },
  plate: { make: plate, tables: ['vehicle'], family: 'vehicle' },
  car: { make: car, tables: ['vehicle'], family: 'vehicle' },
  noCar: { make: noCar, tables: ['vehicle'], family: 'vehicle' },
  membership: { make: membership, tables: ['club_member'] },
  nonMember: { make: nonMember, tables: ['club_member'] },
  together: { make: together, tables: ['club_member', 'club_checkin'] },
  visits: { make: visits, tables: ['event_attendance'] },
  purchase: { make: purchase, tables: ['purchase'] },
  payment: { make: payment, tables: ['bank_txn'] },
  employer: { make: employer, tables: ['employment'] },
  kin: { make: kin, tables: ['relation'] },
};

/** So many different kinds whose tables fit into what is left, in random order. */
export function drawKinds(random: Random, count: number, tablesLeft: number): readonly HintKind[] {
  const taken: HintKind[] = [];
  const tables = new Set<Concept>();
  for (const kind of shuffled(random, Object.values(HINT_KINDS))) {
    if (taken.length === count) break;
    if (kind.family !== undefined && taken.some(({ family }) => family === kind.family)) continue;
    const wanted = new Set([...tables, ...kind.tables]);
    if (wanted.size > tablesLeft) continue;
    for (const table of kind.tables) tables.add(table);
    taken.push(kind);
  }
  if (taken.length < count) throw new RangeError(`only ${taken.length} of ${count} kinds of hints fit`);
  return taken;
}
