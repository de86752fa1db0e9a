import * as vscode from 'vscode';
import { commandsWith } from '../command';
import type { Parts } from '../parts';
import { once } from './once';
import { registerSqlDocuments } from './register-documents';
import { RESULTS_VIEW } from './results/view-id';
import type { Running } from './running';
import type { QueryTarget } from './target';

/** SQL that a person runs: documents of recorded queries, the statements of SQL files, their results. */
export function registerSql(
  context: vscode.ExtensionContext,
  parts: Pick<Parts, 'boards' | 'runs' | 'surroundings' | 'log'>,
): void {
  const documents = registerSqlDocuments(context, parts, true);
  /** A document was bound to a database, or the workspace is trusted now. */
  const changes = new vscode.EventEmitter<void>();
  const running = once(async () => {
    const { makeRunning } = await import('./running');
    return makeRunning(context, parts, await documents(), () => changes.fire());
  });
  const register = commandsWith(parts.log);
  const command = <Given extends readonly unknown[]>(
    id: string,
    act: (running: Running, ...given: Given) => unknown,
  ): vscode.Disposable => register(id, async (...given: Given) => act(await running(), ...given));
  /** Decides what the keys and buttons of an SQL editor do. */
  const tellBound = async (): Promise<void> => {
    const document = vscode.window.activeTextEditor?.document;
    const isBound = document?.languageId === 'sql' && (await running()).isBound(document);
    await vscode.commands.executeCommand('setContext', 'dataDetective.boundSql', isBound);
  };
  context.subscriptions.push(
    changes,
    command('dataDetective.runSql', ({ commands }, uri?: string, offset?: number) => commands.runSql(uri, offset)),
    command('dataDetective.runQuery', ({ commands }, target?: QueryTarget) => commands.runQuery(target)),
    command('dataDetective.chooseDatabase', ({ commands }, uri?: string) => commands.chooseDatabase(uri)),
    command('dataDetective.restoreSql', ({ commands }, uri?: string) => commands.restoreSql(uri)),
    command('dataDetective.addEvidence', ({ commands }, uri?: string, offset?: number) =>
      commands.addEvidence(uri, offset),
    ),
    command('dataDetective.cancelSql', ({ commands }) => commands.cancel()),
    command('dataDetective.previousResult', ({ commands }) => commands.showBeside(-1)),
    command('dataDetective.nextResult', ({ commands }) => commands.showBeside(1)),
    command('dataDetective.resultHistory', ({ commands }) => commands.showHistory()),
    command('dataDetective.exportResult', ({ commands }) => commands.exportShown()),
    command('dataDetective.copyResult', ({ commands }, cells?: unknown) => commands.copy(cells, { headers: false })),
    command('dataDetective.copyResultWithHeaders', ({ commands }, cells?: unknown) =>
      commands.copy(cells, { headers: true }),
    ),
    vscode.window.registerWebviewViewProvider(RESULTS_VIEW, {
      resolveWebviewView: async (view) => (await running()).view.resolveWebviewView(view),
    }),
    vscode.languages.registerCodeLensProvider(
      { language: 'sql' },
      {
        onDidChangeCodeLenses: changes.event,
        provideCodeLenses: async (document) => (await running()).lenses.provide(document),
      },
    ),
    vscode.workspace.onDidGrantWorkspaceTrust(() => changes.fire()),
    changes.event(() => void tellBound()),
    vscode.window.onDidChangeActiveTextEditor(() => void tellBound()),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document.languageId === 'sql' && document === vscode.window.activeTextEditor?.document) void tellBound();
    }),
  );
  void tellBound();
}
