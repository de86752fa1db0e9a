import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { auditGraph, QUESTION } from '../../src/board/views/audit-graph';
import { Bands } from '../../src/graph/bands';
import { groupEvidence, groupId } from '../../src/graph/groups';
import { layoutGraph } from '../../src/graph/layout';
import { matching, partAround, withStanding } from '../../src/graph/part';
import { Paths, type Direction } from '../../src/graph/walk';
import { anyBoard } from '../board/arbitraries';
import { evidence, link, sampleBoard } from '../board/sample';

const sample = auditGraph(sampleBoard());

/** The sample with many more pieces of evidence against H1. */
function crowded(count: number) {
  const board = sampleBoard();
  const ids = Array.from({ length: count }, (_, index) => `E${100 + index}`);
  return auditGraph({
    ...board,
    evidence: [
      ...board.evidence,
      ...ids.map((id, index) => evidence(id, `fact ${id}`, 'Q1', { weight: index / count })),
    ],
    links: [...board.links, ...ids.map((id) => link(`L${id.slice(1)}`, id, 'contradicts', 'H1', ''))],
  });
}

describe('groups', () => {
  test('a long side of a hypothesis keeps its heaviest pieces and one group for the rest, until it is opened', () => {
    const graph = crowded(40);
    const grouped = groupEvidence(graph, new Set());
    const group = grouped.nodes.find(({ kind }) => kind === 'group');
    expect(group).toMatchObject({ id: groupId('H1', 'contradicts'), text: '+33 more against' });
    const single = grouped.edges.filter(({ to, relation }) => to === 'H1' && relation === 'contradicts');
    expect(single.map(({ from }) => from)).toEqual([
      'E1',
      ...['E133', 'E134', 'E135', 'E136', 'E137', 'E138', 'E139'],
      group?.id,
    ]);
    expect(groupEvidence(graph, new Set([group?.id ?? '']))).toEqual(graph);
  });

  test('a short side stays as it is', () => {
    const graph = crowded(11);
    expect(groupEvidence(graph, new Set())).toBe(graph);
  });

  test('unfolded repetitions stand beside the piece they repeat', () => {
    const ids = auditGraph(sampleBoard(), { unfolded: new Set(['E2']) }).nodes.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(['E2', 'E11']));
  });
});

describe('walking', () => {
  const paths = new Paths(layoutGraph(sample));

  test('goes along edges to the right and back, and up and down a column', () => {
    expect(paths.step(QUESTION, 'right')).toBe('H1');
    expect(paths.step('H1', 'down')).toBe('H2');
    expect(paths.step('H2', 'right')).toBe('E2');
    expect(paths.step('E10', 'right')).toBe('H10');
    expect(paths.step('E10', 'left')).toBe('H2');
    expect(paths.step('E10', 'left', 'H3')).toBe('H3');
    expect(paths.step('H4', 'first')).toBe('H1');
    expect(paths.step('H1', 'up')).toBeUndefined();
  });

  test('reaches every box of any board from the question', () => {
    fc.assert(
      fc.property(anyBoard, (board) => {
        const layout = layoutGraph(auditGraph(board));
        const any = new Paths(layout);
        const reached = new Set<string>([QUESTION]);
        const directions: readonly Direction[] = ['left', 'right', 'up', 'down'];
        for (const id of reached) {
          for (const direction of directions) {
            const next = any.step(id, direction);
            if (next !== undefined) reached.add(next);
          }
        }
        // A column that no edge leads to is reached from its first box only when something stands in it.
        const columns = new Set(layout.nodes.flatMap(({ id, column }) => (reached.has(id) ? column : [])));
        for (const { id, column } of layout.nodes) if (columns.has(column)) expect(reached).toContain(id);
        expect(columns).toContain(1);
      }),
      { numRuns: 50 },
    );
  });
});

describe('parts', () => {
  test('to a hypothesis belong its evidence, its refinements, and the way to the question', () => {
    expect([...partAround(sample, 'H2')].sort()).toEqual(['E10', 'E2', 'H10', 'H2', 'question']);
    expect([...partAround(sample, 'H10')].sort()).toEqual(['E10', 'H10', 'H2', 'question']);
    expect([...partAround(sample, 'E10')].sort()).toEqual(['E10', 'H10', 'H2', 'H3']);
  });

  test('of one standing are its hypotheses, what they refine, and their evidence', () => {
    const { nodes, edges } = withStanding(sample, 'untested');
    expect(nodes.map(({ id }) => id)).toEqual(['question', 'H2', 'H3', 'H10', 'E2', 'E10']);
    const ids = new Set(nodes.map(({ id }) => id));
    for (const { from, to } of edges) expect(ids.has(from) && ids.has(to)).toBe(true);
  });

  test('a search finds all its words in any order and case, and an id exactly', () => {
    expect([...(matching(sample, 'DRUG  lowers') ?? [])]).toEqual(['H1', 'H2']);
    expect([...(matching(sample, 'h1') ?? [])]).toEqual(['H1']);
    expect([...(matching(sample, 'confounder') ?? [])]).toEqual(['E10']);
    expect(matching(sample, '  ')).toBeUndefined();
  });
});

describe('bands', () => {
  test('hold all that a window shows', () => {
    fc.assert(
      fc.property(anyBoard, fc.nat(900), fc.integer({ min: 1, max: 500 }), (board, top, height) => {
        const layout = layoutGraph(auditGraph(board));
        const bands = new Bands(layout, 200);
        const numbers = bands.between(top, top + height);
        const shown = new Set(numbers.flatMap((band) => bands.band(band).nodes.map(({ id }) => id)));
        const lines = new Set([
          ...numbers.flatMap((band) => bands.band(band).edges.map(({ id }) => id)),
          ...bands.longBetween(top, top + height).map(({ id }) => id),
        ]);
        for (const node of layout.nodes) {
          if (node.y <= top + height && node.y + node.height >= top) expect(shown).toContain(node.id);
        }
        for (const { id, stroke } of layout.edges) {
          const heights = stroke.map(({ y }) => y);
          if (Math.min(...heights) <= top + height && Math.max(...heights) >= top) expect(lines).toContain(id);
        }
        for (const node of layout.nodes) {
          expect(bands.nodeAt({ x: node.x + node.width / 2, y: node.y + node.height / 2 })?.id).toBe(node.id);
        }
      }),
      { numRuns: 50 },
    );
  });
});
