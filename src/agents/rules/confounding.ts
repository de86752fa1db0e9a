import type { Board, Hypothesis, VerdictStatus } from '../../board/board';
import { bounded } from './confidence';
import { nothingMeasured } from './effect';
import { measured, primaryOf } from '../../board/views/measured';
import type { Finding } from './finding';

/** "Z distorts the comparison": tied to exposure and outcome, and moving the standardised difference when it is held fixed. */
export function judgeConfounding(board: Board, hypothesis: Hypothesis): Finding {
  const deciding = primaryOf(board, hypothesis);
  if (!deciding) return nothingMeasured('the comparison with the suspected confounder held fixed');
  const { statistics } = deciding;
  const { crude = 0, estimate, interval, margin = 0, unsupported } = statistics;
  const shift = Math.abs(estimate - crude);
  const still = shift < Math.max(0.1 * Math.abs(crude), 0.25 * margin);
  const status: VerdictStatus =
    unsupported !== undefined
      ? 'inconclusive'
      : statistics.passed
        ? 'supported'
        : still
          ? 'contradicted'
          : 'inconclusive';
  return {
    status,
    confidence: bounded(
      status === 'supported'
        ? 1 - Math.max(statistics.ties?.exposure ?? 1, statistics.ties?.outcome ?? 1) / 2
        : status === 'contradicted'
          ? 0.1
          : 0.5,
      status,
    ),
    rule:
      status === 'supported'
        ? `tied to exposure and outcome; holding it fixed ${whatChanges(crude, estimate, interval)}`
        : status === 'contradicted'
          ? 'holding it fixed changes the difference by less than a tenth'
          : `not shown: ${unsupported ?? 'the ties are unsure'}`,
    rationale: deciding.fact,
    cites: [
      deciding.id,
      ...measured(board, hypothesis.id)
        .map(({ id }) => id)
        .filter((id) => id !== deciding.id),
    ],
    missing: [],
  };
}

function whatChanges(crude: number, estimate: number, interval: readonly [number, number] | undefined): string {
  const excludes = interval !== undefined && (interval[0] > 0 || interval[1] < 0);
  if (Math.sign(crude) !== Math.sign(estimate) && excludes) return 'reverses the difference';
  if (!excludes) return 'leaves no clear difference';
  return Math.abs(estimate) < Math.abs(crude) ? 'makes the difference smaller' : 'makes the difference larger';
}
