import type { AuditEdge, AuditGraph } from '../board/views/audit-graph';
import { QUESTION } from '../board/views/audit-graph';
import type { Standing } from '../board/views/standing';
import type { GroupedGraph } from './groups';
import { POINTS_LEFT } from './outline';

/**
 * What belongs to one node. To a hypothesis: the evidence on it, its refinements with theirs, and what it refines or came from up to the
 * question; to any other node: what it has an edge with.
 */
export function partAround({ nodes, edges }: GroupedGraph, id: string): ReadonlySet<string> {
  const part = new Set([id]);
  const isHypothesis = nodes.some((node) => node.id === id && node.kind === 'hypothesis');
  if (!isHypothesis) {
    for (const { from, to } of edges) {
      if (from === id) part.add(to);
      if (to === id) part.add(from);
    }
    return part;
  }
  const below = closure(id, edges, ({ from, relation, to }) => (relation === 'refined-by' ? [from, to] : undefined));
  const above = closure(id, edges, ({ from, relation, to }) =>
    relation === 'refined-by' || relation === 'asks' || relation === 'leads-to' ? [to, from] : undefined,
  );
  for (const each of [...below, ...above]) part.add(each);
  for (const { from, relation, to } of edges) if (POINTS_LEFT.has(relation) && below.has(to)) part.add(from);
  for (const { from, relation, to } of edges) if (relation === 'from' && part.has(from)) part.add(to);
  return part;
}

/** The graph with the hypotheses of one standing only, what they refine, and the evidence on them. */
export function withStanding(graph: AuditGraph, standing: Standing): AuditGraph {
  const kept = new Set<string>([QUESTION]);
  const parents = new Map(
    graph.edges.flatMap(({ from, relation, to }) => (relation === 'refined-by' ? [[to, from]] : [])),
  );
  for (const node of graph.nodes) {
    if (node.kind !== 'hypothesis' || node.standing !== standing) continue;
    for (let id: string | undefined = node.id; id !== undefined && !kept.has(id); id = parents.get(id)) kept.add(id);
  }
  for (const { from, relation, to } of graph.edges) if (relation !== 'asks' && kept.has(to)) kept.add(from);
  for (const { from, relation, to } of graph.edges) if (relation === 'from' && kept.has(from)) kept.add(to);
  return {
    question: graph.question,
    nodes: graph.nodes.filter(({ id }) => kept.has(id)),
    edges: graph.edges.filter(({ from, to }) => kept.has(from) && kept.has(to)),
  };
}

/** The ids of nodes with all the words of a search in their text or id, in any case; undefined for no words. */
export function matching({ nodes }: GroupedGraph, search: string): ReadonlySet<string> | undefined {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return undefined;
  const found = nodes.filter((node) => {
    const text = `${node.id} ${node.text} ${node.kind === 'evidence' ? (node.attack ?? '') : ''}`.toLowerCase();
    return words.every((word) => (/^[ehq]\d+$/.test(word) ? node.id.toLowerCase() === word : text.includes(word)));
  });
  return new Set(found.map(({ id }) => id));
}

/** Everything that steps lead to. */
function closure(
  start: string,
  edges: readonly AuditEdge[],
  stepOf: (edge: AuditEdge) => readonly [from: string, to: string] | undefined,
): ReadonlySet<string> {
  const next = new Map<string, string[]>();
  for (const edge of edges) {
    const step = stepOf(edge);
    if (step === undefined) continue;
    const [from, to] = step;
    const steps = next.get(from);
    if (steps === undefined) next.set(from, [to]);
    else steps.push(to);
  }
  const reached = new Set([start]);
  for (const id of reached) for (const to of next.get(id) ?? []) reached.add(to);
  return reached;
}
