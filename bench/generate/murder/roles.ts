import type { Random } from '../../../src/base/random';
import { pick, pickSeveral, shuffled } from '../draw';
import type { State } from './hint';
import { isHard, type Setting } from './knobs';

/*
 * Who satisfies which hint, before anybody has a name. Hints come in groups, one a murderer; suspects and hints are numbers.
 */

export type Roles = {
  /** Suspects who did it, by group. */
  readonly murderers: readonly number[];
  /** By suspect, group and hint. */
  readonly states: readonly (readonly (readonly State[])[])[];
  /** The hint whose text is lost, in a case that cannot be solved. */
  readonly lost?: number;
  /** What unreliable witnesses get wrong, and the suspect whom they accuse by it. */
  readonly lies: readonly { readonly group: number; readonly hint: number; readonly framed: number }[];
};

/** @param certain by group and hint: those that are satisfied by absence, and so can be neither unknown nor falsified */
export function drawRoles(random: Random, setting: Setting, certain: readonly (readonly boolean[])[]): Roles {
  const { suspects, murderers: groups, hints } = setting;
  const murderers = pickSeveral(
    random,
    Array.from({ length: suspects }, (_, at) => at),
    groups,
  );
  const innocents = shuffled(
    random,
    Array.from({ length: suspects }, (_, at) => at).filter((at) => !murderers.includes(at)),
  );
  const lost = setting.solvable ? undefined : pick(random, numbersBelow(hints));
  // Each hint of a hard case is made necessary by somebody who fails it alone; a lost one leaves a tie with somebody.
  const nearMisses = shuffled(
    random,
    numbersBelow(groups).flatMap((group) => numbersBelow(hints).map((hint) => ({ group, hint }))),
  );
  const wanted = nearMisses.filter(({ hint }) => isHard(setting) || hint === lost);
  // A clue can be missing, or a witness wrong, only about a hint that is told and has a record.
  const open = nearMisses.filter(({ group, hint }) => certain[group]?.[hint] === false && hint !== lost);
  const contested = setting.missing + setting.unreliable;
  for (let at = 0; open.length > 0 && wanted.filter((miss) => open.includes(miss)).length < contested; at++) {
    const next = open[at % open.length];
    if (next) wanted.push(next);
  }
  const near = new Map(
    wanted.flatMap((miss, at) => (innocents[at] === undefined ? [] : [[innocents[at], miss] as const])),
  );
  const free = [...near].filter(([, miss]) => open.includes(miss));
  const missing = new Set(free.slice(0, setting.missing).map(([suspect]) => suspect));
  const lies = free
    .slice(setting.missing, setting.missing + setting.unreliable)
    .map(([framed, miss]) => ({ ...miss, framed }));
  if (missing.size < setting.missing || lies.length < setting.unreliable) throw new RangeError('too few near misses');
  const states = numbersBelow(suspects).map((suspect) =>
    numbersBelow(groups).map((group): readonly State[] => {
      if (murderers[group] === suspect) return numbersBelow(hints).map(() => 'yes');
      const miss = near.get(suspect);
      if (miss?.group === group) {
        return numbersBelow(hints).map((hint) =>
          hint !== miss.hint ? 'yes' : missing.has(suspect) ? 'unknown' : 'no',
        );
      }
      return someNo(random, hints, lost);
    }),
  );
  return { murderers, states, lies, ...(lost !== undefined && { lost }) };
}

/** At least one record speaks against them, and one that is told. */
function someNo(random: Random, hints: number, lost: number | undefined): readonly State[] {
  const told = numbersBelow(hints).filter((hint) => hint !== lost);
  const against = pick(random, told);
  return numbersBelow(hints).map((hint) => (hint === against || random() < 0.4 ? 'no' : 'yes'));
}

function numbersBelow(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at);
}
