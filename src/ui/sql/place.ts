import * as vscode from 'vscode';

/** How the head of a document names a file: from the workspace's folder where it lies in one. */
export function placeOf(file: vscode.Uri): string {
  const folder = vscode.workspace.getWorkspaceFolder(file);
  if (folder) return file.path.slice(folder.uri.path.length).replace(/^\//, '');
  return file.scheme === 'file' ? file.fsPath : file.toString();
}
