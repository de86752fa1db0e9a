import * as l10n from '@vscode/l10n';
import { formatCount } from '../../src/base/format';
import type { Query } from '../../src/board/board';
import type { Value } from '../../src/board/value';
import { cellText } from '../../src/board/views/cell-text';
import { element } from '../dom';
import { clockText } from '../words';

/** Cells that a text cites lie in these; more is what the SQL document is for. */
const MOST_ROWS = 300;
const MOST_CHARACTERS = 200;

export type Cell = { readonly row: number; readonly column: number };

/** The kept rows of a query's result, one cell pointed out. */
export function resultTable({ id, columns, rows }: Query, cited: Cell | undefined): HTMLElement | undefined {
  if (rows.length === 0) return undefined;
  const head = columns.map((name) => element('th', { scope: 'col' }, element('bdi', {}, name)));
  const body = rows
    .slice(0, MOST_ROWS)
    .map((row, r) => element('tr', {}, ...row.map((value, c) => cell(value, cited?.row === r && cited.column === c))));
  const left = rows.length - MOST_ROWS;
  return element(
    'div',
    { class: 'result', tabindex: 0, role: 'region', 'aria-label': l10n.t('Result of {0}', id) },
    element('table', {}, element('thead', {}, element('tr', {}, ...head)), element('tbody', {}, ...body)),
    left > 0
      ? element('p', { class: 'quiet' }, l10n.t('{0} more rows are on the board.', formatCount(left)))
      : undefined,
  );
}

function cell(value: Value, isCited: boolean): HTMLElement {
  const text = cellText(value);
  const isLong = text.length > MOST_CHARACTERS;
  return element(
    'td',
    {
      class: [kindOf(value), isCited && 'cited'].filter(Boolean).join(' '),
      'aria-current': isCited && 'true',
      title: isLong && text,
    },
    element('bdi', {}, isLong ? `${text.slice(0, MOST_CHARACTERS)}…` : text),
  );
}

function kindOf(value: Value): string {
  if (value === null) return 'null';
  return typeof value === 'number' || typeof value === 'bigint' ? 'number' : 'text';
}

/** What a reader of a result has to know: how many rows, what is not kept, what to be careful of, whether it still holds. */
export function resultNotes({ rowCount, cut, warnings = [], verified, by, ms }: Query): readonly string[] {
  const count =
    typeof rowCount === 'number'
      ? rowCount === 1
        ? l10n.t('1 row')
        : l10n.t('{0} rows', formatCount(rowCount))
      : l10n.t('at least {0} rows', formatCount(rowCount.atLeast));
  return [
    l10n.t('{0}, {1} ms, asked by {2}', count, formatCount(ms), by),
    ...(cut && cut.rows > 0 ? [l10n.t('{0} rows are not kept on the board', formatCount(cut.rows))] : []),
    ...(cut && cut.characters > 0
      ? [l10n.t('{0} characters of long cells are not kept on the board', formatCount(cut.characters))]
      : []),
    ...warnings,
    ...(verified?.as === 'reproduced' ? [l10n.t('Reproduced when it was verified, {0}', clockText(verified.at))] : []),
  ];
}
