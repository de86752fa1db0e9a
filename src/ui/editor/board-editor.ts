import * as vscode from 'vscode';
import type { Action, Tab } from '../../protocol/board-messages';
import type { Boards } from '../boards/boards';
import type { Log } from '../log';
import type { Runs } from '../runs/runs';
import { showFailure } from '../show-failure';
import { BoardView, type Allows, type BoardActions } from './board-view';
import { openAsText } from './open-as-text';
import { boardPage, makeNonce } from './page';
import { VIEW_TYPE } from './view-type';

export type EditorParts = {
  readonly boards: Boards;
  /** undefined where no database can be opened: boards are read there and nothing more. */
  readonly runs: Runs | undefined;
  readonly log: Log;
};

/** A record of a board, as commands of other features name it. */
export type RecordOfBoard = { readonly board: string; readonly id?: string };

/** What a person does to a record is the business of the features that own these commands. */
const COMMANDS: Readonly<Record<Action, string>> = {
  pin: 'dataDetective.pinHypothesis',
  unpin: 'dataDetective.unpinHypothesis',
  reject: 'dataDetective.rejectHypothesis',
  hint: 'dataDetective.hintHypothesis',
  edit: 'dataDetective.editHypothesis',
  retest: 'dataDetective.retestHypothesis',
  review: 'dataDetective.reviewVerdict',
};

/** All open editors of boards. */
export class BoardEditor {
  readonly #extension: vscode.Uri;
  readonly #parts: EditorParts;
  /** The open editors, the one that was active last at the end. */
  readonly #views = new Map<BoardView, vscode.Uri>();

  constructor(extension: vscode.Uri, parts: EditorParts) {
    this.#extension = extension;
    this.#parts = parts;
  }

  /** Shows a document on an editor's panel. */
  open(document: vscode.TextDocument, panel: vscode.WebviewPanel): void {
    const { uri } = document;
    const { webview } = panel;
    const view = new BoardView({
      model: this.#parts.boards.at(uri),
      send: (frame) => void webview.postMessage(frame),
      actions: actionsOn(uri),
      report: (error) => void showFailure(error, this.#parts.log),
      allows: this.#allows(),
    });
    const touch = (): void => {
      if (!panel.active) return;
      this.#views.delete(view);
      this.#views.set(view, uri);
      this.#parts.boards.activate(uri);
    };
    this.#views.set(view, uri);
    const listening = [
      view,
      webview.onDidReceiveMessage((data) => view.receive(data)),
      panel.onDidChangeViewState(touch),
    ];
    panel.onDidDispose(() => {
      this.#views.delete(view);
      for (const each of listening) each.dispose();
    });
    touch();
    webview.options = {
      enableScripts: true,
      localResourceRoots: ['dist', 'media'].map((folder) => this.#file(folder)),
    };
    webview.html = boardPage({
      source: webview.cspSource,
      script: webview.asWebviewUri(this.#file('dist', 'webview.js')).toString(),
      style: webview.asWebviewUri(this.#file('dist', 'webview.css')).toString(),
      nonce: makeNonce(),
      language: vscode.env.language,
      texts: vscode.l10n.bundle,
    });
  }

  /** Tells every view what the window allows now. */
  allow(): void {
    for (const view of this.#views.keys()) view.allow(this.#allows());
  }

  /** Opens a board, or brings it to the front, on one of its tabs. */
  async show(tab: Tab, target: vscode.Uri | RecordOfBoard | undefined): Promise<void> {
    const record = target !== undefined && 'board' in target ? target : undefined;
    const uri = record
      ? vscode.Uri.parse(record.board)
      : target instanceof vscode.Uri
        ? target
        : this.#parts.boards.active?.uri;
    if (uri === undefined) return;
    await vscode.commands.executeCommand('vscode.openWith', uri, VIEW_TYPE);
    const view = [...this.#views].findLast(([, each]) => each.toString() === uri.toString())?.[0];
    view?.show(tab, record?.id);
  }

  #allows(): Allows {
    if (this.#parts.runs === undefined) return 'reader';
    return vscode.workspace.isTrusted ? 'everything' : 'restricted';
  }

  #file(...path: string[]): vscode.Uri {
    return vscode.Uri.joinPath(this.#extension, ...path);
  }
}

function actionsOn(uri: vscode.Uri): BoardActions {
  const board = uri.toString();
  const run = vscode.commands.executeCommand;
  return {
    openText: (line) => openAsText(uri, line),
    openSql: (query) => run('dataDetective.openSql', { board, query }),
    act: (action, id) => run(COMMANDS[action], { board, id }),
    addHypothesis: () => run('dataDetective.addHypothesis', { board }),
    select: (id) => run('dataDetective.revealHypothesis', { board, id }),
    manageTrust: () => run('workbench.trust.manage'),
  };
}
