import type { AuditRelation } from '../board/views/audit-graph';
import type { Standing } from '../board/views/standing';
import { HEADING_FONT_SIZE, HEADING_HEIGHT, isJudged, LABEL_FONT_SIZE, LINE_HEIGHT, PADDING, SIGN_SIZE } from './box';
import type { Layout, PlacedEdge, PlacedNode } from './layout';
import type { Point } from './ports';
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
  return `<marker id="d2-arrow-${relation}" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="9" markerHeight="9" markerUnits="userSpaceOnUse" orient="auto"><polygon class="arrow-${relation}" points="0,1 10,5 0,9"/></marker>`;
}

function line({ relation, points }: PlacedEdge): string {
  const end = relation === 'asks' ? '' : ` marker-end="url(#d2-arrow-${relation})"`;
  return `<g class="edge ${relation}"><path d="${curve(points)}"${end}/></g>`;
}

/** From point to point, level at each. */
function curve(points: readonly Point[]): string {
  const [start, ...others] = points;
  if (start === undefined) return '';
  let path = `M${round(start.x)},${round(start.y)}`;
  let before = start;
  for (const point of others) {
    const middle = round((before.x + point.x) / 2);
    path += `C${middle},${round(before.y)} ${middle},${round(point.y)} ${round(point.x)},${round(point.y)}`;
    before = point;
  }
  return path;
}

function label(edge: PlacedEdge): string[] {
  if (edge.label === undefined) return [];
  const { text, x, y, width, height } = edge.label;
  const back = `<rect x="${round(x - width / 2)}" y="${round(y - height / 2)}" width="${round(width)}" height="${height}" rx="${height / 2}"/>`;
  const note = edge.note ? `<title>${escape(`${edge.from} ${text} ${edge.to}: ${edge.note}`)}</title>` : '';
  return [
    `<g class="edge ${edge.relation}">${note}${back}<text x="${round(x)}" y="${round(y + LABEL_FONT_SIZE * 0.35)}" font-size="${LABEL_FONT_SIZE}">${escape(text)}</text></g>`,
  ];
}

function box(node: PlacedNode): string {
  const { x, y, width, height, heading, lines, fontSize } = node;
  const standing = node.kind === 'hypothesis' ? node.standing : undefined;
  const top = PADDING + (heading === '' ? 0 : HEADING_HEIGHT);
  const indent = standing === undefined ? 0 : SIGN_SIZE;
  const parts = [
    `<title>${escape(`${node.id === 'question' ? '' : `${heading}: `}${node.text}`)}</title>`,
    `<rect class="box" width="${round(width)}" height="${height}" rx="${node.kind === 'query' ? 3 : 8}"/>`,
  ];
  if (node.kind === 'hypothesis') {
    parts.push(`<path class="sign" transform="translate(${PADDING} ${PADDING - 2})" d="${SIGNS[node.standing]}"/>`);
    if (isJudged(node)) parts.push(...confidenceBar(node.confidence, width, height));
  }
  if (heading !== '') {
    parts.push(
      `<text class="heading" x="${PADDING + indent}" y="${PADDING + HEADING_FONT_SIZE * 0.8}" font-size="${HEADING_FONT_SIZE}">${escape(heading)}</text>`,
    );
  }
  const spans = lines.map(
    (text, index) =>
      `<tspan x="${PADDING}" y="${round(top + fontSize * (1 + index * LINE_HEIGHT))}">${escape(text)}</tspan>`,
  );
  parts.push(`<text font-size="${round(fontSize)}">${spans.join('')}</text>`);
  return `<g class="${node.kind}${standing === undefined ? '' : ` ${standing}`}" transform="translate(${round(x)} ${round(y)})">${parts.join('')}</g>`;
}

/** How sure the judge is that the hypothesis is true, as a bar along the lower edge. */
function confidenceBar(confidence: number, width: number, height: number): string[] {
  const full = width - 2 * PADDING;
  const at = `x="${PADDING}" y="${height - 6}" height="2.5" rx="1.25"`;
  return [
    `<rect class="track" ${at} width="${round(full)}"/>`,
    `<rect class="bar" ${at} width="${round(full * confidence)}"/>`,
  ];
}

/** Drawn in 14 by 14 pixels: a sign that needs neither colour nor a font. */
const SIGNS: Readonly<Record<Standing, string>> = {
  open: 'M7,1.5a5.5,5.5 0 1,0 .01,0Z',
  investigating: 'M6,1.5a4.5,4.5 0 1,0 .01,0ZM9.5,9.5L13,13',
  supported: 'M7,1.5a5.5,5.5 0 1,0 .01,0ZM4.5,7.2L6.4,9L9.6,5.2',
  contradicted: 'M7,1.5a5.5,5.5 0 1,0 .01,0ZM5,5L9,9M9,5L5,9',
  inconclusive: 'M7,1.5a5.5,5.5 0 1,0 .01,0ZM4.5,7H9.5',
  abandoned: 'M7,1.5a5.5,5.5 0 1,0 .01,0ZM3.2,10.8L10.8,3.2',
  untested:
    'M4.3,2.2A5.5,5.5 0 0,1 9.7,2.2M11.8,4.3A5.5,5.5 0 0,1 11.8,9.7M9.7,11.8A5.5,5.5 0 0,1 4.3,11.8M2.2,9.7A5.5,5.5 0 0,1 2.2,4.3',
};

/** Text inert in XML: markup escaped, characters that XML forbids replaced. */
function escape(text: string): string {
  return text.replace(FORBIDDEN, '\uFFFD').replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

/** What XML 1.0 forbids: lone surrogates, most control characters, two non-characters. */
const FORBIDDEN = /[\p{Cs}\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/gu;

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
