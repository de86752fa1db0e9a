import * as vscode from 'vscode';
import { formatCount } from '../../../base/format';
import { nameOf } from '../../boards/read-state';
import { plain } from '../../plain';
import type { SqlRun } from '../sql-run';
import { exportText, formulasIn, type ExportFormat } from './export';
import { rowsFact } from './shown';

const LANGUAGES: Readonly<Record<ExportFormat, { readonly language: string; readonly ending: string }>> = {
  csv: { language: 'csv', ending: 'csv' },
  json: { language: 'json', ending: 'json' },
  markdown: { language: 'markdown', ending: 'md' },
};

/** Characters of a document that an editor still shows with ease. */
const LARGEST_DOCUMENT = 5_000_000;

/** Writes the rows that are held, in the order that is shown, to a file or a new document. */
export async function exportResult(run: SqlRun): Promise<void> {
  if (run.state.kind !== 'rows') return;
  const format = await pickFormat();
  if (format === undefined) return;
  const { result } = run.state;
  const table = { columns: result.columns, rows: run.rows(0, result.rows.length) };
  const text = exportText(table, format);
  const target = text.length > LARGEST_DOCUMENT ? 'file' : await pickTarget();
  if (target === undefined) return;
  const name = target === 'file' ? await saveAs(run, format, text) : await openAs(format, text);
  if (name === undefined) return;
  const guarded = format === 'csv' ? formulasIn(table) : 0;
  const told = [
    vscode.l10n.t('{0} written as {1}.', rowsFact(result), name),
    ...(guarded > 0
      ? [
          vscode.l10n.t(
            '{0} cells that a spreadsheet would run as formulas begin with an apostrophe.',
            formatCount(guarded),
          ),
        ]
      : []),
  ];
  const isWhole = result.rowCount === result.rows.length;
  if (target === 'file' || guarded > 0 || !isWhole) void vscode.window.showInformationMessage(plain(told.join(' ')));
}

async function pickFormat(): Promise<ExportFormat | undefined> {
  const items = [
    {
      label: 'CSV',
      detail: vscode.l10n.t('For spreadsheets: NULL is empty, and text that begins like a formula gets an apostrophe'),
      format: 'csv',
    },
    { label: 'JSON', detail: vscode.l10n.t('Exact: an array of objects'), format: 'json' },
    { label: 'Markdown', detail: vscode.l10n.t('A table for a document or an issue'), format: 'markdown' },
  ] as const;
  return (await vscode.window.showQuickPick(items, { placeHolder: vscode.l10n.t('Export the rows as…') }))?.format;
}

async function pickTarget(): Promise<'file' | 'document' | undefined> {
  const items = [
    { label: `$(new-file) ${vscode.l10n.t('New Document')}`, target: 'document' },
    { label: `$(save-as) ${vscode.l10n.t('File…')}`, target: 'file' },
  ] as const;
  return (await vscode.window.showQuickPick(items, { placeHolder: vscode.l10n.t('Where to?') }))?.target;
}

async function openAs(format: ExportFormat, content: string): Promise<string> {
  const { language } = LANGUAGES[format];
  const known = new Set(await vscode.languages.getLanguages());
  // CSV is no language of the editor itself.
  const document = await vscode.workspace.openTextDocument({
    content,
    language: known.has(language) ? language : 'plaintext',
  });
  await vscode.window.showTextDocument(document);
  return document.uri.path;
}

async function saveAs({ request }: SqlRun, format: ExportFormat, text: string): Promise<string | undefined> {
  const { ending } = LANGUAGES[format];
  const name = `${request.query ?? vscode.l10n.t('result')}.${ending}`;
  const file = await vscode.window.showSaveDialog({
    defaultUri: vscode.Uri.joinPath(request.board ?? request.database, '..', name),
    filters: { [ending.toUpperCase()]: [ending] },
  });
  if (file === undefined) return undefined;
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
  return nameOf(file);
}
