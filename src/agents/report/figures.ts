import { formatCount, formatMeasure, formatShare } from '../../base/format';
import type { Board, Hypothesis } from '../../board/board';
import type { Condition } from '../../board/claim';
import { measured, type Measured } from '../../board/views/measured';
import { describeCondition } from '../analysis/condition';
import { describeOutcome } from '../analysis/describe';

/** So many groups are told with their figures, and so many of a second order of them. */
const MOST_GROUPS = 6;
const MOST_AGAIN = 3;

type Arm = NonNullable<Measured['statistics']['arms']>[number];
type Figure = { readonly label: string; readonly arm: Arm; readonly evidence: Measured };

/**
 * The plain figures of the groups that the question compares, before anything is held fixed: shares or means, and totals first where
 * the outcome is added up. None where the hypotheses are not about the groups of one column.
 */
export function figuresOf(board: Board, main: readonly Hypothesis[], scope: string): readonly string[] {
  const [first] = main;
  const exposure = exposureOf(first);
  if (first?.claim?.kind !== 'effect' || exposure === undefined || !main.every((each) => isAmong(each, exposure)))
    return [];
  const { outcome, direction, unit = exposure.column.table } = first.claim;
  const figures = main.length === 1 ? bothOf(board, first) : main.flatMap((each) => ownOf(board, each));
  const [one] = figures;
  if (!one) return [];
  const sign = direction === 'lowers' ? 1 : -1;
  const by = (value: (arm: Arm) => number) => [...figures].sort((a, b) => sign * (value(a.arm) - value(b.arm)));
  const isShare = one.evidence.statistics.measure === 'risk difference';
  const means = by(({ value }) => value);
  const level = isShare ? formatShare : formatMeasure;
  const plain = listOf(means, ({ value }) => level(value), one.arm.total === undefined ? MOST_GROUPS : MOST_AGAIN);
  const start = scope === '' ? 'Plain figures' : `Plain figures ${scope.replace(/, $/, '')}`;
  if (one.arm.total === undefined)
    return [`${start}, ${isShare ? 'share with ' : ''}${describeOutcome(outcome)}: ${plain}.`];
  const totals = by(({ total = 0 }) => total);
  const differs = means[0]?.label !== totals[0]?.label ? ', where another leads' : '';
  return [
    `${start}, ${describeOutcome(outcome)} in total: ${listOf(totals, ({ total = 0 }) => formatMeasure(total))}; per row of ${unit}${differs}: ${plain}.`,
  ];
}

function listOf(ranked: readonly Figure[], value: (arm: Arm) => string, most = MOST_GROUPS): string {
  const told = ranked.slice(0, most).map(({ label, arm, evidence }) => `${label} ${value(arm)} [${evidence.id}]`);
  const more = ranked.length - told.length;
  return [...told, ...(more > 0 ? [`${formatCount(more)} more`] : [])].join(', ');
}

function ownOf(board: Board, hypothesis: Hypothesis): readonly Figure[] {
  const exposure = exposureOf(hypothesis);
  const evidence = crudeOf(board, hypothesis);
  const arm = evidence?.statistics.arms?.[0];
  return evidence && arm && exposure ? [{ label: labelOf(exposure), arm, evidence }] : [];
}

function bothOf(board: Board, hypothesis: Hypothesis): readonly Figure[] {
  const evidence = crudeOf(board, hypothesis);
  return evidence?.statistics.arms?.map((arm) => ({ label: arm.label, arm, evidence })) ?? [];
}

function crudeOf(board: Board, { id }: Hypothesis): Measured | undefined {
  return measured(board, id).findLast(
    ({ statistics, by }) => statistics.answers === 'crude' && statistics.arms !== undefined && by === `collector:${id}`,
  );
}

function exposureOf(hypothesis: Hypothesis | undefined): Condition | undefined {
  const claim = hypothesis?.claim;
  return claim?.kind === 'effect' && 'is' in claim.exposure ? claim.exposure : undefined;
}

function isAmong(hypothesis: Hypothesis, { column }: Condition): boolean {
  const own = exposureOf(hypothesis)?.column;
  return own?.table === column.table && own.column === column.column;
}

/** A word says what it is without its column; a number does not. */
function labelOf(exposure: Condition): string {
  const { is, named } = exposure;
  return named === undefined && typeof is === 'string' && /^\p{L}/u.test(is) ? is : describeCondition(exposure);
}
