import type { Database } from '../../../src/database/port';
import { DEFAULT_LIMITS } from '../../../src/database/port';
import type { Truth } from '../../score/truth';
import { isHard } from './knobs';
import type { Plot } from './plot';
import type { Telling } from './texts';

/** Why a drawn case is not used: another one is drawn. */
export class Rejected extends Error {
  override readonly name = 'Rejected';
}

const LIMITS = { ...DEFAULT_LIMITS, rows: 100_000, bytes: 100_000_000 };

/**
 * Proves by SQL on the finished database that the case is what its truth says: (a) the reliable hints lead to exactly those who
 * did it, or to the tie set; (b) in hard cases each hint is needed; (c) believing an unreliable witness changes the answer; (d) two
 * records refute each of them; (e) the suspects are those of the published query.
 * @throws Rejected naming what does not hold
 */
export async function prove(plot: Plot, telling: Telling, truth: Truth, database: Database): Promise<void> {
  const signal = new AbortController().signal;
  const keys = async (sql: string): Promise<ReadonlySet<number>> => {
    const { rows } = await database.query(sql, LIMITS, signal);
    return new Set(rows.map(([key]) => Number(key)));
  };
  const suspects = await keys(plot.suspectSql);
  demand(same(suspects, new Set(plot.suspects.map(({ member }) => member.id))), '(e) other suspects');

  const told = plot.hints.map((group) => group.filter((_, hint) => hint !== plot.roles.lost));
  const sets: ReadonlySet<number>[][] = [];
  const falseSets: (ReadonlySet<number> | undefined)[][] = [];
  for (const group of told) {
    const own: ReadonlySet<number>[] = [];
    const others: (ReadonlySet<number> | undefined)[] = [];
    for (const hint of group) {
      own.push(await keys(hint.satisfied));
      others.push(hint.falsified && (await keys(hint.falsified.satisfied)));
    }
    sets.push(own);
    falseSets.push(others);
  }
  const found = sets.map((group) => meet(suspects, group));
  const isKey = (key: string): number => Number(key.slice(key.lastIndexOf(':') + 1));
  const wanted = new Set((truth.tieSet ?? truth.murderers).map(isKey));
  const whole = new Set(found.flatMap((each) => [...each]));
  if (truth.tieSet === undefined) {
    demand(found.every(({ size }) => size === 1) && same(whole, wanted), '(a) the hints lead elsewhere');
  } else {
    demand(whole.size >= 2 && [...whole].every((each) => wanted.has(each)), '(a) no tie');
  }
  if (isHard(plot.setting) && plot.setting.solvable) {
    for (const [g, group] of sets.entries()) {
      for (const drop of group.keys()) {
        const rest = meet(
          suspects,
          group.filter((_, hint) => hint !== drop),
        );
        demand(rest.size + unknowns(plot, g, drop) > (found[g]?.size ?? 0), '(b) a hint is not needed');
      }
    }
  }
  for (const { group, hint } of plot.roles.lies) {
    const at = told[group]?.findIndex((each) => each === plot.hints[group]?.[hint]) ?? -1;
    const lie = falseSets[group]?.[at];
    const believed = meet(
      suspects,
      (sets[group] ?? []).map((set, index) => (index === at && lie ? lie : set)),
    );
    demand(
      lie !== undefined && believed.size > 0 && !same(believed, found[group] ?? new Set()),
      '(c) a lie changes nothing',
    );
  }
  for (const { reliable, refutations } of telling.witnesses) {
    if (reliable) continue;
    const [atDoor = '', journey = ''] = refutations;
    demand((await keys(atDoor)).size === 0 && (await keys(journey)).size === 1, '(d) a lie that nothing refutes');
  }
}

/** Those whom only a missing record keeps from satisfying the other hints. */
function unknowns({ roles }: Plot, group: number, drop: number): number {
  return roles.states.filter((states) => {
    const own = states[group] ?? [];
    return own[drop] === 'unknown' && own.every((state, at) => at === drop || state === 'yes');
  }).length;
}

function meet(all: ReadonlySet<number>, sets: readonly ReadonlySet<number>[]): ReadonlySet<number> {
  return new Set([...all].filter((each) => sets.every((set) => set.has(each))));
}

function same(left: ReadonlySet<number>, right: ReadonlySet<number>): boolean {
  return left.size === right.size && [...left].every((each) => right.has(each));
}

function demand(holds: boolean, otherwise: string): void {
  if (!holds) throw new Rejected(otherwise);
}
