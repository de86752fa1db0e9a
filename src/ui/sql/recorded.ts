import type { Board, Query } from '../../board/board';
import type { ResultSet } from '../../database/port';
import { saysTheSame } from './format';

/** The query of a board that a statement repeats: the preferred one, else the one recorded last. */
export function recordedAs(board: Board, sql: string, preferred?: string): Query | undefined {
  const same = board.queries.filter((query) => saysTheSame(query.sql, sql));
  return same.find(({ id }) => id === preferred) ?? same.at(-1);
}

type Answer = Pick<ResultSet, 'rowCount' | 'digest'>;

/** Whether two answers have the same rows; undefined where one of them was never read to its end. */
export function isSameAnswer(before: Answer, now: Answer): boolean | undefined {
  if (typeof before.rowCount !== 'number' || typeof now.rowCount !== 'number') return undefined;
  return before.digest === now.digest;
}
