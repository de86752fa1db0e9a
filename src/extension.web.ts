import type * as vscode from 'vscode';
import { registerBoardList } from './ui/board-list/register';
import { makeBoards } from './ui/boards/board-files';
import { registerElsewhere } from './ui/elsewhere';
import { createLog } from './ui/log';
import { registerBoardEditor } from './ui/editor/register';
import { registerHypotheses } from './ui/hypotheses/register';
import { registerReview } from './ui/review/register';
import { registerSqlDocuments } from './ui/sql/register-documents';

/** Entry in the browser: boards are read and shown; nothing runs. */
export function activate(context: vscode.ExtensionContext): void {
  const boards = makeBoards();
  const log = createLog();
  context.subscriptions.push(boards, log);
  registerBoardEditor(context, { boards, runs: undefined, log });
  registerHypotheses(context, { boards, runs: undefined, log });
  registerBoardList(context, { boards, runs: undefined });
  registerSqlDocuments(context, { boards, log });
  context.subscriptions.push(...registerElsewhere());
  registerReview(context, { boards, log, runs: undefined, host: undefined });
}
