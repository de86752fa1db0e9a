import fc from 'fast-check';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { auditGraph } from '../../src/board/views/audit-graph';
import { layoutGraph, type Layout } from '../../src/graph/layout';
import type { Point } from '../../src/graph/route';
import { graphToSvg } from '../../src/graph/svg';
import { widthOf, wrap } from '../../src/graph/text';
import { anyBoard, anyText } from '../board/arbitraries';
import { sampleBoard } from '../board/sample';

type Rectangle = { id: string; x: number; y: number; width: number; height: number };

function rectangles({ nodes, edges }: Layout): Rectangle[] {
  return [
    ...nodes,
    ...edges.flatMap(({ id, label }) =>
      label ? [{ ...label, id, x: label.x - label.width / 2, y: label.y - label.height / 2 }] : [],
    ),
  ];
}

function overlaps(a: Rectangle, b: Rectangle): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

function isBetween(value: number, low: number, high: number): boolean {
  return value >= low && value <= high;
}

function segments(points: readonly Point[]): (readonly [Point, Point])[] {
  return points.slice(1).map((point, index) => [points[index] ?? point, point]);
}

/** Whether the parts drawn cover a level or upright line without a gap. */
function isCovered([a, b]: readonly [Point, Point], drawn: readonly (readonly [Point, Point])[]): boolean {
  const [along, across] = a.y === b.y ? (['x', 'y'] as const) : (['y', 'x'] as const);
  const parts = drawn
    .filter(([from, to]) => from[across] === a[across] && to[across] === a[across])
    .map(([from, to]) => [Math.min(from[along], to[along]), Math.max(from[along], to[along])] as const)
    .sort(([one], [other]) => one - other);
  let reached = Math.min(a[along], b[along]);
  for (const [from, to] of parts) if (from <= reached) reached = Math.max(reached, to);
  return reached >= Math.max(a[along], b[along]);
}

describe('layout', () => {
  test('no box or label overlaps another or leaves the picture, and no line of text is wider than its box', () => {
    fc.assert(
      fc.property(anyBoard, fc.boolean(), (board, queries) => {
        const layout = layoutGraph(auditGraph(board, { queries }));
        const all = rectangles(layout);
        for (const [index, one] of all.entries()) {
          for (const other of all.slice(index + 1)) expect(overlaps(one, other), `${one.id}, ${other.id}`).toBe(false);
          expect(Math.min(one.x, one.y)).toBeGreaterThanOrEqual(0);
          expect(one.x + one.width).toBeLessThanOrEqual(layout.width);
          expect(one.y + one.height).toBeLessThanOrEqual(layout.height);
        }
        for (const { lines, width, fontSize } of layout.nodes) {
          for (const line of lines) expect(widthOf(line) * fontSize).toBeLessThan(width);
        }
      }),
      { numRuns: 50 },
    );
  });

  test('reads from left to right: question, hypotheses in order from the top, evidence, refinements', () => {
    const { nodes } = layoutGraph(auditGraph(sampleBoard()));
    const at = new Map(nodes.map((node) => [node.id, node]));
    const x = (id: string): number => at.get(id)?.x ?? NaN;
    const y = (id: string): number => at.get(id)?.y ?? NaN;
    expect(x('question')).toBeLessThan(x('H1'));
    expect([x('H2'), x('H3'), x('H4')]).toEqual([x('H1'), x('H1'), x('H1')]);
    expect(x('H1')).toBeLessThan(x('E1'));
    expect(x('E10')).toBeLessThan(x('H10'));
    const heights = ['H1', 'H2', 'H3', 'H4'].map(y);
    expect(heights).toEqual(heights.toSorted((a, b) => a - b));
  });

  test('evidence of more weight is larger', () => {
    const { nodes } = layoutGraph(auditGraph(sampleBoard()));
    const widths = ['E1', 'E2', 'E10'].map((id) => nodes.find((node) => node.id === id)?.width ?? NaN);
    expect(widths).toEqual(widths.toSorted((a, b) => b - a));
    expect(new Set(widths).size).toBe(3);
  });

  test('an edge runs level and upright from the side of one box to the side of the other', () => {
    fc.assert(
      fc.property(anyBoard, (board) => {
        const { nodes, edges } = layoutGraph(auditGraph(board, { queries: true }));
        const at = new Map(nodes.map((node) => [node.id, node]));
        for (const { id, points, ...edge } of edges) {
          const [from, to] = [at.get(edge.from), at.get(edge.to)];
          const [start, end] = [points[0], points.at(-1)];
          if (!from || !to || !start || !end) throw new Error('an edge joins two boxes');
          expect(start.x, id).toBeCloseTo(from.column < to.column ? from.x + from.width : from.x);
          expect(end.x, id).toBeCloseTo(to.column < from.column ? to.x + to.width : to.x);
          expect(isBetween(start.y, from.y, from.y + from.height), id).toBe(true);
          expect(isBetween(end.y, to.y, to.y + to.height), id).toBe(true);
          for (const [index, point] of points.entries()) {
            const before = points[index - 1] ?? point;
            expect(point.x === before.x || point.y === before.y, id).toBe(true);
          }
        }
      }),
      { numRuns: 50 },
    );
  });

  test('edges of one relation at one box share a line, an arrow and a label, and leave no part of their way undrawn', () => {
    fc.assert(
      fc.property(anyBoard, (board) => {
        const { edges } = layoutGraph(auditGraph(board, { queries: true }));
        const drawn = edges.flatMap(({ relation, stroke }) =>
          segments(stroke).map((segment) => ({ relation, segment })),
        );
        const arrows = edges.flatMap(({ relation, stroke, arrow }) =>
          arrow === undefined ? [] : { relation, ...stroke.at(arrow === 'start' ? 0 : -1) },
        );
        for (const { id, relation, points, from, to } of edges) {
          const own = drawn.filter((each) => each.relation === relation).map(({ segment }) => segment);
          for (const segment of segments(points)) expect(isCovered(segment, own), id).toBe(true);
          if (relation !== 'asks') expect(arrows, id).toContainEqual({ relation, ...points.at(-1) });
          const labels = edges.filter((edge) => edge.relation === relation && edge.label !== undefined);
          const labelled = labels.filter((edge) => [from, to].some((box) => box === edge.from || box === edge.to));
          if (relation !== 'asks') expect(labelled.length, id).toBeGreaterThan(0);
        }
        const labels = edges.flatMap(({ label }) => (label ? [`${label.x} ${label.y}`] : []));
        expect(new Set(labels).size).toBe(labels.length);
      }),
      { numRuns: 50 },
    );
  });

  test('no line crosses a box of a board that links evidence to its own and to neighbouring hypotheses', () => {
    const { nodes, edges } = layoutGraph(auditGraph(sampleBoard(), { queries: true }));
    for (const { id, points } of edges) {
      for (const [a, b] of segments(points)) {
        const line = {
          x: Math.min(a.x, b.x) + 1,
          y: Math.min(a.y, b.y) + 1,
          width: Math.abs(a.x - b.x) - 2,
          height: Math.abs(a.y - b.y) - 2,
        };
        for (const node of nodes) expect(overlaps({ id, ...line }, node), `${id}, ${node.id}`).toBe(false);
      }
    }
  });

  test('what a running investigation adds moves nothing past another', () => {
    fc.assert(
      fc.property(anyBoard, fc.nat(12), (board, count) => {
        const kept = new Set(board.evidence.slice(0, count).map(({ id }) => id));
        const earlier = {
          ...board,
          evidence: board.evidence.slice(0, count),
          links: board.links.filter(({ from }) => kept.has(from) || !from.startsWith('E')),
          verdicts: [],
        };
        const before = layoutGraph(auditGraph(earlier, { unfolded: kept })).nodes;
        const after = new Map(layoutGraph(auditGraph(board, { unfolded: kept })).nodes.map((node) => [node.id, node]));
        for (const one of before) {
          for (const other of before) {
            const [a, b] = [after.get(one.id), after.get(other.id)];
            if (one.column === other.column && one.y < other.y && a && b) expect(a.y).toBeLessThan(b.y);
          }
        }
      }),
      { numRuns: 50 },
    );
  });

  test('the same board gives the same picture', () => {
    fc.assert(
      fc.property(anyBoard, (board) => {
        const draw = (): string => graphToSvg(layoutGraph(auditGraph(structuredClone(board))));
        expect(draw()).toBe(draw());
      }),
      { numRuns: 10 },
    );
  });
});

describe('wrapped text', () => {
  test('keeps every letter but spaces, in lines that fit', () => {
    fc.assert(
      fc.property(anyText(), fc.double({ min: 3, max: 40, noNaN: true }), (text, width) => {
        const lines = wrap(text, width, Infinity);
        expect(lines.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
        for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width);
      }),
    );
  });

  test('keeps a number with its sign and its percent', () => {
    const lines = wrap('aged ≥ 65 about 9 % of them', widthOf('about 9'), Infinity);
    expect(lines).toEqual(['aged', '≥ 65', 'about', '9 % of', 'them']);
  });

  test('says that there is more than the lines hold', () => {
    const lines = wrap('one two three four five six', 6, 2);
    expect(lines).toHaveLength(2);
    expect(lines.at(-1)).toMatch(/…$/);
  });
});

describe('picture', () => {
  const svg = graphToSvg(layoutGraph(auditGraph(sampleBoard())));

  test('is as reviewed', () => {
    const golden = new URL('../golden/sample.svg', import.meta.url);
    if (process.env['UPDATE_GOLDEN'] !== undefined) writeFileSync(golden, svg);
    expect(svg, 'look at the picture; UPDATE_GOLDEN=1 npx vitest run test/graph accepts it').toBe(
      readFileSync(golden, 'utf8'),
    );
  });

  test('tells relations by line style as well as by colour and label', () => {
    const dashes = ['supports', 'contradicts', 'neutral', 'leads-to', 'refined-by'].map(
      (relation) => new RegExp(`\\.${relation} path \\{ stroke-dasharray: ([^;]+);`).exec(svg)?.[1],
    );
    expect(new Set(dashes).size).toBe(5);
    for (const words of ['supports', 'contradicts', 'neutral', 'leads to', 'refined by'])
      expect(svg).toContain(`>${words}<`);
  });

  test('follows the reader to light or dark, or keeps to the one asked for', () => {
    const layout = layoutGraph(auditGraph(sampleBoard()));
    expect(svg).toContain('@media (prefers-color-scheme: dark)');
    expect(graphToSvg(layout, 'light')).not.toContain('@media');
    expect(graphToSvg(layout, 'dark')).not.toBe(graphToSvg(layout, 'light'));
  });

  test('hostile text is inert: no markup of a board is markup of the picture', () => {
    const hostile = `</text><script>alert(1)</script>"' onload='x' & ]]> <!-- \u0000\u001B\uD800 \uFFFF`;
    const board = sampleBoard();
    const attacked = {
      ...board,
      investigation: { ...board.investigation, question: hostile },
      hypotheses: board.hypotheses.map((hypothesis) => ({ ...hypothesis, statement: hostile })),
      evidence: board.evidence.map((piece) => ({ ...piece, fact: hostile, attack: hostile })),
      links: board.links.map((link) => ({ ...link, note: hostile })),
    };
    const picture = graphToSvg(layoutGraph(auditGraph(attacked)));
    const tags = new Set(Array.from(picture.matchAll(/<\/?([a-zA-Z!]+)/g), ([, tag]) => tag));
    expect(tags).toEqual(new Set(Array.from(svg.matchAll(/<\/?([a-zA-Z!]+)/g), ([, tag]) => tag)));
    expect(picture).not.toMatch(/&(?!#\d+;)|[\u0000-\u0008\uD800-\uDFFF\uFFFF]/);
  });

  test('is named for those who do not see it', () => {
    expect(svg).toContain('role="img" aria-labelledby="d2-graph-title d2-graph-about"');
    expect(svg).toContain(
      '<title id="d2-graph-title">Which treatment is most effective for older COVID-19 patients?</title>',
    );
    expect(svg).toContain('5 hypotheses (H1 contradicted, H2 supported,');
  });
});
