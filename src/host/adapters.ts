import { readFile } from 'node:fs/promises';
import { journalOf } from '../storage/file/journal-name';
import { breather } from '../ui/breather';
import type { Providers } from '../ui/models/providers';
import type { Surroundings } from '../ui/surroundings';

/* The adapters of the extension host, each loaded when it is first used. */

/** Who gives language models, by the name of the setting. */
export const providers: Providers = {
  anthropic: async () => (await import('../models/anthropic/provider')).anthropicProvider,
  vscode: async () => (await import('../models/vscode/provider')).editorProvider,
  openai: async () => (await import('../models/openai/provider')).openAiProvider,
};

/** What the extension host gives the features. */
export const surroundings: Surroundings = {
  async openDatabase(database) {
    const { openSqlite } = await import('../database/sqlite/index');
    return openSqlite(database.fsPath);
  },
  async storeOf(board, kept) {
    const { FileBoardStore } = await import('../storage/file/file-board-store');
    return new FileBoardStore(board.fsPath, kept, undefined, breather());
  },
  journalOf: (board) => board.with({ path: journalOf(board.path) }),
  async sqliteOf(board) {
    const { exportBoard } = await import('../storage/sqlite/sqlite-board');
    return exportBoard(board, await WebAssembly.compile(await readFile(new URL('./sql-wasm.wasm', import.meta.url))));
  },
  async refusal() {
    return (await import('../database/sqlite/refusal')).refusalOf;
  },
};
