import * as vscode from 'vscode';
import type { Parts } from '../parts';
import { showFailure } from '../show-failure';

const BOARD_EDITOR = 'dataDetective.board';

/** Begins investigations: from a database in the Explorer, or from one that the person picks. */
export function registerInvestigate(
  context: vscode.ExtensionContext,
  { runs, log }: Pick<Parts, 'runs' | 'log'>,
): void {
  context.subscriptions.push(
    vscode.commands.registerCommand('dataDetective.investigate', async (database: vscode.Uri) => {
      try {
        const question = await vscode.window.showInputBox({ prompt: vscode.l10n.t('What do you want to know?') });
        const run = question && (await runs.start(database, question));
        if (run) await vscode.commands.executeCommand('vscode.openWith', run.board, BOARD_EDITOR);
      } catch (error) {
        await showFailure(error, log);
      }
    }),
  );
}
