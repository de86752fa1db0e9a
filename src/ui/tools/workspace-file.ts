import * as vscode from 'vscode';
import { Fault } from '../../base/fault';
import { exists } from '../boards/read-state';

/**
 * The file of the workspace that a chat names by its path in a folder, or by its whole path. What lies outside of the workspace is
 * nobody's business. @throws Fault for what is not there
 */
export async function workspaceFile(named: string): Promise<vscode.Uri> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  for (const { uri: folder } of folders) {
    for (const file of placesIn(folder, named.replaceAll('\\', '/'))) {
      if (isWithin(folder, file) && (await exists(file))) return file;
    }
  }
  throw new Fault(
    vscode.l10n.t('no such file in the workspace: {0}', named),
    vscode.l10n.t('Name it by its path relative to the workspace folder.'),
  );
}

/** A file's path as a chat names it. */
export function pathInWorkspace(file: vscode.Uri): string {
  return vscode.workspace.asRelativePath(file, false);
}

function placesIn(folder: vscode.Uri, named: string): readonly vscode.Uri[] {
  return [vscode.Uri.joinPath(folder, named), folder.with({ path: named.startsWith('/') ? named : `/${named}` })];
}

function isWithin(folder: vscode.Uri, file: vscode.Uri): boolean {
  // Joined paths are normalised; whole ones need to be.
  const path = vscode.Uri.joinPath(file, '.').path.replace(/\/$/, '');
  return path.startsWith(`${folder.path.replace(/\/$/, '')}/`);
}
