import type * as vscode from 'vscode';
import { registerBoardList } from './ui/board-list/register';
import { makeBoards } from './ui/boards/board-files';
import { registerHypotheses } from './ui/hypotheses/register';

/** Entry in the browser: boards are read and shown; nothing runs. */
export function activate(context: vscode.ExtensionContext): void {
  const boards = makeBoards();
  context.subscriptions.push(boards);
  registerHypotheses(context, { boards, runs: undefined });
  registerBoardList(context, { boards, runs: undefined });
}
