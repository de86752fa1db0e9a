import type { AuditEdge, AuditGraph, AuditNode, AuditRelation } from '../board/views/audit-graph';

/** Evidence that says the same of one hypothesis and of nothing else, shown as one box until somebody opens it. */
export type EvidenceGroup = {
  readonly kind: 'group';
  readonly id: string;
  readonly relation: AuditRelation;
  readonly text: string;
  /** Ids of the pieces it stands for, in order of the graph. */
  readonly members: readonly string[];
};

export type GraphNode = AuditNode | EvidenceGroup;

export type GroupedGraph = {
  readonly question: string;
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly AuditEdge[];
};

/** So many pieces of one side of one hypothesis stand singly at most. */
const MOST_SINGLE = 12;
/** When there are more, these many do: the heaviest. */
const KEPT_SINGLE = 8;

/** What stands for the pieces of one side of a hypothesis. */
export function groupId(hypothesis: string, relation: AuditRelation): string {
  return `${hypothesis} ${relation}`;
}

/**
 * The graph with long lists of evidence cut short: of more than twelve pieces on one side of a hypothesis the eight heaviest stand,
 * and one group for the rest. Evidence that is about more than this one hypothesis stays.
 * @param opened ids of groups that somebody opened
 */
export function groupEvidence(graph: AuditGraph, opened: ReadonlySet<string>): GroupedGraph {
  const degrees = new Map<string, number>();
  for (const { from, relation } of graph.edges) {
    if (relation !== 'from') degrees.set(from, (degrees.get(from) ?? 0) + 1);
  }
  const weights = new Map(graph.nodes.flatMap((node) => (node.kind === 'evidence' ? [[node.id, node.weight]] : [])));
  const sides = new Map<string, AuditEdge[]>();
  for (const edge of graph.edges) {
    if (!weights.has(edge.from) || degrees.get(edge.from) !== 1 || edge.relation === 'leads-to') continue;
    const id = groupId(edge.to, edge.relation);
    const side = sides.get(id);
    if (side === undefined) sides.set(id, [edge]);
    else side.push(edge);
  }

  const groups: EvidenceGroup[] = [];
  const joined = new Map<string, AuditEdge>();
  const hidden = new Set<string>();
  for (const [id, side] of sides) {
    const [first] = side;
    if (first === undefined || side.length <= MOST_SINGLE || opened.has(id)) continue;
    const { relation, to } = first;
    const heaviest = side.toSorted((a, b) => (weights.get(b.from) ?? 0) - (weights.get(a.from) ?? 0));
    const members = heaviest.slice(KEPT_SINGLE).map(({ from }) => from);
    for (const member of members) hidden.add(member);
    const inOrder = side.flatMap(({ from }) => (hidden.has(from) ? from : []));
    groups.push({
      kind: 'group',
      id,
      relation,
      text: `+${inOrder.length} more ${WORDS[relation] ?? ''}`,
      members: inOrder,
    });
    joined.set(id, { id: `${id} group`, from: id, relation, to });
  }
  if (groups.length === 0) return graph;
  const used = new Set(
    graph.edges.flatMap(({ from, relation, to }) => (relation === 'from' && !hidden.has(from) ? to : [])),
  );
  return {
    question: graph.question,
    nodes: [...graph.nodes.filter(({ id, kind }) => !hidden.has(id) && (kind !== 'query' || used.has(id))), ...groups],
    edges: [...graph.edges.filter(({ from }) => !hidden.has(from)), ...joined.values()],
  };
}

const WORDS: Partial<Record<AuditRelation, string>> = { supports: 'for', contradicts: 'against', neutral: 'neutral' };
