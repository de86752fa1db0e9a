import * as vscode from 'vscode';

/** The database that a board names, seen from the board's folder. */
export function databaseOf(board: vscode.Uri, named: string): vscode.Uri {
  const isAbsolute = /^(?:[\\/]|[a-z]:[\\/])/i.test(named);
  return isAbsolute ? vscode.Uri.file(named) : vscode.Uri.joinPath(board, '..', named);
}

/** How a board names its database: relative to the board, with forward slashes; as it is on another drive. */
export function databasePathFrom(board: vscode.Uri, database: vscode.Uri): string {
  const folder = board.path.split('/').slice(0, -1);
  const target = database.path.split('/');
  const drive = /^[a-z]:$/i;
  if (folder[1] !== target[1] && [folder[1], target[1]].some((part) => drive.test(part ?? ''))) return database.fsPath;
  let shared = 0;
  while (shared < folder.length && shared < target.length - 1 && folder[shared] === target[shared]) shared++;
  return [...folder.slice(shared).map(() => '..'), ...target.slice(shared)].join('/');
}
