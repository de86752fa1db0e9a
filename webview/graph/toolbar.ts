import * as l10n from '@vscode/l10n';
import { STANDINGS, type Standing } from '../../src/board/views/standing';
import { element } from '../dom';
import { standingWord } from '../words';
import { icon, type Icon } from './icons';

export type ToolbarActions = {
  search(text: string): void;
  /** To the next or the one before of what the search found. */
  step(by: 1 | -1): void;
  filter(standing: Standing | undefined): void;
  zoomBy(factor: number): void;
  fit(): void;
  showAll(): void;
};

/** How much nearer or farther one step of the zoom goes. */
export const ZOOM_STEP = 1.4;

/** The controls above the picture: search, filter, focus, zoom. */
export class Toolbar {
  readonly element: HTMLElement;
  readonly #search: HTMLElement & { value?: string };
  readonly #found = element('span', { class: 'found', role: 'status' });
  readonly #filter: HTMLElement & { value?: string };
  readonly #focus: HTMLElement;
  #options = '';

  constructor(actions: ToolbarActions) {
    this.#search = element(
      'vscode-text-field',
      { class: 'search', placeholder: l10n.t('Search the graph'), 'aria-label': l10n.t('Search the graph'), size: 24 },
      icon('search', 'start'),
    );
    this.#search.addEventListener('input', () => actions.search(this.#search.value ?? ''));
    this.#search.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') actions.step(event.shiftKey ? -1 : 1);
      else if (event.key === 'Escape' && this.#search.value !== '') {
        this.#search.value = '';
        actions.search('');
      } else return;
      event.preventDefault();
      event.stopPropagation();
    });
    this.#filter = element('vscode-dropdown', { class: 'filter', 'aria-label': l10n.t('Show hypotheses') });
    this.#filter.addEventListener('change', () =>
      actions.filter(STANDINGS.find((standing) => standing === this.#filter.value)),
    );
    this.#focus = iconButton('close', l10n.t('Show all again'), () => actions.showAll());
    this.#focus.append(element('span', { class: 'focused' }));
    this.#focus.hidden = true;
    this.element = element(
      'div',
      { class: 'graph-toolbar', role: 'toolbar', 'aria-label': l10n.t('Graph') },
      this.#search,
      this.#found,
      this.#filter,
      this.#focus,
      element('span', { class: 'spring' }),
      iconButton('farther', l10n.t('Zoom out'), () => actions.zoomBy(1 / ZOOM_STEP)),
      iconButton('nearer', l10n.t('Zoom in'), () => actions.zoomBy(ZOOM_STEP)),
      iconButton('fit', l10n.t('Fit the graph into the window'), () => actions.fit()),
    );
    this.showStandings(new Map());
  }

  /** Which standings there are to choose from, with how many hypotheses have each. */
  showStandings(counts: ReadonlyMap<Standing, number>): void {
    const options = STANDINGS.flatMap((standing) => {
      const count = counts.get(standing) ?? 0;
      return count === 0 && this.#filter.value !== standing
        ? []
        : [[standing, `${standingWord(standing)} (${count})`] as const];
    });
    // An open list must not change under the pointer.
    if (JSON.stringify(options) === this.#options) return;
    this.#options = JSON.stringify(options);
    const chosen = this.#filter.value;
    this.#filter.replaceChildren(
      ...[['', l10n.t('All hypotheses')] as const, ...options].map(([value, text]) =>
        element('vscode-option', { value, selected: value === (chosen ?? '') }, text),
      ),
    );
  }

  /** @param found undefined while nothing is searched for */
  showFound(found: number | undefined, place: number | undefined): void {
    this.#found.textContent =
      found === undefined
        ? ''
        : place === undefined
          ? l10n.t('{0} found', found)
          : l10n.t('{0} of {1}', place + 1, found);
  }

  /** @param name of the node that has the focus */
  showFocus(name: string | undefined): void {
    this.#focus.hidden = name === undefined;
    const text = this.#focus.querySelector('.focused');
    if (text !== null) text.textContent = name === undefined ? '' : l10n.t('Only {0}', name);
  }

  focusSearch(): void {
    this.#search.focus();
  }
}

function iconButton(name: Icon, label: string, onClick: () => void): HTMLElement {
  const button = element('vscode-button', { appearance: 'icon', 'aria-label': label, title: label }, icon(name));
  button.addEventListener('click', onClick);
  return button;
}
