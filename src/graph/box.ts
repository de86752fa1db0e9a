import type { AuditNode, AuditRelation } from '../board/views/audit-graph';
import { wrap } from './text';

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
/** Room for the sign of a hypothesis' standing before its heading. */
export const SIGN_SIZE = 19;

const MOST_LINES = 8;
/** How much wider bold letters are. */
const BOLD = 1.1;

export function boxOf(node: AuditNode): Box {
  const { width, fontSize } = sizeOf(node);
  // The widest font may use the padding on the right, and no more.
  const room = width - PADDING - 3;
  const indent = node.kind === 'hypothesis' ? SIGN_SIZE : 0;
  const [heading = ''] = wrap(headingOf(node), (room - indent) / HEADING_FONT_SIZE / BOLD, 1);
  const lines = wrap(node.text, room / fontSize / (node.kind === 'question' ? BOLD : 1), MOST_LINES);
  const height = 2 * PADDING + (heading === '' ? 0 : HEADING_HEIGHT) + lines.length * fontSize * LINE_HEIGHT;
  return { width, height: Math.ceil(height), heading, lines, fontSize };
}

/** Evidence grows with its weight: a box twice as strong is larger to the eye. */
function sizeOf(node: AuditNode): { width: number; fontSize: number } {
  switch (node.kind) {
    case 'question':
      return { width: 220, fontSize: 15 };
    case 'hypothesis':
      return { width: 250, fontSize: 13 };
    case 'evidence':
      return { width: 165 + 85 * node.weight, fontSize: 10 + 3 * node.weight };
    case 'query':
      return { width: 180, fontSize: 11 };
  }
}

function headingOf(node: AuditNode): string {
  switch (node.kind) {
    case 'question':
      return '';
    case 'hypothesis': {
      const marks = [node.pinned && 'pinned', node.atRisk && 'at risk'];
      return joined([node.id, node.standing, isJudged(node) && `${Math.round(node.confidence * 100)} %`, ...marks]);
    }
    case 'evidence':
      return joined([node.id, node.attack, node.folded.length > 0 && `and ${node.folded.length} alike`]);
    case 'query':
      return node.id;
  }
}

/** Before a verdict the confidence is only where everybody starts. */
export function isJudged({ standing }: Extract<AuditNode, { kind: 'hypothesis' }>): boolean {
  return standing === 'supported' || standing === 'contradicted' || standing === 'inconclusive';
}

function joined(parts: readonly (string | false | undefined)[]): string {
  return parts.filter((part) => typeof part === 'string').join(' · ');
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
