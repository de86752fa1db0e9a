import { CommanderError } from 'commander';
import { Fault, messageOf } from '../base/fault';
import { QueryError } from '../database/port';
import { Interrupted } from './database-file';
import { oneLine } from './safe-text';
import type { Terminal } from './terminal';

/** What the shell is told. `partial`: stopped, or out of budget, with a valid board. */
export const EXIT = { done: 0, failed: 1, usage: 2, partial: 3 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Says in one line what went wrong and what to do next; the stack is for DEBUG only. */
export function reportFailure(error: unknown, terminal: Terminal): ExitCode {
  const { errorColors: colors } = terminal;
  const tell = (message: string, next: string | undefined): void => {
    const sentence = oneLine(message).replace(/[.\s]+$/, '');
    terminal.say(`${colors.red('error:')} ${next === undefined ? sentence : `${sentence}. ${oneLine(next)}`}`);
  };
  if (error instanceof CommanderError) {
    // Help and version end this way too; without a command help has been printed.
    if (error.exitCode === 0) return EXIT.done;
    if (error.code === 'commander.help') return EXIT.usage;
    tell(error.message.replace(/^error: /, ''), 'See data-detective --help.');
    return EXIT.usage;
  }
  if (error instanceof Fault) {
    tell(error.message, error.next);
    return EXIT.usage;
  }
  if (error instanceof QueryError) {
    const isWrong = error.kind === 'sql' || error.kind === 'refused';
    tell(error.message, NEXT_STEPS[error.kind]);
    return isWrong ? EXIT.usage : EXIT.failed;
  }
  if (error instanceof Interrupted) {
    terminal.say('interrupted');
    return EXIT.partial;
  }
  tell(`a defect of Data Detective: ${messageOf(error)}`, 'Please report it, with what DEBUG=1 prints.');
  if (terminal.environment.DEBUG && error instanceof Error) terminal.say(error.stack ?? '');
  return EXIT.failed;
}

const NEXT_STEPS: Readonly<Record<QueryError['kind'], string>> = {
  refused: 'Give one statement that only reads.',
  sql: 'Mend the statement; `data-detective schema DB` lists tables and columns.',
  timeout: 'Ask for less, or for more time with --timeout.',
  memory: 'Ask for fewer rows or smaller groups.',
  crashed: 'Try a simpler statement.',
  changed: 'Run it again when nobody writes to the file.',
};
