import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { Fault } from '../../base/fault';
import { nameOf } from '../boards/read-state';
import { plain } from '../plain';

/** Takes a name for a board; false when there is one already. */
export type Reserve = (board: vscode.Uri) => Promise<boolean>;

/**
 * Where a new board goes: beside the database under its name, with a number where that is taken; elsewhere, where the folder cannot be
 * written to and the person names another. undefined when they do not.
 * @throws Fault when the name that the person chose is taken
 */
export async function newBoard(database: vscode.Uri, reserve: Reserve): Promise<vscode.Uri | undefined> {
  const folder = vscode.Uri.joinPath(database, '..');
  const name = path.posix.parse(database.path).name;
  if (await isWritable(folder)) return reserveFree(folder, name, reserve);
  const elsewhere = vscode.l10n.t('Choose Another Place…');
  const chosen = await vscode.window.showWarningMessage(
    plain(vscode.l10n.t('The folder of {0} cannot be written to, so the board has to go elsewhere.', nameOf(database))),
    elsewhere,
  );
  if (chosen !== elsewhere) return undefined;
  const home = vscode.workspace.workspaceFolders?.[0]?.uri;
  const board = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Where the board goes'),
    filters: { [vscode.l10n.t('Investigation board')]: ['d2board'] },
    ...(home && { defaultUri: vscode.Uri.joinPath(home, `${name}.d2board`) }),
  });
  if (board) await demandFree(board, reserve);
  return board;
}

/** @throws Fault when there is a board of that name */
export async function demandFree(board: vscode.Uri, reserve: Reserve): Promise<void> {
  if (await reserve(board)) return;
  throw new Fault(
    vscode.l10n.t('{0} exists already', nameOf(board)),
    vscode.l10n.t('Go on with it, or choose another name.'),
  );
}

/** The first of `name.d2board`, `name-2.d2board` … that is free. */
export async function reserveFree(folder: vscode.Uri, name: string, reserve: Reserve): Promise<vscode.Uri> {
  for (let number = 1; ; number++) {
    const board = vscode.Uri.joinPath(folder, `${name}${number === 1 ? '' : `-${number}`}.d2board`);
    if (await reserve(board)) return board;
  }
}

async function isWritable(folder: vscode.Uri): Promise<boolean> {
  return access(folder.fsPath, constants.W_OK).then(
    () => true,
    () => false,
  );
}
