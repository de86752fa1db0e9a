import pLimit from 'p-limit';
import { timestamp, type Clock } from '../base/clock';
import { messageOf } from '../base/fault';
import { compareIds } from '../base/ids';
import type { Board, Query } from '../board/board';
import type { BoardEventOf } from '../board/events';
import { firstDifference } from '../board/first-difference';
import { reduce } from '../board/reduce';
import { DEFAULT_LIMITS, QueryError, type Database, type ResultSet } from '../database/port';

/** Whether a recorded query still gives the answer that was judged. */
export type QueryOutcome = Comparison & { readonly query: Query };

type Comparison = {
  readonly as: NonNullable<Query['verified']>['as'];
  /** How the answer differs, or why there is none. */
  readonly because?: string;
  /** The answer as it is now, when it differs. */
  readonly result?: ResultSet;
};

/** As long as a query may ask for: what once finished is not called failed because the machine is busy. */
const MILLISECONDS = 120_000;
const QUERIES_AT_A_TIME = 4;

/** Runs every recorded query again: the board with the outcomes beside its queries. Nothing is stored. */
export async function verifyBoard(board: Board, database: Database, clock: Clock, signal: AbortSignal): Promise<Board> {
  return withOutcomes(board, await verifyQueries(board, database, signal), 'verify', clock);
}

/** @param by who verified, as the board tells it */
export function withOutcomes(board: Board, outcomes: readonly QueryOutcome[], by: string, clock: Clock): Board {
  return outcomes.reduce(
    (verified, outcome) => reduce(verified, { ...verifiedEvent(outcome), at: timestamp(clock), by }),
    board,
  );
}

/** What an outcome is on the board. */
export function verifiedEvent({ query, as, because }: QueryOutcome): Omit<BoardEventOf<'verified'>, 'at' | 'by'> {
  return { type: 'verified', query: query.id, as, ...(because !== undefined && { because }) };
}

/**
 * The outcomes of running the queries of a board again, in their order. A query that drifted already and was asked again since is
 * left out: the later answer stands. Rejects when the signal is aborted or the database is gone.
 */
export async function verifyQueries(
  board: Board,
  database: Database,
  signal: AbortSignal,
  listener: (outcome: QueryOutcome) => void = () => undefined,
): Promise<readonly QueryOutcome[]> {
  const limit = pLimit(QUERIES_AT_A_TIME);
  const verifyOne = async (query: Query): Promise<QueryOutcome> => {
    const outcome = await verifyQuery(query, database, signal);
    listener(outcome);
    return outcome;
  };
  const queries = board.queries.filter((query) => !isSuperseded(query, board));
  return Promise.all(queries.map((query) => limit(() => verifyOne(query))));
}

function isSuperseded({ id, sql, verified }: Query, { queries }: Board): boolean {
  if (verified === undefined || verified.as === 'reproduced') return false;
  return queries.some((later) => later.sql === sql && compareIds(later.id, id) > 0);
}

async function verifyQuery(query: Query, database: Database, signal: AbortSignal): Promise<QueryOutcome> {
  signal.throwIfAborted();
  try {
    const limits = { ...DEFAULT_LIMITS, ...(typeof query.rowCount === 'number' && { milliseconds: MILLISECONDS }) };
    const result = await database.query(query.sql, limits, signal);
    const comparison = compare(query, result);
    return { query, ...comparison, ...(comparison.as === 'drifted' && { result }) };
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    return { query, as: 'failed', because: messageOf(error) };
  }
}

function compare(query: Query, result: ResultSet): Comparison {
  if (query.columns.join('\0') !== result.columns.join('\0')) {
    return { as: 'drifted', because: `the columns are ${result.columns.join(', ')}` };
  }
  if (query.digest === result.digest) return { as: 'reproduced' };
  return typeof query.rowCount === 'number'
    ? compareWhole(query, query.rowCount, result)
    : comparePrefix(query, query.rowCount.atLeast, result);
}

function compareWhole(query: Query, rowCount: number, result: ResultSet): Comparison {
  if (typeof result.rowCount !== 'number') return { as: 'failed', because: 'not finished within its time' };
  if (rowCount !== result.rowCount) return { as: 'drifted', because: `${result.rowCount} rows, were ${rowCount}` };
  return {
    as: 'drifted',
    because: firstDifference(query, result) ?? 'other values in rows that the board does not keep',
  };
}

/** The whole result was never seen: what was kept of its beginning decides. */
function comparePrefix(query: Query, atLeast: number, result: ResultSet): Comparison {
  const seen = typeof result.rowCount === 'number' ? result.rowCount : undefined;
  if (seen !== undefined && seen < atLeast) return { as: 'drifted', because: `${seen} rows, were at least ${atLeast}` };
  if (query.rows.length === 0) {
    return { as: 'failed', because: 'it was stopped by its deadline and the board keeps no row to compare' };
  }
  const difference = firstDifference(query, result);
  return difference === undefined ? { as: 'reproduced' } : { as: 'drifted', because: difference };
}
