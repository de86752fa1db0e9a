import type { Board, Hypothesis, VerdictStatus } from '../../board/board';
import type { Statistics } from '../../board/statistics';
import { normalQuantile, normalTwoSided } from '../../statistics/normal';
import { primaryOf, type Measured } from '../../board/views/measured';
import { judgeByRule } from '../rules/judge';

/*
 * What the rules would say if the evidence were different. The rules themselves are asked, so what is told of them here is never
 * out of step with what they do.
 */

/** A hypothesis that the rules can judge, as the board was when it was judged. */
export type Case = {
  readonly board: Board;
  readonly hypothesis: Hypothesis;
  readonly status: VerdictStatus;
  readonly deciding: Measured | undefined;
};

/** Where a quantity changes the verdict first, and what it becomes there. */
export type Turn = { readonly at: number; readonly becomes: VerdictStatus };

/** undefined for a claim that no rule reads. */
export function caseOf(board: Board, hypothesis: Hypothesis): Case | undefined {
  // What drifted since counts here: it is what the verdict rests on.
  const judged = { ...board, queries: board.queries.map(({ verified: _, ...query }) => query) };
  const finding = judgeByRule(judged, hypothesis);
  return finding && { board: judged, hypothesis, status: finding.status, deciding: primaryOf(judged, hypothesis) };
}

/** The verdict without one piece of evidence. */
export function statusWithout({ board, hypothesis, status }: Case, evidence: string): VerdictStatus {
  const rest = { ...board, evidence: board.evidence.filter(({ id }) => id !== evidence) };
  return judgeByRule(rest, hypothesis)?.status ?? status;
}

/** The smallest move of the deciding estimate, in standard errors, that changes the verdict; its precision stays. */
export function turnByEstimate(situation: Case, direction: 1 | -1): Turn | undefined {
  const statistics = situation.deciding?.statistics;
  if (!statistics?.standardError || !statistics.interval) return undefined;
  const { standardError, estimate } = statistics;
  const farthest = Math.abs(estimate) / standardError + 8;
  return firstTurn(situation, farthest, (distance) => (own) => moved(own, direction * distance * standardError));
}

/** How many times the units, with the same estimate, would change the verdict; up to a thousand. */
export function turnByMoreUnits(situation: Case): Turn | undefined {
  const turn = firstTurn(situation, 3, (power) => (own) => sharpened(own, 10 ** power));
  return turn && { ...turn, at: 10 ** turn.at };
}

/** The p-value at which the correction for several tests changes the verdict, all else equal. */
export function turnByP(situation: Case, direction: 1 | -1): Turn | undefined {
  const own = situation.deciding?.statistics.p;
  if (own === undefined || own <= 0 || own > 1) return undefined;
  const start = Math.log10(own);
  const farthest = direction > 0 ? -start : 12;
  const turn = firstTurn(situation, farthest, (powers) => (from) => ({
    ...from,
    p: 10 ** (start + direction * powers),
  }));
  return turn && { ...turn, at: 10 ** (start + direction * turn.at) };
}

/** The equivalence margin at which the verdict changes, in the measure's unit. */
export function turnByMargin(situation: Case, margin: number, direction: 1 | -1): Turn | undefined {
  const farthest = direction > 0 ? 9 * margin : margin;
  const turn = firstTurn(situation, farthest, (change) => (own) => ({ ...own, margin: margin + direction * change }));
  return turn && { ...turn, at: margin + direction * turn.at };
}

const STEPS = 64;
const HALVINGS = 30;
/** Of a step. What turns for less than this is rounding: an interval and a p-value that part in their last digits. */
const SLIVER = 0.01;

/** Goes from nothing to the farthest change in even steps, then halves the step in which the verdict turns. */
function firstTurn(
  situation: Case,
  farthest: number,
  change: (amount: number) => (own: Statistics) => Statistics,
): Turn | undefined {
  const statusAt = (amount: number): VerdictStatus => statusWith(situation, change(amount));
  for (let step = 1; step <= STEPS; step++) {
    let above = (farthest * step) / STEPS;
    if (statusAt(above) === situation.status) continue;
    let below = (farthest * (step - 1)) / STEPS;
    for (let halving = 0; halving < HALVINGS; halving++) {
      const middle = (below + above) / 2;
      if (statusAt(middle) === situation.status) below = middle;
      else above = middle;
    }
    const becomes = statusAt(above + (SLIVER * farthest) / STEPS);
    if (becomes !== situation.status) return { at: above, becomes };
  }
  return undefined;
}

function statusWith({ board, hypothesis, deciding, status }: Case, change: (own: Statistics) => Statistics) {
  if (deciding === undefined) return status;
  const changed = { ...deciding, statistics: change(deciding.statistics) };
  const evidence = board.evidence.map((piece) => (piece.id === deciding.id ? changed : piece));
  return judgeByRule({ ...board, evidence }, hypothesis)?.status ?? status;
}

function moved(own: Statistics, by: number): Statistics {
  const z = zOf(own) + by / (own.standardError || Infinity);
  return {
    ...own,
    estimate: own.estimate + by,
    ...(own.interval && { interval: [own.interval[0] + by, own.interval[1] + by] }),
    ...(own.interval90 && { interval90: [own.interval90[0] + by, own.interval90[1] + by] }),
    ...(own.p !== undefined && { p: normalTwoSided(z) }),
  };
}

function sharpened(own: Statistics, times: number): Statistics {
  const { estimate, standardError, interval, interval90 } = own;
  const nearer = ([lower, upper]: readonly [number, number]): [number, number] => [
    estimate + (lower - estimate) / Math.sqrt(times),
    estimate + (upper - estimate) / Math.sqrt(times),
  ];
  return {
    ...own,
    n: own.n * times,
    ...(standardError !== undefined && { standardError: standardError / Math.sqrt(times) }),
    ...(interval && { interval: nearer(interval) }),
    ...(interval90 && { interval90: nearer(interval90) }),
    ...(own.p !== undefined && { p: normalTwoSided(zOf(own) * Math.sqrt(times)) }),
  };
}

/** The normal score that the p-value stands for, with the estimate's sign. */
function zOf({ p = 1, estimate }: Statistics): number {
  return -Math.sign(estimate) * normalQuantile(Math.min(1, Math.max(p, 1e-300)) / 2);
}
