import { mean } from './calibration';
import type { Examined } from './graph';

/** What a reader has to go through: ease is not only likeness to the ideal graph. */
export type ReadingCost = {
  readonly characters: number;
  readonly linksPerVerdict: number;
  readonly rowsPerEvidence: number;
};

export function readingCost({ submission, evidence }: Examined): ReadingCost {
  const decided = submission.hypotheses.filter(({ verdict }) => verdict !== undefined);
  return {
    characters: submission.report.length + submission.evidence.reduce((sum, { fact }) => sum + fact.length, 0),
    linksPerVerdict: mean(decided.map(({ links }) => links.length)),
    rowsPerEvidence: mean([...evidence.values()].map(({ replay }) => replay.rows.length)),
  };
}
