import * as l10n from '@vscode/l10n';
import type { AuditRelation } from '../../src/board/views/audit-graph';
import { ATTACK } from '../../src/graph/shapes';
import { labelOf } from '../../src/graph/box';
import { element, svgElement } from '../dom';
import { arrowId } from './paint';

const RELATIONS: readonly AuditRelation[] = ['supports', 'contradicts', 'neutral', 'leads-to', 'refined-by'];

/** What lines and marks mean; folded until somebody asks. */
export function legend(): HTMLElement {
  return element(
    'details',
    { class: 'graph-legend' },
    element('summary', {}, l10n.t('Legend')),
    element(
      'ul',
      {},
      ...RELATIONS.map((relation) => entry(line(relation), labelOf(relation) ?? '')),
      entry(attackSign(), l10n.t('tried to refute a hypothesis')),
      entry(weightSign(), l10n.t('weight of evidence')),
      entry(sheetSign(), l10n.t('stands for several; Space opens')),
    ),
  );
}

function entry(sample: SVGElement, text: string): HTMLElement {
  return element('li', {}, sample, text);
}

function sample(...children: SVGElement[]): SVGElement {
  return svgElement('svg', { viewBox: '0 0 48 16', width: 48, height: 16, 'aria-hidden': 'true' }, ...children);
}

function line(relation: AuditRelation): SVGElement {
  return sample(
    svgElement('path', { class: `edge ${relation}`, d: 'M2,8H45', 'marker-end': `url(#${arrowId(relation)})` }),
  );
}

function attackSign(): SVGElement {
  return sample(
    svgElement(
      'g',
      { class: 'node evidence attack' },
      svgElement('path', { class: 'sign', d: ATTACK, transform: 'translate(17 1)' }),
    ),
  );
}

function weightSign(): SVGElement {
  const bars = [0, 1, 2, 3, 4].map((index) => {
    const height = 3 + 1.75 * index;
    return svgElement('rect', {
      class: index < 3 ? 'bar' : 'track',
      x: 12 + index * 5,
      y: 13 - height,
      width: 3,
      height,
      rx: 1,
    });
  });
  return sample(svgElement('g', { class: 'node evidence' }, ...bars));
}

function sheetSign(): SVGElement {
  return sample(
    svgElement(
      'g',
      { class: 'node evidence' },
      svgElement('rect', { class: 'sheet', x: 13, y: 4, width: 24, height: 10, rx: 3 }),
      svgElement('rect', { class: 'box', x: 10, y: 1, width: 24, height: 10, rx: 3 }),
    ),
  );
}
