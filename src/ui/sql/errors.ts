import * as vscode from 'vscode';
import type { SqlRun } from './sql-run';
import type { SqlRuns } from './sql-runs';

/** Marks what failed in its document, until the document changes or its statement runs again. */
export function markErrors(runs: SqlRuns): vscode.Disposable {
  const marks = vscode.languages.createDiagnosticCollection('dataDetective.sql');
  return vscode.Disposable.from(
    marks,
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0) marks.delete(document.uri);
    }),
    runs.onDidChange((run) => {
      const { place } = run.request;
      if (place === undefined || run !== runs.all.findLast(({ request }) => sameDocument(request, place))) return;
      const range = rangeOf(run);
      if (run.state.kind !== 'failed' || range === undefined) return marks.delete(place.document);
      const mark = new vscode.Diagnostic(range, run.state.message);
      mark.source = 'Data Detective';
      marks.set(place.document, [mark]);
    }),
  );
}

/** Shows where in its document a run failed. */
export async function goToPlace(run: SqlRun): Promise<void> {
  const { place } = run.request;
  if (place === undefined) return;
  const document = await vscode.workspace.openTextDocument(place.document);
  const selection = rangeOf(run);
  await vscode.window.showTextDocument(document, {
    viewColumn: vscode.window.visibleTextEditors.find((editor) => editor.document === document)?.viewColumn,
    ...(selection && { selection }),
  });
}

/** Where the complaint points, or the whole statement; undefined when the document was closed or says something else by now. */
export function rangeOf({ request: { place, sql }, state }: SqlRun): vscode.Range | undefined {
  const document = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === place?.document.toString());
  if (document === undefined || place === undefined || !document.getText().startsWith(sql, place.start))
    return undefined;
  const span = state.kind === 'failed' ? state.span : undefined;
  const { start, end } = span ?? { start: 0, end: sql.length };
  return new vscode.Range(document.positionAt(place.start + start), document.positionAt(place.start + end));
}

function sameDocument(request: SqlRun['request'], place: NonNullable<SqlRun['request']['place']>): boolean {
  return request.place?.document.toString() === place.document.toString();
}
