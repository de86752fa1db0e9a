import type { Board, Evidence, Hypothesis, Query, Verdict } from '../src/board/board';

/** A record of a board, or a cell of a query's result. */
export type Referent =
  | { readonly kind: 'hypothesis'; readonly hypothesis: Hypothesis }
  | { readonly kind: 'evidence'; readonly evidence: Evidence }
  | { readonly kind: 'query'; readonly query: Query; readonly cell?: { readonly row: number; readonly column: number } }
  | { readonly kind: 'verdict'; readonly verdict: Verdict };

/** Finds ids in text: `H1`, `E12`, `Q3`, `V2`. */
export const RECORD_ID = /(?<![\p{L}\p{N}_./#-])[EHQV][1-9]\d*(?![\p{L}\p{N}_])/gu;

/** What a reference leads to: `H1`, `E2`, `Q4`, `V1`, or a cell, `Q4/0/2` (row and column from 0). undefined when it is not there. */
export function resolve(board: Board, reference: string): Referent | undefined {
  const [id = '', row, column] = reference.split('/');
  const withId = ({ id: each }: { readonly id: string }): boolean => each === id;
  switch (id.charAt(0)) {
    case 'H': {
      const hypothesis = board.hypotheses.find(withId);
      return hypothesis && { kind: 'hypothesis', hypothesis };
    }
    case 'E': {
      const evidence = board.evidence.find(withId);
      return evidence && { kind: 'evidence', evidence };
    }
    case 'V': {
      const verdict = board.verdicts.find(withId);
      return verdict && { kind: 'verdict', verdict };
    }
    case 'Q': {
      const query = board.queries.find(withId);
      if (query === undefined) return undefined;
      if (row === undefined || column === undefined) return { kind: 'query', query };
      return { kind: 'query', query, cell: { row: Number(row), column: Number(column) } };
    }
    default:
      return undefined;
  }
}
