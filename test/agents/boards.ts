import type { Board, Evidence, Hypothesis, Link, Query } from '../../src/board/board';
import type { Claim, ClaimOf } from '../../src/board/claim';
import type { Statistics } from '../../src/board/statistics';
import { emptyBoard } from '../../src/board/reduce';
import { hypothesis, query, sampleInvestigation } from '../board/sample';

/** Evidence for one hypothesis, as a test writes it. */
export type Piece = {
  readonly statistics?: Statistics;
  readonly fact?: string;
  readonly relation?: Link['relation'];
  readonly attack?: string;
  /** The collector of which hypothesis found it; that of its own when missing. */
  readonly by?: string;
  readonly redundantWith?: string;
};

export type Case = { readonly claim?: Claim; readonly refines?: string; readonly pieces: readonly Piece[] };

/** A small board: hypotheses H1, H2 … with their evidence, each piece from a query of its own. */
export function boardOf(cases: readonly Case[], rows: Query['rows'] = []): Board {
  const board = emptyBoard(sampleInvestigation);
  const [hypotheses, evidence, links, queries]: [Hypothesis[], Evidence[], Link[], Query[]] = [[], [], [], []];
  for (const [index, { claim, refines, pieces }] of cases.entries()) {
    const id = `H${index + 1}`;
    hypotheses.push(
      hypothesis(id, `statement ${index + 1}`, {
        status: 'investigating',
        ...(claim && { claim }),
        ...(refines !== undefined && { refines }),
      }),
    );
    for (const piece of pieces) {
      const number = evidence.length + 1;
      queries.push(
        query(
          `Q${number}`,
          `SELECT ${number}`,
          ['x'],
          rows.map((row) => [...row]),
        ),
      );
      evidence.push({
        id: `E${number}`,
        fact: piece.fact ?? `fact ${number}`,
        query: `Q${number}`,
        by: `collector:${piece.by ?? id}`,
        recordedAt: '',
        weight: 1,
        ...(piece.statistics && { statistics: piece.statistics }),
        ...(piece.attack !== undefined && { attack: piece.attack }),
        ...(piece.redundantWith !== undefined && { redundantWith: piece.redundantWith }),
      });
      links.push({
        id: `L${number}`,
        from: `E${number}`,
        relation: piece.relation ?? 'neutral',
        to: id,
        note: '',
        by: '',
        at: '',
      });
    }
  }
  return { ...board, hypotheses, evidence, links, queries };
}

const column = (name: string) => ({ table: 'patients', column: name });

export const effectClaim = (
  direction: ClaimOf<'effect'>['direction'],
  more: Partial<ClaimOf<'effect'>> = {},
): Claim => ({
  kind: 'effect',
  unit: 'patients',
  exposure: { column: column('drug'), is: 'a' },
  outcome: { column: column('died'), event: 1 },
  direction,
  ...more,
});

/** A risk difference as the operator gives it: normal intervals around the estimate. */
export function estimated(estimate: number, standardError: number, more: Partial<Statistics> = {}): Statistics {
  const within = (z: number): [number, number] => [estimate - z * standardError, estimate + z * standardError];
  return {
    answers: 'adjusted',
    method: 'standardised risk difference',
    measure: 'risk difference',
    estimate,
    interval: within(1.959964),
    interval90: within(1.644854),
    standardError,
    p: 0.001,
    n: 1000,
    margin: 0.02,
    passed: true,
    primary: true,
    ...more,
  };
}
