import { QUESTION } from '../board/views/audit-graph';
import { boxOf, type Box } from './box';
import type { GraphNode, GroupedGraph } from './groups';
import { outlineOf, type Outline, type Placed } from './outline';
import { jointOf, Ports } from './ports';
import { MARGIN, routeEdges, type PlacedEdge, type Point, type Spot } from './route';

/** All lengths are in pixels at zoom 1; the origin is the upper left corner. */
export type Layout = {
  readonly question: string;
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
};

/** `x` and `y` are the upper left corner of the box; `column` counts from 0, the question's. */
export type PlacedNode = GraphNode & Box & Point & { readonly column: number };

const GAP_OF_EVIDENCE = 14;
const GAP_OF_REFINEMENTS = 24;
const GAP_OF_HYPOTHESES = 32;

/**
 * The graph in columns from left to right: the question, hypotheses, the evidence on them, refinements, their evidence … A
 * hypothesis and the first piece of evidence on it stand level; all else follows below, each hypothesis with its evidence in a row
 * of its own. So no box or label overlaps another, what is added moves nothing past another, and the work grows with the graph's
 * size only. The same graph gives the same layout.
 */
export function layoutGraph(graph: GroupedGraph): Layout {
  const ids = new Set(graph.nodes.map(({ id }) => id));
  const edges = graph.edges.filter(({ from, to }) => from !== to && ids.has(from) && ids.has(to));
  const outline = outlineOf(graph.nodes, edges);
  const columns = columnsOf(outline);
  const joints = edges.map((edge) => jointOf(edge, columns));
  const ports = new Ports(joints);
  const boxes = new Map(
    graph.nodes.map((node) => {
      const box = boxOf(node);
      return [node.id, { ...node, ...box, height: Math.max(box.height, ports.heightOf(node.id)) }];
    }),
  );
  const { spots, height } = stacked(outline, columns, (id) => boxes.get(id) ?? { width: 0, height: 0 });
  const routes = routeEdges(joints, ports, spots);
  const nodes = [...boxes].flatMap(([id, box]): PlacedNode[] => {
    const spot = spots.get(id);
    return spot ? [{ ...box, column: spot.column, x: routes.columns[spot.column] ?? 0, y: spot.top }] : [];
  });
  return { question: graph.question, width: routes.width, height: height + MARGIN, nodes, edges: routes.edges };
}

/** Hypotheses and what stands on them take turns: two columns for each depth, three where queries are shown. */
function columnsOf({ sources, rows }: Outline): ReadonlyMap<string, number> {
  const columns = new Map([[QUESTION, 0] as [string, number]]);
  const hasQueries = [...sources, ...rows.flatMap(({ evidence }) => evidence)].some(
    ({ queries }) => queries.length > 0,
  );
  const put = ({ id, queries }: Placed, column: number): void => {
    columns.set(id, column);
    for (const query of queries) columns.set(query, column + 1);
  };
  const first = sources.some(({ queries }) => queries.length > 0) ? 2 : 1;
  for (const source of sources) put(source, 0);
  for (const { hypothesis, refines, evidence } of rows) {
    const above = refines === undefined ? undefined : columns.get(refines);
    const column = above === undefined ? first : above + (hasQueries ? 3 : 2);
    columns.set(hypothesis, column);
    for (const piece of evidence) put(piece, column + 1);
  }
  return columns;
}

/** Rows below rows; in each the hypothesis at the top, and its evidence as a stack beside it. */
function stacked(
  { sources, rows }: Outline,
  columns: ReadonlyMap<string, number>,
  sizeOf: (id: string) => { readonly width: number; readonly height: number },
): { spots: ReadonlyMap<string, Spot>; height: number } {
  const spots = new Map<string, Spot>();
  const waiting: { id: string; top: number; clearFrom: number }[] = [];
  const put = (id: string, top: number, clearFrom: number): number => {
    waiting.push({ id, top, clearFrom });
    return top + sizeOf(id).height;
  };
  const settle = (foot: number): void => {
    for (const { id, top, clearFrom } of waiting.splice(0)) {
      spots.set(id, { column: columns.get(id) ?? 0, top, width: sizeOf(id).width, foot, clearFrom });
    }
  };
  /** Evidence with its queries beside it; returns where it ends. */
  const putStack = (stack: readonly Placed[], top: number): number => {
    let end = top - GAP_OF_EVIDENCE;
    for (const { id, queries } of stack) {
      const start = end + GAP_OF_EVIDENCE;
      const column = columns.get(id) ?? 0;
      end = put(id, start, column - 1);
      let below = start;
      for (const query of queries) below = put(query, below, column) + GAP_OF_EVIDENCE;
      end = Math.max(end, below - GAP_OF_EVIDENCE);
    }
    return end;
  };

  const question = put(QUESTION, MARGIN, 0);
  const underQuestion = putStack(sources, question + GAP_OF_HYPOTHESES);
  settle(Math.max(question, underQuestion) + GAP_OF_REFINEMENTS / 2);
  let top = MARGIN;
  let foot = MARGIN;
  for (const [index, { hypothesis, refines, evidence, isBeside }] of rows.entries()) {
    if (!isBeside && index > 0) {
      settle(foot + GAP_OF_REFINEMENTS / 2);
      top = foot + (refines === undefined ? GAP_OF_HYPOTHESES : GAP_OF_REFINEMENTS);
    }
    const clearFrom = isBeside && refines !== undefined ? (columns.get(refines) ?? 0) : 0;
    foot = Math.max(isBeside ? foot : top, put(hypothesis, top, clearFrom), putStack(evidence, top));
  }
  settle(foot + GAP_OF_REFINEMENTS / 2);
  return { spots, height: Math.max(foot, underQuestion, question) };
}
