import { normalTwoSided } from './normal';
import { requireCount } from './table';

/** How often a value occurs in each arm: one row of `GROUP BY value`. */
export interface ValueCount {
  readonly value: number;
  readonly exposed: number;
  readonly unexposed: number;
}

export interface MannWhitneyTest {
  /** Pairs in which the exposed unit has the greater value; ties count half. */
  readonly u: number;
  /** u as a share of all pairs: .5 when neither arm tends to greater values. */
  readonly superiority: number;
  readonly method: 'exact' | 'normal';
  /** Two-sided. */
  readonly p: number;
}

/** Up to this many units the permutation distribution is counted out. */
const exactUpTo = 50;

/**
 * Mann–Whitney's rank test (1947). Up to 50 units exact, ties included: all ways to choose the exposed among the units are
 * counted by their rank sum (Streitberg & Röhmel 1986), and p is the share of those at least as far from the middle. Above, the
 * normal approximation with tie and continuity correction, as R's `wilcox.test`. `undefined` with an empty arm; p is 1 when all
 * values are equal.
 */
export function mannWhitneyTest(counts: readonly ValueCount[]): MannWhitneyTest | undefined {
  const groups = counts.toSorted((left, right) => left.value - right.value);
  let [n1, n0, u, ties] = [0, 0, 0, 0];
  for (const { value, exposed, unexposed } of groups) {
    requireCount(`exposed with ${value}`, exposed);
    requireCount(`unexposed with ${value}`, unexposed);
    u += exposed * (n0 + unexposed / 2);
    n1 += exposed;
    n0 += unexposed;
    const tied = exposed + unexposed;
    ties += tied ** 3 - tied;
  }
  if (n1 === 0 || n0 === 0) return undefined;
  const n = n1 + n0;
  const pairs = n1 * n0;
  const distance = Math.abs(u - pairs / 2);
  if (n <= exactUpTo) {
    return { u, superiority: u / pairs, method: 'exact', p: exactP(groups, n1, distance) };
  }
  const variance = (pairs / 12) * (n + 1 - ties / (n * (n - 1)));
  const p = variance > 0 ? normalTwoSided(Math.max(0, distance - 0.5) / Math.sqrt(variance)) : 1;
  return { u, superiority: u / pairs, method: 'normal', p };
}

/** Share of the choices of n1 units whose u is at least `distance` from its middle. Ranks are doubled to be whole. */
function exactP(groups: readonly ValueCount[], n1: number, distance: number): number {
  const doubledRanks: number[] = [];
  for (const { exposed, unexposed } of groups) {
    const tied = exposed + unexposed;
    const doubledRank = 2 * doubledRanks.length + tied + 1;
    for (let i = 0; i < tied; i++) doubledRanks.push(doubledRank);
  }
  /** For each number of chosen units: how many choices have each doubled rank sum. */
  const choices = Array.from({ length: n1 + 1 }, () => new Map<number, number>());
  choices[0]?.set(0, 1);
  doubledRanks.forEach((rank, seen) => {
    for (let chosen = Math.min(n1, seen + 1); chosen > 0; chosen--) {
      const target = choices[chosen];
      for (const [sum, ways] of choices[chosen - 1] ?? [])
        target?.set(sum + rank, (target.get(sum + rank) ?? 0) + ways);
    }
  });
  const middle = n1 * (doubledRanks.length + 1);
  let [far, all] = [0, 0];
  for (const [sum, ways] of choices[n1] ?? []) {
    all += ways;
    if (Math.abs(sum - middle) >= 2 * distance) far += ways;
  }
  return far / all;
}
