import * as vscode from 'vscode';
import type { Boards } from '../boards/boards';
import type { Runs } from '../runs/runs';
import { BoardListProvider } from './provider';

/** The list of all boards of the workspace. */
export function registerBoardList(
  context: vscode.ExtensionContext,
  { boards, runs }: { readonly boards: Boards; readonly runs: Runs | undefined },
): void {
  const provider = new BoardListProvider(boards, runs, context.subscriptions);
  context.subscriptions.push(
    vscode.window.createTreeView('dataDetective.boards', { treeDataProvider: provider }),
    vscode.commands.registerCommand('dataDetective.refreshBoards', () => provider.refresh()),
  );
}
