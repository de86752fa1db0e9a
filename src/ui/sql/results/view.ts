import * as vscode from 'vscode';
import { assertNever } from '../../../base/assert';
import {
  fromResultsSchema,
  type Area,
  type Cell,
  type FromResults,
  type ToResults,
} from '../../../protocol/results-messages';
import { Channel } from '../../../protocol/channel';
import { boardPage, makeNonce } from '../../editor/page';
import type { Log } from '../../log';
import type { SqlRun } from '../sql-run';
import type { SqlRuns } from '../sql-runs';
import { shownCell, wholeCell } from './cells';
import { toTsv } from './export';
import { shownRun } from './shown';
import { RESULTS_VIEW } from './view-id';

type Parts = {
  readonly extension: vscode.Uri;
  readonly runs: SqlRuns;
  readonly log: Log;
  /** Shows where in its document a run failed. */
  readonly goToPlace: (run: SqlRun) => Promise<void>;
};

/** The panel that shows the rows of a run. They stay here; the grid asks for what it shows. */
export class ResultsView implements vscode.WebviewViewProvider {
  readonly #parts: Parts;
  #view: vscode.WebviewView | undefined;
  #channel: Channel<FromResults, ToResults> | undefined;
  #progress: Promise<void> | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    const { webview } = view;
    const file = (...path: string[]): vscode.Uri => vscode.Uri.joinPath(this.#parts.extension, ...path);
    const channel = new Channel<FromResults, ToResults>({
      incoming: fromResultsSchema,
      send: (frame) => void webview.postMessage(frame),
      handle: (message) => this.#handle(message),
      report: (error) => this.#parts.log.error('the result grid', error),
    });
    const listening = [
      webview.onDidReceiveMessage((data) => channel.receive(data)),
      this.#parts.runs.onDidChange(() => this.#show()),
    ];
    view.onDidDispose(() => {
      for (const each of listening) each.dispose();
      channel.dispose();
      this.#view = undefined;
    });
    this.#view = view;
    this.#channel = channel;
    webview.options = { enableScripts: true, localResourceRoots: [file('dist')] };
    webview.html = boardPage({
      source: webview.cspSource,
      script: webview.asWebviewUri(file('dist', 'results.js')).toString(),
      style: webview.asWebviewUri(file('dist', 'results.css')).toString(),
      nonce: makeNonce(),
      language: vscode.env.language,
      texts: vscode.l10n.bundle,
    });
  }

  /** Brings the panel up; the focus stays where it is. */
  async reveal(): Promise<void> {
    if (this.#view) return this.#view.show(true);
    // Nobody sees the panel before there is anything to see.
    await vscode.commands.executeCommand('setContext', `${RESULTS_VIEW}.hasRuns`, true);
    await vscode.commands.executeCommand(`${RESULTS_VIEW}.focus`, { preserveFocus: true });
  }

  #show(): void {
    const { shown } = this.#parts.runs;
    this.#channel?.tell({ type: 'show', shown: shown ? shownRun(shown) : null });
    if (shown?.state.kind === 'running') this.#showProgress();
  }

  /** The editor's own sign that the view is at work. */
  #showProgress(): void {
    const { runs } = this.#parts;
    this.#progress ??= Promise.resolve(
      vscode.window.withProgress({ location: { viewId: RESULTS_VIEW } }, async () => {
        while (runs.shown?.state.kind === 'running') {
          await new Promise((resolve) => {
            const once = runs.onDidChange(() => {
              once.dispose();
              resolve(undefined);
            });
          });
        }
        this.#progress = undefined;
      }),
    );
  }

  #handle(message: FromResults): unknown {
    if (message.type === 'ready') return this.#show();
    const run = this.#parts.runs.all.find(({ id }) => id === message.run);
    if (run === undefined) return undefined;
    switch (message.type) {
      case 'page':
        return run.rows(message.first, message.count).map((row): Cell[] => row.map(shownCell));
      case 'cell':
        return wholeCell(run.rows(message.row, 1)[0]?.[message.column] ?? null);
      case 'sort':
        run.sort(message.order ?? undefined);
        return this.#show();
      case 'copy':
        return copyCells(run, message.area, { headers: false });
      case 'cancel':
        return run.cancel();
      case 'go-to-place':
        return this.#parts.goToPlace(run);
      default:
        return assertNever(message);
    }
  }
}

/** Puts cells on the clipboard as they are shown, for a spreadsheet to take. */
export async function copyCells(run: SqlRun, area: Area, options: { readonly headers: boolean }): Promise<void> {
  if (run.state.kind !== 'rows') return;
  const table = {
    columns: run.state.result.columns.slice(area.left, area.right + 1),
    rows: run.rows(area.top, area.bottom - area.top + 1).map((row) => row.slice(area.left, area.right + 1)),
  };
  await vscode.env.clipboard.writeText(toTsv(table, options));
}
