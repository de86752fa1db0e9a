import { nextId } from '../base/ids';
import type { Board, Query } from '../board/board';
import { atRisk } from '../board/views/at-risk';
import { standingVerdict } from '../board/views/standing';
import { isUnfinished } from '../board/views/unfinished';
import type { ResultSet } from '../database/port';
import { resume, type Setup } from './detective';
import { recordedQuery } from './query-log';
import { BoardSession } from './session';
import { verifiedEvent, verifyQueries } from './verify';

/**
 * Goes on with a board whose database changed: runs every recorded query again, collects anew for the hypotheses whose verdict rests
 * on an answer that drifted, and judges only these. What gives the same answer is not asked again.
 */
export async function refresh(board: Board, setup: Setup): Promise<Board> {
  const { database, store, clock, listener = () => undefined } = setup;
  const signal = AbortSignal.any([setup.stop, setup.signal]);
  const outcomes = await verifyQueries(board, database, signal);
  const fingerprint = await database.fingerprint(signal);
  const session = BoardSession.open(board, store, clock, listener);
  for (const outcome of outcomes) {
    await session.apply('refresh', verifiedEvent(outcome));
    if (outcome.result !== undefined) await recordAgain(outcome.query, outcome.result, fingerprint, session);
  }
  const shaken = shakenHypotheses(session.board);
  if (shaken.length === 0 && !isUnfinished(board)) {
    await store.finish(session.board);
    return session.board;
  }
  if (board.investigation.database.fingerprint !== fingerprint) {
    await session.apply('refresh', { type: 'resumed', fingerprint });
  }
  const round = board.investigation.usage.rounds;
  for (const hypothesis of shaken) await session.apply('refresh', { type: 'dispatched', hypothesis, round });
  const reproduced = new Set(outcomes.filter(({ as }) => as === 'reproduced').map(({ query }) => query.id));
  return resume(session.board, { ...setup, reproduced });
}

/** The answer as it is now becomes a query of its own: collectors that ask for it find it there. */
async function recordAgain(
  { sql, purpose, by }: Query,
  result: ResultSet,
  fingerprint: string,
  session: BoardSession,
): Promise<void> {
  const id = nextId('Q', session.board.queries);
  const query = recordedQuery(result, { id, sql, purpose, by, at: session.now(), fingerprint });
  await session.apply(by, { type: 'queried', query });
}

/** The hypotheses whose standing verdict is at risk; what was abandoned stays so. */
function shakenHypotheses(board: Board): readonly string[] {
  const shaken = new Set(atRisk(board).map(({ verdict }) => verdict));
  return board.hypotheses
    .filter(({ id, status }) => {
      const verdict = standingVerdict(board, id);
      return status !== 'abandoned' && verdict !== undefined && shaken.has(verdict);
    })
    .map(({ id }) => id);
}
