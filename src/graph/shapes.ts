import type { Standing } from '../board/views/standing';
import {
  hasSign,
  HEADING_FONT_SIZE,
  HEADING_HEIGHT,
  isJudged,
  LABEL_FONT_SIZE,
  LINE_HEIGHT,
  PADDING,
  SIGN_SIZE,
  WEIGHT_SIZE,
} from './box';
import type { PlacedNode } from './layout';
import { CORNER, type PlacedEdge, type Point } from './route';

/** An element of a picture, whatever paints it: SVG text or a document. `text` is only ever text. */
export type Shape = {
  readonly tag: 'rect' | 'path' | 'text';
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly text?: string;
};

/** A box with all that is written in it, its upper left corner at the origin. */
export function nodeShapes(node: PlacedNode): readonly Shape[] {
  const { width, height, heading, lines, fontSize } = node;
  const top = PADDING + (heading === '' ? 0 : HEADING_HEIGHT);
  const indent = hasSign(node) ? SIGN_SIZE : 0;
  const corner = node.kind === 'query' ? 3 : 8;
  return [
    // What stands for several pieces looks like several sheets.
    ...(isStack(node) ? [rectangle('sheet', { x: 4, y: 4, width, height, rx: corner })] : []),
    rectangle('box', { width, height, rx: corner }),
    ...signOf(node),
    ...(node.kind === 'evidence' ? weightBars(node.weight, width) : []),
    ...(node.kind === 'hypothesis' && isJudged(node) ? confidenceBar(node.confidence, width, height) : []),
    ...(heading === ''
      ? []
      : [
          words('heading', heading, {
            x: PADDING + indent,
            y: PADDING + HEADING_FONT_SIZE * 0.8,
            'font-size': HEADING_FONT_SIZE,
          }),
        ]),
    ...lines.map((line, index) =>
      words('line', line, { x: PADDING, y: top + fontSize * (1 + index * LINE_HEIGHT), 'font-size': fontSize }),
    ),
  ];
}

/** The classes that a style sheet knows a node by. */
export function classesOf(node: PlacedNode): string {
  switch (node.kind) {
    case 'hypothesis':
      return `hypothesis ${node.standing}`;
    case 'evidence':
      return ['evidence', ...(node.attack === undefined ? [] : ['attack']), ...(node.drifted ? ['drifted'] : [])].join(
        ' ',
      );
    case 'group':
    case 'question':
    case 'query':
      return node.kind;
  }
}

/** Whether a box stands for more than one piece of evidence. */
function isStack(node: PlacedNode): boolean {
  return node.kind === 'group' || (node.kind === 'evidence' && node.folded.length > 0);
}

function signOf(node: PlacedNode): Shape[] {
  const sign = node.kind === 'hypothesis' ? SIGNS[node.standing] : hasSign(node) ? ATTACK : undefined;
  if (sign === undefined) return [];
  return [{ tag: 'path', attributes: { class: 'sign', transform: `translate(${PADDING} ${PADDING - 2})`, d: sign } }];
}

/** How sure the judge is that the hypothesis is true, as a bar along the lower edge. */
function confidenceBar(confidence: number, width: number, height: number): Shape[] {
  const full = width - 2 * PADDING;
  const at = { x: PADDING, y: height - 6, height: 2.5, rx: 1.25 };
  return [rectangle('track', { ...at, width: full }), rectangle('bar', { ...at, width: full * confidence })];
}

const BARS = 5;

/** The weight of evidence as rising bars, as many filled as it is fifths of the most. */
function weightBars(weight: number, width: number): Shape[] {
  return Array.from({ length: BARS }, (_, index) => {
    const height = 3 + 1.75 * index;
    return rectangle(index < Math.round(weight * BARS) ? 'bar' : 'track', {
      x: width - PADDING - WEIGHT_SIZE + 5 + index * 5,
      y: PADDING + 9 - height,
      width: 3,
      height,
      rx: 1,
    });
  });
}

/** The part of an edge's way that it draws itself, with round corners. */
export function curve(points: readonly Point[]): string {
  const [start] = points;
  if (start === undefined) return '';
  let path = `M${round(start.x)},${round(start.y)}`;
  for (const [index, point] of points.entries()) {
    const [before, after] = [points[index - 1], points[index + 1]];
    if (before === undefined) continue;
    if (after === undefined) {
      path += `L${round(point.x)},${round(point.y)}`;
      continue;
    }
    const radius = Math.min(CORNER, distance(before, point) / 2, distance(point, after) / 2);
    const [into, out] = [towards(point, before, radius), towards(point, after, radius)];
    path += `L${round(into.x)},${round(into.y)}Q${round(point.x)},${round(point.y)} ${round(out.x)},${round(out.y)}`;
  }
  return path;
}

/** What is written on an edge, on a ground that covers the line. */
export function labelShapes({ label }: PlacedEdge): readonly Shape[] {
  if (label === undefined) return [];
  const { text, x, y, width, height } = label;
  return [
    rectangle('ground', { x: x - width / 2, y: y - height / 2, width, height, rx: height / 2 }),
    words('label', text, { x, y: y + LABEL_FONT_SIZE * 0.35, 'font-size': LABEL_FONT_SIZE }),
  ];
}

function rectangle(name: string, attributes: Record<string, number>): Shape {
  return { tag: 'rect', attributes: { class: name, ...rounded(attributes) } };
}

function words(name: string, text: string, attributes: Record<string, number>): Shape {
  return { tag: 'text', attributes: { class: name, ...rounded(attributes) }, text };
}

function rounded(attributes: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, round(value)]));
}

function distance(a: Point, b: Point): number {
  return Math.abs(a.x - b.x) + Math.abs(a.y - b.y);
}

/** A point so far from `from` on the level or upright way to `to`. */
function towards(from: Point, to: Point, far: number): Point {
  return { x: from.x + Math.sign(to.x - from.x) * far, y: from.y + Math.sign(to.y - from.y) * far };
}

export function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Signs are drawn in 14 by 14 pixels, and need neither colour nor a font. */
export const SIGNS: Readonly<Record<Standing, string>> = {
  open: 'M7,1.5a5.5,5.5 0 1,0 .01,0Z',
  investigating: 'M6,1.5a4.5,4.5 0 1,0 .01,0ZM9.5,9.5L13,13',
  supported: 'M7,1.5a5.5,5.5 0 1,0 .01,0ZM4.5,7.2L6.4,9L9.6,5.2',
  contradicted: 'M7,1.5a5.5,5.5 0 1,0 .01,0ZM5,5L9,9M9,5L5,9',
  inconclusive: 'M7,1.5a5.5,5.5 0 1,0 .01,0ZM4.5,7H9.5',
  abandoned: 'M7,1.5a5.5,5.5 0 1,0 .01,0ZM3.2,10.8L10.8,3.2',
  untested:
    'M4.3,2.2A5.5,5.5 0 0,1 9.7,2.2M11.8,4.3A5.5,5.5 0 0,1 11.8,9.7M9.7,11.8A5.5,5.5 0 0,1 4.3,11.8M2.2,9.7A5.5,5.5 0 0,1 2.2,4.3',
};

/** Crossed hairs: the query tried to refute a hypothesis. */
export const ATTACK = 'M7,3a4,4 0 1,0 .01,0ZM7,.8V5M7,9V13.2M.8,7H5M9,7H13.2';
