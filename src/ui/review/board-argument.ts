import * as vscode from 'vscode';
import { Fault } from '../../base/fault';
import type { Board } from '../../board/board';
import type { BoardModel, Boards } from '../boards/boards';

/** What menus and other features hand to a command about a board: its file, a row of a list, or a record on it. Nothing from the palette. */
export type BoardArgument = vscode.Uri | { readonly uri: vscode.Uri } | { readonly board: string } | undefined;

/** The board that is meant: the one named, else the active one. @throws Fault when there is none */
export function modelOf(boards: Boards, argument: BoardArgument): BoardModel {
  if (argument instanceof vscode.Uri) return boards.at(argument);
  if (argument !== undefined && 'uri' in argument) return boards.at(argument.uri);
  if (argument !== undefined && 'board' in argument) return boards.at(vscode.Uri.parse(argument.board));
  if (boards.active !== undefined) return boards.active;
  const opening = boardOfActiveTab();
  if (opening === undefined) {
    throw new Fault(vscode.l10n.t('no board is open'), vscode.l10n.t('Open one, then try again.'));
  }
  return boards.at(opening);
}

/** A board whose editor only opens is not the active one yet. */
function boardOfActiveTab(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const isFile = input instanceof vscode.TabInputCustom || input instanceof vscode.TabInputText;
  return isFile && input.uri.path.endsWith('.d2board') ? input.uri : undefined;
}

/** The board as it is now. @throws Fault for one that cannot be read */
export async function boardOf(model: BoardModel): Promise<Board> {
  const state = await model.load();
  if (state.kind === 'unreadable') throw new Fault(state.message, state.next);
  return state.board;
}
