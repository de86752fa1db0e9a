import type { Board, Evidence, Hypothesis, Link } from '../board';

/** The analysis of competing hypotheses as a table: a row a piece of evidence, a column a hypothesis. */
export type Matrix = {
  readonly hypotheses: readonly Hypothesis[];
  readonly evidence: readonly Evidence[];
  /** What a piece of evidence says on a hypothesis, the latest link; undefined when nothing. Most cells are empty: they are never all made. */
  readonly linkBetween: (evidence: string, hypothesis: string) => Link | undefined;
};

export function matrix(board: Board): Matrix {
  const links = new Map(board.links.map((link) => [`${link.from} ${link.to}`, link]));
  return {
    hypotheses: board.hypotheses,
    evidence: board.evidence,
    linkBetween: (evidence, hypothesis) => links.get(`${evidence} ${hypothesis}`),
  };
}
