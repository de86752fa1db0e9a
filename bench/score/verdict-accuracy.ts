import { mean } from './calibration';
import type { Examined } from './graph';
import { requiredOf, type TruthVerdict } from './truth';

const CLASSES: readonly TruthVerdict[] = ['supported', 'contradicted', 'inconclusive'];

/** Macro-F1 of verdicts over the hypotheses of the truth, classes that neither side uses left out. What was not judged is wrong. */
export function verdictAccuracy({ truth, hypotheses }: Examined): number {
  const judged = requiredOf(truth).map(({ key, verdict }) => ({
    truth: verdict,
    given: hypotheses.find(({ wanted }) => wanted?.key === key)?.submitted.verdict,
  }));
  const used = CLASSES.filter((each) => judged.some(({ truth: wanted, given }) => wanted === each || given === each));
  return mean(
    used.map((each) => {
      const hits = judged.filter(({ truth: wanted, given }) => wanted === each && given === each).length;
      const total =
        judged.filter(({ truth: wanted }) => wanted === each).length +
        judged.filter(({ given }) => given === each).length;
      return total === 0 ? 0 : (2 * hits) / total;
    }),
  );
}
