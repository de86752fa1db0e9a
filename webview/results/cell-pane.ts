import * as l10n from '@vscode/l10n';
import { element } from '../dom';
import { closeSign } from './signs';

/** All of one cell beside the grid: long text with its lines, bytes as a dump. */
export class CellPane {
  readonly host = element('aside', { class: 'cell-pane', hidden: true });
  readonly #closed: () => void;

  /** @param closed the person closed it */
  constructor(closed: () => void) {
    this.#closed = closed;
    this.host.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.close();
    });
  }

  get isOpen(): boolean {
    return !this.host.hidden;
  }

  show(title: string, text: string): void {
    const close = element(
      'button',
      { class: 'icon-button', type: 'button', title: l10n.t('Close'), 'aria-label': l10n.t('Close') },
      closeSign(),
    );
    close.addEventListener('click', () => this.close());
    this.host.replaceChildren(
      element('header', {}, element('h2', {}, title), close),
      element('pre', { tabindex: 0, 'aria-label': title }, text),
    );
    this.host.setAttribute('aria-label', l10n.t('All of the cell'));
    this.host.hidden = false;
  }

  close(): void {
    this.host.hidden = true;
    this.#closed();
  }
}
