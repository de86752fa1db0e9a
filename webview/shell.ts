import * as l10n from '@vscode/l10n';
import type { Board } from '../src/board/board';
import { tabs, type Tab } from '../src/protocol/board-messages';
import { DetailsPane } from './details/details-pane';
import { element } from './dom';
import { Header } from './header';
import { boardless, noticeBars } from './notices';
import type { Shown } from './replica';
import type { SavedState } from './saved-state';
import type { Allows, View, ViewActions } from './view';

/** Makes a tab's content in its place; called when the tab is opened first. */
export type MakeView = (host: HTMLElement, actions: ViewActions) => View;

type ShellParts = {
  readonly views: Readonly<Record<Tab, MakeView>>;
  /** What leaves the page. */
  readonly actions: Omit<ViewActions, 'select' | 'show'>;
  readonly selected: (reference: string) => void;
  readonly saved: SavedState;
  readonly save: (state: SavedState) => void;
};

/** What stands around the tabs: header, notices and details. It knows the board, and which tab and record the person looks at. */
export class Shell {
  readonly #parts: ShellParts;
  readonly #actions: ViewActions;
  readonly #bars = element('div', { class: 'bars' });
  readonly #instead = element('div', { class: 'instead' });
  readonly #page = element('div', { class: 'page', hidden: true });
  readonly #header: Header;
  readonly #panels: HTMLElement;
  readonly #hosts: Readonly<Record<Tab, HTMLElement>>;
  readonly #details: DetailsPane;
  readonly #views = new Map<Tab, View>();
  /** Tabs that show the board as it is now. */
  readonly #current = new Set<Tab>();
  #shown: Shown = { kind: 'loading' };
  #allows: Allows = 'everything';
  #state: SavedState;
  /** What was looked at before, the last at the end. */
  readonly #trail: string[] = [];
  /** Where the focus goes when the details are closed. */
  #opener: Element | null = null;

  constructor(root: HTMLElement, parts: ShellParts) {
    this.#parts = parts;
    this.#state = parts.saved;
    this.#actions = {
      ...parts.actions,
      // Where there is no SQL document, the query is shown here.
      openSql: (query) => (this.#allows === 'reader' ? this.#select(query) : parts.actions.openSql(query)),
      select: (reference) => this.#select(reference),
      show: (tab, id) => this.show(tab, id),
    };
    this.#header = new Header(() => this.#actions.addHypothesis());
    this.#details = new DetailsPane(this.#actions, { close: () => this.#closeDetails(), back: () => this.#back() });
    this.#hosts = {
      report: tabHost(l10n.t('Report')),
      graph: tabHost(l10n.t('Graph')),
      matrix: tabHost(l10n.t('Matrix')),
      timeline: tabHost(l10n.t('Timeline')),
    };
    this.#panels = element(
      'vscode-panels',
      { activeid: tabId(this.#state.tab), 'aria-label': l10n.t('Views of the board') },
      ...tabs.map((tab) => element('vscode-panel-tab', { id: tabId(tab) }, this.#hosts[tab].ariaLabel ?? tab)),
      ...tabs.map((tab) => element('vscode-panel-view', { id: `view-${tab}` }, this.#hosts[tab])),
    );
    this.#page.append(
      this.#header.node,
      element('div', { class: 'stage' }, element('main', {}, this.#panels), this.#details.node),
    );
    root.append(this.#bars, this.#instead, this.#page);
    this.#listen(root);
    this.#draw();
  }

  /** Shows a state of the board, at the place where the person is. */
  update(shown: Shown): void {
    this.#shown = shown;
    this.#current.clear();
    this.#draw();
  }

  allow(what: Allows): void {
    this.#allows = what;
    this.#draw();
  }

  /** Brings a tab to the front, and a record there into sight. */
  show(tab: Tab, id?: string): void {
    if (tab !== this.#state.tab) this.#open(tab);
    this.#panels.setAttribute('activeid', tabId(tab));
    if (id === undefined) return;
    this.#views.get(tab)?.reveal(id);
    this.#select(id);
  }

  #draw(): void {
    const shown = this.#shown;
    const board = shown.kind === 'board' ? shown.board : undefined;
    this.#page.hidden = board === undefined;
    this.#instead.hidden = board !== undefined;
    this.#bars.replaceChildren(
      ...noticeBars(this.#allows, shown.kind === 'board' ? shown.notice : undefined, this.#actions),
    );
    this.#instead.replaceChildren(...(shown.kind === 'board' ? [] : [boardless(shown, this.#actions)]));
    if (shown.kind !== 'board') return;
    this.#header.show(shown.board, {
      canAct: this.#allows === 'everything',
      live: shown.live,
      unsaved: shown.unsaved,
    });
    this.#drawTab(shown.board);
    this.#drawDetails(shown.board);
  }

  /** Only the tab in front is drawn; the others catch up when they are opened. */
  #drawTab(board: Board): void {
    const { tab } = this.#state;
    if (this.#current.has(tab)) return;
    const host = this.#hosts[tab];
    const isNew = !this.#views.has(tab);
    const view = this.#views.get(tab) ?? this.#parts.views[tab](host, this.#actions);
    this.#views.set(tab, view);
    view.show(board);
    this.#current.add(tab);
    if (isNew) host.scrollTop = this.#state.scrolled[tab] ?? 0;
  }

  #drawDetails(board: Board): void {
    const { selected } = this.#state;
    const hadFocus = this.#details.node.contains(document.activeElement);
    const offers = { allows: this.#allows, canGoBack: this.#trail.length > 0 };
    if (selected === undefined || !this.#details.show(board, selected, offers)) {
      this.#details.hide();
      return;
    }
    if (hadFocus && !this.#details.node.contains(document.activeElement)) this.#details.node.focus();
  }

  #open(tab: Tab): void {
    this.#keep({ tab });
    if (this.#shown.kind === 'board') this.#drawTab(this.#shown.board);
    // What is hidden forgets how far it was scrolled.
    this.#hosts[tab].scrollTop = this.#state.scrolled[tab] ?? 0;
  }

  #select(reference: string): void {
    if (this.#shown.kind !== 'board') return;
    const { selected } = this.#state;
    if (!this.#details.node.contains(document.activeElement)) this.#opener = document.activeElement;
    if (selected !== undefined && selected !== reference) this.#trail.push(selected);
    this.#look(reference);
  }

  #back(): void {
    const before = this.#trail.pop();
    if (before !== undefined) this.#look(before);
  }

  #look(reference: string): void {
    if (this.#shown.kind !== 'board') return;
    this.#keep({ selected: reference });
    this.#drawDetails(this.#shown.board);
    this.#details.node.focus({ preventScroll: true });
    this.#parts.selected(reference);
  }

  #closeDetails(): void {
    this.#trail.length = 0;
    this.#keep({ selected: undefined });
    this.#details.hide();
    if (this.#opener instanceof HTMLElement && this.#opener.isConnected) this.#opener.focus({ preventScroll: true });
    this.#opener = null;
  }

  #listen(root: HTMLElement): void {
    root.addEventListener('click', (event) => {
      const link = event.target instanceof Element ? event.target.closest('a.reference') : null;
      if (link === null) return;
      event.preventDefault();
      this.#select((link.getAttribute('href') ?? '').slice(1));
    });
    this.#panels.addEventListener('change', (event) => {
      if (event.target !== this.#panels || !(event instanceof CustomEvent)) return;
      const detail: unknown = event.detail;
      const tab = tabs.find((each) => detail instanceof Element && detail.id === tabId(each));
      if (tab !== undefined && tab !== this.#state.tab) this.#open(tab);
    });
    for (const tab of tabs) {
      this.#hosts[tab].addEventListener('scroll', ({ target }) => {
        // A hidden tab tells that it stands at the top.
        if (tab !== this.#state.tab || target !== this.#hosts[tab]) return;
        this.#keep({ scrolled: { ...this.#state.scrolled, [tab]: this.#hosts[tab].scrollTop } });
      });
    }
  }

  #keep(change: Partial<SavedState>): void {
    this.#state = { ...this.#state, ...change };
    this.#parts.save(this.#state);
  }
}

function tabHost(name: string): HTMLElement {
  return element('div', { class: 'tab-host', 'aria-label': name });
}

function tabId(tab: Tab): string {
  return `tab-${tab}`;
}
