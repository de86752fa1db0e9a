import { heaviestAssignment } from './assignment';
import type { TruthVerdict } from './truth';

/*
 * Verifiability ease as a similarity of graphs. Everything that needs a database is done before: here are only weights, so the
 * formula stands alone and can be tested by any numbers.
 */

export type GraphNode = {
  /** Nodes of one group claim the same: one of them can be matched. */
  readonly group: string;
  readonly verdict: TruthVerdict | undefined;
  readonly links: readonly GraphLink[];
};

export type GraphLink = {
  /** Links of one group show the same result: one of them can be matched. */
  readonly group: string;
  /** It replays, concerns its hypothesis and does not read a gold result backwards: where nothing matches it, it costs half. */
  readonly relevant: boolean;
};

export type GoldNode = { readonly verdict: TruthVerdict; readonly links: number };

/** Similarities of a produced graph to a gold one, each 0–1. */
export type Similarities = {
  /** Of the claim of produced node `p` and gold node `g`. */
  readonly keys: (p: number, g: number) => number;
  /** Of produced link `l` of node `p` and gold link `m` of node `g`, polarity included. */
  readonly links: (p: number, l: number, g: number, m: number) => number;
};

const SURPLUS_COST = 0.5;
/** Of equally heavy matchings the one that leaves relevant links over is taken: no order of input decides. */
const TIE = 1e-9;
const WEIGHT_OF_CLAIM = 0.3;
const WEIGHT_OF_LINKS = 0.7;

/**
 * Verifiability ease, 0–1: 2 · Σ sH (.3 + .7 g) / (|H| + |H*|) over the heaviest matching of produced and gold hypotheses, with
 * g = 2M / (Σc + |L*|) over their links. Bounded, free of order, 1 for the gold graph itself and 0 for an empty one; a duplicate
 * of a link or node never helps.
 */
export function verifiabilityEase(
  produced: readonly GraphNode[],
  gold: readonly GoldNode[],
  similarities: Similarities,
): number {
  if (produced.length === 0 && gold.length === 0) return 1;
  const groups = grouped(produced);
  const weights = groups.map((members) =>
    gold.map((wanted, g) => Math.max(...members.map((p) => nodeSimilarity(produced, p, wanted, g, similarities)))),
  );
  const matched = heaviestAssignment(weights).reduce((sum, { weight }) => sum + weight, 0);
  return (2 * matched) / (produced.length + gold.length);
}

function nodeSimilarity(
  produced: readonly GraphNode[],
  p: number,
  wanted: GoldNode,
  g: number,
  { keys, links }: Similarities,
): number {
  const node = produced[p];
  const key = keys(p, g);
  if (node === undefined || key === 0) return 0;
  const claim = key * (0.5 + 0.5 * verdictAgreement(node.verdict, wanted.verdict));
  const graph = linkSimilarity(node.links, wanted.links, (l, m) => links(p, l, g, m));
  return claim * (WEIGHT_OF_CLAIM + WEIGHT_OF_LINKS * graph);
}

/** 1 when equal, one half when exactly one is inconclusive, else 0; without a verdict nothing agrees. */
export function verdictAgreement(verdict: TruthVerdict | undefined, truth: TruthVerdict): number {
  if (verdict === undefined) return 0;
  if (verdict === truth) return 1;
  return verdict === 'inconclusive' || truth === 'inconclusive' ? 0.5 : 0;
}

/** g of the formula: how well the links of a hypothesis match the gold ones. */
function linkSimilarity(
  links: readonly GraphLink[],
  gold: number,
  similarity: (l: number, m: number) => number,
): number {
  if (gold === 0) return 1 / (1 + links.length);
  if (links.length === 0) return 0;
  const groups = grouped(links);
  const relevant = groups.map((members) => members.every((l) => links[l]?.relevant));
  const weights = groups.map((members, row) =>
    Array.from({ length: gold }, (_, m) => {
      const weight = Math.max(...members.map((l) => similarity(l, m)));
      return relevant[row] ? Math.max(0, weight - TIE) : weight;
    }),
  );
  const pairs = heaviestAssignment(weights);
  const matched = new Set(pairs.map(({ row }) => row));
  const weight = pairs.reduce((sum, pair) => sum + pair.weight + (relevant[pair.row] ? TIE : 0), 0);
  const cost = groups.reduce((sum, members, index) => {
    const isSurplus = relevant[index] && !matched.has(index);
    return sum + (isSurplus ? SURPLUS_COST : 1) + members.length - 1;
  }, 0);
  return (2 * weight) / (cost + gold);
}

/** Positions of the members of each group, in order of first appearance. */
function grouped(items: readonly { readonly group: string }[]): readonly (readonly number[])[] {
  const groups = new Map<string, number[]>();
  for (const [index, { group }] of items.entries()) groups.set(group, [...(groups.get(group) ?? []), index]);
  return [...groups.values()];
}
