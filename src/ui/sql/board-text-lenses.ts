import * as vscode from 'vscode';
import { lens } from './lens';

/** Opens and, where something runs, runs the queries of a board that is looked at as text. */
export function boardTextLenses(document: vscode.TextDocument, canRun: boolean): vscode.CodeLens[] {
  const board = document.uri.toString();
  const open = { title: `$(go-to-file) ${vscode.l10n.t('Open SQL')}`, command: 'dataDetective.openSql' };
  const run = { title: `$(play) ${vscode.l10n.t('Run')}`, command: 'dataDetective.runQuery' };
  const commands = canRun && vscode.workspace.isTrusted ? [open, run] : [open];
  return [...document.getText().matchAll(/"id": "(Q[1-9]\d*)"/g)].flatMap(({ index, 1: query }) =>
    commands.map((command) => lens(document, index, { ...command, arguments: [{ board, query }] })),
  );
}
