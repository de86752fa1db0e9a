import * as vscode from 'vscode';
import { nameOf } from '../boards/read-state';
import { DATABASE_ENDINGS, DATABASE_FILES } from '../database-files';
import { plain } from '../plain';

/** The database that the person picks: of the workspace, or from elsewhere. */
export async function pickDatabase(): Promise<vscode.Uri | undefined> {
  const browse = { label: vscode.l10n.t('Browse…'), iconPath: new vscode.ThemeIcon('folder-opened'), uri: undefined };
  const items = vscode.workspace.findFiles(DATABASE_FILES).then((found) => [
    ...found
      .map((uri) => ({
        label: plain(nameOf(uri)),
        description: plain(vscode.workspace.asRelativePath(vscode.Uri.joinPath(uri, '..'))),
        iconPath: new vscode.ThemeIcon('database'),
        uri,
      }))
      .sort((a, b) => a.label.localeCompare(b.label)),
    browse,
  ]);
  const chosen = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Investigate a Database'),
    placeHolder: vscode.l10n.t('Which database?'),
    matchOnDescription: true,
  });
  if (chosen !== browse) return chosen?.uri;
  const opened = await vscode.window.showOpenDialog({
    filters: { [vscode.l10n.t('Databases')]: [...DATABASE_ENDINGS] },
    openLabel: vscode.l10n.t('Investigate'),
  });
  return opened?.[0];
}
