import * as vscode from 'vscode';
import type { Parts } from '../parts';
import { Bindings } from './bindings';
import { SqlCommands } from './commands';
import { goToPlace, markErrors } from './errors';
import { StatementLenses } from './statement-lenses';
import { OpenDatabases } from './open-databases';
import { ResultsView } from './results/view';
import { RESULTS_VIEW } from './results/view-id';
import type { SqlDocuments } from './sql-documents';
import { SqlRuns } from './sql-runs';

const IDLE_MILLISECONDS = 120_000;

/** All that runs SQL. */
export type Running = {
  readonly commands: SqlCommands;
  readonly lenses: StatementLenses;
  readonly view: ResultsView;
  /** Whether statements of this document run without asking for a database. */
  isBound(document: vscode.TextDocument): boolean;
};

/** @param bound is called when a document got another database */
export function makeRunning(
  context: vscode.ExtensionContext,
  parts: Pick<Parts, 'boards' | 'runs' | 'surroundings' | 'log'>,
  documents: SqlDocuments,
  bound: () => void,
): Running {
  const { boards, runs, surroundings, log } = parts;
  const databases = new OpenDatabases(
    (location) => surroundings.openDatabase(vscode.Uri.parse(location)),
    IDLE_MILLISECONDS,
  );
  const bindings = new Bindings(boards, context.workspaceState, bound);
  const sqlRuns = new SqlRuns({ databases, boards, log });
  const view = new ResultsView({ extension: context.extensionUri, runs: sqlRuns, log, goToPlace });
  context.subscriptions.push(databases, sqlRuns, markErrors(sqlRuns), tellState(sqlRuns));
  return {
    commands: new SqlCommands({ boards, runs, bindings, databases, documents, sqlRuns, view }),
    lenses: new StatementLenses({ bindings, documents }),
    view,
    isBound: (document) => bindings.isBound(document),
  };
}

/** What the buttons over the results can do now. */
function tellState(sqlRuns: SqlRuns): vscode.Disposable {
  return sqlRuns.onDidChange(() => {
    const { shown } = sqlRuns;
    const keys = {
      running: shown?.state.kind === 'running',
      hasRows: shown?.state.kind === 'rows',
      hasPrevious: sqlRuns.beside(-1) !== undefined,
      hasNext: sqlRuns.beside(1) !== undefined,
      hasRuns: sqlRuns.all.length > 0,
    };
    for (const [key, value] of Object.entries(keys)) {
      void vscode.commands.executeCommand('setContext', `${RESULTS_VIEW}.${key}`, value);
    }
  });
}
