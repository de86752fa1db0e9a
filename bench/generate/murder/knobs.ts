import type { Random } from '../../../src/base/random';
import { between } from '../draw';

export const LEVELS = ['easy', 'medium', 'hard', 'very hard'] as const;
export type Level = (typeof LEVELS)[number];

type Range = readonly [low: number, high: number];

/** What makes a case hard, by level. */
const KNOBS: Readonly<
  Record<
    Level,
    Readonly<Record<'suspects' | 'hints' | 'hops' | 'missing' | 'unreliable' | 'murderers' | 'paraphrase', Range>> & {
      readonly tables: number;
      readonly persons: number;
    }
  >
> = {
  easy: {
    suspects: [3, 4],
    hints: [4, 5],
    hops: [2, 2],
    missing: [0, 0],
    unreliable: [0, 0],
    murderers: [1, 1],
    paraphrase: [0, 1],
    tables: 10,
    persons: 500,
  },
  medium: {
    suspects: [5, 7],
    hints: [3, 4],
    hops: [3, 3],
    missing: [0, 1],
    unreliable: [1, 1],
    murderers: [1, 1],
    paraphrase: [1, 2],
    tables: 12,
    persons: 2_000,
  },
  hard: {
    suspects: [8, 12],
    hints: [3, 3],
    hops: [4, 4],
    missing: [1, 2],
    unreliable: [1, 2],
    murderers: [1, 2],
    paraphrase: [2, 3],
    tables: 16,
    persons: 5_000,
  },
  'very hard': {
    suspects: [13, 24],
    hints: [2, 3],
    hops: [5, 6],
    missing: [2, 3],
    unreliable: [2, 4],
    murderers: [1, 3],
    paraphrase: [3, 3],
    tables: 22,
    persons: 10_000,
  },
};

/** One case's settings. */
export type Setting = {
  readonly level: Level;
  readonly solvable: boolean;
  readonly suspects: number;
  readonly murderers: number;
  /** Reliable hints per murderer. */
  readonly hints: number;
  readonly hops: number;
  readonly missing: number;
  readonly unreliable: number;
  readonly paraphrase: Range;
  readonly tables: number;
  readonly persons: number;
};

/** What a suite fixes instead of drawing it. */
export type Fixed = Partial<Pick<Setting, 'persons' | 'tables'>>;

export function drawSetting(random: Random, level: Level, solvable: boolean, fixed: Fixed = {}): Setting {
  const knobs = KNOBS[level];
  const draw = ([low, high]: Range): number => between(random, low, high);
  const murderers = solvable ? draw(knobs.murderers) : 1;
  const hints = draw(knobs.hints);
  return {
    level,
    solvable,
    // Each murderer's hints need near misses of their own among the suspects.
    suspects: Math.max(draw(knobs.suspects), Math.min(knobs.suspects[1], murderers * (hints + 1) + 1)),
    murderers,
    hints,
    hops: draw(knobs.hops),
    missing: draw(knobs.missing),
    unreliable: draw(knobs.unreliable),
    paraphrase: knobs.paraphrase,
    tables: fixed.tables ?? knobs.tables,
    persons: fixed.persons ?? knobs.persons,
  };
}

export function isHard({ level }: Setting): boolean {
  return level === 'hard' || level === 'very hard';
}

/** Difficulty, 0–1 (shared design, benchmark: weights of what the paper names as dimensions). */
export function difficulty(
  setting: Setting,
  counts: { readonly clues: number; readonly witnesses: number; readonly paraphrase: number },
): number {
  const { hints, suspects, missing, unreliable, hops, murderers } = setting;
  return (
    0.15 * (1 - Math.min(1, (hints - 1) / 4)) +
    0.2 * Math.min(1, Math.log2(suspects) / Math.log2(24)) +
    (0.15 * missing) / Math.max(1, counts.clues) +
    (0.2 * unreliable) / Math.max(1, counts.witnesses) +
    (0.15 * (hops - 1)) / 5 +
    (0.1 * (murderers - 1)) / 2 +
    (0.05 * counts.paraphrase) / 3
  );
}
