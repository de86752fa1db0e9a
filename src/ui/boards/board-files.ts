import * as vscode from 'vscode';
import type { Surroundings } from '../surroundings';
import { BoardFile } from './board-file';
import type { BoardModel, Boards } from './boards';
import type { LiveBoard } from './live-board';

const PATTERN = '**/*.d2board';
/** A person who types is not followed key by key, in milliseconds. */
const TYPING = 150;

/** The boards of this window. `follow` hands one over to an investigation until that is over. */
export interface FollowingBoards extends Boards, vscode.Disposable {
  follow(uri: vscode.Uri, live: LiveBoard): void;
}

/** @param surroundings missing in the browser, where boards are read from their files alone */
export function makeBoards(surroundings?: Surroundings): FollowingBoards {
  return new BoardFiles(surroundings);
}

class BoardFiles implements FollowingBoards {
  readonly #surroundings: Surroundings | undefined;
  readonly #models = new Map<string, BoardFile>();
  readonly #activeChanges = new vscode.EventEmitter<BoardModel | undefined>();
  readonly #subscriptions: vscode.Disposable[];
  readonly #typing = new Map<string, NodeJS.Timeout>();
  #active: BoardModel | undefined;

  readonly onDidChangeActive = this.#activeChanges.event;

  constructor(surroundings: Surroundings | undefined) {
    this.#surroundings = surroundings;
    const files = vscode.workspace.createFileSystemWatcher(PATTERN);
    const refresh = (uri: vscode.Uri): void => this.#models.get(uri.toString())?.refresh();
    this.#subscriptions = [
      this.#activeChanges,
      files,
      files.onDidCreate(refresh),
      files.onDidChange(refresh),
      files.onDidDelete(refresh),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#typed(document.uri)),
      vscode.workspace.onDidSaveTextDocument(({ uri }) => refresh(uri)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => refresh(uri)),
    ];
  }

  get active(): BoardModel | undefined {
    return this.#active;
  }

  at(uri: vscode.Uri): BoardModel {
    return this.#fileAt(uri);
  }

  activate(uri: vscode.Uri | undefined): void {
    const model = uri && this.#fileAt(uri);
    if (model === this.#active) return;
    this.#active = model;
    this.#activeChanges.fire(model);
  }

  find(): Thenable<readonly vscode.Uri[]> {
    return vscode.workspace.findFiles(PATTERN);
  }

  follow(uri: vscode.Uri, live: LiveBoard): void {
    this.#fileAt(uri).follow(live);
  }

  dispose(): void {
    for (const timer of this.#typing.values()) clearTimeout(timer);
    vscode.Disposable.from(...this.#subscriptions, ...this.#models.values()).dispose();
  }

  #fileAt(uri: vscode.Uri): BoardFile {
    const key = uri.toString();
    const known = this.#models.get(key);
    if (known) return known;
    const model = new BoardFile(uri, this.#surroundings);
    this.#models.set(key, model);
    return model;
  }

  #typed(uri: vscode.Uri): void {
    const key = uri.toString();
    const model = this.#models.get(key);
    if (!model) return;
    clearTimeout(this.#typing.get(key));
    this.#typing.set(
      key,
      setTimeout(() => {
        this.#typing.delete(key);
        model.refresh();
      }, TYPING),
    );
  }
}
