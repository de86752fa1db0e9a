import * as vscode from 'vscode';
import { nameOf, openDocument } from '../boards/read-state';
import { plain } from '../plain';

/** Whether the board's document has edits that are not saved: a run does not write under them. */
export function hasUnsavedEdits(board: vscode.Uri): boolean {
  return openDocument(board)?.isDirty === true;
}

/**
 * Asks what becomes of a document's unsaved edits while a run writes the same board.
 * @param copyFor a free name for a copy of the edits
 * @returns a promise that resolves when there are none any more, whoever saw to it
 */
export async function settleEdits(board: vscode.Uri, copyFor: () => Promise<vscode.Uri>): Promise<void> {
  const keepRun = vscode.l10n.t('Keep the Run’s Board');
  const saveMine = vscode.l10n.t('Save Mine as a Copy');
  const clean = whenClean(board);
  void vscode.window
    .showWarningMessage(
      vscode.l10n.t(
        '{0} has edits of yours that are not saved. The investigation goes on, and does not write to the file.',
        plain(nameOf(board)),
      ),
      keepRun,
      saveMine,
    )
    .then(async (chosen) => {
      const document = openDocument(board);
      if (chosen === undefined || !document?.isDirty) return;
      if (chosen === saveMine) {
        await vscode.workspace.fs.writeFile(await copyFor(), new TextEncoder().encode(document.getText()));
      }
      // Only the active editor can be reverted.
      await vscode.commands.executeCommand('vscode.openWith', board, 'dataDetective.board');
      await vscode.commands.executeCommand('workbench.action.files.revert');
    });
  await clean;
}

async function whenClean(board: vscode.Uri): Promise<void> {
  const subscriptions: vscode.Disposable[] = [];
  await new Promise<void>((resolve) => {
    const look = (): void => {
      if (!hasUnsavedEdits(board)) resolve();
    };
    vscode.workspace.onDidChangeTextDocument(look, undefined, subscriptions);
    vscode.workspace.onDidSaveTextDocument(look, undefined, subscriptions);
    vscode.workspace.onDidCloseTextDocument(look, undefined, subscriptions);
    look();
  });
  vscode.Disposable.from(...subscriptions).dispose();
}
