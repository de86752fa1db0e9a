import type { AuditRelation } from '../board/views/audit-graph';
import type { Layout, PlacedNode } from './layout';
import type { PlacedEdge } from './route';
import { classesOf, curve, labelShapes, nodeShapes, round, type Shape } from './shapes';
import { styleSheet, type Theme } from './svg-style';

/**
 * The graph as a picture: SVG that stands alone, without scripts, fonts or links. Text of a board is only ever text in it.
 * @param theme `auto` follows the reader's setting for light or dark
 */
export function graphToSvg(layout: Layout, theme: Theme = 'auto'): string {
  const width = Math.ceil(layout.width);
  const height = Math.ceil(layout.height);
  const relations = new Set(layout.edges.map(({ relation }) => relation));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="d2-graph" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="d2-graph-title d2-graph-about">`,
    `<title id="d2-graph-title">${escape(layout.question)}</title>`,
    `<desc id="d2-graph-about">${escape(about(layout))}</desc>`,
    `<style>\n${styleSheet(theme)}\n</style>`,
    `<defs>`,
    ...[...relations].filter((relation) => relation !== 'asks').map(arrow),
    `</defs>`,
    `<rect class="background" width="${width}" height="${height}" rx="12"/>`,
    // Lines first, then boxes, then labels: nothing that is read lies under a line.
    ...layout.edges.map(line),
    ...layout.nodes.map(box),
    ...layout.edges.flatMap(label),
    '</svg>',
    '',
  ].join('\n');
}

function about({ nodes, edges }: Layout): string {
  const count = (kind: PlacedNode['kind']): number => nodes.filter((node) => node.kind === kind).length;
  const hypotheses = nodes.flatMap((node) => (node.kind === 'hypothesis' ? `${node.id} ${node.standing}` : []));
  return `${count('hypothesis')} hypotheses (${hypotheses.join(', ')}), ${count('evidence')} pieces of evidence, ${edges.length} links.`;
}

function arrow(relation: AuditRelation): string {
  return `<marker id="d2-arrow-${relation}" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="9" markerHeight="9" markerUnits="userSpaceOnUse" orient="auto-start-reverse"><polygon class="arrow-${relation}" points="0,1 10,5 0,9"/></marker>`;
}

function line({ relation, stroke, arrow: end }: PlacedEdge): string {
  const marker = end === undefined ? '' : ` marker-${end}="url(#d2-arrow-${relation})"`;
  return `<g class="edge ${relation}"><path d="${curve(stroke)}"${marker}/></g>`;
}

function label(edge: PlacedEdge): string[] {
  if (edge.label === undefined) return [];
  const note = edge.note ? title(`${edge.from} ${edge.label.text} ${edge.to}: ${edge.note}`) : '';
  return [`<g class="edge ${edge.relation}">${note}${labelShapes(edge).map(element).join('')}</g>`];
}

function box(node: PlacedNode): string {
  const name = title(node.heading === '' ? node.text : `${node.heading}: ${node.text}`);
  const place = `translate(${round(node.x)} ${round(node.y)})`;
  return `<g class="${classesOf(node)}" transform="${place}">${name}${nodeShapes(node).map(element).join('')}</g>`;
}

function title(text: string): string {
  return `<title>${escape(text)}</title>`;
}

function element({ tag, attributes, text }: Shape): string {
  const start = [tag, ...Object.entries(attributes).map(([name, value]) => `${name}="${value}"`)].join(' ');
  return text === undefined ? `<${start}/>` : `<${start}>${escape(text)}</${tag}>`;
}

/** Text inert in XML: markup escaped, characters that XML forbids replaced. */
function escape(text: string): string {
  return text.replace(FORBIDDEN, '\uFFFD').replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

/** What XML 1.0 forbids: lone surrogates, most control characters, two non-characters. */
const FORBIDDEN = /[\p{Cs}\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/gu;
