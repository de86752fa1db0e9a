import * as vscode from 'vscode';
import { inertLine } from '../../base/inert';
import type { Investigation } from '../../board/board';
import type { BoardModel, Boards, BoardState } from '../boards/boards';
import { plainMarkdown } from '../plain';
import type { Runs } from '../runs/runs';
import { ageOf } from './age';

/** The board files of the workspace, the newest investigation first. Files are read when the list is looked at. */
export class BoardListProvider implements vscode.TreeDataProvider<BoardModel> {
  readonly #changed = new vscode.EventEmitter<BoardModel | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #boards: Boards;
  readonly #following = new Map<BoardModel, vscode.Disposable>();
  /** What each row shows: a board that changes otherwise is not drawn again. */
  readonly #drawn = new Map<BoardModel, string>();

  constructor(boards: Boards, runs: Runs | undefined, subscriptions: vscode.Disposable[]) {
    this.#boards = boards;
    const watcher = vscode.workspace.createFileSystemWatcher('**/*.d2board', false, true, false);
    subscriptions.push(
      this.#changed,
      watcher,
      watcher.onDidCreate(() => this.refresh()),
      watcher.onDidDelete(() => this.refresh()),
      vscode.workspace.onDidChangeWorkspaceFolders(() => this.refresh()),
      ...(runs ? [runs.onDidChange(() => this.refresh())] : []),
      new vscode.Disposable(() => this.#forget()),
    );
  }

  refresh(): void {
    this.#changed.fire(undefined);
  }

  async getChildren(board?: BoardModel): Promise<BoardModel[]> {
    if (board !== undefined) return [];
    const uris = await this.#boards.find();
    // While they are looked for, nobody is told that there are none.
    void vscode.commands.executeCommand('setContext', 'dataDetective.hasNoBoards', uris.length === 0);
    this.#forget();
    const models = uris.map((uri) => this.#boards.at(uri));
    for (const model of models) {
      this.#following.set(
        model,
        model.onDidChange(() => {
          if (this.#drawn.get(model) !== lookOf(model.state)) this.#changed.fire(model);
        }),
      );
    }
    return models.sort((a, b) => begunAt(b).localeCompare(begunAt(a)) || a.uri.path.localeCompare(b.uri.path));
  }

  getTreeItem(model: BoardModel): vscode.TreeItem {
    const { state, uri } = model;
    this.#drawn.set(model, lookOf(state));
    const item = new vscode.TreeItem(uri);
    item.id = uri.toString();
    item.contextValue = 'board';
    item.command = { command: 'vscode.open', title: vscode.l10n.t('Open Board'), arguments: [uri] };
    if (state.kind === 'board') drawBoard(item, state.board.investigation, state.live, uri);
    else drawOther(item, state);
    return item;
  }

  #forget(): void {
    for (const following of this.#following.values()) following.dispose();
    this.#following.clear();
    this.#drawn.clear();
  }
}

function drawBoard(item: vscode.TreeItem, investigation: Investigation, live: boolean, uri: vscode.Uri): void {
  const { question, startedAt, finishedAt, reason } = investigation;
  const status = live || investigation.status !== 'running' ? investigation.status : 'interrupted';
  const age = ageOf(finishedAt ?? startedAt, Date.now(), vscode.env.language);
  item.label = inertLine(question);
  item.description = `${statusWord(status)} · ${age}`;
  item.iconPath = statusIcon(status);
  const told = reason === null ? statusWord(status) : `${statusWord(status)}: ${reason}`;
  const lines = [question, told, vscode.workspace.asRelativePath(uri)];
  item.tooltip = new vscode.MarkdownString(lines.map(plainMarkdown).join('\n\n'));
}

function drawOther(item: vscode.TreeItem, state: Exclude<BoardState, { kind: 'board' }>): void {
  item.label = undefined;
  if (state.kind === 'loading') return;
  item.description = vscode.l10n.t('cannot be read');
  item.tooltip = state.message;
  item.iconPath = new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
}

type Status = Investigation['status'] | 'interrupted';

function statusWord(status: Status): string {
  const words: Readonly<Record<Status, string>> = {
    running: vscode.l10n.t('running'),
    complete: vscode.l10n.t('complete'),
    partial: vscode.l10n.t('partial'),
    stopped: vscode.l10n.t('stopped'),
    failed: vscode.l10n.t('failed'),
    interrupted: vscode.l10n.t('interrupted'),
  };
  return words[status];
}

function statusIcon(status: Status): vscode.ThemeIcon {
  const icons: Readonly<Record<Status, readonly [icon: string, color?: string]>> = {
    running: ['loading~spin'],
    complete: ['pass-filled', 'testing.iconPassed'],
    partial: ['circle-large-filled', 'testing.iconQueued'],
    stopped: ['debug-stop'],
    failed: ['error', 'testing.iconErrored'],
    interrupted: ['debug-pause', 'testing.iconQueued'],
  };
  const [icon, color] = icons[status];
  return new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
}

/** What of a board its row depends on. */
function lookOf(state: BoardState): string {
  if (state.kind !== 'board') return state.kind;
  const { question, status, reason, finishedAt } = state.board.investigation;
  return JSON.stringify([question, status, reason, finishedAt, state.live]);
}

function begunAt({ state }: BoardModel): string {
  return state.kind === 'board' ? state.board.investigation.startedAt : '';
}
