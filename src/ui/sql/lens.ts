import * as vscode from 'vscode';

/** A lens over the line of a place in the text. */
export function lens(document: vscode.TextDocument, offset: number, command: vscode.Command): vscode.CodeLens {
  return new vscode.CodeLens(document.lineAt(document.positionAt(offset)).range, command);
}
