import * as l10n from '@vscode/l10n';
import type { Cell, FromResults, Note, Order, Shown } from '../../src/protocol/results-messages';
import { messageOf } from '../../src/base/fault';
import { element } from '../dom';
import { CellPane } from './cell-pane';
import { Grid, type GridState } from './grid';
import { Pages } from './pages';
import type { SavedGrid } from './saved-grid';
import { TITLES, type Place } from './selection';
import { noteSign } from './signs';

/** A quick query shows its rows at once: that it runs is told after this many milliseconds. */
const PATIENCE = 200;

export type PanelActions = {
  page(run: number, first: number, count: number): Promise<readonly (readonly Cell[])[]>;
  cell(run: number, row: number, column: number): Promise<string>;
  tell(message: FromResults): void;
  save(state: SavedGrid): void;
};

/** The panel of results: what the run is, what is to be known of it, and its rows. */
export class Panel {
  readonly #actions: PanelActions;
  readonly #host: HTMLElement;
  readonly #summary = element('header', { class: 'summary', role: 'status' });
  readonly #notes = element('div', { class: 'notes' });
  readonly #stage = element('div', { class: 'stage' });
  readonly #pane = new CellPane(() => this.#grid?.host.focus());
  #character = 0;
  #shown: Shown | null = null;
  #grid: Grid | undefined;
  #saved: SavedGrid | undefined;
  #waiting = 0;

  constructor(host: HTMLElement, actions: PanelActions, saved: SavedGrid | undefined) {
    this.#host = host;
    this.#actions = actions;
    this.#saved = saved;
    host.append(this.#summary, this.#notes, element('div', { class: 'body' }, this.#stage, this.#pane.host));
    new ResizeObserver(() => this.#grid?.paint()).observe(this.#stage);
  }

  show(shown: Shown | null): void {
    window.clearTimeout(this.#waiting);
    if (shown?.state === 'running') {
      this.#waiting = window.setTimeout(
        () => this.#showRunning(shown, 0),
        this.#shown?.run === shown.run ? 0 : PATIENCE,
      );
      this.#shown = shown;
      return;
    }
    this.#showSummary(shown);
    if (shown === null) {
      this.#stage.replaceChildren(element('p', { class: 'nothing' }, l10n.t('Run a statement to see its rows here.')));
    } else if (shown.state === 'rows') {
      this.#showRows(shown);
    } else {
      this.#grid = undefined;
      this.#stage.replaceChildren(...(shown.failure ? [this.#failure(shown.run, shown.failure)] : []));
    }
    if (!this.#grid) this.#pane.host.hidden = true;
    this.#shown = shown;
  }

  #showSummary(shown: Shown | null): void {
    this.#summary.replaceChildren(
      ...(shown?.facts ?? []).map((fact) => element('span', { class: 'fact' }, fact)),
      ...(shown ? [element('code', { class: 'sql', title: shown.sql }, shown.sql)] : []),
    );
    this.#notes.replaceChildren(...(shown?.notes ?? []).map(noteLine));
  }

  #showRunning(shown: Shown, seconds: number): void {
    const cancel = element('button', { class: 'button', type: 'button' }, l10n.t('Cancel'));
    cancel.addEventListener('click', () => this.#actions.tell({ type: 'cancel', run: shown.run }));
    const elapsed = element('span', { class: 'elapsed' }, seconds > 0 ? l10n.t('{0} s', seconds) : '');
    if (seconds === 0) {
      this.#grid = undefined;
      this.#pane.host.hidden = true;
      this.#showSummary(shown);
      this.#stage.replaceChildren(element('div', { class: 'running' }, l10n.t('Running…'), elapsed, cancel));
    } else {
      this.#stage.querySelector('.elapsed')?.replaceWith(elapsed);
    }
    this.#waiting = window.setTimeout(() => this.#showRunning(shown, seconds + 1), 1_000);
  }

  #failure(run: number, { message, place }: NonNullable<Shown['failure']>): HTMLElement {
    const link = place === undefined ? undefined : element('a', { href: '#', class: 'place' }, place);
    link?.addEventListener('click', (event) => {
      event.preventDefault();
      this.#actions.tell({ type: 'go-to-place', run });
    });
    return element('div', { class: 'failure', role: 'alert' }, noteSign('error'), element('p', {}, message), link);
  }

  #showRows(shown: Shown): void {
    const before = this.#grid;
    const isSameRun = before !== undefined && this.#shown?.run === shown.run;
    const hadFocus = before?.host === document.activeElement;
    this.#character ||= characterWidth(this.#host);
    const kept = isSameRun ? before.state : this.#saved?.run === shown.run ? this.#saved.grid : undefined;
    const pages = new Pages(
      (first, count) => this.#actions.page(shown.run, first, count),
      () => grid.paint(),
    );
    const grid = new Grid(
      shown,
      pages,
      {
        sort: (order: Order | null) => this.#actions.tell({ type: 'sort', run: shown.run, order }),
        copy: (area) => this.#actions.tell({ type: 'copy', run: shown.run, area }),
        open: (place) => void this.#open(shown, place),
        activated: (place) => {
          if (this.#pane.isOpen && place.row !== TITLES) void this.#open(shown, place);
        },
        changed: () => this.#save(shown.run, grid.state),
      },
      this.#character,
      kept,
    );
    this.#grid = grid;
    this.#stage.replaceChildren(
      grid.host,
      ...(shown.rows === 0 ? [element('p', { class: 'nothing' }, l10n.t('No rows'))] : []),
    );
    // In another order the rows are others: the grid begins at their first.
    grid.scrollTo({ top: isSameRun ? 0 : (kept?.top ?? 0), left: kept?.left ?? 0 });
    if (hadFocus) grid.host.focus();
    if (!isSameRun) this.#pane.host.hidden = true;
  }

  async #open(shown: Shown, { row, column }: Place): Promise<void> {
    const text = await this.#actions.cell(shown.run, row, column).catch(messageOf);
    // Another result may be shown by now.
    if (this.#shown?.run !== shown.run) return;
    this.#pane.show(`${shown.columns[column]?.name ?? ''} · ${row + 1}`, text);
    // Beside the pane there is less room for the grid.
    this.#grid?.revealActive();
  }

  #save(run: number, grid: GridState): void {
    const saved = { run, grid };
    this.#saved = saved;
    this.#actions.save(saved);
  }
}

function noteLine({ kind, text }: Note): HTMLElement {
  return element('p', { class: `note ${kind}` }, noteSign(kind), element('span', {}, text));
}

/** Of a digit in the font of the cells, in pixels. */
function characterWidth(host: HTMLElement): number {
  const probe = element('span', { class: 'cell probe' }, '0'.repeat(20));
  host.append(probe);
  const { width } = probe.getBoundingClientRect();
  probe.remove();
  return width / 20 || 7;
}
