import * as l10n from '@vscode/l10n';
import type { Query } from '../../src/board/board';
import { element, recordText } from '../dom';
import type { DetailsContext } from '../view';
import { resultNotes, resultTable, type Cell } from './result-table';
import { clockText } from '../words';

/** A query: what it was for, its SQL with the way to run it, and the result that was recorded. */
export function queryDetails(query: Query, cell: Cell | undefined, { actions, allows }: DetailsContext): Node[] {
  const { id, purpose, sql, verified } = query;
  const open = element('vscode-button', { appearance: 'secondary' }, l10n.t('Open SQL'));
  open.addEventListener('click', () => actions.openSql(id));
  const because = verified?.because === undefined ? '' : `: ${verified.because}`;
  return [
    element('p', {}, recordText(purpose)),
    ...(verified !== undefined && verified.as !== 'reproduced'
      ? [
          element(
            'p',
            { class: 'notice warning' },
            verified.as === 'drifted'
              ? l10n.t('Another answer when it was verified, {0}', clockText(verified.at) + because)
              : l10n.t('Failed when it was verified, {0}', clockText(verified.at) + because),
          ),
        ]
      : []),
    element('pre', { class: 'sql', tabindex: 0, 'aria-label': l10n.t('SQL of {0}', id) }, element('code', {}, sql)),
    ...(allows === 'reader' ? [] : [element('p', { class: 'actions' }, open)]),
    ...[resultTable(query, cell)].filter((table) => table !== undefined),
    element('ul', { class: 'notes' }, ...resultNotes(query).map((note) => element('li', {}, recordText(note)))),
  ];
}
