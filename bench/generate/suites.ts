import type { MurderSeed } from './murder/case';
import { LEVELS, type Level } from './murder/knobs';

/** How many canonical cases there are of a level, and how many of them cannot be solved. */
const CANONICAL: Readonly<Record<Level, { readonly cases: number; readonly unsolvable: number }>> = {
  easy: { cases: 12, unsolvable: 0 },
  medium: { cases: 13, unsolvable: 1 },
  hard: { cases: 13, unsolvable: 1 },
  'very hard': { cases: 12, unsolvable: 2 },
};

/** The 50 canonical murder cases, as seeds. */
export const MM_50: readonly MurderSeed[] = LEVELS.flatMap((level) => seedsOf('mm50', level));

/** Ten draws of each of the 50: for power, and for gates on seeds that nobody tuned on. */
export const MM_500: readonly MurderSeed[] = Array.from({ length: 10 }, (_, draw) =>
  MM_50.map((seed) => ({ ...seed, suite: 'mm500', caseId: `${seed.caseId}-${draw + 1}` })),
).flat();

export const SCALES = [1, 10, 100] as const;
const SCALED: Readonly<Record<(typeof SCALES)[number], { readonly persons: number; readonly tables: number }>> = {
  1: { persons: 10_000, tables: 12 },
  10: { persons: 100_000, tables: 30 },
  100: { persons: 1_000_000, tables: 80 },
};

/** Twelve cases whose plot is the same at each size of the city. */
export function scaled(scale: (typeof SCALES)[number]): readonly MurderSeed[] {
  return MM_50.filter(({ level, solvable }) => level === 'medium' && solvable)
    .slice(0, 12)
    .map((seed) => ({ ...seed, suite: 'scale', fixed: SCALED[scale] }));
}

function seedsOf(suite: string, level: Level): readonly MurderSeed[] {
  const { cases, unsolvable } = CANONICAL[level];
  return Array.from({ length: cases }, (_, index) => ({
    suite,
    caseId: `${level.replace(' ', '-')}-${String(index + 1).padStart(2, '0')}`,
    level,
    solvable: index < cases - unsolvable,
  }));
}
