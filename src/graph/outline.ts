import { QUESTION, type AuditEdge, type AuditRelation } from '../board/views/audit-graph';
import type { GraphNode } from './groups';

/** A hypothesis with what stands beside it. Rows follow each other from the top; none holds a part of another. */
export type Row = {
  readonly hypothesis: string;
  /** What it refines; undefined for what answers the question itself. */
  readonly refines: string | undefined;
  /** For, against, neutral; in order of the graph in each. */
  readonly evidence: readonly Placed[];
  /** Begins beside the row before it, whose hypothesis has no evidence and which this one refines. */
  readonly isBeside: boolean;
};

/** Evidence, or a group of it, with the queries it is from. */
export type Placed = { readonly id: string; readonly queries: readonly string[] };

/** The graph as a person reads it aloud: each node once, where it belongs first. */
export type Outline = {
  /** What stands under the question: evidence that hypotheses came from, or that nothing is linked to yet. */
  readonly sources: readonly Placed[];
  readonly rows: readonly Row[];
};

/** Evidence stands to the right of what it is about, although its arrow points left. */
export const POINTS_LEFT: ReadonlySet<AuditRelation> = new Set(['supports', 'contradicts', 'neutral']);

/** From the top of a box to its foot: in this order what meets a side of it stands there. */
export const RELATIONS: readonly AuditRelation[] = [
  'asks',
  'supports',
  'contradicts',
  'neutral',
  'from',
  'leads-to',
  'refined-by',
];

/**
 * Where each node belongs: a hypothesis under the first it refines, evidence beside the first hypothesis it speaks on, a query
 * beside its first piece of evidence. Later links move nothing.
 */
export function outlineOf(nodes: readonly GraphNode[], edges: readonly AuditEdge[]): Outline {
  const kinds = new Map(nodes.map(({ id, kind }) => [id, kind]));
  const refinements = new Map<string, string[]>();
  const speaking = new Map<string, Map<AuditRelation, string[]>>();
  const queries = new Map<string, string[]>();
  const placed = new Set<string>();
  for (const { from, relation, to } of edges) {
    if (relation === 'refined-by' && !placed.has(to)) append(refinements, from, to);
    else if (relation === 'from' && !placed.has(to)) append(queries, from, to);
    else if (POINTS_LEFT.has(relation) && kinds.get(from) !== 'hypothesis' && !placed.has(from)) {
      const sides = speaking.get(to) ?? new Map<AuditRelation, string[]>();
      speaking.set(to, sides);
      append(sides, relation, from);
      placed.add(from);
      continue;
    } else continue;
    placed.add(to);
  }
  const withQueries = (id: string): Placed => ({ id, queries: queries.get(id) ?? [] });
  const evidenceOf = (id: string): readonly Placed[] => {
    const sides = speaking.get(id);
    return RELATIONS.flatMap((relation) => sides?.get(relation) ?? []).map(withQueries);
  };

  const rows: Row[] = [];
  const seen = new Set<string>();
  const addTree = (root: string): void => {
    const waiting: Pick<Row, 'hypothesis' | 'refines' | 'isBeside'>[] = [
      { hypothesis: root, refines: undefined, isBeside: false },
    ];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const id = next.hypothesis;
      if (seen.has(id)) continue;
      seen.add(id);
      const evidence = evidenceOf(id);
      rows.push({ ...next, evidence });
      const below = (refinements.get(id) ?? []).filter((refinement) => !seen.has(refinement));
      // The first to be taken is the last that waits.
      waiting.push(
        ...below
          .map((hypothesis, index) => ({
            hypothesis,
            refines: id,
            isBeside: index === 0 && evidence.length === 0,
          }))
          .toReversed(),
      );
    }
  };
  const hypotheses = nodes.filter(({ kind }) => kind === 'hypothesis');
  for (const { id } of hypotheses) if (!placed.has(id)) addTree(id);
  // Hypotheses that refine each other in a circle hang on none that refines nothing.
  for (const { id } of hypotheses) if (!seen.has(id)) addTree(id);

  const sources = nodes.filter(({ id, kind }) => kind !== 'hypothesis' && id !== QUESTION && !placed.has(id));
  return { sources: sources.map(({ id }) => withQueries(id)), rows };
}

function append<Key>(lists: Map<Key, string[]>, key: Key, item: string): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}
