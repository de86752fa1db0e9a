import * as vscode from 'vscode';
import { commandsWith } from '../command';
import type { Parts } from '../parts';
import { once } from './once';
import type { SqlDocuments } from './sql-documents';
import { SQL_SCHEME } from './sql-uri';
import type { QueryTarget } from './target';

const BOARD_TEXT: vscode.DocumentSelector = { language: 'json', pattern: '**/*.d2board' };

/**
 * Recorded queries as documents, also where nothing runs.
 * @returns the documents, made when they are first used
 */
export function registerSqlDocuments(
  context: vscode.ExtensionContext,
  { boards, log }: Pick<Parts, 'boards' | 'log'>,
  canRun = false,
): () => Promise<SqlDocuments> {
  const changes = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  const documents = once(async () => {
    const { SqlDocuments } = await import('./sql-documents');
    const made = new SqlDocuments(boards, context.workspaceState);
    context.subscriptions.push(made.onDidChangeFile((each) => changes.fire(each)));
    return made;
  });
  const files: vscode.FileSystemProvider = {
    onDidChangeFile: changes.event,
    stat: async (uri) => (await documents()).stat(uri),
    readFile: async (uri) => (await documents()).readFile(uri),
    writeFile: async (uri, content) => (await documents()).writeFile(uri, content),
    watch: () => new vscode.Disposable(() => undefined),
    readDirectory: (uri) => refuse(uri),
    createDirectory: (uri) => refuse(uri),
    delete: (uri) => refuse(uri),
    rename: (uri) => refuse(uri),
  };
  context.subscriptions.push(
    changes,
    vscode.workspace.registerFileSystemProvider(SQL_SCHEME, files, { isCaseSensitive: true }),
    vscode.languages.registerCodeLensProvider(BOARD_TEXT, {
      provideCodeLenses: async (document) => (await import('./board-text-lenses')).boardTextLenses(document, canRun),
    }),
    commandsWith(log)('dataDetective.openSql', async (target?: QueryTarget) => {
      const { openSql } = await import('./open-sql');
      await openSql(target, { boards, documents: await documents() });
    }),
  );
  return documents;
}

function refuse(uri: vscode.Uri): never {
  throw vscode.FileSystemError.NoPermissions(uri);
}
