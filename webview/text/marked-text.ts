import * as l10n from '@vscode/l10n';
import { bindText, type Cited } from '../../src/board/binding';
import type { Board } from '../../src/board/board';
import { indexOf } from '../board-index';
import { element, type Child } from '../dom';
import { RECORD_ID } from '../reference';

/** A link to a record or cell of the board; the page itself follows it, so that nothing is fetched. */
export function referenceLink(reference: string): HTMLElement {
  return element('a', { class: 'reference', href: `#${reference}`, title: leadsTo(reference) }, reference);
}

/** A number or name that links to the cell or record it comes from. */
export function boundLink(reference: string, ...children: readonly Child[]): HTMLElement {
  return element('a', { class: 'reference bound', href: `#${reference}`, title: leadsTo(reference) }, ...children);
}

/** A number or name that no result it cites holds. */
export function unsupportedMark(text: string): HTMLElement {
  return element(
    'mark',
    { class: 'unsupported', title: l10n.t('Not found in the results that are cited') },
    text,
    element('span', { class: 'for-screen-readers' }, ` (${l10n.t('not found in the results that are cited')})`),
  );
}

/** Text whose ids link to their records. */
export function textWithIds(text: string, board: Board): Node[] {
  const { ids } = indexOf(board);
  const nodes: Node[] = [];
  let from = 0;
  for (const { 0: id, index } of text.matchAll(RECORD_ID)) {
    if (!ids.has(id)) continue;
    nodes.push(element('span', {}, text.slice(from, index)), referenceLink(id));
    from = index + id.length;
  }
  return [...nodes, element('span', {}, text.slice(from))];
}

/** A sentence about evidence: each number links to where it comes from, or is marked when it comes from nowhere. */
export function boundText(text: string, evidence: readonly Cited[], board: Board): HTMLElement {
  const nodes: Node[] = [];
  let from = 0;
  for (const { start, end, text: token, source } of bindText(text, evidence, board)) {
    // A bare digit counts something of the text itself, and the question is no record.
    const isPlain = source !== undefined && (source === 'question' || /^\d$/.test(token));
    if (isPlain) continue;
    nodes.push(...textWithIds(text.slice(from, start), board));
    nodes.push(source === undefined ? unsupportedMark(token) : boundLink(source, token));
    from = end;
  }
  return element('bdi', {}, ...nodes, ...textWithIds(text.slice(from), board));
}

function leadsTo(reference: string): string {
  const [id = '', row, column] = reference.split('/');
  if (row === undefined || column === undefined) return l10n.t('Show {0}', id);
  return l10n.t('Show {0}, row {1}, column {2}', id, Number(row) + 1, Number(column) + 1);
}
