import type { ClaimOf, Condition, Period } from '../../board/claim';
import type { Statistics } from '../../board/statistics';
import { Fault } from '../../base/fault';
import { formatMeasure, formatShare } from '../../base/format';
import { meanDifference, varianceOfMean, welchTest, type Summary } from '../../statistics/welch';
import { describeCondition } from '../analysis/condition';
import { addMonths, dayNumber, isoDay } from '../analysis/dates';
import { describeEstimate, describeOutcome } from '../analysis/describe';
import { Keys } from '../analysis/keys';
import { daysIn, firstDays, longestGap, perDay, SeriesQueries, totalOf, type Day } from '../analysis/series';
import type { DataReader } from '../roles';
import { checkArtefact } from './check-artefact';
import type { OperatorFinding } from './operator';

/** A change of less than this share of the earlier level counts as none. */
const MARGIN_SHARE = 0.1;

/**
 * Checks whether an outcome really rose or fell between two periods (is the later one whole? do equal spans differ by more than
 * days differ? did the same happen a year before?), and how much of the change a part of the data explains.
 * @throws Fault for a column without dates, or periods too long to follow by day
 */
export async function explainChange(
  claim: ClaimOf<'change' | 'artefact'>,
  data: DataReader,
  signal: AbortSignal,
): Promise<readonly OperatorFinding[]> {
  if (claim.kind === 'artefact') return checkArtefact(claim, data, signal);
  const queries = new SeriesQueries(claim, new Keys(data.schema, data), data, signal);
  const { first, last, query: coverage } = await queries.coverage();
  const { days, query } = await queries.daily({ start: claim.from.start, end: claim.to.end }, claim.explainedBy);
  const gap = longestGap(days);
  const covered = coveredPart(claim.to, first, last, gap);
  const name = describeOutcome(claim.outcome);
  const findings: OperatorFinding[] = [];
  if (daysIn(covered) < daysIn(claim.to)) {
    findings.push({
      query: coverage,
      fact: `The data end on ${last}: of the ${daysIn(claim.to)} days from ${claim.to.start}, only ${Math.max(0, daysIn(covered))} are covered.`,
      statistics: {
        answers: 'gate',
        method: 'coverage of the period by dates',
        measure: 'count',
        estimate: Math.max(0, daysIn(covered)),
        n: daysIn(claim.to),
        passed: false,
      },
      relation: 'contradicts',
      note: 'the later period is cut off: its total cannot be compared with a whole one',
      attack: 'data gate',
    });
  }
  if (daysIn(covered) < 2) return findings;
  // Days before the data begin hold nothing, not 0.
  const begun = { ...claim.from, start: first > claim.from.start ? first : claim.from.start };
  if (daysIn(begun) < 2) throw new Fault(`the data begin on ${first}: there is no earlier period to compare with`);
  const before = daysIn(covered) < daysIn(claim.to) ? firstDays(begun, daysIn(covered)) : begun;
  if (claim.explainedBy) findings.push(contribution(claim, claim.explainedBy, { query, days, before, after: covered }));
  else {
    findings.push(change(claim, name, { query, days, before, after: covered }));
    findings.push(...(await seasonal(claim, queries, name, first, { before, after: covered })));
  }
  return findings;
}

/** The part of a period that the data cover: a last stretch longer than any usual gap is cut off. */
export function coveredPart(period: Period, first: string, last: string, gap: number): Period {
  const end = dayNumber(period.end);
  const covered = dayNumber(last) + 1;
  const start = Math.max(dayNumber(period.start), dayNumber(first));
  return { start: isoDay(start), end: isoDay(end - covered >= Math.max(2, gap) ? Math.max(covered, start) : end) };
}

type Spans = { query: OperatorFinding['query']; days: readonly Day[]; before: Period; after: Period };

function change(claim: ClaimOf<'change'>, name: string, { query, days, before, after }: Spans): OperatorFinding {
  const [earlier, later] = [perDay(days, before), perDay(days, after)];
  const test = welchTest(later, earlier);
  const totals = `${formatMeasure(totalOf(days, before))} in ${daysIn(before)} days from ${before.start}, ${formatMeasure(totalOf(days, after))} in ${daysIn(after)} days from ${after.start}`;
  const statistics: Statistics = test
    ? {
        answers: 'change',
        method: 'difference of daily totals, Welch',
        measure: 'rate per day',
        ...estimateOf(test, welchTest(later, earlier, 0.9)?.interval),
        n: earlier.n + later.n,
        margin: MARGIN_SHARE * Math.abs(earlier.mean),
        arms: [spanOf(after, later, totalOf(days, after)), spanOf(before, earlier, totalOf(days, before))],
        primary: true,
      }
    : {
        answers: 'change',
        method: 'none',
        measure: 'rate per day',
        estimate: later.mean - earlier.mean,
        n: earlier.n + later.n,
        primary: true,
        passed: false,
        unsupported: 'the days do not vary',
      };
  const told = test ? `: ${describeEstimate('mean', test)} a day` : '';
  const towards = claim.direction === 'rose' ? 1 : -1;
  const [lower = 0, upper = 0] = statistics.interval ?? [];
  return {
    query,
    fact: `The ${name} was ${totals}${told}.`,
    statistics,
    relation:
      towards * (towards > 0 ? lower : upper) > 0
        ? 'supports'
        : towards * (towards > 0 ? upper : lower) < 0
          ? 'contradicts'
          : 'neutral',
    note: 'equal spans of days compared by their daily totals',
  };
}

/** Whether a part changed more than the rest did: the rest is its control. */
function contribution(
  claim: ClaimOf<'change'>,
  condition: Condition,
  { query, days, before, after }: Spans,
): OperatorFinding {
  const arms = (side: 'inside' | 'outside') => ({
    earlier: perDay(days, before, side),
    later: perDay(days, after, side),
  });
  const [inside, outside] = [arms('inside'), arms('outside')];
  const weight = outside.earlier.mean === 0 ? 0 : inside.earlier.mean / outside.earlier.mean;
  const estimate = inside.later.mean - inside.earlier.mean - weight * (outside.later.mean - outside.earlier.mean);
  const parts = [
    { summary: inside.later, weight: 1 },
    { summary: inside.earlier, weight: 1 },
    { summary: outside.later, weight },
    { summary: outside.earlier, weight },
  ].map(({ summary, weight: share }) => ({
    variance: share ** 2 * (varianceOfMean(summary) ?? 0),
    degrees: Math.max(1, summary.n - 1),
  }));
  const test = meanDifference(estimate, parts, 0.95);
  const own = inside.later.mean - inside.earlier.mean;
  const whole = own + outside.later.mean - outside.earlier.mean;
  const share = whole === 0 ? 0 : own / whole;
  const basis = inside.earlier.mean / Math.max(1e-12, inside.earlier.mean + outside.earlier.mean);
  const statistics: Statistics = {
    answers: 'contribution',
    method: 'change of a part against the change that the rest predicts for it, daily totals',
    measure: 'rate per day',
    ...(test ? estimateOf(test, meanDifference(estimate, parts, 0.9)?.interval) : { estimate }),
    n: inside.earlier.n + inside.later.n,
    margin: MARGIN_SHARE * Math.abs(whole),
    primary: true,
    crude: share,
    arms: [
      { label: 'share of the change', n: inside.later.n, value: share },
      { label: 'share of the level before', n: inside.earlier.n, value: basis },
    ],
    ...(!test && { passed: false, unsupported: 'the days do not vary' }),
  };
  const towards = claim.direction === 'rose' ? 1 : -1;
  const more = test !== undefined && towards * test.estimate > 0 && test.p <= 0.05;
  return {
    query,
    fact: `${describeCondition(condition)} makes up ${formatShare(share)} of the change and ${formatShare(basis)} of the level before; beyond what the rest did it changed by ${test ? describeEstimate('mean', test) : formatMeasure(estimate)} a day.`,
    statistics,
    relation:
      more && share >= 0.5
        ? 'supports'
        : test && towards * test.estimate < 0 && test.p <= 0.05
          ? 'contradicts'
          : 'neutral',
    note: more ? 'it changed more than the rest did' : 'it did not change more than the rest did, beyond chance',
    attack: 'the rest as a control',
  };
}

/** The same periods one year earlier, where the data reach back: a change that comes every year needs no other cause. */
async function seasonal(
  claim: ClaimOf<'change'>,
  queries: SeriesQueries,
  name: string,
  first: string,
  spans: { before: Period; after: Period },
): Promise<OperatorFinding[]> {
  const yearBefore = (period: Period): Period => ({
    start: addMonths(period.start, -12),
    end: addMonths(period.end, -12),
  });
  const [before, after] = [yearBefore(spans.before), yearBefore(spans.after)];
  if (before.start < first) return [];
  const { query, days } = await queries.daily({ start: before.start, end: after.end });
  const [earlier, later] = [perDay(days, before), perDay(days, after)];
  const test = welchTest(later, earlier);
  if (!test) return [];
  const towards = claim.direction === 'rose' ? 1 : -1;
  const same = towards * test.estimate > 0 && test.p <= 0.05;
  return [
    {
      query,
      fact: `One year earlier the ${name} went from ${formatMeasure(earlier.mean)} to ${formatMeasure(later.mean)} a day (${describeEstimate('mean', test)}).`,
      statistics: {
        arms: [spanOf(after, later, totalOf(days, after)), spanOf(before, earlier, totalOf(days, before))],
        answers: 'change',
        method: 'the same season one year earlier, Welch',
        measure: 'rate per day',
        ...estimateOf(test),
        n: earlier.n + later.n,
      },
      relation: 'neutral',
      note: same
        ? 'the same change came a year before: the season may explain it'
        : 'no such change a year before: the season does not explain it',
      attack: 'same season a year before',
    },
  ];
}

function spanOf({ start }: Period, { n, mean }: Summary, total: number) {
  return { label: `from ${start}`, n, events: total, value: mean };
}

function estimateOf(
  test: { estimate: number; interval: readonly [number, number]; standardError: number; p: number },
  narrow?: readonly [number, number],
) {
  return {
    estimate: test.estimate,
    interval: [test.interval[0], test.interval[1]] as [number, number],
    ...(narrow && { interval90: [narrow[0], narrow[1]] as [number, number] }),
    standardError: test.standardError,
    p: test.p,
  };
}
