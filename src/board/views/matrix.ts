import type { Board, Evidence, Hypothesis, Link } from '../board';

/** The analysis of competing hypotheses as a table: a row a piece of evidence, a column a hypothesis. */
export type Matrix = {
  readonly hypotheses: readonly Hypothesis[];
  readonly rows: readonly {
    readonly evidence: Evidence;
    /** As many as there are hypotheses; undefined where the evidence says nothing on one. The latest link counts. */
    readonly cells: readonly (Link | undefined)[];
  }[];
};

export function matrix(board: Board): Matrix {
  const links = new Map(board.links.map((link) => [`${link.from} ${link.to}`, link]));
  return {
    hypotheses: board.hypotheses,
    rows: board.evidence.map((evidence) => ({
      evidence,
      cells: board.hypotheses.map(({ id }) => links.get(`${evidence.id} ${id}`)),
    })),
  };
}
