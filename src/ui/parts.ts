import type { Boards } from './boards/boards';
import type { Log } from './log';
import type { Runs } from './runs/runs';
import type { Surroundings, Teams } from './surroundings';

/** What the entry hands to features: each takes what it uses, `register…(context, parts: Pick<Parts, 'boards' | 'runs'>)`. */
export type Parts = {
  readonly surroundings: Surroundings;
  readonly boards: Boards;
  readonly runs: Runs;
  readonly teams: Teams;
  readonly log: Log;
};
