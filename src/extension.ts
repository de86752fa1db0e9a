import type * as vscode from 'vscode';
import { providers, surroundings } from './host/adapters';
import { makeBoards } from './ui/boards/board-files';
import { registerBoardList } from './ui/board-list/register';
import { registerBoardEditor } from './ui/editor/register';
import { registerHypotheses } from './ui/hypotheses/register';
import { registerInvestigate } from './ui/investigate/register';
import { createLog } from './ui/log';
import { registerModels } from './ui/models/register';
import type { Parts } from './ui/parts';
import { hostReview } from './ui/review/host';
import { registerReview } from './ui/review/register';
import { registerRuns } from './ui/runs/register';
import { registerSql } from './ui/sql/register';
import { registerTools } from './ui/tools/register';

/** Entry of the extension host: makes what features share, and registers them. */
export function activate(context: vscode.ExtensionContext): void {
  const log = createLog();
  const boards = makeBoards(surroundings);
  const teams = registerModels(context, { providers, log });
  const runs = registerRuns(context, { surroundings, boards, teams, log });
  const parts: Parts = { surroundings, boards, runs, teams, log };
  context.subscriptions.push(log, boards);
  registerReview(context, { ...parts, host: hostReview(parts) });
  for (const register of FEATURES) register(context, parts);
}

const FEATURES = [
  registerInvestigate,
  registerBoardEditor,
  registerHypotheses,
  registerBoardList,
  registerSql,
  registerTools,
];
