import * as l10n from '@vscode/l10n';
import { element, recordText } from './dom';
import type { Shown } from './replica';
import type { Allows, ViewActions } from './view';

/** Bars over the page: what the window does not allow, and what a person should know of the file. */
export function noticeBars(allows: Allows, notice: string | undefined, actions: ViewActions): HTMLElement[] {
  const trust = element('vscode-button', { appearance: 'secondary' }, l10n.t('Manage Workspace Trust'));
  trust.addEventListener('click', () => actions.manageTrust());
  const bars: (readonly (string | Node)[])[] = [];
  if (allows === 'restricted') {
    bars.push([
      l10n.t(
        'Restricted Mode: the board can be read. Nothing runs and no database is opened until you trust the workspace.',
      ),
      trust,
    ]);
  }
  if (allows === 'reader') {
    bars.push([
      l10n.t('The board can be read here. Investigations and SQL run in VS Code on a computer that has the database.'),
    ]);
  }
  if (notice !== undefined) bars.push([recordText(notice)]);
  return bars.map((parts) =>
    element(
      'div',
      { class: 'bar', role: 'note' },
      ...parts.map((part) => (typeof part === 'string' ? element('span', {}, part) : part)),
    ),
  );
}

/** What stands in place of a board that is not there: still loading, or what is wrong with the file, where, and what helps. */
export function boardless(shown: Exclude<Shown, { kind: 'board' }>, actions: ViewActions): HTMLElement {
  if (shown.kind === 'loading') return element('p', { class: 'quiet', role: 'status' }, l10n.t('Reading the board…'));
  const { message, next, line } = shown;
  const open = element(
    'vscode-button',
    {},
    line === undefined ? l10n.t('Open as Text') : l10n.t('Open as Text at Line {0}', line),
  );
  open.addEventListener('click', () => actions.openText(line));
  return element(
    'section',
    { class: 'unreadable', role: 'alert' },
    element('h1', {}, l10n.t('This board cannot be shown')),
    element('p', {}, recordText(message)),
    next === undefined ? undefined : element('p', { class: 'quiet' }, recordText(next)),
    element('p', { class: 'actions' }, open),
  );
}
