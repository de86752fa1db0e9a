import type { Standing } from '../src/board/views/standing';
import { SIGNS } from '../src/graph/shapes';
import type { Relation } from '../src/board/board';
import { element, svgElement } from './dom';
import { RELATION_SIGNS, relationWord, standingWord } from './words';

/** How a hypothesis stands: a sign, told apart by shape and colour, and its word. */
export function standingLabel(standing: Standing): HTMLElement {
  return element('span', { class: `standing ${standing}` }, standingSign(standing), standingWord(standing));
}

/** The sign alone, for where the word stands elsewhere. */
export function standingSign(standing: Standing): SVGElement {
  return svgElement(
    'svg',
    { class: `sign ${standing}`, viewBox: '0 0 14 14', 'aria-hidden': 'true' },
    svgElement('path', { d: SIGNS[standing] }),
  );
}

/** What evidence says on a hypothesis: sign, colour and word. */
export function relationLabel(relation: Relation): HTMLElement {
  return element(
    'span',
    { class: `relation ${relation}` },
    element('span', { class: 'relation-sign', 'aria-hidden': 'true' }, RELATION_SIGNS[relation]),
    relationWord(relation),
  );
}
