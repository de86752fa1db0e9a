import * as vscode from 'vscode';
import { atRisk, driftedEvidence } from '../../board/views/at-risk';
import type { BoardModel, Boards } from '../boards/boards';
import { itemOf, type Marks } from './items';
import { childrenOf, findNode, hypothesisNodes, type Arrangement, type HypothesisNode, type Node } from './nodes';
import { tooltipOf } from './tooltips';

/** Milliseconds between two drawings of the tree while a board changes quickly. */
const PAUSE = 120;

/** The rows of the active board. They are made when they are asked for, and again when the board changes. */
export class HypothesesProvider implements vscode.TreeDataProvider<Node> {
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #boards: Boards;
  #following: vscode.Disposable | undefined;
  #pause: NodeJS.Timeout | undefined;
  #roots: readonly HypothesisNode[] | undefined;
  #marks: Marks | undefined;
  #arrangement: Arrangement = { sort: 'number', hidden: new Set() };

  constructor(boards: Boards, subscriptions: vscode.Disposable[]) {
    this.#boards = boards;
    subscriptions.push(
      this.#changed,
      boards.onDidChangeActive(() => this.#follow()),
      new vscode.Disposable(() => {
        this.#following?.dispose();
        clearTimeout(this.#pause);
      }),
    );
    this.#follow();
  }

  get model(): BoardModel | undefined {
    return this.#boards.active;
  }

  get arrangement(): Arrangement {
    return this.#arrangement;
  }

  arrange(arrangement: Arrangement): void {
    this.#arrangement = arrangement;
    this.#draw();
  }

  getChildren(node?: Node): Node[] {
    return [...(node === undefined ? this.roots : childrenOf(node))];
  }

  getTreeItem(node: Node): vscode.TreeItem {
    const { model, marks } = this;
    if (model === undefined || marks === undefined) return new vscode.TreeItem('');
    return itemOf(node, marks, model.uri);
  }

  getParent(node: Node): Node | undefined {
    return node.kind === 'hypothesis' ? undefined : node.parent;
  }

  resolveTreeItem(item: vscode.TreeItem, node: Node): vscode.TreeItem {
    const { marks } = this;
    if (marks !== undefined) item.tooltip = tooltipOf(node, marks.board);
    return item;
  }

  /** The row of a hypothesis or a piece of evidence, when it is shown. */
  find(id: string): Node | undefined {
    return findNode(this.roots, id);
  }

  private get roots(): readonly HypothesisNode[] {
    const { marks } = this;
    return (this.#roots ??= marks === undefined ? [] : hypothesisNodes(marks.board, this.#arrangement));
  }

  private get marks(): Marks | undefined {
    const state = this.model?.state;
    if (state?.kind !== 'board') return undefined;
    const { board } = state;
    return (this.#marks ??= {
      board,
      drifted: new Set(driftedEvidence(board).map(({ evidence }) => evidence.id)),
      atRisk: new Set(atRisk(board).map(({ verdict }) => verdict.id)),
    });
  }

  #follow(): void {
    this.#following?.dispose();
    this.#following = this.model?.onDidChange(() => {
      this.#pause ??= setTimeout(() => this.#draw(), PAUSE);
    });
    this.#draw();
  }

  #draw(): void {
    clearTimeout(this.#pause);
    this.#pause = undefined;
    this.#roots = undefined;
    this.#marks = undefined;
    this.#changed.fire(undefined);
  }
}
