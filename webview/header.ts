import * as l10n from '@vscode/l10n';
import { formatCount } from '../src/base/format';
import type { Board, Usage } from '../src/board/board';
import { standing, STANDINGS, type Standing } from '../src/board/views/standing';
import { element, recordText } from './dom';
import { standingSign } from './signs';
import { standingWord, statusWord, type ShownStatus } from './words';

/** What stands over the tabs: the question, how far the answer is, and what it was got from. */
export class Header {
  readonly node: HTMLElement;
  readonly #question = element('h1');
  readonly #facts = element('p', { class: 'facts' });
  readonly #standings = element('ul', { class: 'standings', 'aria-label': l10n.t('How the hypotheses stand') });
  readonly #add = element('vscode-button', { appearance: 'secondary', class: 'add' }, l10n.t('Add Hypothesis…'));
  /** Read out when it changes. */
  readonly #status = element('p', { class: 'for-screen-readers', role: 'status' });

  constructor(addHypothesis: () => void) {
    this.node = element(
      'header',
      { class: 'page-header' },
      element('div', { class: 'title-row' }, this.#question, this.#add),
      this.#facts,
      this.#standings,
      this.#status,
    );
    this.#add.addEventListener('click', addHypothesis);
  }

  show(
    board: Board,
    { canAct, live, unsaved }: { readonly canAct: boolean; readonly live: boolean; readonly unsaved: boolean },
  ): void {
    const { question, database, team, models, reason, usage } = board.investigation;
    const status = statusOf(board, live);
    const counts = standingCounts(board);
    this.#question.replaceChildren(recordText(question));
    this.#facts.replaceChildren(
      element('span', { class: `status ${status}` }, statusWord(status)),
      ...(reason === null ? [] : [element('span', { class: 'reason', title: reason }, recordText(reason))]),
      ...(unsaved ? [element('span', { class: 'tag' }, l10n.t('Unsaved'))] : []),
      fact(
        l10n.t('Database'),
        database.path.split(/[\\/]/).at(-1) ?? '',
        `${database.path} (${database.engine}, ${database.fingerprint})`,
      ),
      fact(l10n.t('Team'), [team, ...new Set(Object.values(models))].join(', ')),
      // It is counted at the end of each round.
      ...(usage.rounds === 0 ? [] : [fact(l10n.t('Used'), usageText(usage))]),
    );
    this.#standings.replaceChildren(
      ...counts.map(([each, count]) =>
        element('li', { class: each }, standingSign(each), `${formatCount(count)} ${standingWord(each).toLowerCase()}`),
      ),
    );
    this.#add.hidden = !canAct;
    const told = [statusWord(status), ...counts.map(([each, count]) => `${count} ${standingWord(each)}`)].join(', ');
    // The same words again would be read out again.
    if (this.#status.textContent !== told) this.#status.textContent = told;
  }
}

function statusOf({ investigation: { status } }: Board, live: boolean): ShownStatus {
  return status === 'running' && !live ? 'interrupted' : status;
}

function standingCounts(board: Board): readonly (readonly [Standing, number])[] {
  const counts = new Map<Standing, number>();
  for (const hypothesis of board.hypotheses) {
    const each = standing(board, hypothesis);
    counts.set(each, (counts.get(each) ?? 0) + 1);
  }
  return STANDINGS.flatMap((each) => {
    const count = counts.get(each);
    return count === undefined ? [] : [[each, count] as const];
  });
}

function usageText({ rounds, queries, inputTokens, outputTokens, usd, seconds }: Usage): string {
  const tokens = inputTokens + outputTokens;
  return [
    rounds === 1 ? l10n.t('1 round') : l10n.t('{0} rounds', formatCount(rounds)),
    queries === 1 ? l10n.t('1 query') : l10n.t('{0} queries', formatCount(queries)),
    ...(tokens > 0 ? [l10n.t('{0} tokens', formatCount(tokens))] : []),
    ...(tokens > 0 && usd !== null ? [`$${usd.toFixed(2)}`] : []),
    l10n.t('{0} s', formatCount(seconds)),
  ].join(', ');
}

function fact(name: string, value: string, more = value): HTMLElement {
  return element(
    'span',
    { class: 'fact', title: more },
    element('span', { class: 'for-screen-readers' }, `${name}: `),
    recordText(value),
  );
}
