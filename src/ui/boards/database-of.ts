import path from 'node:path';
import * as vscode from 'vscode';

/** The database that a board names, seen from the board's folder. */
export function databaseOf(board: vscode.Uri, named: string): vscode.Uri {
  return path.isAbsolute(named) ? vscode.Uri.file(named) : vscode.Uri.joinPath(board, '..', named);
}

/** How a board names its database: relative to the board, with forward slashes; as it is on another drive. */
export function databasePathFrom(board: vscode.Uri, database: vscode.Uri): string {
  return path.relative(path.dirname(board.fsPath), database.fsPath).replaceAll(path.sep, '/');
}
