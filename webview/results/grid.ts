import * as l10n from '@vscode/l10n';
import type { Area, Order, Shown, ShownColumn } from '../../src/protocol/results-messages';
import { element, svgElement } from '../dom';
import { isSameRange, scrolledTo, visibleRange, type Range } from '../visible-range';
import { columnRange, columnsOf, firstWidths, NARROWEST, type Columns } from './columns';
import type { Pages, Row } from './pages';
import { areaOf, at, moved, TITLES, type Place, type Selection } from './selection';

export const ROW_HEIGHT = 22;
const RESIZE_STEP = 16;
const COLUMNS_BEYOND = 200;

export type GridActions = {
  sort(order: Order | null): void;
  copy(area: Area): void;
  /** Shows all of a cell. */
  open(place: Place): void;
  /** Another cell is active. */
  activated(place: Place): void;
  /** Something that is worth keeping changed. */
  changed(): void;
};

/** What of a grid survives a hidden panel. */
export type GridState = {
  readonly widths: readonly number[];
  readonly top: number;
  readonly left: number;
  readonly selection: Selection;
};

/**
 * The rows of a result as an ARIA grid of which only what is in sight is drawn. The focus stays on the grid; `aria-activedescendant` names
 * the active cell.
 */
export class Grid {
  readonly host: HTMLElement;
  readonly #shown: Shown;
  readonly #pages: Pages;
  readonly #actions: GridActions;
  readonly #head: HTMLElement;
  readonly #body: HTMLElement;
  readonly #gutter: number;
  #columns: Columns;
  #selection: Selection;
  #drawn = new Map<number, { readonly node: HTMLElement; readonly row: Row | undefined }>();
  #drawnColumns: Range = { first: 0, end: 0 };
  #painting = 0;

  constructor(shown: Shown, pages: Pages, actions: GridActions, character: number, kept?: GridState) {
    this.#shown = shown;
    this.#pages = pages;
    this.#actions = actions;
    this.#gutter = Math.ceil(String(shown.rows).length * character) + 20;
    this.#columns = columnsOf(kept?.widths ?? firstWidths(shown.columns, character));
    this.#selection = kept?.selection ?? at(shown.rows > 0 ? 0 : TITLES, 0);
    this.#head = element('div', { class: 'titles', role: 'row', 'aria-rowindex': 1 });
    this.#body = element('div', { class: 'rows', role: 'rowgroup' });
    this.#body.style.height = `${shown.rows * ROW_HEIGHT}px`;
    this.host = element(
      'div',
      {
        class: 'grid',
        role: 'grid',
        tabindex: 0,
        'aria-label': l10n.t('Rows of the result'),
        'aria-multiselectable': 'true',
        'aria-rowcount': shown.rows + 1,
        'aria-colcount': shown.columns.length + 1,
      },
      element('div', { class: 'titles-group', role: 'rowgroup' }, this.#head),
      this.#body,
    );
    this.host.addEventListener('scroll', () => this.#paintSoon());
    this.host.addEventListener('keydown', (event) => this.#press(event));
    this.host.addEventListener('pointerdown', (event) => this.#point(event));
    this.host.addEventListener('dblclick', (event) => this.#openAt(event));
    this.host.addEventListener('pointerover', explainCut);
  }

  get state(): GridState {
    const { scrollTop, scrollLeft } = this.host;
    return { widths: this.#columns.widths, top: scrollTop, left: scrollLeft, selection: this.#selection };
  }

  /** Where it was scrolled to when its panel was hidden; to be called once the grid is in the page. */
  scrollTo({ top, left }: Pick<GridState, 'top' | 'left'>): void {
    this.host.scrollTop = top;
    this.host.scrollLeft = left;
    this.paint();
  }

  /** Scrolls as far as the active cell needs it. */
  revealActive(): void {
    this.#reveal(this.#selection.active);
    this.paint();
  }

  /** Draws what is in sight now. */
  paint(): void {
    cancelAnimationFrame(this.#painting);
    this.#painting = 0;
    const columns = columnRange(this.#columns, this.host.scrollLeft - COLUMNS_BEYOND, this.#width + 2 * COLUMNS_BEYOND);
    const rows = visibleRange(this.#shown.rows, ROW_HEIGHT, this.host.scrollTop, this.#height);
    this.#pages.want(rows);
    const total = `${this.#gutter + (this.#columns.starts.at(-1) ?? 0)}px`;
    this.#head.style.width = total;
    this.#body.style.width = total;
    if (this.#head.childElementCount === 0 || !isSameRange(columns, this.#drawnColumns)) this.#drawAnew(columns);
    for (const [index, { node }] of this.#drawn) {
      if (index >= rows.first && index < rows.end) continue;
      node.remove();
      this.#drawn.delete(index);
    }
    for (let index = rows.first; index < rows.end; index++) this.#drawRow(index, columns);
    this.#mark();
  }

  #paintSoon(): void {
    this.#painting ||= requestAnimationFrame(() => {
      this.paint();
      this.#actions.changed();
    });
  }

  get #width(): number {
    return this.host.clientWidth - this.#gutter;
  }

  get #height(): number {
    return this.host.clientHeight - this.#head.offsetHeight;
  }

  #drawAnew(columns: Range): void {
    this.#drawnColumns = columns;
    this.#drawn.clear();
    this.#body.replaceChildren();
    const corner = element('div', {
      class: 'corner',
      role: 'columnheader',
      'aria-colindex': 1,
      'aria-label': l10n.t('Row number'),
    });
    corner.style.width = `${this.#gutter}px`;
    this.#head.replaceChildren(
      corner,
      ...this.#shown.columns
        .slice(columns.first, columns.end)
        .map((column, k) => this.#title(column, columns.first + k)),
    );
  }

  #title({ name, numeric }: ShownColumn, index: number): HTMLElement {
    const order = this.#shown.order?.column === index ? this.#shown.order.direction : undefined;
    const node = element(
      'div',
      {
        id: idOf({ row: TITLES, column: index }),
        class: `title${numeric ? ' number' : ''}`,
        role: 'columnheader',
        'aria-colindex': index + 2,
        'aria-sort': order ?? 'none',
        'data-row': TITLES,
        'data-column': index,
      },
      element('span', { class: 'text' }, name),
      order && orderSign(order),
      element('span', { class: 'handle', 'data-handle': index, 'aria-hidden': 'true' }),
    );
    this.#place(node, index);
    return node;
  }

  #drawRow(index: number, columns: Range): void {
    const row = this.#pages.row(index);
    const before = this.#drawn.get(index);
    if (before && before.row === row) return;
    const number = element(
      'div',
      { class: 'row-number', role: 'rowheader', 'aria-colindex': 1, 'data-row': index },
      String(index + 1),
    );
    number.style.width = `${this.#gutter}px`;
    const node = element('div', { class: 'row', role: 'row', 'aria-rowindex': index + 2 }, number);
    node.style.transform = `translateY(${index * ROW_HEIGHT}px)`;
    for (let column = columns.first; column < columns.end; column++) node.append(this.#cell(row, index, column));
    if (before) before.node.replaceWith(node);
    else this.#body.append(node);
    this.#drawn.set(index, { node, row });
  }

  #cell(row: Row | undefined, index: number, column: number): HTMLElement {
    const cell = row?.[column];
    const node = element(
      'div',
      {
        id: idOf({ row: index, column }),
        class: cell ? `cell ${cell.kind}${cell.cut ? ' cut' : ''}` : 'cell waiting',
        role: 'gridcell',
        'aria-colindex': column + 2,
        'data-row': index,
        'data-column': column,
      },
      cell?.text ?? '',
    );
    this.#place(node, column);
    return node;
  }

  #place(node: HTMLElement, column: number): void {
    node.style.left = `${this.#gutter + (this.#columns.starts[column] ?? 0)}px`;
    node.style.width = `${this.#columns.widths[column] ?? 0}px`;
  }

  /** Selection and active cell on what is drawn. */
  #mark(): void {
    const { active } = this.#selection;
    const area = areaOf(this.#selection);
    for (const node of this.host.querySelectorAll<HTMLElement>('[data-column]')) {
      const { row, column } = placeOf(node) ?? { row: -2, column: -2 };
      const selected =
        area !== undefined && row >= area.top && row <= area.bottom && column >= area.left && column <= area.right;
      const isActive = row === active.row && column === active.column;
      if (row !== TITLES) node.setAttribute('aria-selected', String(selected));
      node.classList.toggle('selected', selected);
      node.classList.toggle('active', isActive);
    }
    for (const [index, { node }] of this.#drawn) {
      node.firstElementChild?.classList.toggle(
        'selected',
        area !== undefined && index >= area.top && index <= area.bottom,
      );
    }
    this.host.setAttribute('aria-activedescendant', idOf(active));
    // What the context menu's commands work on.
    this.host.dataset.vscodeContext = JSON.stringify({
      webviewSection: 'cells',
      preventDefaultContextMenuItems: true,
      ...area,
    });
  }

  #select(selection: Selection): void {
    this.#selection = selection;
    this.revealActive();
    this.#actions.activated(selection.active);
    this.#actions.changed();
  }

  #reveal({ row, column }: Place): void {
    const { host } = this;
    if (row !== TITLES) host.scrollTop = scrolledTo(row, ROW_HEIGHT, host.scrollTop, this.#height);
    const [start, end] = [this.#columns.starts[column] ?? 0, this.#columns.starts[column + 1] ?? 0];
    if (start < host.scrollLeft) host.scrollLeft = start;
    else if (end > host.scrollLeft + this.#width) host.scrollLeft = Math.min(start, end - this.#width);
  }

  #press(event: KeyboardEvent): void {
    const control = event.ctrlKey || event.metaKey;
    const { active } = this.#selection;
    if (this.#pressOn(event, control, active)) return event.preventDefault();
    if (event.altKey) return;
    const page = Math.max(1, Math.floor(this.#height / ROW_HEIGHT) - 1);
    const { rows, columns } = this.#shown;
    const stroke = { key: event.key, control, shift: event.shiftKey };
    const selection = moved(this.#selection, stroke, { rows, columns: columns.length, page });
    if (selection === undefined) return;
    event.preventDefault();
    this.#select(selection);
  }

  /** Keys that do something with the active cell or title. */
  #pressOn({ key, altKey }: KeyboardEvent, control: boolean, active: Place): boolean {
    if (control && key.toLowerCase() === 'c') {
      const area = areaOf(this.#selection);
      if (area) this.#actions.copy(area);
      return area !== undefined;
    }
    if (active.row !== TITLES) {
      if (key === 'Enter' && !control) this.#actions.open(active);
      return key === 'Enter' && !control;
    }
    if (altKey && (key === 'ArrowLeft' || key === 'ArrowRight')) {
      this.#resize(
        active.column,
        (this.#columns.widths[active.column] ?? 0) + (key === 'ArrowLeft' ? -1 : 1) * RESIZE_STEP,
      );
      return true;
    }
    if (key !== 'Enter' && key !== ' ') return false;
    this.#sort(active.column);
    return true;
  }

  #point(event: PointerEvent): void {
    if (!(event.target instanceof HTMLElement)) return;
    const handle = event.target.dataset.handle;
    if (handle !== undefined) return this.#drag(event, Number(handle));
    const place = placeOf(event.target.closest<HTMLElement>('[data-row]'));
    if (place === undefined) return;
    if (place.row === TITLES) {
      this.#selection = at(TITLES, place.column);
      if (event.button === 0) this.#sort(place.column);
      return;
    }
    const area = areaOf(this.#selection);
    const isInside =
      area &&
      place.row >= area.top &&
      place.row <= area.bottom &&
      place.column >= area.left &&
      place.column <= area.right;
    if (event.button === 2 && isInside) return;
    const isRow = Number.isNaN(place.column);
    const last = this.#shown.columns.length - 1;
    const anchor = event.shiftKey ? this.#selection.anchor : { row: place.row, column: isRow ? 0 : place.column };
    this.#select({ anchor, active: { row: place.row, column: isRow ? last : place.column } });
    if (event.button === 0) this.#dragSelection(isRow);
  }

  /** The selection follows the pointer until it is let go. */
  #dragSelection(wholeRows: boolean): void {
    const follow = (event: PointerEvent): void => {
      const under = document.elementFromPoint(event.clientX, event.clientY);
      const place = placeOf(under?.closest<HTMLElement>('[data-row]') ?? null);
      if (place === undefined || place.row === TITLES) return;
      const column = wholeRows || Number.isNaN(place.column) ? this.#selection.active.column : place.column;
      const { active } = this.#selection;
      if (active.row !== place.row || active.column !== column) {
        this.#select({ anchor: this.#selection.anchor, active: { row: place.row, column } });
      }
    };
    this.#whileHeld(follow);
  }

  #drag(event: PointerEvent, column: number): void {
    event.preventDefault();
    const width = this.#columns.widths[column] ?? 0;
    this.#whileHeld(({ clientX }) => this.#resize(column, width + clientX - event.clientX));
  }

  #whileHeld(follow: (event: PointerEvent) => void): void {
    const stop = new AbortController();
    window.addEventListener('pointermove', follow, { signal: stop.signal });
    for (const end of ['pointerup', 'pointercancel', 'blur']) {
      window.addEventListener(end, () => stop.abort(), { signal: stop.signal });
    }
  }

  #resize(column: number, width: number): void {
    this.#columns = columnsOf(this.#columns.widths.with(column, Math.max(NARROWEST, width)));
    this.#head.replaceChildren();
    this.paint();
    this.#actions.changed();
  }

  /** Ascending, descending, as it came. */
  #sort(column: number): void {
    const { order } = this.#shown;
    if (order?.column !== column) this.#actions.sort({ column, direction: 'ascending' });
    else this.#actions.sort(order.direction === 'ascending' ? { column, direction: 'descending' } : null);
  }

  #openAt({ target }: MouseEvent): void {
    const place = target instanceof HTMLElement ? placeOf(target.closest<HTMLElement>('.cell')) : undefined;
    if (place) this.#actions.open(place);
  }
}

/** What does not fit into its cell is told when the pointer rests on it. */
function explainCut({ target }: Event): void {
  if (!(target instanceof HTMLElement)) return;
  const cell = target.closest<HTMLElement>('.cell, .title');
  const text = cell?.querySelector<HTMLElement>('.text') ?? cell;
  if (!cell || !text) return;
  if (text.scrollWidth > text.clientWidth || cell.classList.contains('cut')) cell.title = text.textContent ?? '';
  else cell.removeAttribute('title');
}

/** The place that a node stands for; its column is NaN for the number of a row. */
function placeOf(node: HTMLElement | null): Place | undefined {
  const row = node?.dataset.row;
  return row === undefined ? undefined : { row: Number(row), column: Number(node?.dataset.column) };
}

function idOf({ row, column }: Place): string {
  return row === TITLES ? `title-${column}` : `cell-${row}-${column}`;
}

function orderSign(direction: Order['direction']): SVGElement {
  const d = direction === 'ascending' ? 'M2 7 L5 3.5 L8 7' : 'M2 3.5 L5 7 L8 3.5';
  return svgElement('svg', { class: 'order', viewBox: '0 0 10 10', 'aria-hidden': 'true' }, svgElement('path', { d }));
}
