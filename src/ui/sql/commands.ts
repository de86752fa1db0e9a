import * as vscode from 'vscode';
import { areaSchema } from '../../protocol/results-messages';
import { splitStatements, statementAt, type SqlStatement } from '../../database/statements';
import { databaseOf } from '../boards/database-of';
import { nameOf } from '../boards/read-state';
import type { Parts } from '../parts';
import { plain } from '../plain';
import { addEvidence } from './add-evidence';
import type { Binding, Bindings } from './bindings';
import type { OpenDatabases } from './open-databases';
import { exportResult } from './results/export-result';
import { rowsFact } from './results/shown';
import { copyCells, type ResultsView } from './results/view';
import type { SqlDocuments } from './sql-documents';
import type { SqlRun } from './sql-run';
import type { SqlRuns } from './sql-runs';
import { queryRecord, type QueryTarget } from './target';

type SqlParts = Pick<Parts, 'boards' | 'runs'> & {
  readonly bindings: Bindings;
  readonly databases: OpenDatabases;
  readonly documents: SqlDocuments;
  readonly sqlRuns: SqlRuns;
  readonly view: ResultsView;
};

/** What a person does with SQL. Every method rejects with what `showFailure` tells. */
export class SqlCommands {
  readonly #parts: SqlParts;

  constructor(parts: SqlParts) {
    this.#parts = parts;
  }

  /** Runs a statement of a document: the one at a place, else those that are selected or the one at the cursor of the active editor. */
  async runSql(uri?: string, offset?: number): Promise<SqlRun | undefined> {
    const document = await documentOf(uri);
    if (document === undefined || !demandTrust()) return undefined;
    const binding = (await this.#parts.bindings.of(document)) ?? (await this.#parts.bindings.ask(document));
    if (binding === undefined) return undefined;
    let run: SqlRun | undefined;
    for (const statement of statementsOf(document, offset)) {
      run = await this.#run(document, statement, binding);
      if (run.state.kind !== 'rows') break;
    }
    return run;
  }

  /** Runs a recorded query as it stands on its board. */
  async runQuery(target?: QueryTarget): Promise<SqlRun | undefined> {
    const { boards, documents, sqlRuns, view } = this.#parts;
    const record = await queryRecord(boards, target);
    if (record === undefined || !demandTrust()) return undefined;
    const sql = await documents.recordedSql(record);
    const state = await boards.at(record.board).load();
    if (state.kind !== 'board') return undefined;
    const database = databaseOf(record.board, state.board.investigation.database.path);
    const running = sqlRuns.run({ sql, database, ...record });
    await view.reveal();
    return running;
  }

  async chooseDatabase(uri?: string): Promise<void> {
    const document = await documentOf(uri);
    if (document) await this.#parts.bindings.ask(document);
  }

  async restoreSql(uri?: string): Promise<void> {
    const document = await documentOf(uri);
    if (document) await this.#parts.documents.restore(document);
  }

  /** Of the statement at a place, which is run for it; else of the result that is shown. */
  async addEvidence(uri?: string, offset?: number): Promise<void> {
    if (!demandTrust()) return;
    const run = typeof uri === 'string' ? await this.runSql(uri, offset) : this.#parts.sqlRuns.shown;
    if (run) await addEvidence(run, this.#parts);
  }

  cancel(): void {
    this.#parts.sqlRuns.shown?.cancel();
  }

  showBeside(step: -1 | 1): void {
    const run = this.#parts.sqlRuns.beside(step);
    if (run) this.#parts.sqlRuns.show(run);
  }

  async showHistory(): Promise<void> {
    const { sqlRuns, view } = this.#parts;
    const items = sqlRuns.all.toReversed().map((run) => ({
      label: plain(run.request.sql),
      detail: [
        outcome(run),
        new Date(run.startedAt).toLocaleTimeString(vscode.env.language),
        plain(nameOf(run.request.database)),
      ].join(' · '),
      run,
    }));
    const picked = await vscode.window.showQuickPick(items, {
      placeHolder: vscode.l10n.t('Which result?'),
      matchOnDetail: true,
    });
    if (picked === undefined) return;
    sqlRuns.show(picked.run);
    await view.reveal();
  }

  async exportShown(): Promise<void> {
    const { shown } = this.#parts.sqlRuns;
    if (shown) await exportResult(shown);
  }

  /** @param context of the grid's menu: the cells that are selected */
  async copy(context: unknown, options: { readonly headers: boolean }): Promise<void> {
    const { shown } = this.#parts.sqlRuns;
    if (shown?.state.kind !== 'rows') return;
    const { rows, columns } = shown.state.result;
    const selected = areaSchema.safeParse(context).data;
    const all = { top: 0, left: 0, bottom: rows.length - 1, right: columns.length - 1 };
    await copyCells(shown, selected ?? all, options);
  }

  async #run(document: vscode.TextDocument, { text, start }: SqlStatement, binding: Binding): Promise<SqlRun> {
    const running = this.#parts.sqlRuns.run({ sql: text, place: { document: document.uri, start }, ...binding });
    await this.#parts.view.reveal();
    return running;
  }
}

async function documentOf(uri: unknown): Promise<vscode.TextDocument | undefined> {
  if (typeof uri === 'string') return vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
  return vscode.window.activeTextEditor?.document;
}

function statementsOf(document: vscode.TextDocument, offset: unknown): readonly SqlStatement[] {
  const text = document.getText();
  if (typeof offset === 'number') return [statementAt(text, offset) ?? []].flat();
  const editor = vscode.window.activeTextEditor;
  if (editor?.document !== document) return [statementAt(text, 0) ?? []].flat();
  const { selection } = editor;
  const from = document.offsetAt(selection.start);
  if (selection.isEmpty) return [statementAt(text, from) ?? []].flat();
  return splitStatements(document.getText(selection)).map((statement) => ({
    ...statement,
    start: statement.start + from,
    end: statement.end + from,
    next: statement.next + from,
  }));
}

/** In Restricted Mode nothing is run; the person is told how it could be. */
function demandTrust(): boolean {
  if (vscode.workspace.isTrusted) return true;
  const manage = vscode.l10n.t('Manage Trust');
  void vscode.window
    .showWarningMessage(vscode.l10n.t('SQL does not run in Restricted Mode. Trust the workspace to run it.'), manage)
    .then((chosen) => chosen && vscode.commands.executeCommand('workbench.trust.manage'));
  return false;
}

function outcome({ state }: SqlRun): string {
  switch (state.kind) {
    case 'running':
      return vscode.l10n.t('running');
    case 'rows':
      return rowsFact(state.result);
    case 'failed':
      return vscode.l10n.t('failed');
    case 'cancelled':
      return vscode.l10n.t('cancelled');
  }
}
