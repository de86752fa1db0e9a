import { describe, expect, test } from 'vitest';
import type { BoardEvent } from '../../../src/board/events';
import { atRisk } from '../../../src/board/views/at-risk';
import { auditGraph } from '../../../src/board/views/audit-graph';
import { countsOf, evidenceFor } from '../../../src/board/views/evidence-for';
import { matrix } from '../../../src/board/views/matrix';
import { standing, standingVerdict, untested } from '../../../src/board/views/standing';
import { timeline } from '../../../src/board/views/timeline';
import { boardOf, evidence, link, sampleBoard, sampleEvents } from '../sample';

const stamp = { at: '2026-05-05T08:00:00Z', by: 'person' } as const;
const after = (...events: BoardEvent[]) => boardOf([...sampleEvents, ...events]);
const board = sampleBoard();

describe('standing', () => {
  const standings = (of: typeof board) =>
    of.hypotheses.map((hypothesis) => `${hypothesis.id} ${standing(of, hypothesis)}`);

  test('what nobody judged is untested once the investigation has ended, and open while it runs', () => {
    expect(standings(board)).toEqual([
      'H1 contradicted',
      'H2 supported',
      'H3 untested',
      'H4 abandoned',
      'H10 untested',
    ]);
    expect(untested(board).map(({ id }) => id)).toEqual(['H3', 'H10']);
    const running = after({ type: 'resumed', ...stamp, fingerprint: 'x' });
    expect(standings(running)).toContain('H3 open');
    expect(untested(running)).toEqual([]);
  });

  test('a hypothesis whose second investigation broke off stands as it was judged', () => {
    const broken = after({ type: 'dispatched', ...stamp, hypothesis: 'H2', round: 3 });
    expect(standings(broken)).toContain('H2 supported');
    expect(standingVerdict(broken, 'H2')?.id).toBe('V3');
  });
});

describe('evidence for a hypothesis', () => {
  test('is told by side, and what repeats another piece does not count', () => {
    const sides = evidenceFor(board);
    expect(sides.get('H2')?.supports.map(({ evidence: { id } }) => id)).toEqual(['E2', 'E10', 'E11']);
    expect([...sides].map(([id, of]) => [id, countsOf(of)])).toEqual([
      ['H1', { supports: 0, contradicts: 1, neutral: 0 }],
      ['H2', { supports: 2, contradicts: 0, neutral: 0 }],
      ['H3', { supports: 0, contradicts: 0, neutral: 1 }],
      ['H4', { supports: 0, contradicts: 0, neutral: 0 }],
      ['H10', { supports: 0, contradicts: 0, neutral: 0 }],
    ]);
  });
});

test('the matrix has a row a piece of evidence and a cell a hypothesis, the latest link in it', () => {
  const changed = after({ type: 'linked', ...stamp, link: link('L11', 'E1', 'neutral', 'H1', 'on reflection') });
  const { hypotheses, evidence, linkBetween } = matrix(changed);
  expect(hypotheses.map(({ id }) => id)).toEqual(['H1', 'H2', 'H3', 'H4', 'H10']);
  const cells = (piece: string) => hypotheses.map(({ id }) => linkBetween(piece, id)?.relation);
  expect(evidence.map(({ id }) => [id, ...cells(id)])).toEqual([
    ['E1', 'neutral', undefined, undefined, undefined, undefined],
    ['E2', undefined, 'supports', undefined, undefined, undefined],
    ['E10', undefined, 'supports', 'neutral', undefined, 'leads-to'],
    ['E11', undefined, 'supports', undefined, undefined, undefined],
  ]);
});

test('a verdict is at risk when a query behind its evidence drifted or failed, and not when it was reproduced', () => {
  expect(
    atRisk(board).map(({ verdict, because }) => [verdict.id, ...because.map(({ evidence: { id } }) => id)]),
  ).toEqual([['V3', 'E10']]);
  const failed = after({ type: 'verified', ...stamp, query: 'Q1', as: 'failed' });
  expect(atRisk(failed).map(({ verdict }) => verdict.id)).toEqual(['V1', 'V3']);
});

describe('timeline', () => {
  test('tells everything in the order of time', () => {
    const moments = timeline(board);
    const times = moments.map(({ at }) => at);
    expect(times).toEqual(times.toSorted());
    expect(moments.map(({ did, what }) => `${did} ${what}`)).toMatchInlineSnapshot(`
      [
        "asked investigation",
        "proposed H1",
        "proposed H2",
        "proposed H3",
        "proposed H4",
        "hinted H3",
        "dispatched H1",
        "dispatched H2",
        "queried Q1",
        "queried Q2",
        "queried Q10",
        "recorded E1",
        "recorded E2",
        "recorded E10",
        "recorded E11",
        "linked E1 contradicts H1",
        "linked E2 supports H2",
        "linked E10 supports H2",
        "linked E10 neutral H3",
        "linked E11 supports H2",
        "linked E10 leads-to H10",
        "judged H1 contradicted",
        "judged H2 inconclusive",
        "proposed H10",
        "asked H2",
        "rejected H4",
        "dispatched H2",
        "judged H2 supported",
        "accepted V3",
        "reproduced Q1",
        "drifted Q10",
        "ended complete",
      ]
    `);
  });
});

describe('audit graph', () => {
  const graph = auditGraph(board);

  test('leads from the question over hypotheses and refinements to evidence', () => {
    expect(graph.edges.map(({ id }) => id)).toEqual([
      'question asks H1',
      'question asks H2',
      'question asks H3',
      'question asks H4',
      'H2 refined-by H10',
      'E1 contradicts H1',
      'E2 supports H2',
      'E10 supports H2',
      'E10 neutral H3',
      'E10 leads-to H10',
    ]);
    expect(graph.nodes.find(({ id }) => id === 'H2')).toMatchObject({ standing: 'supported', atRisk: true });
    expect(graph.nodes.find(({ id }) => id === 'E10')).toMatchObject({ attack: 'confounder split', weight: 0.6 });
  });

  test('folds repeated evidence into the first piece, along chains, with the links it adds', () => {
    const more = after(
      { type: 'recorded', ...stamp, evidence: evidence('E12', 'once more', 'Q2', { redundantWith: 'E11' }) },
      { type: 'linked', ...stamp, link: link('L11', 'E12', 'contradicts', 'H3', '') },
    );
    const { nodes, edges } = auditGraph(more);
    expect(nodes.find(({ id }) => id === 'E2')).toMatchObject({ folded: ['E11', 'E12'] });
    expect(nodes.map(({ id }) => id)).not.toContain('E11');
    expect(edges.map(({ id }) => id)).toContain('E2 contradicts H3');
  });

  test('shows pieces that call each other redundant', () => {
    const circle = after({ type: 'labelled', ...stamp, evidence: 'E2', redundantWith: 'E11' });
    expect(auditGraph(circle).nodes.map(({ id }) => id)).toEqual(expect.arrayContaining(['E2', 'E11']));
  });

  test('shows of the evidence what the standing verdicts cite first, when asked', () => {
    const { nodes, edges } = auditGraph(board, { deciding: true });
    expect(nodes.flatMap((node) => (node.kind === 'evidence' ? node.id : []))).toEqual(['E1', 'E2']);
    expect(edges.map(({ id }) => id)).toEqual([
      'question asks H1',
      'question asks H2',
      'question asks H3',
      'question asks H4',
      'H2 refined-by H10',
      'E1 contradicts H1',
      'E2 supports H2',
    ]);
  });

  test('tells once that a hypothesis led to its refinement', () => {
    const linked = after({ type: 'linked', ...stamp, link: link('L11', 'H2', 'leads-to', 'H10', '') });
    expect(auditGraph(linked)).toEqual(graph);
  });

  test('shows queries when asked, each once', () => {
    const { nodes, edges } = auditGraph(board, { queries: true });
    expect(nodes.flatMap((node) => (node.kind === 'query' ? node.id : []))).toEqual(['Q1', 'Q2', 'Q10']);
    expect(edges.flatMap(({ relation, id }) => (relation === 'from' ? id : []))).toEqual([
      'E1 from Q1',
      'E2 from Q2',
      'E10 from Q10',
    ]);
  });
});
