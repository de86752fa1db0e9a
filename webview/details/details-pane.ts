import * as l10n from '@vscode/l10n';
import { assertNever } from '../../src/base/assert';
import type { Board } from '../../src/board/board';
import { hypothesisParts, indexOf } from '../board-index';
import { element } from '../dom';
import { resolve, type Referent } from '../reference';
import { referenceLink } from '../text/marked-text';
import type { Allows, DetailsContext, ViewActions } from '../view';
import { evidenceDetails } from './evidence-details';
import { hypothesisDetails, verdictDetails } from './hypothesis-details';
import { queryDetails } from './query-details';

type Offers = { readonly allows: Allows; readonly canGoBack: boolean };

/** The details of what is selected, beside the tabs. */
export class DetailsPane {
  readonly node = element('aside', {
    class: 'details',
    'aria-labelledby': 'details-title',
    tabindex: -1,
    hidden: true,
  });
  readonly #title = element('h2', { id: 'details-title' });
  readonly #back = element('vscode-button', { appearance: 'icon', 'aria-label': l10n.t('Back'), hidden: true }, '←');
  readonly #close = element('vscode-button', { appearance: 'icon', 'aria-label': l10n.t('Close details') }, '✕');
  readonly #graph = element('vscode-button', { appearance: 'icon' }, l10n.t('Show in Graph'));
  readonly #body = element('div', { class: 'details-body' });
  readonly #actions: ViewActions;
  #reference = '';
  #parts: readonly unknown[] = [];

  constructor(actions: ViewActions, { close, back }: { readonly close: () => void; readonly back: () => void }) {
    this.#actions = actions;
    this.node.append(element('header', {}, this.#back, this.#title, this.#graph, this.#close), this.#body);
    this.#back.addEventListener('click', back);
    this.#close.addEventListener('click', close);
    this.#graph.addEventListener('click', () => actions.show('graph', this.#reference));
    this.node.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') close();
    });
  }

  /** @returns whether the board has what the reference names */
  show(board: Board, reference: string, { allows, canGoBack }: Offers): boolean {
    const referent = resolve(board, reference);
    if (referent === undefined) return false;
    this.#back.hidden = !canGoBack;
    const parts = [allows, ...partsOf(referent, board)];
    const isSame = reference === this.#reference && !this.node.hidden;
    if (isSame && parts.every((part, index) => part === this.#parts[index])) return true;
    this.#parts = parts;
    this.#title.replaceChildren(titleOf(referent));
    this.#graph.hidden = referent.kind === 'query' || referent.kind === 'verdict';
    this.#body.replaceChildren(...detailsOf(referent, board, { actions: this.#actions, allows }));
    this.node.hidden = false;
    if (reference !== this.#reference) {
      this.#body.scrollTop = 0;
      this.#body.querySelector('.cited')?.scrollIntoView({ block: 'center', inline: 'center' });
    }
    this.#reference = reference;
    return true;
  }

  hide(): void {
    this.node.hidden = true;
    this.#reference = '';
    this.#body.replaceChildren();
  }
}

function titleOf(referent: Referent): string {
  switch (referent.kind) {
    case 'hypothesis':
      return l10n.t('Hypothesis {0}', referent.hypothesis.id);
    case 'evidence':
      return l10n.t('Evidence {0}', referent.evidence.id);
    case 'query':
      return l10n.t('Query {0}', referent.query.id);
    case 'verdict':
      return l10n.t('Verdict {0}', referent.verdict.id);
    default:
      return assertNever(referent);
  }
}

function detailsOf(referent: Referent, board: Board, context: DetailsContext): Node[] {
  switch (referent.kind) {
    case 'hypothesis':
      return hypothesisDetails(referent.hypothesis, board, context);
    case 'evidence':
      return evidenceDetails(referent.evidence, board, context);
    case 'query':
      return queryDetails(referent.query, referent.cell, context);
    case 'verdict':
      return [
        element('p', {}, l10n.t('On hypothesis'), ' ', referenceLink(referent.verdict.hypothesis)),
        ...verdictDetails(referent.verdict, board),
      ];
    default:
      return assertNever(referent);
  }
}

/** All that the details say depends on these. */
function partsOf(referent: Referent, board: Board): readonly unknown[] {
  switch (referent.kind) {
    case 'hypothesis':
      return hypothesisParts(board, referent.hypothesis);
    case 'evidence': {
      const { evidence } = referent;
      const { linksFrom, queries } = indexOf(board);
      return [evidence, queries.get(evidence.query), ...(linksFrom.get(evidence.id) ?? [])];
    }
    case 'query':
      return [referent.query];
    case 'verdict':
      return [referent.verdict];
    default:
      return assertNever(referent);
  }
}
