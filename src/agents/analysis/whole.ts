import type { Query } from '../../board/board';
import { Fault } from '../../base/fault';
import { formatCount } from '../../base/format';

/** The answer, when all of its rows were handed out: numbers from a part of them would be wrong. */
export function whole(query: Query): Query {
  const left = query.cut?.rows ?? 0;
  if (left === 0) return query;
  const [read, all] = [query.rows.length, query.rows.length + left].map(formatCount);
  throw new Fault(`only ${read} of ${all} rows could be read: ${query.purpose}`, 'raise the limit of rows');
}
