import * as vscode from 'vscode';

/** @param line from 1, where the cursor is put */
export function openAsText(uri: vscode.Uri, line?: number): Thenable<unknown> {
  const selection = line === undefined ? undefined : new vscode.Range(line - 1, 0, line - 1, 0);
  return vscode.commands.executeCommand('vscode.openWith', uri, 'default', { selection });
}
