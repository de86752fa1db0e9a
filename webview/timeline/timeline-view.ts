import * as l10n from '@vscode/l10n';
import type { Board } from '../../src/board/board';
import { timeline, type Moment } from '../../src/board/views/timeline';
import { element } from '../dom';
import { RECORD_ID, resolve } from '../reference';
import type { View, ViewActions } from '../view';
import { isSameRange, scrolledTo, visibleRange, type Range } from '../visible-range';
import { clockText } from '../words';

/** As in the style sheet. */
const ROW_HEIGHT = 26;

/** Who did what, by time. Only the rows in sight are drawn. */
export class TimelineView implements View {
  readonly #host: HTMLElement;
  readonly #actions: ViewActions;
  readonly #list = element('div', {
    class: 'timeline',
    role: 'listbox',
    tabindex: 0,
    'aria-label': l10n.t('Timeline'),
  });
  #board: Board | undefined;
  #moments: readonly Moment[] = [];
  #drawn: Range = { first: 0, end: 0 };
  #active = 0;

  constructor(host: HTMLElement, actions: ViewActions) {
    this.#host = host;
    this.#actions = actions;
    host.append(this.#list);
    host.addEventListener('scroll', () => this.#draw());
    new ResizeObserver(() => this.#draw()).observe(host);
    this.#list.addEventListener('keydown', (event) => this.#onKey(event));
    this.#list.addEventListener('click', (event) => this.#onClick(event));
  }

  show(board: Board): void {
    // Who watched the end goes on watching it; everybody else stays where they are.
    const { scrollTop, clientHeight, scrollHeight } = this.#host;
    const isAtEnd = this.#moments.length > 0 && scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 2;
    this.#board = board;
    this.#moments = timeline(board);
    this.#list.style.height = `${this.#moments.length * ROW_HEIGHT}px`;
    if (isAtEnd) this.#host.scrollTop = this.#host.scrollHeight;
    this.#draw(true);
  }

  reveal(id: string): void {
    const place = this.#moments.findIndex(({ what }) => what.split(' ').includes(id));
    if (place >= 0) this.#activate(place);
  }

  #draw(isNew = false): void {
    const range = visibleRange(this.#moments.length, ROW_HEIGHT, this.#host.scrollTop, this.#host.clientHeight);
    if (!isNew && isSameRange(range, this.#drawn)) return;
    this.#drawn = range;
    this.#list.replaceChildren(
      ...this.#moments.slice(range.first, range.end).map((moment, index) => this.#row(moment, range.first + index)),
    );
    this.#list.setAttribute('aria-activedescendant', `moment-${this.#active}`);
  }

  #row({ at, by, did, what, text = '' }: Moment, index: number): HTMLElement {
    const before = this.#moments[index - 1];
    const [day = '', time = ''] = clockText(at).split(' ');
    const isSameDay = before !== undefined && clockText(before.at).startsWith(day);
    const row = element(
      'div',
      {
        class: 'moment',
        role: 'option',
        id: `moment-${index}`,
        'aria-selected': index === this.#active ? 'true' : 'false',
        'aria-setsize': this.#moments.length,
        'aria-posinset': index + 1,
        'data-index': index,
        title: [clockText(at), by, did, what, text].join(' · ').slice(0, 1000),
      },
      element('time', { datetime: at }, isSameDay ? '' : day, ' ', time),
      element('bdi', { class: 'by' }, by),
      element('bdi', { class: 'did' }, did),
      element('bdi', { class: 'what' }, what),
      element('bdi', { class: 'text' }, text),
    );
    row.style.top = `${index * ROW_HEIGHT}px`;
    return row;
  }

  #activate(index: number): void {
    this.#active = Math.max(0, Math.min(this.#moments.length - 1, index));
    this.#host.scrollTop = scrolledTo(this.#active, ROW_HEIGHT, this.#host.scrollTop, this.#host.clientHeight);
    this.#draw(true);
  }

  #onKey(event: KeyboardEvent): void {
    const page = Math.max(1, Math.floor(this.#host.clientHeight / ROW_HEIGHT) - 1);
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -this.#moments.length,
      End: this.#moments.length,
    };
    const step = steps[event.key];
    if (step !== undefined) this.#activate(this.#active + step);
    else if (event.key === 'Enter' || event.key === ' ') this.#open(this.#active);
    else return;
    event.preventDefault();
  }

  #onClick({ target }: MouseEvent): void {
    const row = target instanceof Element ? target.closest<HTMLElement>('.moment') : null;
    if (row === null) return;
    this.#activate(Number(row.dataset.index));
    this.#open(this.#active);
  }

  /** Shows the record that a moment is about, when it is about one. */
  #open(index: number): void {
    const [id] = this.#moments[index]?.what.match(RECORD_ID) ?? [];
    if (id !== undefined && this.#board && resolve(this.#board, id)) this.#actions.select(id);
  }
}
