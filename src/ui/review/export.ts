import * as vscode from 'vscode';
import { endingOf, exportText, type TextFormat } from '../../agents/report/export-text';
import type { Board } from '../../board/board';
import { auditGraph } from '../../board/views/audit-graph';
import { layoutGraph } from '../../graph/layout';
import { graphToSvg } from '../../graph/svg';
import type { Boards } from '../boards/boards';
import { nameOf } from '../boards/read-state';
import { plain } from '../plain';
import { boardOf, modelOf, type BoardArgument } from './board-argument';
import type { HostReview } from './host';

type Format = TextFormat | 'sqlite' | 'png';

type ExportParts = {
  readonly boards: Boards;
  /** undefined in the browser, where no statement can be judged and no database be made. */
  readonly host: HostReview | undefined;
};

/** Asks what a board is to become and where it goes, and writes it. The dialog asks before a file is replaced. */
export async function exportBoard({ boards, host }: ExportParts, argument: BoardArgument): Promise<void> {
  const model = modelOf(boards, argument);
  const board = await boardOf(model);
  const format = await chooseFormat(host !== undefined);
  if (format === undefined) return;
  const target = await chooseFile(model.uri, format);
  if (target === undefined) return;
  const content = await contentOf(format, board, model.uri, target, host);
  if (content === undefined) return;
  await vscode.workspace.fs.writeFile(target, content);
  const open = vscode.l10n.t('Open');
  const text = plain(vscode.l10n.t('Exported to {0}', vscode.workspace.asRelativePath(target)));
  if ((await vscode.window.showInformationMessage(text, open)) === open) await openExported(format, target);
}

async function chooseFormat(isHost: boolean): Promise<Format | undefined> {
  const item = (format: Format, icon: string, label: string, detail: string) => ({
    label: `$(${icon}) ${label}`,
    detail,
    format,
  });
  const items = [
    item('md', 'markdown', 'Markdown', vscode.l10n.t('The report with its evidence and queries below it')),
    item('html', 'browser', 'HTML', vscode.l10n.t('One file that needs no network: report, graph, evidence, queries')),
    item('svg', 'type-hierarchy', 'SVG', vscode.l10n.t('The graph as a drawing')),
    item('png', 'file-media', 'PNG', vscode.l10n.t('The graph as a picture')),
    ...(isHost
      ? [
          item(
            'notebook',
            'notebook',
            'Jupyter Notebook',
            vscode.l10n.t('Each query a cell that runs with Python alone'),
          ),
          item('sql', 'code', 'SQL', vscode.l10n.t('All queries as one script')),
          item('sqlite', 'database', 'SQLite', vscode.l10n.t('The board itself as tables to be queried')),
        ]
      : []),
  ];
  const picked = await vscode.window.showQuickPick(items, { placeHolder: vscode.l10n.t('Export the board as') });
  return picked?.format;
}

async function chooseFile(board: vscode.Uri, format: Format): Promise<vscode.Uri | undefined> {
  const ending = endingOf(format);
  const name = nameOf(board).replace(/\.d2board$/, '');
  // The database that the board is about often has the board's name.
  const file = `${name}${format === 'sqlite' ? '-board' : ''}${ending}`;
  return vscode.window.showSaveDialog({
    title: vscode.l10n.t('Export Board'),
    defaultUri: vscode.Uri.joinPath(board, '..', file),
    filters: { [ending.slice(1)]: [ending.slice(1)] },
  });
}

/** undefined when the person closed the picture before it was made */
async function contentOf(
  format: Format,
  board: Board,
  source: vscode.Uri,
  target: vscode.Uri,
  host: HostReview | undefined,
): Promise<Uint8Array | undefined> {
  if (format === 'sqlite') return host?.sqliteOf(board);
  if (format === 'png') {
    const { pictureOf } = await import('./picture');
    return pictureOf(graphToSvg(layoutGraph(auditGraph(board)), 'light'));
  }
  const refusal = (await host?.refusal()) ?? (() => undefined);
  const database = host?.databaseFrom(target, source, board.investigation.database.path) ?? '';
  return new TextEncoder().encode(exportText(format, board, { database, refusal }));
}

async function openExported(format: Format, file: vscode.Uri): Promise<void> {
  if (format === 'html') await vscode.env.openExternal(file);
  else if (format === 'md') await vscode.commands.executeCommand('markdown.showPreview', file);
  else await vscode.commands.executeCommand('vscode.open', file);
}
