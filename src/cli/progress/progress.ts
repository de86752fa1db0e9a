import type { Listener } from '../../agents/session';
import type { Terminal } from '../terminal';
import { liveProgress } from './live';
import { plainProgress } from './plain';

/** Shows on standard error how an investigation goes on, until it ends. */
export type Progress = {
  readonly listener: Listener;
  /** A line that stays. */
  announce(line: string): void;
  end(): void;
};

/** Redrawn lines on a terminal, one line an event elsewhere. */
export function showProgress(terminal: Terminal): Progress {
  return terminal.isLive ? liveProgress(terminal) : plainProgress(terminal);
}
