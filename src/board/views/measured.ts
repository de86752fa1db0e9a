import type { Board, Evidence, Hypothesis } from '../board';
import type { Statistics } from '../statistics';

export type Measured = Evidence & { readonly statistics: Statistics };

/** Evidence that bears on a hypothesis, redundant pieces left out, in the order of recording. */
export function evidenceOn(board: Board, hypothesis: string): readonly Evidence[] {
  const linked = new Set(
    board.links.filter(({ to, relation }) => to === hypothesis && relation !== 'leads-to').map(({ from }) => from),
  );
  return board.evidence.filter(({ id, redundantWith }) => linked.has(id) && redundantWith === undefined);
}

/** The part of it that an operator computed. */
export function measured(board: Board, hypothesis: string): readonly Measured[] {
  return evidenceOn(board, hypothesis).filter((evidence): evidence is Measured => evidence.statistics !== undefined);
}

/** The test that decides a hypothesis: its pre-planned one, the latest where it was collected again. */
export function primaryOf(board: Board, hypothesis: Hypothesis): Measured | undefined {
  return measured(board, hypothesis.id).findLast(
    ({ statistics, by }) => statistics.primary === true && by === `collector:${hypothesis.id}`,
  );
}

/** What was done to refute a hypothesis. */
export function attacksOn(board: Board, hypothesis: string): readonly Evidence[] {
  return evidenceOn(board, hypothesis).filter(({ attack }) => attack !== undefined);
}
