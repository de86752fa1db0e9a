import { nextId } from '../../base/ids';
import type { Board, Relation } from '../../board/board';
import { cellText } from '../../board/views/cell-text';
import { recordedQuery } from '../../agents/query-log';
import type { ResultSet } from '../../database/port';
import type { PersonEvent, Stamp } from '../boards/boards';
import { saysTheSame } from './format';

/** What a person wants to put on a board. */
export type NewEvidence = {
  readonly sql: string;
  readonly result: ResultSet;
  /** Of the data that gave the result. */
  readonly fingerprint: string;
  readonly purpose: string;
  readonly fact: string;
  readonly hypothesis: string;
  readonly relation: Exclude<Relation, 'leads-to'>;
};

/** The query, the evidence and its link to the hypothesis. A query that the board holds with this very answer is not recorded again. */
export function evidenceEvents(board: Board, { at, by }: Stamp, evidence: NewEvidence): readonly PersonEvent[] {
  const { sql, result, fingerprint, purpose, fact, hypothesis, relation } = evidence;
  const known = board.queries.findLast(
    (query) => query.digest === result.digest && query.fingerprint === fingerprint && saysTheSame(query.sql, sql),
  );
  const query = known ?? recordedQuery(result, { id: nextId('Q', board.queries), sql, purpose, by, at, fingerprint });
  const id = nextId('E', board.evidence);
  const link = nextId('L', board.links);
  return [
    ...(known ? [] : [{ type: 'queried', query } as const]),
    { type: 'recorded', evidence: { id, fact, query: query.id, by, recordedAt: at, weight: 1 } },
    { type: 'linked', link: { id: link, from: id, relation, to: hypothesis, note: '', by, at } },
  ];
}

const ROWS_IN_FACT = 3;
const LONGEST_FACT = 240;

/** A sentence to begin with: what the first rows say, in the result's own numbers. */
export function suggestedFact({ columns, rows, rowCount }: ResultSet): string {
  if (rows.length === 0) return 'No rows.';
  const tell = (row: (typeof rows)[number]): string =>
    columns.map((column, index) => `${column}: ${cellText(row[index] ?? null)}`).join(', ');
  const shown = rows.slice(0, ROWS_IN_FACT).map(tell).join('; ');
  const more = rowCount === rows.length && rows.length <= ROWS_IN_FACT ? '' : '; …';
  const fact = `${shown}${more}`.replaceAll(/\s+/g, ' ');
  return fact.length > LONGEST_FACT ? `${fact.slice(0, LONGEST_FACT)}…` : fact;
}
