import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { explain } from '../../src/agents/explain/explanation';
import { judgeByRule } from '../../src/agents/rules/judge';
import type { Board, Verdict } from '../../src/board/board';
import type { Claim } from '../../src/board/claim';
import type { Statistics } from '../../src/board/statistics';
import { criticalZ, normalTwoSided } from '../../src/statistics/normal';
import { evidence, hypothesis, link, query, sampleBoard, verdict } from '../board/sample';

const LOWERS: Claim = {
  kind: 'effect',
  exposure: { column: { table: 'patients', column: 'drug' }, is: 'a' },
  outcome: { column: { table: 'patients', column: 'died' }, event: 1 },
  direction: 'lowers',
};

/** A difference in risk with its intervals. */
function difference(estimate: number, standardError: number, more: Partial<Statistics> = {}): Statistics {
  return {
    answers: 'adjusted',
    method: 'standardised risk difference',
    measure: 'risk difference',
    estimate,
    interval: [estimate - criticalZ(0.95) * standardError, estimate + criticalZ(0.95) * standardError],
    interval90: [estimate - criticalZ(0.9) * standardError, estimate + criticalZ(0.9) * standardError],
    standardError,
    p: normalTwoSided(estimate / standardError),
    n: 4_000,
    margin: 0.02,
    primary: true,
    passed: true,
    ...more,
  };
}

/** A board whose one hypothesis rests on a crude comparison and the given one, which is the attack, and is judged by the rules. */
function boardWith(statistics: Statistics, claim: Claim = LOWERS): Board {
  const board: Board = {
    ...sampleBoard(),
    hypotheses: [hypothesis('H1', 'Drug a lowers the death rate', { claim, status: 'investigating' })],
    queries: [query('Q1', 'SELECT 1', ['n'], [[1]]), query('Q2', 'SELECT 2', ['n'], [[2]])],
    evidence: [
      evidence('E1', 'The crude difference', 'Q1'),
      evidence('E2', 'The adjusted difference', 'Q2', { statistics, attack: 'confounder split' }),
    ],
    links: [link('L1', 'E1', 'supports', 'H1', ''), link('L2', 'E2', 'supports', 'H1', '')],
    verdicts: [],
    history: [],
  };
  const [only] = board.hypotheses;
  const finding = only && judgeByRule(board, only);
  if (!only || !finding) throw new Error('no rule judges it');
  const { status, confidence, rule, cites } = finding;
  return {
    ...board,
    hypotheses: [{ ...only, status, confidence }],
    verdicts: [verdict('V1', 'H1', { proposed: status, status, confidence, rule, rationale: '', cites: [...cites] })],
  };
}

const flipsOf = (board: Board, kind: string) => explain(board, 'H1').flips.filter((flip) => flip.kind === kind);

describe('a supported effect', () => {
  // Five standard errors below nothing: the upper bound is 6.08 points away from it.
  const board = boardWith(difference(-0.1, 0.02, { sensitivity: 1.9 }));

  test('rests on the test that decides, and says by how much it would have to move', () => {
    const explanation = explain(board, 'H1');
    expect(explanation.standing).toBe('supported');
    expect(explanation.evidence[0]).toMatchObject({ id: 'E2', decides: true, cited: true, query: 'Q2' });
    expect(explanation.query).toEqual({ id: 'Q2', sql: 'SELECT 2' });
    const [up, ...others] = flipsOf(board, 'estimate');
    expect(up?.standardErrors).toBeCloseTo(3.04, 2);
    expect(up).toMatchObject({ becomes: 'inconclusive' });
    expect(up?.what).toMatch(/moved by \+6\.1 points \(3\.0 standard errors\), to −3\.9 points; it is −10\.0 points/);
    expect(others).toEqual([]);
  });

  test('turns at the p-value that the correction for several tests allows', () => {
    expect(flipsOf(board, 'p-value').map(({ what }) => what)).toEqual([
      expect.stringMatching(/^a p-value above 0\.050/),
    ]);
    const second = hypothesis('H2', 'Another', { claim: LOWERS });
    const two: Board = {
      ...board,
      hypotheses: [...board.hypotheses, second],
      evidence: [
        ...board.evidence,
        evidence('E3', 'No difference', 'Q1', { by: 'collector:H2', statistics: difference(0, 0.02) }),
      ],
      links: [...board.links, link('L3', 'E3', 'neutral', 'H2', '')],
    };
    expect(flipsOf(two, 'p-value').map(({ what }) => what)).toEqual([expect.stringMatching(/^a p-value above 0\.025/)]);
  });

  test('needs the test that decides, and names the unmeasured confounder that would explain it away', () => {
    expect(flipsOf(board, 'evidence')).toMatchObject([{ evidence: 'E2', becomes: 'inconclusive' }]);
    expect(flipsOf(board, 'confounder')[0]?.what).toContain('risk ratios of 1.90');
    expect(explain(board, 'H1').weakestLink).toMatch(/^What was not recorded: .*1\.90/);
  });
});

test('a claim that is contradicted within the margin turns with the margin, and its estimate is its weakest link', () => {
  const board = boardWith(difference(-0.001, 0.008));
  expect(explain(board, 'H1').standing).toBe('contradicted');
  expect(flipsOf(board, 'margin')).toMatchObject([
    { what: expect.stringContaining('below ±1.42 points') as string, becomes: 'inconclusive' },
  ]);
  expect(flipsOf(board, 'estimate')).toHaveLength(2);
  expect(explain(board, 'H1').weakestLink).toMatch(/^The estimate: 0\.73 standard errors further/);
  expect(explain(board, 'H1').contradictory).toEqual(['E2', 'E1']);
});

test('an inconclusive effect says how many units would decide it', () => {
  const board = boardWith(difference(-0.03, 0.02));
  expect(explain(board, 'H1').standing).toBe('inconclusive');
  const [units] = flipsOf(board, 'units');
  expect(units?.becomes).toBe('supported');
  // (1.96 × 0.02 / 0.03)² = 1.71 times.
  expect(units?.what).toMatch(/^1\.71 times the units .* about 6,8\d\d$/);
});

test('too little support is the weakest link, and is missing', () => {
  const { weakestLink, missing } = explain(
    boardWith(difference(-0.1, 0.02, { passed: false, unsupported: 'there are only 7 events in all' })),
    'H1',
  );
  expect(weakestLink).toContain('only 7 events');
  expect(missing).toContain('support: there are only 7 events in all');
});

test('a confounder turns by the change-in-estimate criterion and by its ties', () => {
  const claim: Claim = { ...LOWERS, kind: 'confounding', by: { table: 'patients', column: 'severity' } };
  const board = boardWith(
    difference(-0.01, 0.01, { answers: 'confounding', crude: -0.06, ties: { exposure: 1e-9, outcome: 0.004 } }),
    claim,
  );
  expect(explain(board, 'H1').standing).toBe('supported');
  expect(flipsOf(board, 'shift')).toMatchObject([
    { what: expect.stringMatching(/below 0\.6 points .* it is 5\.0 points/) as string, becomes: 'contradicted' },
  ]);
  expect(flipsOf(board, 'ties')).toMatchObject([
    { what: expect.stringMatching(/tie to the outcome .* 0\.0040/) as string },
  ]);
});

test('each estimate that is said to flip a verdict flips it, and one a little nearer does not', () => {
  const direction = fc.constantFrom('raises', 'lowers', 'differs', 'none' as const);
  const effect = fc.double({ min: -0.15, max: 0.15, noNaN: true });
  const error = fc.double({ min: 0.006, max: 0.05, noNaN: true });
  fc.assert(
    fc.property(direction, effect, error, (claimed, estimate, standardError) => {
      const claim = { ...LOWERS, direction: claimed } as Claim;
      const board = boardWith(difference(estimate, standardError), claim);
      const statusAt = (value: number) => boardWith(difference(value, standardError), claim).verdicts[0]?.status;
      for (const { what, standardErrors = 0, becomes } of flipsOf(board, 'estimate')) {
        const sign = /moved by [−-]/.test(what) ? -1 : 1;
        const sliver = (Math.abs(estimate / standardError) + 8) / 6_400;
        expect(statusAt(estimate + sign * (standardErrors + sliver) * standardError)).toBe(becomes);
        expect(statusAt(estimate + sign * Math.max(0, standardErrors - sliver) * standardError)).toBe(
          statusAt(estimate),
        );
      }
    }),
    { numRuns: 60 },
  );
});

describe('a claim that no rule reads', () => {
  const judged = (cites: string[], more: Partial<Verdict> = {}): Board => ({
    ...boardWith(difference(-0.1, 0.02)),
    hypotheses: [hypothesis('H1', 'The gardener did it', { status: 'supported', confidence: 0.8 })],
    verdicts: [verdict('V1', 'H1', { status: 'supported', cites, rationale: '', ...more })],
  });

  test('rests on the judge’s word, and falls with the only evidence on its side', () => {
    const { ruleSays, weakestLink, flips } = explain(judged(['E1']), 'H1');
    expect(ruleSays).toBeUndefined();
    expect(weakestLink).toMatch(/^No rule checks it: .* E1/);
    expect(flips).toMatchObject([{ kind: 'evidence', evidence: 'E1', becomes: 'inconclusive' }]);
  });

  test('with evidence from two queries falls with the only attempt to refute it', () => {
    const { flips } = explain(judged(['E1', 'E2']), 'H1');
    expect(flips[0]).toMatchObject({ evidence: 'E2', becomes: 'inconclusive' });
    expect(flips[1]?.what).toBe('the loss of all of E1 and E2: one alone would not do');
  });

  test('is doubted where somebody disputes it', () => {
    const reviews = [{ by: 'Mo', at: '', agrees: false, note: 'The alibi was not looked at.' }];
    const explanation = explain(judged(['E1'], { reviews }), 'H1');
    expect(explanation.disputes).toEqual(reviews);
    expect(explanation.weakestLink).toBe('Mo disputes it: The alibi was not looked at.');
  });

  test('is doubted where it states a number that no result holds', () => {
    const explanation = explain(judged(['E1'], { rationale: 'It was 73 times.' }), 'H1');
    expect(explanation.unsupported).toEqual([{ where: 'V1', tokens: ['73'] }]);
    expect(explanation.weakestLink).toContain('73');
  });
});

test('evidence that drifted breaks the chain, and the verdict is still explained by it', () => {
  const board = boardWith(difference(-0.1, 0.02));
  const queries = board.queries.map((each) => ({
    ...each,
    verified: { at: '', as: 'drifted' as const, because: '3 rows, were 2' },
  }));
  const explanation = explain({ ...board, queries }, 'H1');
  expect(explanation.weakestLink).toBe('E2 is broken: Q2 gives another answer now (3 rows, were 2).');
  expect(explanation.atRisk).toEqual([{ evidence: 'E2', query: 'Q2', because: '3 rows, were 2' }]);
  expect(explanation.flips.length).toBeGreaterThan(1);
});

test('a verdict that the rules would not give any more says so', () => {
  const board = boardWith(difference(-0.1, 0.02));
  const verdicts = board.verdicts.map((each) => ({ ...each, status: 'contradicted' as const }));
  const { ruleSays, weakestLink } = explain({ ...board, verdicts }, 'H1');
  expect(ruleSays).toBe('supported');
  expect(weakestLink).toContain('they would say supported');
});

test('what nobody judged lacks a verdict, and an unknown hypothesis is told with those there are', () => {
  const board = { ...boardWith(difference(-0.1, 0.02)), verdicts: [] };
  expect(explain(board, 'H1')).toMatchObject({
    verdict: undefined,
    flips: [],
    missing: ['a verdict: nobody judged it'],
  });
  expect(() => explain(board, 'H7')).toThrow('unknown hypothesis: H7');
});

test('what the judge asked for and nobody brought is missing', () => {
  const board = boardWith(difference(-0.1, 0.02));
  const asked = { at: '2030-01-01T00:00:00Z', by: 'judge', did: 'asked', what: 'H1', why: 'split by severity' };
  expect(explain({ ...board, history: [asked] }, 'H1').missing).toEqual([
    'what the judge asked for: split by severity',
  ]);
  expect(explain({ ...board, history: [{ ...asked, at: '2020-01-01T00:00:00Z' }] }, 'H1').missing).toEqual([]);
});
