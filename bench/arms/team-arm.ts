import { investigate } from '../../src/agents/detective';
import type { Team } from '../../src/agents/roles';
import type { Clock } from '../../src/base/clock';
import type { BoardStore } from '../../src/board/store';
import { submissionOf } from '../score/board-submission';
import type { Arm } from './arm';

/** A run leaves its board in memory; nothing is resumed. */
const nowhere: BoardStore = {
  load: async () => undefined,
  append: async () => undefined,
  save: async () => undefined,
  finish: async () => undefined,
};

/** Boards are alike to the last byte when time stands still. */
const stillClock: Clock = { now: () => 0 };

type Options = {
  /** Collectors that work at the same time; as many as usual when missing. */
  readonly collectors?: number;
  /** Runs of a model take real time, which its budget counts. */
  readonly clock?: Clock;
};

/** An arm that is a team of the Detective. */
export function teamArm(name: string, what: string, team: Team, { collectors, clock = stillClock }: Options = {}): Arm {
  return {
    name,
    what,
    async investigate({ question, database, budget }, signal) {
      const begin = performance.now();
      const board = await investigate(question, {
        database,
        databasePath: 'case.sqlite',
        store: nowhere,
        team,
        clock,
        budget,
        ...(collectors !== undefined && { collectors }),
        stop: new AbortController().signal,
        signal,
      });
      return submissionOf(board, (performance.now() - begin) / 1000);
    },
  };
}
