import * as l10n from '@vscode/l10n';
import type { Board, Evidence, Hypothesis } from '../../src/board/board';
import { matrix, type Matrix } from '../../src/board/views/matrix';
import { standing } from '../../src/board/views/standing';
import { element, type Attributes, type Child } from '../dom';
import { relationLabel, standingSign } from '../signs';
import type { View, ViewActions } from '../view';
import { isSameRange, scrolledTo, visibleRange, type Range } from '../visible-range';
import { relationWord, standingWord } from '../words';

/* As in the style sheet. */
const ROW_HEIGHT = 30;
const COLUMN_WIDTH = 92;
const HEAD_HEIGHT = 34;

/** Of the row headers, as a share of what is in sight, and in pixels at least and at most. */
const SIDE = { share: 0.42, least: 200, most: 560 };

const NOTHING: Range = { first: 0, end: 0 };

/**
 * What each piece of evidence says on each hypothesis: a grid of which only what is in sight is drawn. Row 0 and column 0 are the headers, and
 * the arrow keys walk over them too.
 */
export class MatrixView implements View {
  readonly #host: HTMLElement;
  readonly #actions: ViewActions;
  readonly #grid = element('div', {
    class: 'matrix',
    role: 'grid',
    tabindex: 0,
    'aria-label': l10n.t('Evidence by hypothesis'),
  });
  readonly #empty = element('p', { class: 'quiet' }, l10n.t('There is no evidence yet.'));
  #board: Board | undefined;
  #matrix: Matrix | undefined;
  #rows = NOTHING;
  #columns = NOTHING;
  #active = { row: 1, column: 1 };
  #side = SIDE.least;

  constructor(host: HTMLElement, actions: ViewActions) {
    this.#host = host;
    this.#actions = actions;
    host.append(this.#empty, this.#grid);
    host.addEventListener('scroll', () => this.#draw());
    new ResizeObserver(() => this.#fit()).observe(host);
    this.#grid.addEventListener('keydown', (event) => this.#onKey(event));
    this.#grid.addEventListener('click', (event) => this.#onClick(event));
  }

  show(board: Board): void {
    this.#board = board;
    this.#matrix = matrix(board);
    const { evidence, hypotheses } = this.#matrix;
    this.#empty.hidden = evidence.length > 0;
    this.#grid.hidden = evidence.length === 0;
    this.#grid.setAttribute('aria-rowcount', String(evidence.length + 1));
    this.#grid.setAttribute('aria-colcount', String(hypotheses.length + 1));
    this.#grid.style.height = `${HEAD_HEIGHT + evidence.length * ROW_HEIGHT}px`;
    this.#fit();
  }

  reveal(id: string): void {
    const row = this.#matrix?.evidence.findIndex((each) => each.id === id) ?? -1;
    const column = this.#matrix?.hypotheses.findIndex((each) => each.id === id) ?? -1;
    if (row >= 0) this.#activate(row + 1, this.#active.column);
    if (column >= 0) this.#activate(this.#active.row, column + 1);
  }

  /** Gives the row headers their share of the width that is there. */
  #fit(): void {
    this.#side = Math.round(Math.max(SIDE.least, Math.min(SIDE.most, this.#host.clientWidth * SIDE.share)));
    this.#grid.style.setProperty('--side', `${this.#side}px`);
    this.#grid.style.width = `${this.#side + (this.#matrix?.hypotheses.length ?? 0) * COLUMN_WIDTH}px`;
    this.#draw(true);
  }

  #draw(isNew = false): void {
    const { scrollTop, scrollLeft, clientHeight, clientWidth } = this.#host;
    const shown = this.#matrix;
    if (shown === undefined) return;
    const { evidence, hypotheses } = shown;
    const rows = visibleRange(evidence.length, ROW_HEIGHT, scrollTop, clientHeight - HEAD_HEIGHT);
    const columns = visibleRange(hypotheses.length, COLUMN_WIDTH, scrollLeft, clientWidth - this.#side);
    if (!isNew && isSameRange(rows, this.#rows) && isSameRange(columns, this.#columns)) return;
    this.#rows = rows;
    this.#columns = columns;
    const across = hypotheses.slice(columns.first, columns.end);
    this.#grid.replaceChildren(
      this.#head(across, columns.first),
      ...evidence
        .slice(rows.first, rows.end)
        .map((piece, index) => this.#row(piece, rows.first + index, across, columns.first)),
    );
    this.#grid.setAttribute('aria-activedescendant', cellId(this.#active.row, this.#active.column));
  }

  #head(hypotheses: readonly Hypothesis[], first: number): HTMLElement {
    const { width } = this.#grid.style;
    const head = element(
      'div',
      { class: 'matrix-head', role: 'row', 'aria-rowindex': 1 },
      this.#cell(0, 0, 'columnheader', { class: 'corner' }, l10n.t('Evidence')),
      ...hypotheses.map((hypothesis, index) => {
        const { id, statement } = hypothesis;
        const stands = this.#board && standing(this.#board, hypothesis);
        const label = `${id}, ${stands ? standingWord(stands) : ''}: ${statement}`;
        const node = this.#cell(
          0,
          first + index + 1,
          'columnheader',
          { title: label, 'aria-label': label },
          stands && standingSign(stands),
          id,
        );
        node.style.left = `${this.#side + (first + index) * COLUMN_WIDTH}px`;
        return node;
      }),
    );
    head.style.width = width;
    return head;
  }

  /** A row with the cells that say something; most say nothing, and of those only the active one is there. */
  #row(piece: Evidence, index: number, hypotheses: readonly Hypothesis[], first: number): HTMLElement {
    const { id, fact } = piece;
    const row = element(
      'div',
      { class: 'matrix-row', role: 'row', 'aria-rowindex': index + 2 },
      this.#cell(
        index + 1,
        0,
        'rowheader',
        { title: fact },
        element('span', { class: 'id' }, id),
        ' ',
        element('bdi', {}, fact),
      ),
      ...hypotheses.map((hypothesis, place) => {
        const column = first + place + 1;
        const link = this.#matrix?.linkBetween(id, hypothesis.id);
        if (link === undefined && !this.#isActive(index + 1, column)) return undefined;
        const label =
          link === undefined
            ? l10n.t('{0} says nothing on {1}', id, hypothesis.id)
            : `${id}, ${relationWord(link.relation)}, ${hypothesis.id}${link.note === '' ? '' : `: ${link.note}`}`;
        const node = this.#cell(
          index + 1,
          column,
          'gridcell',
          { title: label, 'aria-label': label },
          link && relationLabel(link.relation),
        );
        node.style.left = `${this.#side + (column - 1) * COLUMN_WIDTH}px`;
        return node;
      }),
    );
    row.style.top = `${HEAD_HEIGHT + index * ROW_HEIGHT}px`;
    return row;
  }

  #cell(
    row: number,
    column: number,
    role: 'gridcell' | 'rowheader' | 'columnheader',
    attributes: Attributes,
    ...children: readonly Child[]
  ): HTMLElement {
    const isActive = this.#isActive(row, column);
    return element(
      'div',
      {
        ...attributes,
        class: ['matrix-cell', role, attributes.class, isActive && 'active'].filter(Boolean).join(' '),
        role,
        id: cellId(row, column),
        'aria-colindex': column + 1,
        'aria-selected': isActive && 'true',
        'data-row': row,
        'data-column': column,
      },
      ...children,
    );
  }

  #isActive(row: number, column: number): boolean {
    return row === this.#active.row && column === this.#active.column;
  }

  #activate(row: number, column: number): void {
    const { evidence = [], hypotheses = [] } = this.#matrix ?? {};
    this.#active = {
      row: Math.max(0, Math.min(evidence.length, row)),
      column: Math.max(0, Math.min(hypotheses.length, column)),
    };
    const { scrollTop, scrollLeft, clientHeight, clientWidth } = this.#host;
    // The headers are always in sight.
    if (this.#active.row > 0)
      this.#host.scrollTop = scrolledTo(this.#active.row - 1, ROW_HEIGHT, scrollTop, clientHeight - HEAD_HEIGHT);
    if (this.#active.column > 0)
      this.#host.scrollLeft = scrolledTo(this.#active.column - 1, COLUMN_WIDTH, scrollLeft, clientWidth - this.#side);
    this.#draw(true);
  }

  #onKey(event: KeyboardEvent): void {
    const { row, column } = this.#active;
    const page = Math.max(1, Math.floor((this.#host.clientHeight - HEAD_HEIGHT) / ROW_HEIGHT) - 1);
    const jump = event.ctrlKey || event.metaKey;
    const to: Readonly<Record<string, readonly [row: number, column: number]>> = {
      ArrowDown: [row + 1, column],
      ArrowUp: [row - 1, column],
      ArrowRight: [row, column + 1],
      ArrowLeft: [row, column - 1],
      PageDown: [row + page, column],
      PageUp: [row - page, column],
      Home: [jump ? 0 : row, 0],
      End: [jump ? Infinity : row, Infinity],
    };
    const place = to[event.key];
    if (place !== undefined) this.#activate(...place);
    else if (event.key === 'Enter' || event.key === ' ') this.#open();
    else return;
    event.preventDefault();
  }

  #onClick({ target }: MouseEvent): void {
    if (!(target instanceof Element)) return;
    // Where a row says nothing, it stands for its evidence.
    const cell =
      target.closest<HTMLElement>('.matrix-cell') ?? target.querySelector<HTMLElement>(':scope > .rowheader');
    if (cell === null) return;
    this.#activate(Number(cell.dataset.row), Number(cell.dataset.column));
    this.#open();
  }

  /** Shows the evidence of a row, or the hypothesis of a column. */
  #open(): void {
    const { row, column } = this.#active;
    const record = row > 0 ? this.#matrix?.evidence[row - 1] : this.#matrix?.hypotheses[column - 1];
    if (record) this.#actions.select(record.id);
  }
}

function cellId(row: number, column: number): string {
  return `cell-${row}-${column}`;
}
