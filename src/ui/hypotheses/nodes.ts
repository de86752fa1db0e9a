import type { Board, Evidence, Hypothesis, Link, Relation } from '../../board/board';
import { compareIds } from '../../base/ids';
import { countsOf, evidenceFor, type Sides } from '../../board/views/evidence-for';
import { standing, STANDINGS, type Standing } from '../../board/views/standing';

/** What a row of the tree stands for in a state of the board; `key` tells which are the same in another. */
export type Node = HypothesisNode | SideNode | EvidenceNode;

export type HypothesisNode = {
  readonly kind: 'hypothesis';
  readonly key: string;
  readonly hypothesis: Hypothesis;
  readonly standing: Standing;
  readonly sides: Sides;
};

export type Side = keyof Sides;

export type SideNode = {
  readonly kind: 'side';
  readonly key: string;
  readonly side: Side;
  readonly parent: HypothesisNode;
};

export type EvidenceNode = {
  readonly kind: 'evidence';
  readonly key: string;
  readonly evidence: Evidence;
  readonly link: Link;
  readonly parent: SideNode;
};

export const SORTS = ['number', 'confidence', 'status', 'evidence'] as const;
export type Sort = (typeof SORTS)[number];

/** Which hypotheses are shown, and in what order; what a person pinned stands first. */
export type Arrangement = { readonly sort: Sort; readonly hidden: ReadonlySet<Standing> };

export const SIDES: readonly Side[] = ['supports', 'contradicts', 'neutral'];

/** The hypotheses of a board as rows. */
export function hypothesisNodes(board: Board, { sort, hidden }: Arrangement): readonly HypothesisNode[] {
  const sides = evidenceFor(board);
  const nodes = board.hypotheses.map((hypothesis): HypothesisNode => {
    const own = sides.get(hypothesis.id) ?? { supports: [], contradicts: [], neutral: [] };
    const { id } = hypothesis;
    return { kind: 'hypothesis', key: id, hypothesis, standing: standing(board, hypothesis), sides: own };
  });
  return nodes.filter((node) => !hidden.has(node.standing)).toSorted((a, b) => byPin(a, b) || ORDERS[sort](a, b));
}

/** The rows below a row. */
export function childrenOf(node: Node): readonly Node[] {
  switch (node.kind) {
    case 'hypothesis':
      return SIDES.filter((side) => node.sides[side].length > 0).map((side): SideNode => sideNode(node, side));
    case 'side':
      return node.parent.sides[node.side].map(({ evidence, link }): EvidenceNode => {
        const key = `${node.key}/${evidence.id}`;
        return { kind: 'evidence', key, evidence, link, parent: node };
      });
    case 'evidence':
      return [];
  }
}

/** The row of a hypothesis, or of a piece of evidence under the first hypothesis that it is about. */
export function findNode(roots: readonly HypothesisNode[], id: string): Node | undefined {
  const hypothesis = roots.find(({ key }) => key === id);
  if (hypothesis !== undefined) return hypothesis;
  for (const root of roots) {
    const side = SIDES.find((each) => root.sides[each].some(({ evidence }) => evidence.id === id));
    if (side !== undefined) return childrenOf(sideNode(root, side)).find((node) => node.key.endsWith(`/${id}`));
  }
  return undefined;
}

function sideNode(parent: HypothesisNode, side: Exclude<Relation, 'leads-to'>): SideNode {
  return { kind: 'side', key: `${parent.key}/${side}`, side, parent };
}

const ORDERS: Readonly<Record<Sort, (a: HypothesisNode, b: HypothesisNode) => number>> = {
  number: byNumber,
  confidence: (a, b) => b.hypothesis.confidence - a.hypothesis.confidence || byNumber(a, b),
  status: (a, b) => STANDINGS.indexOf(a.standing) - STANDINGS.indexOf(b.standing) || byNumber(a, b),
  evidence: (a, b) => amount(b) - amount(a) || byNumber(a, b),
};

function byNumber(a: HypothesisNode, b: HypothesisNode): number {
  return compareIds(a.key, b.key);
}

function byPin(a: HypothesisNode, b: HypothesisNode): number {
  return Number(b.hypothesis.pinned ?? false) - Number(a.hypothesis.pinned ?? false);
}

function amount({ sides }: HypothesisNode): number {
  const { supports, contradicts, neutral } = countsOf(sides);
  return supports + contradicts + neutral;
}
