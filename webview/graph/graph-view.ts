import * as l10n from '@vscode/l10n';
import { unsupportedIn } from '../../src/board/binding';
import type { Board } from '../../src/board/board';
import { auditGraph, QUESTION, type AuditGraph } from '../../src/board/views/audit-graph';
import type { Standing } from '../../src/board/views/standing';
import { groupEvidence, type GroupedGraph } from '../../src/graph/groups';
import { layoutGraph, type Layout, type PlacedNode } from '../../src/graph/layout';
import { matching, partAround, withStanding } from '../../src/graph/part';
import { Paths, type Direction } from '../../src/graph/walk';
import { indexOf } from '../board-index';
import { element } from '../dom';
import { Canvas } from './canvas';
import { legend } from './legend';
import { Toolbar, ZOOM_STEP } from './toolbar';
import { Tooltip } from './tooltip';

export type GraphActions = {
  /** @param query its id, `Q4` */
  openSql(query: string): void;
  /** @param id of the hypothesis or evidence that the person chose */
  reveal(id: string): void;
};

export type GraphView = {
  /** The first board is painted at once; of later ones what is new appears, and the rest moves to its place. */
  show(board: Board): void;
  /** Shows what belongs to one hypothesis, evidence or query with the rest faded; undefined: all of it. */
  focus(id: string | undefined): void;
  dispose(): void;
};

/** The evidence graph of a board, to look at, walk through and search. It fills its host, which has a height. */
export function createGraphView(host: HTMLElement, actions: GraphActions): GraphView {
  return new Graph(host, actions);
}

const TOOLTIP_MS = 350;
const KEYS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'first',
  End: 'last',
};

class Graph implements GraphView {
  readonly #root: HTMLElement;
  readonly #canvas: Canvas;
  readonly #toolbar: Toolbar;
  readonly #tooltip = new Tooltip();
  readonly #empty = element('p', { class: 'graph-empty', role: 'status' });
  readonly #live = element('div', { class: 'for-screen-readers', 'aria-live': 'polite' });
  readonly #actions: GraphActions;
  readonly #unsupported = new WeakMap<object, readonly string[]>();
  #board: Board | undefined;
  #graph: GroupedGraph = { question: '', nodes: [], edges: [] };
  #layout: Layout | undefined;
  #paths: Paths | undefined;
  #unfolded: ReadonlySet<string> = new Set();
  #opened: ReadonlySet<string> = new Set();
  #standing: Standing | undefined;
  #search = '';
  #found: readonly string[] = [];
  #place: number | undefined;
  #focused: string | undefined;
  /** What is neither searched for nor in focus is faded; undefined: nothing is. */
  #emphasis: ReadonlySet<string> | undefined;
  #current: string = QUESTION;
  #cameFrom: string | undefined;
  #hovered: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: HTMLElement, actions: GraphActions) {
    this.#actions = actions;
    this.#toolbar = new Toolbar({
      search: (text) => this.#searchFor(text),
      step: (by) => this.#stepFound(by),
      filter: (standing) => {
        this.#standing = standing;
        this.#rebuild(true);
      },
      zoomBy: (factor) => this.#canvas.zoomBy(factor),
      fit: () => this.#canvas.fit('whole'),
      showAll: () => this.focus(undefined),
    });
    const stage = element('div', { class: 'graph-stage' });
    this.#root = element('div', { class: 'graph-view' }, this.#toolbar.element, stage, this.#live);
    host.append(this.#root);
    this.#canvas = new Canvas(
      stage,
      {
        isFaded: (id) => this.#emphasis !== undefined && !this.#emphasis.has(id),
        isCurrent: (id) => id === this.#current,
        unsupportedIn: (id) => this.#unsupportedOf(id),
      },
      () => this.#hideTooltip(),
    );
    stage.append(this.#empty, legend(), this.#tooltip.element);
    const { svg } = this.#canvas;
    svg.setAttribute('aria-label', l10n.t('Evidence graph. Arrow keys walk along it, Enter opens.'));
    svg.setAttribute('tabindex', '-1');
    svg.addEventListener('keydown', (event) => this.#onKey(event));
    svg.addEventListener('click', (event) => this.#onClick(event));
    svg.addEventListener('dblclick', (event) => this.#onDoubleClick(event));
    svg.addEventListener('pointermove', (event) => this.#onPointer(event));
    svg.addEventListener('pointerdown', () => this.#hideTooltip());
    stage.addEventListener('pointerleave', () => this.#hover(undefined));
    svg.addEventListener('focusin', () => this.#showTooltipSoon(this.#current));
    svg.addEventListener('focusout', () => this.#hideTooltip());
  }

  show(board: Board): void {
    const isFirst = this.#board === undefined;
    this.#board = board;
    this.#rebuild(!isFirst);
  }

  focus(id: string | undefined): void {
    const known = id !== undefined && this.#graph.nodes.some((node) => node.id === id) ? id : undefined;
    this.#focused = known;
    this.#toolbar.showFocus(known);
    this.#emphasise();
    if (known === undefined) {
      this.#say(l10n.t('The whole graph is shown.'));
      return;
    }
    this.#setCurrent(known);
    const part = partAround(this.#graph, known);
    this.#canvas.reveal([known, ...[...part].filter((each) => each !== known && each !== QUESTION)]);
    this.#say(l10n.t('Only {0} and what belongs to it, {1} in all. Escape shows the rest again.', known, part.size));
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#canvas.dispose();
    this.#root.remove();
  }

  #rebuild(isEased: boolean): void {
    const board = this.#board;
    if (board === undefined) return;
    const whole = auditGraph(board, { unfolded: this.#unfolded });
    const before = this.#graph.nodes.length;
    const chosen: AuditGraph = this.#standing === undefined ? whole : withStanding(whole, this.#standing);
    this.#graph = groupEvidence(chosen, this.#opened);
    this.#layout = layoutGraph(this.#graph);
    this.#paths = new Paths(this.#layout);
    const ids = new Set(this.#graph.nodes.map(({ id }) => id));
    if (!ids.has(this.#current)) this.#current = QUESTION;
    if (this.#focused !== undefined && !ids.has(this.#focused)) this.#focused = undefined;
    this.#toolbar.showFocus(this.#focused);
    this.#toolbar.showStandings(countStandings(whole));
    this.#updateEmphasis();
    const hadKeyboard = this.#hasKeyboard();
    this.#canvas.show(this.#layout, isEased);
    if (hadKeyboard) this.#takeKeyboard();
    this.#showEmpty(board);
    const added = this.#graph.nodes.length - before;
    if (isEased && added > 0) this.#say(l10n.t('{0} more in the graph', added));
  }

  #showEmpty({ hypotheses, investigation: { status } }: Board): void {
    const isEmpty = hypotheses.length === 0 || this.#graph.nodes.length <= 1;
    this.#empty.hidden = !isEmpty;
    if (!isEmpty) return;
    this.#empty.textContent =
      hypotheses.length > 0
        ? l10n.t('No hypothesis stands so. Choose “All hypotheses” to see the others.')
        : status === 'running'
          ? l10n.t('Hypotheses and the evidence on them appear here as they are found.')
          : l10n.t('This investigation has no hypotheses.');
  }

  #unsupportedOf(id: string): readonly string[] {
    const piece = this.#board && indexOf(this.#board).evidence.get(id);
    if (piece === undefined || this.#board === undefined) return [];
    let found = this.#unsupported.get(piece);
    if (found === undefined) this.#unsupported.set(piece, (found = unsupportedIn(piece.fact, [piece], this.#board)));
    return found;
  }

  #updateEmphasis(): void {
    const found = matching(this.#graph, this.#search);
    this.#found = found === undefined ? [] : inReadingOrder(this.#layout, found);
    if (this.#place !== undefined && this.#place >= this.#found.length) this.#place = undefined;
    this.#toolbar.showFound(found?.size, this.#place);
    const part = this.#focused === undefined ? undefined : partAround(this.#graph, this.#focused);
    this.#emphasis = found ?? part;
  }

  #emphasise(): void {
    const hadKeyboard = this.#hasKeyboard();
    this.#updateEmphasis();
    this.#canvas.repaint();
    if (hadKeyboard) this.#takeKeyboard();
  }

  #searchFor(text: string): void {
    this.#search = text;
    this.#place = undefined;
    this.#emphasise();
  }

  #stepFound(by: 1 | -1): void {
    const { length } = this.#found;
    if (length === 0) return;
    this.#place = this.#place === undefined ? (by === 1 ? 0 : length - 1) : (this.#place + by + length) % length;
    const id = this.#found[this.#place];
    if (id === undefined) return;
    this.#setCurrent(id);
    this.#canvas.reveal([id]);
    this.#toolbar.showFound(length, this.#place);
  }

  #setCurrent(id: string): void {
    if (id === this.#current) return;
    const old = this.#canvas.element(this.#current);
    old?.setAttribute('tabindex', '-1');
    old?.classList.remove('current');
    this.#current = id;
    const now = this.#canvas.element(id);
    now?.setAttribute('tabindex', '0');
    now?.classList.add('current');
    this.#trace(id);
  }

  #hasKeyboard(): boolean {
    return this.#canvas.svg.contains(this.#root.ownerDocument.activeElement);
  }

  /** Puts the keyboard on the current box, or on the picture while that box is not painted. */
  #takeKeyboard(): void {
    (this.#canvas.element(this.#current) ?? this.#canvas.svg).focus({ preventScroll: true });
  }

  #walk(direction: Direction): void {
    const next = this.#paths?.step(this.#current, direction, this.#cameFrom);
    if (next === undefined) return;
    if (direction === 'left' || direction === 'right') this.#cameFrom = this.#current;
    this.#setCurrent(next);
    this.#canvas.reveal([next], () => this.#takeKeyboard());
    if (this.#canvas.element(next) !== undefined) this.#takeKeyboard();
  }

  #onKey(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const direction = KEYS[event.key];
    if (direction !== undefined) this.#walk(direction);
    else if (event.key === 'Enter') this.#open(this.#current);
    else if (event.key === ' ') this.#unfoldOrFocus(this.#current);
    else if (event.key === 'Escape') this.#leave();
    else if (event.key === '+' || event.key === '=') this.#canvas.zoomBy(ZOOM_STEP);
    else if (event.key === '-') this.#canvas.zoomBy(1 / ZOOM_STEP);
    else if (event.key === '0') this.#canvas.fit('whole');
    else if (event.key === '/') this.#toolbar.focusSearch();
    else return;
    event.preventDefault();
  }

  #leave(): void {
    if (this.#tooltip.isShown) this.#hideTooltip();
    else if (this.#focused !== undefined) this.focus(undefined);
  }

  #open(id: string): void {
    const node = this.#canvas.node(id);
    if (node === undefined) return;
    switch (node.kind) {
      case 'evidence': {
        const query = this.#board && indexOf(this.#board).evidence.get(id)?.query;
        if (query !== undefined) this.#actions.openSql(query);
        return;
      }
      case 'query':
        this.#actions.openSql(id);
        return;
      case 'group':
        this.#openGroup(node);
        return;
      case 'hypothesis':
        this.#actions.reveal(id);
        return;
      case 'question':
        this.focus(undefined);
    }
  }

  #openGroup({ id, kind }: PlacedNode): void {
    if (kind !== 'group') return;
    this.#opened = new Set([...this.#opened, id]);
    this.#rebuild(true);
  }

  #unfoldOrFocus(id: string): void {
    const node = this.#canvas.node(id);
    if (node?.kind === 'group') this.#openGroup(node);
    else if (node?.kind === 'hypothesis') this.focus(this.#focused === id ? undefined : id);
    else if (node?.kind === 'evidence' && (node.folded.length > 0 || this.#unfolded.has(id))) {
      const unfolded = new Set(this.#unfolded);
      if (!unfolded.delete(id)) unfolded.add(id);
      this.#unfolded = unfolded;
      this.#rebuild(true);
    }
  }

  #onClick(event: MouseEvent): void {
    const node = this.#canvas.nodeAt(event);
    if (node === undefined) return;
    this.#setCurrent(node.id);
    this.#takeKeyboard();
    if (node.kind === 'group') this.#openGroup(node);
    else if (node.kind === 'hypothesis' || node.kind === 'evidence') this.#actions.reveal(node.id);
  }

  #onDoubleClick(event: MouseEvent): void {
    const node = this.#canvas.nodeAt(event);
    if (node === undefined) this.focus(undefined);
    else if (node.kind === 'hypothesis') this.focus(node.id);
    else if (node.kind !== 'group') this.#open(node.id);
  }

  #onPointer(event: PointerEvent): void {
    if (event.buttons !== 0) return;
    this.#hover(this.#canvas.nodeAt(event)?.id);
  }

  #hover(id: string | undefined): void {
    if (id === this.#hovered) return;
    this.#hovered = id;
    this.#canvas.svg.classList.toggle('over-node', id !== undefined);
    this.#trace(id ?? this.#current);
    if (id === undefined) this.#hideTooltip();
    else this.#showTooltipSoon(id);
  }

  #trace(id: string): void {
    const edges = id === QUESTION ? [] : (this.#layout?.edges ?? []).filter(({ from, to }) => from === id || to === id);
    this.#canvas.trace(edges);
  }

  #showTooltipSoon(id: string): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const [node, place] = [this.#canvas.node(id), this.#canvas.placeOf(id)];
      if (node === undefined || place === undefined || this.#board === undefined) return;
      this.#tooltip.show(node, this.#board, this.#unsupportedOf(id), place, this.#canvas.window);
    }, TOOLTIP_MS);
  }

  #hideTooltip(): void {
    clearTimeout(this.#timer);
    this.#tooltip.hide();
  }

  #say(text: string): void {
    this.#live.textContent = text;
  }
}

function countStandings({ nodes }: AuditGraph): ReadonlyMap<Standing, number> {
  const counts = new Map<Standing, number>();
  for (const node of nodes) {
    if (node.kind === 'hypothesis') counts.set(node.standing, (counts.get(node.standing) ?? 0) + 1);
  }
  return counts;
}

/** From the top down, then from left to right. */
function inReadingOrder(layout: Layout | undefined, ids: ReadonlySet<string>): readonly string[] {
  return (layout?.nodes ?? [])
    .filter(({ id }) => ids.has(id))
    .sort((a, b) => a.y - b.y || a.x - b.x)
    .map(({ id }) => id);
}
