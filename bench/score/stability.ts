import { mean } from './calibration';
import { jaccard } from './overlap';

/** What several runs of one case by one arm agreed on. */
export type Stability = {
  /** Mean Jaccard of the accused over pairs of runs. */
  readonly accused: number;
  /** Agreement on verdicts beyond chance (Fleiss 1971). */
  readonly kappa: number;
  /** Share of runs that are all right: 1 when every run was. */
  readonly passAll: number;
};

export function stability(
  runs: readonly {
    readonly accused: ReadonlySet<string>;
    readonly verdicts: ReadonlyMap<string, string>;
    readonly correct: boolean;
  }[],
): Stability {
  const pairs = runs.flatMap((left, i) => runs.slice(i + 1).map((right) => jaccard(left.accused, right.accused)));
  const subjects = [...new Set(runs.flatMap(({ verdicts }) => [...verdicts.keys()]))];
  return {
    accused: pairs.length === 0 ? 1 : mean(pairs),
    kappa: fleissKappa(subjects.map((key) => runs.map(({ verdicts }) => verdicts.get(key) ?? 'open'))),
    passAll: runs.every(({ correct }) => correct) ? 1 : 0,
  };
}

/**
 * Fleiss' kappa (1971, Psychological Bulletin 76:378, equation 7).
 * @param ratings for each subject the category that each rater chose; 1 where there is nothing to disagree on
 */
export function fleissKappa(ratings: readonly (readonly string[])[]): number {
  const raters = ratings[0]?.length ?? 0;
  if (ratings.length === 0 || raters < 2) return 1;
  const categories = [...new Set(ratings.flat())];
  const count = (of: readonly string[], category: string): number => of.filter((each) => each === category).length;
  const observed = mean(
    ratings.map(
      (subject) =>
        categories.reduce((sum, category) => sum + count(subject, category) * (count(subject, category) - 1), 0) /
        (raters * (raters - 1)),
    ),
  );
  const expected = categories.reduce(
    (sum, category) => sum + (count(ratings.flat(), category) / (ratings.length * raters)) ** 2,
    0,
  );
  return expected === 1 ? 1 : (observed - expected) / (1 - expected);
}
