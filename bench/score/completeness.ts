import { f1, type F1 } from './correctness';
import { isAsked, type Examined, type ExaminedHypothesis } from './graph';
import { requiredOf } from './truth';

export type Completeness = F1 & {
  /** F1 when every mention counts, analysed or not: comparable with the paper's. */
  readonly raw: number;
};

/** F1 of the hypotheses analysed, by evidence that replays and names them and with a verdict, against all of the truth. */
export function completeness(examined: Examined): Completeness {
  const wanted = new Set(requiredOf(examined.truth).map(({ key }) => key));
  const asked = examined.hypotheses.filter(isAsked);
  const analysed = asked.filter((hypothesis) => isAnalysed(hypothesis, examined));
  return {
    ...f1(new Set(analysed.map(({ group }) => group)), wanted),
    raw: f1(new Set(asked.map(({ group }) => group)), wanted).f1,
  };
}

function isAnalysed({ submitted, wanted }: ExaminedHypothesis, { evidence }: Examined): boolean {
  if (submitted.verdict === undefined) return false;
  return submitted.links.some((link) => {
    const found = evidence.get(link.evidence);
    return found !== undefined && found.replays && (wanted === undefined || found.entities.has(wanted.key));
  });
}
