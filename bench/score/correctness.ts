import type { Examined, ExaminedHypothesis } from './graph';

export type F1 = { readonly precision: number; readonly recall: number; readonly f1: number };

/** Who is accused: supported, in the role that was asked for, and more likely than not. */
export function accused({ hypotheses }: Examined): ReadonlySet<string> {
  return new Set(hypotheses.filter(accuses).map(({ group }) => group));
}

/** F1 of the accused against those who did it. Where the data cannot tell, 1 for accusing nobody, else 0. */
export function correctness(examined: Examined): F1 {
  const culprits = new Set(examined.truth.murderers);
  const found = accused(examined);
  if (culprits.size === 0) {
    const score = found.size === 0 ? 1 : 0;
    return { precision: score, recall: score, f1: score };
  }
  return f1(found, culprits);
}

/** Of two sets of keys; an empty `found` scores 0. */
export function f1(found: ReadonlySet<string>, wanted: ReadonlySet<string>): F1 {
  const hits = [...found].filter((key) => wanted.has(key)).length;
  const precision = found.size === 0 ? 0 : hits / found.size;
  const recall = wanted.size === 0 ? 0 : hits / wanted.size;
  return { precision, recall, f1: hits === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
}

/** A true hypothesis that is not what was asked for accuses nobody. */
function accuses({ submitted, resolved, wanted }: ExaminedHypothesis): boolean {
  if (submitted.verdict !== 'supported' || submitted.confidence < 0.5) return false;
  if (resolved.kind === 'nothing') return true;
  if (resolved.kind === 'rival') return false;
  return resolved.accuses && wanted?.role !== 'background';
}
