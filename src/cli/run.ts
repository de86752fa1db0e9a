import { existsSync } from 'node:fs';
import type { Setup } from '../agents/detective';
import type { Board } from '../board/board';
import type { Database } from '../database/port';
import { boardJson, openBoard } from './board-file';
import { Interrupted } from './database-file';
import { openSqlite } from '../database/sqlite/index';
import { EXIT, type ExitCode } from './failure';
import { showProgress } from './progress/progress';
import { shellWord, summaryOf } from './summary';
import type { Terminal } from './terminal';

/** What the command gives a run: the rest of its setup is the command's own. */
export type Running = Pick<Setup, 'clock' | 'listener' | 'stop' | 'signal'> & { readonly database: Database };

/**
 * Runs an investigation in the foreground: progress while it goes on, the answer at its end. The first Ctrl+C (or SIGTERM) ends it in
 * good order, with a partial report; the next one at once.
 */
export async function runInForeground(
  names: { readonly database: string; readonly board: string },
  json: boolean,
  terminal: Terminal,
  play: (running: Running) => Promise<Board>,
): Promise<ExitCode> {
  const stop = new AbortController();
  const now = new AbortController();
  const progress = showProgress(terminal);
  const interrupt = (): void => {
    if (stop.signal.aborted) now.abort(new Interrupted('stopped at once'));
    else {
      stop.abort(new Interrupted('stopped by the user'));
      progress.announce('stopping: what is there is judged and reported; Ctrl+C again stops at once');
    }
  };
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  let database: Database | undefined;
  try {
    database = await openSqlite(names.database);
    const running = { clock: Date, listener: progress.listener, stop: stop.signal, signal: now.signal, database };
    const board = await play(running);
    progress.end();
    showBoard(names.board, board, json, terminal);
    return exitCodeOf(board);
  } catch (error) {
    progress.end();
    if (!(error instanceof Interrupted && existsSync(names.board))) throw error;
    if (json) terminal.printJson(boardJson(names.board, (await openBoard(names.board)).board));
    terminal.say(`${error.message}; go on with: data-detective resume ${shellWord(names.board)}`);
    return EXIT.partial;
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
    await database?.close();
  }
}

/** Prints how an investigation ended: for people the answer, for programs the board. */
export function showBoard(file: string, board: Board, json: boolean, terminal: Terminal): void {
  if (json) terminal.printJson(boardJson(file, board));
  else terminal.print(summaryOf(board, file, terminal));
}

export function exitCodeOf({ investigation: { status } }: Board): ExitCode {
  switch (status) {
    case 'complete':
      return EXIT.done;
    case 'failed':
      return EXIT.failed;
    case 'running':
    case 'partial':
    case 'stopped':
      return EXIT.partial;
  }
}
