import * as l10n from '@vscode/l10n';
import type { Board, Query } from '../../src/board/board';
import { cellText } from '../../src/board/views/cell-text';
import type { PlacedNode } from '../../src/graph/layout';
import { indexOf } from '../board-index';
import { element } from '../dom';
import { relationLabel, standingLabel } from '../signs';
import type { Rectangle } from './canvas';

const MOST_ROWS = 5;
const MOST_COLUMNS = 6;
const MOST_SQL_LINES = 12;
const MOST_CELL_LETTERS = 40;
const GAP = 10;

/** What stands behind a box: its whole text, and for evidence the SQL and the first rows of what it gave. */
export class Tooltip {
  readonly element = element('div', { class: 'graph-tooltip', role: 'tooltip', id: 'graph-tooltip' });

  constructor() {
    this.element.hidden = true;
  }

  show(node: PlacedNode, board: Board, unsupported: readonly string[], place: Rectangle, window: Size): void {
    const content = contentOf(node, board, unsupported);
    if (content.length === 0) {
      this.hide();
      return;
    }
    this.element.replaceChildren(...content);
    this.element.hidden = false;
    const { width, height } = this.element.getBoundingClientRect();
    const right = place.x + place.width + GAP;
    const x = right + width <= window.width ? right : place.x - GAP - width >= 0 ? place.x - GAP - width : undefined;
    // Where there is no room beside the box, it stands below or above it.
    const below = place.y + place.height + GAP;
    const y = x !== undefined ? place.y : below + height <= window.height ? below : place.y - GAP - height;
    this.element.style.left = `${clamp(x ?? place.x, window.width - width)}px`;
    this.element.style.top = `${clamp(y, window.height - height)}px`;
  }

  hide(): void {
    this.element.hidden = true;
  }

  get isShown(): boolean {
    return !this.element.hidden;
  }
}

type Size = { readonly width: number; readonly height: number };

function clamp(value: number, most: number): number {
  return Math.max(4, Math.min(value, most - 4));
}

function contentOf(node: PlacedNode, board: Board, unsupported: readonly string[]): HTMLElement[] {
  const index = indexOf(board);
  switch (node.kind) {
    case 'question':
      return [text(node.text)];
    case 'hypothesis': {
      const verdict = index.verdicts.get(node.id);
      return [
        element('header', {}, element('b', {}, node.id), standingLabel(node.standing)),
        text(node.text),
        ...(verdict === undefined ? [] : [note(verdict.rationale)]),
        ...(node.atRisk && verdict
          ? [warning(l10n.t('At risk: {0} drifted', (index.atRisk.get(verdict.id) ?? []).join(', ')))]
          : []),
      ];
    }
    case 'evidence': {
      const piece = index.evidence.get(node.id);
      const query = piece && index.queries.get(piece.query);
      const links = index.linksFrom.get(node.id) ?? [];
      return [
        element(
          'header',
          {},
          element('b', {}, node.id),
          ...(node.attack === undefined ? [] : [element('bdi', {}, node.attack)]),
          element('span', {}, l10n.t('weight {0}', node.weight.toFixed(2))),
        ),
        text(node.text),
        ...(unsupported.length === 0 ? [] : [warning(l10n.t('Not found in its result: {0}', unsupported.join(', ')))]),
        ...(node.drifted
          ? [warning(index.drifted.get(node.id) || l10n.t('Its query no longer gives this result.'))]
          : []),
        ...links.map((link) =>
          element('p', { class: 'link' }, relationLabel(link.relation), ` ${link.to}: `, element('bdi', {}, link.note)),
        ),
        ...(query === undefined ? [] : [sqlOf(query), resultOf(query)]),
      ];
    }
    case 'query': {
      const query = index.queries.get(node.id);
      return query === undefined ? [] : [text(node.text), sqlOf(query), resultOf(query)];
    }
    case 'group':
      return [text(node.text), note(l10n.t('Click or press Enter to show each.'))];
  }
}

function text(content: string): HTMLElement {
  return element('p', { class: 'fact', dir: 'auto' }, content);
}

function note(content: string): HTMLElement {
  return element('p', { class: 'note', dir: 'auto' }, content);
}

function warning(content: string): HTMLElement {
  return element('p', { class: 'warning', dir: 'auto' }, `⚠ ${content}`);
}

function sqlOf({ id, sql }: Query): HTMLElement {
  const lines = sql.split('\n');
  const shown = lines.slice(0, MOST_SQL_LINES).join('\n') + (lines.length > MOST_SQL_LINES ? '\n…' : '');
  return element('pre', { 'aria-label': l10n.t('SQL of {0}', id) }, element('code', {}, shown));
}

function resultOf({ columns, rows, rowCount }: Query): HTMLElement {
  const names = columns.slice(0, MOST_COLUMNS);
  const more = columns.length > MOST_COLUMNS ? [element('td', {}, '…')] : [];
  const count = typeof rowCount === 'number' ? rowCount : rowCount.atLeast;
  const hidden = count - Math.min(rows.length, MOST_ROWS);
  return element(
    'div',
    { class: 'result' },
    element(
      'table',
      {},
      element('thead', {}, element('tr', {}, ...names.map((name) => element('th', {}, cut(name))), ...more)),
      element(
        'tbody',
        {},
        ...rows.slice(0, MOST_ROWS).map((row) =>
          element(
            'tr',
            {},
            ...names.map((_, column) => {
              const value = row[column] ?? null;
              const isNumber = typeof value === 'number' || typeof value === 'bigint';
              return element('td', { class: isNumber ? 'number' : undefined }, cut(cellText(value)));
            }),
            ...more,
          ),
        ),
      ),
    ),
    ...(hidden > 0 ? [element('p', { class: 'note' }, l10n.t('{0} more rows', hidden))] : []),
    element('p', { class: 'note' }, l10n.t('Enter or double-click opens the SQL.')),
  );
}

function cut(cell: string): string {
  return cell.length <= MOST_CELL_LETTERS ? cell : `${cell.slice(0, MOST_CELL_LETTERS)}…`;
}
