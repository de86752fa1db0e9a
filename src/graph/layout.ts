import { Graph, layout as arrange } from '@dagrejs/dagre';
import type { EdgeLabel, GraphLabel, NodeLabel } from '@dagrejs/dagre';
import {
  QUESTION,
  type AuditEdge,
  type AuditGraph,
  type AuditNode,
  type AuditRelation,
} from '../board/views/audit-graph';
import { boxOf, LABEL_FONT_SIZE, LABEL_HEIGHT, labelOf, type Box } from './box';
import { ports, type Point } from './ports';
import { widthOf } from './text';

/** All lengths are in pixels at zoom 1; the origin is the upper left corner. */
export type Layout = {
  readonly question: string;
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
};

/** `x` and `y` are the upper left corner of the box. */
export type PlacedNode = AuditNode & Box & Point;

export type PlacedEdge = AuditEdge & {
  /** From the side of one box to the side of the other; the arrow stands at the end. */
  readonly points: readonly Point[];
  /** On one of the points, which is its centre. */
  readonly label: (Point & { readonly text: string; readonly width: number; readonly height: number }) | undefined;
};

/** Evidence stands to the right of what it is about, although its arrow points left. */
const POINTS_LEFT: ReadonlySet<AuditRelation> = new Set(['supports', 'contradicts', 'neutral']);

/**
 * The graph in layers from left to right: the question, hypotheses, the evidence on them, refinements and what evidence led to.
 * The same graph gives the same layout. No box or label overlaps another box or label.
 */
export function layoutGraph(graph: AuditGraph): Layout {
  const layers = new Graph<GraphLabel, NodeLabel, EdgeLabel>({ multigraph: true });
  layers.setGraph({
    rankdir: 'LR',
    rankalign: 'top',
    ranker: 'tight-tree',
    nodesep: 16,
    edgesep: 8,
    ranksep: 64,
    marginx: 24,
    marginy: 24,
  });
  const boxes = graph.nodes.map((node) => ({ ...node, ...boxOf(node) }));
  for (const { id, width, height } of boxes) layers.setNode(id, { width, height });
  const edges = graph.edges.filter(({ from, to }) => from !== to && layers.hasNode(from) && layers.hasNode(to));
  for (const edge of edges) {
    const size = labelSize(edge.relation) ?? { width: 0, height: 0 };
    layers.setEdge(...inReadingOrder(edge), { ...size, labelpos: 'c' }, edge.id);
  }
  for (const { id } of boxes) {
    // What nothing is linked to yet stands where evidence stands.
    const apart = id !== QUESTION && layers.inEdges(id)?.length === 0;
    if (apart) layers.setEdge(QUESTION, id, { minlen: 2, weight: 0 }, `apart ${id}`);
  }
  // Reading order, not fewest crossings: H1 stays above H2, and what a running investigation adds moves nothing past another.
  arrange(layers, { disableOptimalOrderHeuristic: true });
  const nodes = boxes.map((box): PlacedNode => {
    const { x = 0, y = 0 } = layers.node(box.id);
    return { ...box, x: x - box.width / 2, y: y - box.height / 2 };
  });
  const { width = 0, height = 0 } = layers.graph();
  return { question: graph.question, width, height, nodes, edges: drawn(edges, nodes, layers) };
}

/** The edges with the way that the layers leave free for each. */
function drawn(
  edges: readonly AuditEdge[],
  nodes: readonly PlacedNode[],
  layers: Graph<GraphLabel, NodeLabel, EdgeLabel>,
): readonly PlacedEdge[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const courses = edges.flatMap((edge) => {
    const [from, to] = [byId.get(edge.from), byId.get(edge.to)];
    if (from === undefined || to === undefined) return [];
    const { points = [], x, y } = layers.edge(...inReadingOrder(edge), edge.id);
    const label = x === undefined || y === undefined ? undefined : { x, y };
    // Between neighbouring layers an edge without a label goes straight.
    const between = label === undefined && points.length <= 3 ? [] : points.slice(1, -1).sort((a, b) => a.x - b.x);
    // Where evidence led back to what it is about, a circle, an edge runs against the reading order.
    const [left, right] = from.x < to.x ? [from, to] : [to, from];
    const start = { box: left, from: between[0]?.y ?? right.y };
    const end = { box: right, from: between.at(-1)?.y ?? left.y };
    return [{ edge, start, between, end, label, pointsLeft: left === to }];
  });
  const starts = ports(
    courses.map(({ start }) => start),
    'right',
  );
  const ends = ports(
    courses.map(({ end }) => end),
    'left',
  );
  return courses.map(({ edge, start, between, end, label, pointsLeft }): PlacedEdge => {
    const points = [starts.get(start) ?? [], between, ends.get(end) ?? []].flat();
    const text = labelOf(edge.relation);
    const size = labelSize(edge.relation);
    return {
      ...edge,
      points: pointsLeft ? points.toReversed() : points,
      label: text && size && label ? { text, ...label, ...size } : undefined,
    };
  });
}

function inReadingOrder({ from, relation, to }: AuditEdge): [string, string] {
  return POINTS_LEFT.has(relation) ? [to, from] : [from, to];
}

function labelSize(relation: AuditRelation): { width: number; height: number } | undefined {
  const text = labelOf(relation);
  return text === undefined ? undefined : { width: widthOf(text) * LABEL_FONT_SIZE + 12, height: LABEL_HEIGHT };
}
