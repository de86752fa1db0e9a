import type { Board, Evidence, Query, Verdict } from '../board';

/** A verdict, and the evidence it cites whose query no longer gives the answer that was judged. */
export type VerdictAtRisk = {
  readonly verdict: Verdict;
  readonly because: readonly { readonly evidence: Evidence; readonly query: Query }[];
};

/** The verdicts that cite evidence whose query drifted or failed when it was verified. */
export function atRisk(board: Board): readonly VerdictAtRisk[] {
  const drifted = new Map(driftedEvidence(board).map((each) => [each.evidence.id, each]));
  return board.verdicts
    .map((verdict) => ({ verdict, because: verdict.cites.flatMap((id) => drifted.get(id) ?? []) }))
    .filter(({ because }) => because.length > 0);
}

/** The evidence whose query no longer gives the answer that was recorded. */
export function driftedEvidence(board: Board): VerdictAtRisk['because'] {
  const drifted = new Map(
    board.queries.filter(({ verified }) => hasDrifted(verified)).map((query) => [query.id, query]),
  );
  return board.evidence.flatMap((evidence) => {
    const query = drifted.get(evidence.query);
    return query === undefined ? [] : [{ evidence, query }];
  });
}

/** The board without the evidence that drifted: what can still be relied on. */
export function withoutDrifted(board: Board): Board {
  const drifted = new Set(driftedEvidence(board).map(({ evidence }) => evidence));
  return drifted.size === 0 ? board : { ...board, evidence: board.evidence.filter((piece) => !drifted.has(piece)) };
}

function hasDrifted(verified: Query['verified']): boolean {
  return verified !== undefined && verified.as !== 'reproduced';
}
