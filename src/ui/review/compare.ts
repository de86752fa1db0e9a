import * as vscode from 'vscode';
import { inertLine } from '../../base/inert';
import { ageOf } from '../board-list/age';
import { nameOf } from '../boards/read-state';
import { plain } from '../plain';
import { differenceUri, type Other } from './difference-uri';
import { historyOf, type Commit } from './git';

/** Asks what a board is to be compared with, and opens what differs. */
export async function compareWithRevision(board: vscode.Uri): Promise<void> {
  const other = await chooseOther(board);
  if (other !== undefined) await showDifference(board, other);
}

/** Opens what differs as a document of its own. */
export async function showDifference(board: vscode.Uri, other: Other): Promise<void> {
  const document = await vscode.workspace.openTextDocument(differenceUri({ board, other }));
  await vscode.window.showTextDocument(document, { preview: true });
}

type Item = vscode.QuickPickItem & { readonly other?: Other };

async function chooseOther(board: vscode.Uri): Promise<Other | undefined> {
  const history = await historyOf(board);
  const commits = history ? await history.commits() : [];
  const file: Item = { label: `$(file) ${vscode.l10n.t('Another Board…')}`, alwaysShow: true };
  const items: readonly Item[] = [
    ...(commits.length > 0 ? [headItem()] : []),
    file,
    ...(commits.length > 0
      ? [{ label: vscode.l10n.t('Commits'), kind: vscode.QuickPickItemKind.Separator }, ...commits.map(commitItem)]
      : []),
  ];
  // Without a history there is nothing to choose from.
  const picked =
    items.length === 1
      ? file
      : await vscode.window.showQuickPick(items, {
          title: vscode.l10n.t('Compare {0}', nameOf(board)),
          placeHolder: vscode.l10n.t('With which version?'),
          matchOnDescription: true,
          matchOnDetail: true,
        });
  return picked === file ? chooseFile(board) : picked?.other;
}

function headItem(): Item {
  return {
    label: `$(git-commit) ${vscode.l10n.t('Last Commit')}`,
    description: 'HEAD',
    other: { kind: 'commit', ref: 'HEAD', name: 'HEAD' },
  };
}

function commitItem({ hash, message, authorName, authorDate }: Commit): Item {
  const short = hash.slice(0, 8);
  const [subject = ''] = message.split('\n');
  return {
    label: `$(git-commit) ${plain(subject)}`,
    description: short,
    detail: [
      ...(authorName === undefined ? [] : [plain(authorName)]),
      ...(authorDate === undefined ? [] : [ageOf(authorDate.toISOString(), Date.now(), vscode.env.language)]),
    ].join(', '),
    other: { kind: 'commit', ref: hash, name: inertLine(short) },
  };
}

async function chooseFile(board: vscode.Uri): Promise<Other | undefined> {
  const [uri] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t('The Older Board'),
      defaultUri: vscode.Uri.joinPath(board, '..'),
      filters: { [vscode.l10n.t('Boards')]: ['d2board'] },
    })) ?? [];
  return uri && { kind: 'file', uri: uri.toString(), name: nameOf(uri) };
}
