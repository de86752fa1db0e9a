import type { Board, Hypothesis, HypothesisStatus, Verdict } from '../board';

/** `untested`: the investigation ended before anyone judged it. */
export type Standing = HypothesisStatus | 'untested';

/** In the order in which a reader looks for them. */
export const STANDINGS: readonly Standing[] = [
  'supported',
  'contradicted',
  'inconclusive',
  'investigating',
  'open',
  'untested',
  'abandoned',
];

/** The latest verdict on a hypothesis: the one that stands. */
export function standingVerdict(board: Board, hypothesis: string): Verdict | undefined {
  return board.verdicts.findLast((verdict) => verdict.hypothesis === hypothesis);
}

/** How a hypothesis is shown: while nobody works on the board, what is open or under investigation stands as it was last judged. */
export function standing(board: Board, { id, status }: Hypothesis): Standing {
  if (board.investigation.status === 'running' || (status !== 'open' && status !== 'investigating')) return status;
  return standingVerdict(board, id)?.status ?? 'untested';
}

/** The hypotheses that the investigation left without a verdict. */
export function untested(board: Board): readonly Hypothesis[] {
  return board.hypotheses.filter((hypothesis) => standing(board, hypothesis) === 'untested');
}
