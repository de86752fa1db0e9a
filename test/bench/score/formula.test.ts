import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { heaviestAssignment } from '../../../bench/score/assignment';
import { verifiabilityEase, type GoldNode, type GraphNode } from '../../../bench/score/verifiability';
import type { TruthVerdict } from '../../../bench/score/truth';

const VERDICTS: readonly TruthVerdict[] = ['supported', 'contradicted', 'inconclusive'];

/** A produced graph with drawn similarities to a gold one; the weights belong to groups, so that duplicates are alike. */
type Drawn = {
  readonly produced: readonly (GraphNode & { readonly id: number })[];
  readonly gold: readonly GoldNode[];
  readonly seed: number;
};

const node = fc.record({
  verdict: fc.constantFrom(...VERDICTS, undefined),
  links: fc.array(fc.record({ group: fc.nat(5).map(String), relevant: fc.boolean() }), { maxLength: 5 }),
});

const drawn: fc.Arbitrary<Drawn> = fc
  .record({
    nodes: fc.array(node, { maxLength: 5 }),
    gold: fc.array(fc.record({ verdict: fc.constantFrom(...VERDICTS), links: fc.nat(4) }), { maxLength: 5 }),
    seed: fc.nat(),
  })
  .map(({ nodes, gold, seed }) => ({
    produced: nodes.map((each, index) => ({ ...each, group: `n${index}`, id: index })),
    gold,
    seed,
  }));

/** A number in [0, 1] that depends on all of its input, a third of them 0 and some 1. */
function weight(...parts: readonly (number | string)[]): number {
  let hash = 2166136261;
  for (const letter of parts.join('/')) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16777619);
  const share = ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32;
  return share < 0.33 ? 0 : share > 0.9 ? 1 : share;
}

function ease({ produced, gold, seed }: Drawn): number {
  return verifiabilityEase(produced, gold, {
    keys: (p, g) => weight(seed, 'key', produced[p]?.id ?? 0, g),
    links: (p, l, g, m) => weight(seed, 'link', produced[p]?.id ?? 0, produced[p]?.links[l]?.group ?? '', g, m),
  });
}

const RUNS = { numRuns: 3_000 };

describe('the formula of verifiability ease', () => {
  it('is bounded by 0 and 1', () => {
    fc.assert(
      fc.property(drawn, (graph) => ease(graph) >= 0 && ease(graph) <= 1 + 1e-12),
      RUNS,
    );
  });

  it('does not look at the order of nodes and links', () => {
    fc.assert(
      fc.property(drawn, (graph) => {
        const turned = graph.produced.toReversed().map((each) => ({ ...each, links: each.links.toReversed() }));
        expect(ease({ ...graph, produced: turned })).toBeCloseTo(ease(graph), 10);
      }),
      RUNS,
    );
  });

  it('is 1 for the gold graph itself and 0 for nothing', () => {
    fc.assert(
      fc.property(drawn, ({ gold }) => {
        const same = gold.map(({ verdict, links }, index) => ({
          group: `n${index}`,
          verdict,
          links: Array.from({ length: links }, (_, at) => ({ group: String(at), relevant: true })),
        }));
        const own = {
          keys: (p: number, g: number) => Number(p === g),
          links: (_p: number, l: number, _g: number, m: number) => Number(l === m),
        };
        expect(verifiabilityEase(same, gold, own)).toBeCloseTo(1, 10);
        expect(verifiabilityEase([], gold, own)).toBe(gold.length === 0 ? 1 : 0);
      }),
      RUNS,
    );
  });

  it('never rises by a duplicate of a node or a link', () => {
    fc.assert(
      fc.property(drawn, fc.nat(), (graph, at) => {
        const before = ease(graph);
        const copied = graph.produced[at % Math.max(1, graph.produced.length)];
        if (copied === undefined) return;
        expect(ease({ ...graph, produced: [...graph.produced, copied] })).toBeLessThanOrEqual(before + 1e-12);
        const link = copied.links[at % Math.max(1, copied.links.length)];
        if (link === undefined) return;
        const again = graph.produced.map((each) =>
          each === copied ? { ...each, links: [...each.links, link] } : each,
        );
        expect(ease({ ...graph, produced: again })).toBeLessThanOrEqual(before + 1e-12);
      }),
      RUNS,
    );
  });

  it('rises by a new matched link exactly when it is better than half of what the links score', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), { minLength: 1, maxLength: 5 }),
        fc.double({ min: 0.01, max: 1, noNaN: true }),
        fc.nat(3),
        (weights, extra, missing) => {
          const all = [...weights, extra];
          const gold: GoldNode[] = [{ verdict: 'supported', links: all.length + missing }];
          const withLinks = (count: number): number =>
            verifiabilityEase(
              [
                {
                  group: 'n',
                  verdict: 'supported',
                  links: all.slice(0, count).map((_, at) => ({ group: String(at), relevant: true })),
                },
              ],
              gold,
              { keys: () => 1, links: (_p, l, _g, m) => (l === m ? (all[l] ?? 0) : 0) },
            );
          const g = (2 * weights.reduce((sum, each) => sum + each, 0)) / (weights.length + all.length + missing);
          fc.pre(Math.abs(extra - g / 2) > 1e-9);
          expect(withLinks(all.length) > withLinks(weights.length)).toBe(extra > g / 2);
        },
      ),
      RUNS,
    );
  });
});

describe('assignment', () => {
  it('finds the heaviest of all assignments, in any shape', () => {
    const matrix = fc.integer({ min: 1, max: 5 }).chain((columns) =>
      fc.array(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: columns, maxLength: columns }), {
        minLength: 1,
        maxLength: 5,
      }),
    );
    const best = (rows: readonly (readonly number[])[], taken: ReadonlySet<number>): number => {
      const [row, ...rest] = rows;
      if (row === undefined) return 0;
      const without = best(rest, taken);
      return Math.max(
        without,
        ...row.flatMap((value, at) => (taken.has(at) ? [] : [value + best(rest, new Set([...taken, at]))])),
      );
    };
    fc.assert(
      fc.property(matrix, (weights) => {
        const pairs = heaviestAssignment(weights);
        expect(pairs.reduce((sum, { weight: each }) => sum + each, 0)).toBe(best(weights, new Set()));
        expect(new Set(pairs.map(({ row }) => row)).size).toBe(pairs.length);
        expect(new Set(pairs.map(({ column }) => column)).size).toBe(pairs.length);
      }),
    );
  });

  it('gives nothing for nothing', () => {
    expect(heaviestAssignment([])).toEqual([]);
    expect(heaviestAssignment([[], []])).toEqual([]);
  });
});
