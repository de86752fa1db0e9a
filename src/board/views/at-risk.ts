import type { Board, Evidence, Query, Verdict } from '../board';

/** A verdict, and the evidence it cites whose query no longer gives the answer that was judged. */
export type VerdictAtRisk = {
  readonly verdict: Verdict;
  readonly because: readonly { readonly evidence: Evidence; readonly query: Query }[];
};

/** The verdicts that cite evidence whose query drifted or failed when it was verified. */
export function atRisk(board: Board): readonly VerdictAtRisk[] {
  const queries = new Map(board.queries.map((query) => [query.id, query]));
  const shaken = new Map<string, { evidence: Evidence; query: Query }>();
  for (const evidence of board.evidence) {
    const query = queries.get(evidence.query);
    if (query?.verified && query.verified.as !== 'reproduced') shaken.set(evidence.id, { evidence, query });
  }
  return board.verdicts
    .map((verdict) => ({ verdict, because: verdict.cites.flatMap((id) => shaken.get(id) ?? []) }))
    .filter(({ because }) => because.length > 0);
}
