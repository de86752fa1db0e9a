import * as vscode from 'vscode';
import { atRisk, driftedEvidence } from '../../board/views/at-risk';
import { standingVerdict } from '../../board/views/standing';
import type { BoardModel, Boards } from '../boards/boards';
import { itemOf, type Marks } from './items';
import { childrenOf, findNode, hypothesisNodes, type Arrangement, type HypothesisNode, type Node } from './nodes';
import { tooltipOf } from './tooltips';

/** Milliseconds between two drawings of the tree while a board changes quickly. */
const PAUSE = 120;

/**
 * The rows of the active board. They are made when they are asked for, and keep their identity while the board changes: the editor
 * loses hold of a row that is replaced, and with it what a person was about to do to it.
 */
export class HypothesesProvider implements vscode.TreeDataProvider<Node> {
  readonly #changed = new vscode.EventEmitter<Node | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #boards: Boards;
  #following: vscode.Disposable | undefined;
  #pause: NodeJS.Timeout | undefined;
  readonly #kept = new Map<string, Node>();
  #roots: readonly HypothesisNode[] | undefined;
  #drawn: readonly (readonly unknown[])[] = [];
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
    return node === undefined ? [...this.roots] : childrenOf(node).map((child) => this.#keep(child));
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
    if (this.#roots) return this.#roots;
    const { marks } = this;
    const nodes = marks === undefined ? [] : hypothesisNodes(marks.board, this.#arrangement);
    return (this.#roots = nodes.map((node) => this.#keep(node)));
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

  /** The row that is there already, with what it stands for now; or this one. */
  #keep<N extends Node>(node: N): N {
    const kept = this.#kept.get(node.key);
    if (kept === undefined) this.#kept.set(node.key, node);
    return kept === undefined ? node : Object.assign(kept, node);
  }

  #follow(): void {
    this.#following?.dispose();
    this.#kept.clear();
    this.#following = this.model?.onDidChange(() => {
      this.#pause ??= setTimeout(() => this.#draw(), PAUSE);
    });
    this.#draw();
  }

  #draw(): void {
    clearTimeout(this.#pause);
    this.#pause = undefined;
    const [before, drawn] = [this.#roots, this.#drawn];
    this.#roots = undefined;
    this.#marks = undefined;
    const { roots, marks } = this;
    this.#drawn = roots.map((root) => partsOf(root, marks));
    if (roots.length !== before?.length || roots.some((root, index) => root !== before[index])) {
      this.#changed.fire(undefined);
      return;
    }
    for (const [index, root] of roots.entries()) {
      if (!isSame(this.#drawn[index] ?? [], drawn[index] ?? [])) this.#changed.fire(root);
    }
  }
}

/** What a row and those below it show. */
function partsOf({ hypothesis, standing, sides }: HypothesisNode, marks: Marks | undefined): readonly unknown[] {
  const verdict = marks && standingVerdict(marks.board, hypothesis.id);
  const shown = Object.values(sides).flatMap((each) => each.flatMap(({ evidence, link }) => [evidence, link]));
  const drifted = shown.filter((each) => 'fact' in each && marks?.drifted.has(each.id));
  return [hypothesis, standing, verdict, verdict && marks.atRisk.has(verdict.id), ...shown, drifted.length];
}

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((part, index) => part === b[index]);
}
