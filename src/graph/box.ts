import { inertText } from '../base/inert';
import type { AuditRelation } from '../board/views/audit-graph';
import type { GraphNode } from './groups';
import { widthOf, wrap } from './text';

/** What is written in a node's box, and how large it is therefore, in pixels. */
export type Box = {
  readonly width: number;
  readonly height: number;
  /** One line above the text: id, standing, confidence. Empty for the question. */
  readonly heading: string;
  readonly lines: readonly string[];
  readonly fontSize: number;
};

export const PADDING = 12;
export const HEADING_FONT_SIZE = 11;
export const HEADING_HEIGHT = 18;
export const LINE_HEIGHT = 1.35;
export const LABEL_FONT_SIZE = 10.5;
export const LABEL_HEIGHT = 18;
/** Room for a sign before the heading. */
export const SIGN_SIZE = 19;
/** Room for the bars that show a weight, after the heading. */
export const WEIGHT_SIZE = 28;

const MOST_LINES = 6;
/** How much wider bold letters are. */
const BOLD = 1.1;

export function boxOf(node: GraphNode): Box {
  const { width, fontSize } = sizeOf(node);
  // The widest font may use the padding on the right, and no more.
  const room = width - PADDING - 3;
  const taken = (hasSign(node) ? SIGN_SIZE : 0) + (node.kind === 'evidence' ? WEIGHT_SIZE : 0);
  const [heading = ''] = wrap(headingOf(node), (room - taken) / HEADING_FONT_SIZE / BOLD, 1);
  const lines = wrap(inertText(node.text), room / fontSize / (node.kind === 'question' ? BOLD : 1), MOST_LINES);
  const height = 2 * PADDING + (heading === '' ? 0 : HEADING_HEIGHT) + lines.length * fontSize * LINE_HEIGHT;
  return { width, height: Math.ceil(height), heading, lines, fontSize };
}

/** Evidence grows with its weight: a box twice as strong is larger to the eye. */
function sizeOf(node: GraphNode): { width: number; fontSize: number } {
  switch (node.kind) {
    case 'question':
      return { width: 220, fontSize: 15 };
    case 'hypothesis':
      return { width: 260, fontSize: 13 };
    case 'evidence':
      return { width: 210 + 90 * node.weight, fontSize: 11 + 2 * node.weight };
    case 'group':
      return { width: 210, fontSize: 12 };
    case 'query':
      return { width: 200, fontSize: 11 };
  }
}

/** Whether a sign stands before the heading: the standing of a hypothesis, an attack. */
export function hasSign(node: GraphNode): boolean {
  return node.kind === 'hypothesis' || (node.kind === 'evidence' && node.attack !== undefined);
}

function headingOf(node: GraphNode): string {
  switch (node.kind) {
    case 'question':
    case 'group':
      return '';
    case 'hypothesis': {
      const marks = [node.pinned && 'pinned', node.atRisk && 'at risk'];
      return joined([node.id, node.standing, isJudged(node) && `${Math.round(node.confidence * 100)} %`, ...marks]);
    }
    case 'evidence':
      return joined([
        node.id,
        node.drifted && 'drifted',
        node.folded.length > 0 && `and ${node.folded.length} alike`,
        node.attack,
      ]);
    case 'query':
      return node.id;
  }
}

/** Before a verdict the confidence is only where everybody starts. */
export function isJudged({ standing }: Extract<GraphNode, { kind: 'hypothesis' }>): boolean {
  return standing === 'supported' || standing === 'contradicted' || standing === 'inconclusive';
}

function joined(parts: readonly (string | false | undefined)[]): string {
  // A name that turns the direction of writing must not turn what stands beside it.
  return parts.flatMap((part) => (typeof part === 'string' ? inertText(part) : [])).join(' · ');
}

/** What is written on an edge; nothing between the question and its hypotheses. */
export function labelOf(relation: AuditRelation): string | undefined {
  switch (relation) {
    case 'asks':
      return undefined;
    case 'leads-to':
      return 'leads to';
    case 'refined-by':
      return 'refined by';
    case 'supports':
    case 'contradicts':
    case 'neutral':
    case 'from':
      return relation;
  }
}

/** 0 where nothing is written. */
export function labelWidth(relation: AuditRelation): number {
  const text = labelOf(relation);
  return text === undefined ? 0 : widthOf(text) * LABEL_FONT_SIZE + 12;
}
