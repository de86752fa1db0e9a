import { readFile } from 'node:fs/promises';
import type * as vscode from 'vscode';
import { journalOf } from './storage/file/journal-name';
import { breather } from './ui/breather';
import { makeBoards } from './ui/boards/board-files';
import { registerBoardList } from './ui/board-list/register';
import { registerBoardEditor } from './ui/editor/register';
import { registerHypotheses } from './ui/hypotheses/register';
import { registerInvestigate } from './ui/investigate/register';
import { createLog } from './ui/log';
import type { Providers } from './ui/models/providers';
import { registerModels } from './ui/models/register';
import type { Parts } from './ui/parts';
import { hostReview } from './ui/review/host';
import { registerReview } from './ui/review/register';
import { registerRuns } from './ui/runs/register';
import { registerSql } from './ui/sql/register';
import type { Surroundings } from './ui/surroundings';
import { registerTools } from './ui/tools/register';

/** Entry of the extension host: makes what features share, and registers them. */
export function activate(context: vscode.ExtensionContext): void {
  const log = createLog();
  const boards = makeBoards(surroundings);
  const teams = registerModels(context, { providers, log });
  const runs = registerRuns(context, { surroundings, boards, teams, log });
  const parts: Parts = { surroundings, boards, runs, teams, log };
  context.subscriptions.push(log, boards);
  registerInvestigate(context, parts);
  registerBoardEditor(context, parts);
  registerHypotheses(context, parts);
  registerBoardList(context, parts);
  registerSql(context, parts);
  registerReview(context, { ...parts, host: hostReview(parts) });
  registerTools(context, parts);
}

const providers: Providers = {
  anthropic: async () => (await import('./models/anthropic/provider')).anthropicProvider,
  vscode: async () => (await import('./models/vscode/provider')).editorProvider,
  openai: async () => (await import('./models/openai/provider')).openAiProvider,
};

/** The adapters, each loaded when it is first used. */
const surroundings: Surroundings = {
  async openDatabase(database) {
    const { openSqlite } = await import('./database/sqlite/index');
    return openSqlite(database.fsPath);
  },
  async storeOf(board, kept) {
    const { FileBoardStore } = await import('./storage/file/file-board-store');
    return new FileBoardStore(board.fsPath, kept, undefined, breather());
  },
  journalOf: (board) => board.with({ path: journalOf(board.path) }),
  async sqliteOf(board) {
    const { exportBoard } = await import('./storage/sqlite/sqlite-board');
    return exportBoard(board, await WebAssembly.compile(await readFile(new URL('./sql-wasm.wasm', import.meta.url))));
  },
  async refusal() {
    return (await import('./database/sqlite/refusal')).refusalOf;
  },
};
