import { normalCumulative } from '../../statistics/normal';
import type { VerdictStatus } from '../../board/board';

const PULL = 0.8;

/** A confidence drawn to .5 for each doubt. */
export function pulled(confidence: number, doubts: number): number {
  return 0.5 + (confidence - 0.5) * PULL ** doubts;
}

/**
 * That a directional claim is true: Φ(estimate/se) of the deciding estimate towards the claim, pulled to .5 for each attack that is
 * missing or that it did not survive, within [.02, .98], and within [.35, .65] when inconclusive.
 * @param z the deciding estimate over its standard error, positive towards the claim
 */
export function directionalConfidence(z: number, status: VerdictStatus, doubts: number): number {
  return bounded(pulled(normalCumulative(z), doubts), status);
}

/**
 * That a directional claim of a difference that matters is true when the estimate lies within the equivalence margin: the chance
 * that the effect reaches beyond the margin in the claimed direction.
 * @param towards the estimate, positive towards the claim
 */
export function equivalenceConfidence(towards: number, margin: number, standardError: number): number {
  return bounded(normalCumulative((towards - margin) / standardError), 'contradicted');
}

/**
 * That an effect is too small to matter, whichever way: the chance that it lies within the equivalence margin. Its complement is
 * the confidence that there is a difference that matters.
 */
export function chanceWithin(estimate: number, margin: number, standardError: number): number {
  return normalCumulative((margin - estimate) / standardError) - normalCumulative((-margin - estimate) / standardError);
}

/** Keeps a confidence within what its verdict allows. */
export function bounded(confidence: number, status: VerdictStatus): number {
  const [least, most] = status === 'inconclusive' ? [0.35, 0.65] : status === 'supported' ? [0.5, 0.98] : [0.02, 0.5];
  return Math.round(Math.min(most, Math.max(least, confidence)) * 100) / 100;
}
