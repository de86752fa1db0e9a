import type { Board, Query } from '../../board/board';
import type { ResultSet } from '../../database/port';
import { saysTheSame } from './format';

/** The query of a board that a statement repeats: the preferred one, else the one recorded last. */
export function recordedAs(board: Board, sql: string, preferred?: string): Query | undefined {
  const same = board.queries.filter((query) => saysTheSame(query.sql, sql));
  return same.find(({ id }) => id === preferred) ?? same.at(-1);
}

/** Whether a result is the recorded one; undefined where one of the two was never read to its end. */
export function isSameAnswer(query: Query, result: ResultSet): boolean | undefined {
  if (typeof query.rowCount !== 'number' || typeof result.rowCount !== 'number') return undefined;
  return query.digest === result.digest;
}
