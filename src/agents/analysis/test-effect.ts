import type { ClaimOf } from '../../board/claim';
import type { Statistics } from '../../board/statistics';
import { formatCount, formatList } from '../../base/format';
import { isEquivalent } from '../../statistics/equivalence';
import type { OperatorFinding } from '../tools/operator';
import type { Adjustment, Screened } from './adjust';
import { checkUnits } from './check-units';
import { mayMediate } from './covariates';
import { describeEstimate, formatDifference } from '../../board/views/estimate-text';
import type { GroupComparison } from './group-comparison';
import type { Contrast } from './strata';

type Direction = ClaimOf<'effect'>['direction'];

/** A directional claim: units checked, crude, confounders screened, adjusted for them jointly. */
export async function testEffect(run: GroupComparison, direction: Direction): Promise<readonly OperatorFinding[]> {
  const start = await run.crude();
  if (!start.contrast) return [run.nothingToCompare(start.from)];
  const adjustment = await run.adjust(start.contrast, start.margin);
  const heterogeneity = adjustment && strongestHeterogeneity(adjustment.screened);
  const judged = (statistics: Statistics): Pick<OperatorFinding, 'relation' | 'note'> =>
    relationTo(direction, statistics);
  const primary = adjustment?.joint === undefined;
  const crude = { ...start.statistics, primary, ...(primary && heterogeneity && { heterogeneity }) };
  const findings: OperatorFinding[] = [
    { query: start.from.query, fact: start.fact, statistics: crude, ...judged(crude) },
  ];
  findings.push(await checkUnits(run));
  if (!adjustment) return findings;
  findings.push(screenFinding(run, adjustment, start.statistics));
  if (adjustment.joint) {
    const statistics = adjustedStatistics(run, adjustment, start.contrast, start.margin, heterogeneity);
    const names = adjustment.joint.covariates.map(({ label }) => label);
    const arms = run.arms(adjustment.joint.contrast);
    const dropped = statistics.strata?.unitsDropped ?? 0;
    const left = dropped > 0 ? ` ${formatCount(dropped)} in strata too small to compare are left out.` : '';
    findings.push({
      query: adjustment.joint.from.query,
      fact: `Adjusted for ${formatList(names)}, ${arms}: ${describeEstimate(run.measure, adjustment.joint.contrast)}; crude it was ${formatDifference(run.measure, start.contrast.estimate)}.${left}`,
      statistics,
      ...judged(statistics),
      attack: 'confounder split',
    });
  }
  return findings;
}

function adjustedStatistics(
  run: GroupComparison,
  adjustment: Adjustment,
  crude: Contrast,
  margin: number,
  heterogeneity: Statistics['heterogeneity'],
): Statistics {
  const { joint } = adjustment;
  if (!joint) throw new Error('nothing to adjust for');
  const mediators = joint.covariates.filter((covariate) => mayMediate(covariate, run.queries.comparison.exposure));
  return {
    answers: 'adjusted',
    ...run.numbers(joint.contrast, margin, joint.from),
    ...run.support(joint.from),
    primary: true,
    adjustedFor: joint.covariates.map(({ label }) => label),
    ...(mediators.length > 0 && { mediators: mediators.map(({ label }) => label) }),
    ...(joint.contrast.strata && { strata: joint.contrast.strata }),
    ...(heterogeneity && { heterogeneity }),
    crude: crude.estimate,
  };
}

function screenFinding(run: GroupComparison, adjustment: Adjustment, crude: Statistics): OperatorFinding {
  const { screened, unread, screenQuery, joint } = adjustment;
  const movers = screened.filter(({ confounds }) => confounds).sort((a, b) => Math.abs(b.shift) - Math.abs(a.shift));
  const told = movers
    .slice(0, 5)
    .map(
      ({ covariate, adjusted }) => `${covariate.label} (to ${formatDifference(run.measure, adjusted?.estimate ?? 0)})`,
    );
  const found =
    movers.length === 0
      ? 'none is tied to both and moves the difference'
      : `these move the difference: ${formatList(told)}`;
  return {
    query: screenQuery,
    fact: `Of ${formatCount(screened.length)} ${screened.length === 1 ? 'covariate' : 'covariates'} held fixed one at a time, ${found}.${unread > 0 ? ` ${unread} more could not be read whole.` : ''}`,
    statistics: {
      answers: 'confounding',
      method: 'each covariate alone: chi-square with exposure and outcome, standardised difference',
      measure: run.measure,
      estimate: crude.estimate,
      n: crude.n,
      adjustedFor: movers.map(({ covariate }) => covariate.label),
      looks: screened.length,
      alone: movers.map(({ covariate, adjusted }) => ({ by: covariate.label, estimate: adjusted?.estimate ?? 0 })),
    },
    relation: 'neutral',
    note: joint
      ? `adjusted for ${formatList(joint.covariates.map(({ label }) => label))} below`
      : 'nothing here explains the difference away',
    attack: 'confounder screen',
  };
}

/** Whether an estimate speaks for a directional claim, by its 95 % interval. */
export function relationTo(
  direction: Direction,
  { interval, interval90, margin, estimate }: Statistics,
): Pick<OperatorFinding, 'relation' | 'note'> {
  if (!interval) return { relation: 'neutral', note: 'no interval' };
  const sign = interval[0] > 0 ? 'raises' : interval[1] < 0 ? 'lowers' : undefined;
  const equal = interval90 !== undefined && margin !== undefined && isEquivalent(interval90, margin);
  if (equal && (direction === 'none' || sign === undefined)) {
    const note = 'the 90 % interval lies within the margin: no difference that matters';
    return { relation: direction === 'none' ? 'supports' : 'contradicts', note };
  }
  if (sign === undefined) {
    return { relation: 'neutral', note: 'the 95 % interval contains no effect' };
  }
  if (direction === 'none') return { relation: 'contradicts', note: 'the 95 % interval excludes no effect' };
  if (direction === 'differs' || direction === sign)
    return { relation: 'supports', note: 'the 95 % interval excludes no effect, as claimed' };
  return {
    relation: 'contradicts',
    note: `the 95 % interval excludes no effect, the other way (${estimate > 0 ? 'higher' : 'lower'})`,
  };
}

function strongestHeterogeneity(screened: readonly Screened[]): Statistics['heterogeneity'] {
  const tested = screened.flatMap(({ covariate, heterogeneity }) =>
    heterogeneity ? [{ by: covariate.label, ...heterogeneity }] : [],
  );
  const strongest = tested.sort((a, b) => a.adjustedP - b.adjustedP || a.p - b.p)[0];
  return (
    strongest && {
      by: strongest.by,
      method: strongest.method,
      p: strongest.p,
      adjustedP: strongest.adjustedP,
      qualitative: strongest.qualitative,
    }
  );
}
