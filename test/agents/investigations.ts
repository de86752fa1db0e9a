import { databaseBytes } from '../../examples/write-database';
import type { Dataset } from '../../examples/dataset';
import { investigate, type Setup } from '../../src/agents/detective';
import { offlineTeam } from '../../src/agents/offline/team';
import type { Board, Hypothesis } from '../../src/board/board';
import { MemoryBoardStore } from '../fakes/board-store';
import { fakeDatabase } from '../fakes/database';

/** A clock that stands still unless a test moves it: runs are then equal to the last byte. */
export const stillClock = { now: () => Date.parse('2026-01-01T00:00:00Z') };

/** Investigates a dataset, a database file's bytes or SQL with the offline team. */
export async function investigated(
  content: Dataset | Uint8Array | string,
  question: string,
  options: Partial<Setup> = {},
): Promise<Board> {
  const bytes = typeof content === 'object' && 'tables' in content ? await databaseBytes(content) : content;
  const database = await fakeDatabase(bytes);
  const never = new AbortController().signal;
  try {
    return await investigate(question, {
      database,
      databasePath: 'test.sqlite',
      store: new MemoryBoardStore(),
      team: offlineTeam,
      clock: stillClock,
      collectors: 1,
      stop: never,
      signal: never,
      ...options,
    });
  } finally {
    await database.close();
  }
}

/** The hypotheses whose statement holds all the words. */
export function hypothesesOn(board: Board, ...words: readonly string[]): readonly Hypothesis[] {
  return board.hypotheses.filter(({ statement }) => words.every((word) => statement.includes(word)));
}

/** Status by statement, for messages that show what a run found. */
export function outcomes(board: Board): string {
  const lines = board.hypotheses.map(({ id, statement, status }) => `${id} ${status}: ${statement}`);
  return [...lines, ...board.investigation.limitations].join('\n');
}
