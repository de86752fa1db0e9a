import type { Statistics } from '../../board/statistics';
import type { Explanation } from './explanation';
import { formatStandardErrors, type Flip } from './flips';

/** An estimate this many standard errors from another verdict is not what will fail first. */
const FAR = 3;

/** The link of the chain that a careful reader would test first, in one sentence: broken ones before weak ones. */
export function weakestLink(
  { verdict, evidence, atRisk, missing, disputes, unsupported, ruleSays, flips }: Omit<Explanation, 'weakestLink'>,
  deciding: Statistics | undefined,
): string {
  if (verdict === undefined)
    return `There is no verdict: ${missing[0]?.replace(/^a verdict: /, '') ?? 'nobody judged it'}.`;
  const [broken] = atRisk;
  if (broken) return `${broken.evidence} is broken: ${broken.query} gives another answer now (${broken.because}).`;
  if (verdict.rule === 'not decided') return `Nothing was decided: ${verdict.rationale}`;
  const [dispute] = disputes;
  if (dispute) return `${dispute.by} disputes it: ${dispute.note}`;
  const [unfounded] = unsupported;
  if (unfounded) return `${unfounded.where} says ${unfounded.tokens.join(', ')}, which no result it cites holds.`;
  if (ruleSays !== undefined && ruleSays !== verdict.status) {
    return `The rules no longer bear it out: of the same evidence they would say ${ruleSays}.`;
  }
  const lone = flips.find(({ kind, evidence: id }) => kind === 'evidence' && id !== undefined);
  if (ruleSays === undefined) {
    const word = 'No rule checks it: the judge’s word stands';
    return lone ? `${word}, and it needs ${lone.what.replace(/^the loss of /, '')}.` : `${word}.`;
  }
  if (deciding?.unsupported !== undefined) return `The support is too small: ${deciding.unsupported}.`;
  if (evidence.length === 0 || deciding === undefined) return `It lacks ${missing[0] ?? 'measured evidence'}.`;
  const nearest = nearestFlip(flips);
  if (nearest?.standardErrors !== undefined && nearest.standardErrors < FAR) {
    return `The estimate: ${formatStandardErrors(nearest.standardErrors)} further, the verdict would be ${nearest.becomes}.`;
  }
  const hidden = flips.find(({ kind }) => kind === 'confounder');
  if (hidden) return `What was not recorded: ${hidden.what} would explain it away.`;
  const [other] = flips.filter(({ kind }) => kind !== 'estimate');
  const first = nearest ?? other;
  if (first?.kind === 'estimate' && other) return capitalised(`${other.what}.`);
  return first ? capitalised(`${first.what}.`) : `${evidence[0]?.id} alone decides.`;
}

function nearestFlip(flips: readonly Flip[]): Flip | undefined {
  return flips
    .filter(({ standardErrors }) => standardErrors !== undefined)
    .sort((left, right) => (left.standardErrors ?? 0) - (right.standardErrors ?? 0))[0];
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
