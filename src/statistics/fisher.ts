import { margins, type Table2x2 } from './table';

/** Tables this close to the observed one's probability count as equally likely, as in R's `fisher.test`. */
const tie = 1 + 1e-7;

/**
 * Fisher's exact test (1935), two-sided: the sum over all tables with these margins that are at most as likely as the
 * observed one. 1 with a zero margin (only one table is possible).
 */
export function fisherExact(table: Table2x2): number {
  const { exposed, unexposed, events } = margins(table);
  const lowest = Math.max(0, events - unexposed);
  const likelihoods = hypergeometric(exposed, unexposed, events);
  const observed = likelihoods[table.exposedEvents - lowest];
  if (observed === undefined) throw new RangeError(`not whole counts: ${JSON.stringify(table)}`);
  const extreme = likelihoods.filter((likelihood) => likelihood <= observed * tie);
  // Smallest first, so that the tail keeps its digits.
  return Math.min(
    1,
    extreme.toSorted().reduce((sum, likelihood) => sum + likelihood, 0),
  );
}

/**
 * Probabilities of each possible number of events among the exposed, from the least on, given the margins. By ratios of
 * neighbours outwards from the mode, which keeps relative accuracy without factorials.
 */
function hypergeometric(exposed: number, unexposed: number, events: number): Float64Array {
  const lowest = Math.max(0, events - unexposed);
  const highest = Math.min(exposed, events);
  const mode = Math.floor(((exposed + 1) * (events + 1)) / (exposed + unexposed + 2)) - lowest;
  /** P(k + 1) / P(k). */
  const ratio = (k: number): number => ((exposed - k) * (events - k)) / ((k + 1) * (unexposed - events + k + 1));
  const weights = new Float64Array(highest - lowest + 1);
  weights[mode] = 1;
  for (let i = mode, weight = 1; i < highest - lowest; i++) weights[i + 1] = weight *= ratio(lowest + i);
  for (let i = mode, weight = 1; i > 0; i--) weights[i - 1] = weight /= ratio(lowest + i - 1);
  const total = weights.toSorted().reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}
