import type { ClaimOf, Condition, Period } from '../../board/claim';
import type { Statistics } from '../../board/statistics';
import { Fault } from '../../base/fault';
import { formatMeasure, formatShare } from '../../base/format';
import { meanDifference, varianceOfMean, welchTest, type Summary } from '../../statistics/welch';
import { describeCondition } from '../analysis/condition';
import { addMonths, dayNumber, isoDay } from '../analysis/dates';
import { describeEstimate } from '../../board/views/estimate-text';
import { describeOutcome } from '../analysis/describe';
import { Keys } from '../analysis/keys';
import {
  activeDays,
  daily,
  daysIn,
  firstDays,
  longestGap,
  perDay,
  SeriesQueries,
  totalOf,
  type Day,
  type Levels,
} from '../analysis/series';
import type { DataReader } from '../roles';
import { checkArtefact } from './check-artefact';
import type { OperatorFinding } from './operator';

/** With fewer days with rows than this in both periods, the data are not daily. */
const LEAST_ACTIVE_DAYS = 5;

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
  const findings = [coverageGate(claim.to, covered, last, coverage)];
  if (daysIn(covered) < 2) return findings;
  // Days before the data begin hold nothing, not 0.
  const begun = { ...claim.from, start: first > claim.from.start ? first : claim.from.start };
  if (daysIn(begun) < 2) throw new Fault(`the data begin on ${first}: there is no earlier period to compare with`);
  const before = daysIn(covered) < daysIn(claim.to) ? firstDays(begun, daysIn(covered)) : begun;
  const spans = { days, before, after: covered };
  // Data dated by the week or month say nothing by the day: their rows are compared instead.
  const coarse = Math.max(activeDays(days, before), activeDays(days, covered)) < LEAST_ACTIVE_DAYS;
  const levels = coarse
    ? { ...(await queries.perRow(before, covered, claim.explainedBy)), each: 'row' as const }
    : { ...daily(days, before, covered), query, each: 'day' as const };
  if (claim.explainedBy) findings.push(contribution(claim, claim.explainedBy, levels));
  else {
    findings.push(change(claim, name, spans, levels));
    findings.push(...(await seasonal(claim, queries, name, first, { before, after: covered })));
  }
  return findings;
}

/** The data gate of a change: a later period that the data do not cover looks low. */
function coverageGate(period: Period, covered: Period, last: string, query: OperatorFinding['query']): OperatorFinding {
  const [have, want] = [Math.max(0, daysIn(covered)), daysIn(period)];
  const passed = have === want;
  return {
    query,
    fact: passed
      ? `The data go on to ${last}: all ${want} days from ${period.start} are covered.`
      : `The data end on ${last}: of the ${want} days from ${period.start}, only ${have} are covered.`,
    statistics: {
      answers: 'gate',
      method: 'coverage of the period by dates',
      measure: 'count',
      estimate: have,
      n: want,
      passed,
    },
    relation: passed ? 'neutral' : 'contradicts',
    note: passed
      ? 'the later period is whole'
      : 'the later period is cut off: its total cannot be compared with a whole one',
    attack: 'data gate',
  };
}

/** The part of a period that the data cover: a last stretch longer than any usual gap is cut off. */
export function coveredPart(period: Period, first: string, last: string, gap: number): Period {
  const end = dayNumber(period.end);
  const covered = dayNumber(last) + 1;
  const start = Math.max(dayNumber(period.start), dayNumber(first));
  return { start: isoDay(start), end: isoDay(end - covered >= Math.max(2, gap) ? Math.max(covered, start) : end) };
}

type Spans = { days: readonly Day[]; before: Period; after: Period };
type Compared = Levels & { readonly query: OperatorFinding['query']; readonly each: 'day' | 'row' };

function change(
  claim: ClaimOf<'change'>,
  name: string,
  { days, before, after }: Spans,
  { inside: { earlier, later }, query, each }: Compared,
): OperatorFinding {
  const test = welchTest(later, earlier);
  const totals = `${formatMeasure(totalOf(days, before))} in ${daysIn(before)} days from ${before.start}, ${formatMeasure(totalOf(days, after))} in ${daysIn(after)} days from ${after.start}`;
  const statistics: Statistics = test
    ? {
        answers: 'change',
        method: each === 'day' ? 'difference of daily totals, Welch' : 'difference of the rows’ means, Welch',
        measure: each === 'day' ? 'rate per day' : 'mean difference',
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
  const told = test ? `: ${describeEstimate('mean', test)} a ${each}` : '';
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
    note:
      each === 'day' ? 'equal spans of days compared by their daily totals' : 'the two periods compared by their rows',
  };
}

/** Whether a part changed more than the rest did: the rest is its control. */
function contribution(
  claim: ClaimOf<'change'>,
  condition: Condition,
  { inside, outside, query, each }: Compared,
): OperatorFinding {
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
  // Means a day add up over parts; means a row only after counting the rows.
  const total = ({ n, mean }: Summary): number => (each === 'day' ? mean : n * mean);
  const own = total(inside.later) - total(inside.earlier);
  const whole = own + total(outside.later) - total(outside.earlier);
  const share = whole === 0 ? 0 : own / whole;
  const level = total(inside.earlier);
  const basis = level / Math.max(1e-12, level + total(outside.earlier));
  const statistics: Statistics = {
    answers: 'contribution',
    method: 'change of a part against the change that the rest predicts for it, daily totals',
    measure: each === 'day' ? 'rate per day' : 'mean difference',
    ...(test ? estimateOf(test, meanDifference(estimate, parts, 0.9)?.interval) : { estimate }),
    n: inside.earlier.n + inside.later.n,
    margin:
      MARGIN_SHARE * Math.abs(inside.later.mean - inside.earlier.mean + outside.later.mean - outside.earlier.mean),
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
    fact: `${describeCondition(condition)} makes up ${formatShare(share)} of the change and ${formatShare(basis)} of the level before; beyond what the rest did it changed by ${test ? describeEstimate('mean', test) : formatMeasure(estimate)} a ${each}.`,
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
