import * as l10n from '@vscode/l10n';
import type { AuditRelation } from '../../src/board/views/audit-graph';
import type { Band } from '../../src/graph/bands';
import type { PlacedNode } from '../../src/graph/layout';
import type { PlacedEdge } from '../../src/graph/route';
import { classesOf, curve, labelShapes, nodeShapes, round, SIGNS } from '../../src/graph/shapes';
import { widthOf } from '../../src/graph/text';
import { svgElement } from '../dom';
import { nameOf } from './names';

/** How much of a box is drawn: all of it, its name and sign, or a spot of colour. */
export type Detail = 'full' | 'short' | 'plain';

/** What a painter asks about each node. */
export type Manner = {
  /** Whether it stands back behind what the person looks for. */
  readonly isFaded: (id: string) => boolean;
  readonly isCurrent: (id: string) => boolean;
  /** Numbers of its text that its result does not hold. */
  readonly unsupportedIn: (id: string) => readonly string[];
};

/** The layers of a picture from the ground up: nothing that is read lies under a line. */
export type Layers = { readonly edges: SVGElement; readonly nodes: SVGElement; readonly labels: SVGElement };

export function paintBand({ nodes, edges, labelled }: Band, detail: Detail, manner: Manner): Layers {
  const layers = { edges: svgElement('g'), nodes: svgElement('g'), labels: svgElement('g') };
  if (detail === 'plain') {
    layers.edges.append(...paintEdges(edges, detail, manner));
    layers.nodes.append(...paintMass(nodes.map((node) => [nodeClasses(node, manner), outline(node)])));
    return layers;
  }
  layers.edges.append(...paintEdges(edges, detail, manner));
  layers.nodes.append(...nodes.map((node) => paintNode(node, detail, manner)));
  if (detail === 'full') layers.labels.append(...labelled.flatMap((edge) => paintLabel(edge, manner)));
  return layers;
}

export function paintEdges(edges: readonly PlacedEdge[], detail: Detail, manner: Manner): SVGElement[] {
  if (detail === 'plain') return paintMass(edges.map((edge) => [edgeClasses(edge, manner), spread(edge)]));
  return edges.map((edge) => {
    const { stroke, relation, arrow } = edge;
    const marker = arrow === undefined ? {} : { [`marker-${arrow}`]: `url(#${arrowId(relation)})` };
    return svgElement('path', { class: edgeClasses(edge, manner), d: curve(stroke), ...marker });
  });
}

function paintLabel(edge: PlacedEdge, manner: Manner): SVGElement[] {
  const shapes = labelShapes(edge).map(({ tag, attributes, text }) => svgElement(tag, attributes, text));
  return shapes.length === 0 ? [] : [svgElement('g', { class: edgeClasses(edge, manner) }, ...shapes)];
}

function paintNode(node: PlacedNode, detail: Detail, manner: Manner): SVGElement {
  const { id, x, y, column } = node;
  const unsupported = detail === 'full' ? manner.unsupportedIn(id) : [];
  const shapes =
    detail === 'full'
      ? nodeShapes(node).map(({ tag, attributes, text }) => svgElement(tag, attributes, text))
      : brief(node);
  const isCurrent = manner.isCurrent(id);
  return svgElement(
    'g',
    {
      class: nodeClasses(node, manner),
      transform: `translate(${round(x)} ${round(y)})`,
      'data-node': id,
      role: 'treeitem',
      tabindex: isCurrent ? 0 : -1,
      'aria-level': column + 1,
      'aria-label': nameOf(node, unsupported),
      ...(node.kind === 'group' && { 'aria-expanded': 'false' }),
    },
    ...shapes,
    ...(unsupported.length > 0 ? unsupportedMark(node, unsupported.length) : []),
  );
}

/** Large enough to be read from some way off. */
const BRIEF_FONT_SIZE = 26;

function brief(node: PlacedNode): SVGElement[] {
  const { width, height } = node;
  const box = svgElement('rect', { class: 'box', width, height, rx: 8 });
  const middle = Math.min(height / 2, 45);
  if (node.kind === 'hypothesis') {
    const sign = svgElement('path', {
      class: 'sign',
      d: SIGNS[node.standing],
      transform: `translate(16 ${middle - 17}) scale(2.4)`,
    });
    return [box, sign, briefText(node.id, 62, middle)];
  }
  const text = node.kind === 'group' ? `+${node.members.length}` : node.kind === 'question' ? '?' : node.id;
  return [box, briefText(text, 16, middle)];
}

function briefText(text: string, x: number, middle: number): SVGElement {
  return svgElement(
    'text',
    { class: 'brief', x, y: middle + BRIEF_FONT_SIZE * 0.36, 'font-size': BRIEF_FONT_SIZE },
    text,
  );
}

const MARK_FONT_SIZE = 10;

/** A tag on the lower edge of the box: words, not colour alone. */
function unsupportedMark({ width, height }: PlacedNode, count: number): SVGElement[] {
  const text = l10n.t('{0} unsupported', count);
  const long = widthOf(text) * MARK_FONT_SIZE * 1.1 + 12;
  const x = width - long - 10;
  return [
    svgElement('rect', { class: 'mark', x, y: height - 8, width: long, height: 16, rx: 8 }),
    svgElement('text', { class: 'mark', x: x + long / 2, y: height + 3.5, 'font-size': MARK_FONT_SIZE }, text),
  ];
}

/** Thousands of boxes or lines as one path for each look. */
function paintMass(parts: readonly (readonly [classes: string, path: string])[]): SVGElement[] {
  const paths = new Map<string, string[]>();
  for (const [classes, path] of parts) {
    const same = paths.get(classes);
    if (same === undefined) paths.set(classes, [path]);
    else same.push(path);
  }
  return [...paths].map(([classes, path]) => svgElement('path', { class: `${classes} mass`, d: path.join('') }));
}

function outline({ x, y, width, height }: PlacedNode): string {
  return `M${round(x)},${round(y)}h${round(width)}v${round(height)}h${round(-width)}z`;
}

function spread({ stroke }: PlacedEdge): string {
  return stroke.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${round(x)},${round(y)}`).join('');
}

function nodeClasses(node: PlacedNode, { isFaded, isCurrent }: Manner): string {
  const marks = [isFaded(node.id) && 'faded', isCurrent(node.id) && 'current'].filter(Boolean);
  return ['node', classesOf(node), ...marks].join(' ');
}

function edgeClasses({ from, to, relation }: PlacedEdge, { isFaded }: Manner): string {
  return isFaded(from) || isFaded(to) ? `edge ${relation} faded` : `edge ${relation}`;
}

export function arrowId(relation: AuditRelation): string {
  return `graph-arrow-${relation}`;
}

/** The heads of arrows, for the definitions of a picture. */
export function arrowHeads(): SVGElement[] {
  return (['supports', 'contradicts', 'neutral', 'leads-to', 'refined-by', 'from'] as const).map((relation) =>
    svgElement(
      'marker',
      {
        id: arrowId(relation),
        class: `edge ${relation}`,
        viewBox: '0 0 10 10',
        refX: 9,
        refY: 5,
        markerWidth: 9,
        markerHeight: 9,
        markerUnits: 'userSpaceOnUse',
        orient: 'auto-start-reverse',
      },
      svgElement('polygon', { class: 'arrow', points: '0,1 10,5 0,9' }),
    ),
  );
}
