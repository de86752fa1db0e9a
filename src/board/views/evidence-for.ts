import type { Board, Evidence, Link } from '../board';

export type LinkedEvidence = { readonly evidence: Evidence; readonly link: Link };

/** The evidence on one hypothesis by what it says, in order of its ids; each piece stands once a side. */
export type Sides = {
  readonly supports: readonly LinkedEvidence[];
  readonly contradicts: readonly LinkedEvidence[];
  readonly neutral: readonly LinkedEvidence[];
};

export type Counts = { readonly supports: number; readonly contradicts: number; readonly neutral: number };

/** What the evidence says on each hypothesis; every hypothesis has an entry. */
export function evidenceFor(board: Board): ReadonlyMap<string, Sides> {
  const evidence = new Map(board.evidence.map((piece) => [piece.id, piece]));
  const sides = new Map(
    board.hypotheses.map(({ id }) => [
      id,
      {
        supports: new Map<string, LinkedEvidence>(),
        contradicts: new Map<string, LinkedEvidence>(),
        neutral: new Map<string, LinkedEvidence>(),
      },
    ]),
  );
  for (const link of board.links) {
    const piece = evidence.get(link.from);
    if (piece === undefined || link.relation === 'leads-to') continue;
    sides.get(link.to)?.[link.relation].set(piece.id, { evidence: piece, link });
  }
  return new Map(
    [...sides].map(([id, { supports, contradicts, neutral }]) => [
      id,
      { supports: [...supports.values()], contradicts: [...contradicts.values()], neutral: [...neutral.values()] },
    ]),
  );
}

/** How many pieces of evidence are on each side; what repeats another piece does not count. */
export function countsOf(sides: Sides): Counts {
  const count = (side: readonly LinkedEvidence[]): number =>
    side.filter(({ evidence }) => evidence.redundantWith === undefined).length;
  return { supports: count(sides.supports), contradicts: count(sides.contradicts), neutral: count(sides.neutral) };
}
