import * as vscode from 'vscode';
import { breather } from '../breather';
import { commandsWith } from '../command';
import type { Log } from '../log';
import type { Parts } from '../parts';
import { openBoard } from '../runs/notifications';
import type { Surroundings } from '../surroundings';
import { askQuestion } from './ask-question';
import { pickDatabase } from './pick-database';

/**
 * The command that begins an investigation: of the database that is clicked, or one that the person picks. A caller may give the
 * question too; the result is the new board.
 */
export function registerInvestigate(
  context: vscode.ExtensionContext,
  { runs, surroundings, log }: Pick<Parts, 'runs' | 'surroundings' | 'log'>,
): void {
  const investigate = async (clicked?: unknown, asked?: unknown): Promise<vscode.Uri | undefined> => {
    const database = clicked instanceof vscode.Uri ? clicked : await pickDatabase();
    if (!database) return undefined;
    const question =
      typeof asked === 'string'
        ? asked
        : await askQuestion(database, (signal) => examplesFor(database, surroundings, log, signal));
    const run = question === undefined ? undefined : await runs.start(database, question);
    if (run) await openBoard(run.board);
    return run?.board;
  };
  context.subscriptions.push(commandsWith(log)('dataDetective.investigate', investigate));
}

/** None when the database cannot be read: that is told when the investigation begins. */
async function examplesFor(
  database: vscode.Uri,
  surroundings: Surroundings,
  log: Log,
  signal: AbortSignal,
): Promise<readonly string[]> {
  try {
    const [opened, { exampleQuestions }] = await Promise.all([
      surroundings.openDatabase(database),
      import('../../agents/offline/example-questions'),
    ]);
    try {
      return await exampleQuestions(opened, breather(), signal);
    } finally {
      await opened.close();
    }
  } catch (error) {
    if (!signal.aborted) log.error(`no examples for ${database.fsPath}`, error);
    return [];
  }
}
