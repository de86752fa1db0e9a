import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bounded, chanceWithin, directionalConfidence, equivalenceConfidence } from '../../src/agents/rules/confidence';
import { attacksOn, evidenceOn, measured, primaryOf } from '../../src/board/views/measured';
import { judgeByRule } from '../../src/agents/rules/judge';
import { adjustedP } from '../../src/agents/rules/multiplicity';
import type { Board } from '../../src/board/board';
import type { Claim } from '../../src/board/claim';
import type { Statistics } from '../../src/board/statistics';
import { benjaminiHochberg } from '../../src/statistics/multiplicity';
import { boardOf, effectClaim, estimated, type Case } from './boards';

function findingOn(board: Board, id = 'H1') {
  const hypothesis = board.hypotheses.find((each) => each.id === id);
  if (!hypothesis) throw new Error(`no ${id}`);
  const finding = judgeByRule(board, hypothesis);
  if (!finding) throw new Error(`no rule reads the claim of ${id}`);
  return finding;
}

/** The finding on one hypothesis from its deciding test, attacked by a split unless the test says otherwise. */
function judged(claim: Claim, statistics: Statistics, attacked = true) {
  return findingOn(boardOf([{ claim, pieces: [{ statistics, ...(attacked && { attack: 'confounder split' }) }] }]));
}

const q = (board: Board, id: string) => {
  const hypothesis = board.hypotheses.find((each) => each.id === id);
  return hypothesis ? adjustedP(board, hypothesis) : NaN;
};

/** The statistics without one of their numbers. */
function omit(statistics: Statistics, key: keyof Statistics): Statistics {
  return Object.fromEntries(Object.entries(statistics).filter(([name]) => name !== key)) as Statistics;
}

describe('an effect', () => {
  it.each([
    ['raises', 0.1, 'supported'],
    ['raises', -0.1, 'contradicted'],
    ['lowers', -0.1, 'supported'],
    ['lowers', 0.1, 'contradicted'],
    ['differs', 0.1, 'supported'],
    ['differs', -0.1, 'supported'],
    ['none', 0.1, 'contradicted'],
    ['none', -0.1, 'contradicted'],
  ] as const)(
    'that is claimed to be “%s” is judged by an interval without 0: %d is %s',
    (direction, estimate, status) => {
      const finding = judged(effectClaim(direction), estimated(estimate, 0.03));
      expect(finding.status).toBe(status);
      expect(finding.rule).toMatch(/95 % interval excludes no effect/);
      expect(finding.confidence > 0.5).toBe(status === 'supported');
      expect(finding.missing).toEqual([]);
    },
  );

  it.each([
    ['raises', 'contradicted'],
    ['lowers', 'contradicted'],
    ['differs', 'contradicted'],
    ['none', 'supported'],
  ] as const)('that lies within the margin: “%s” is %s', (direction, status) => {
    const finding = judged(effectClaim(direction), estimated(0.001, 0.005, { p: 0.84 }));
    expect([finding.status, finding.rule]).toEqual([status, 'the 90 % interval lies within ±2.0 points']);
    expect(finding.confidence > 0.9 || finding.confidence < 0.1).toBe(true);
  });

  it.each(['raises', 'lowers', 'differs', 'none'] as const)(
    'that could be nothing and could matter is left open: “%s”',
    (direction) => {
      const finding = judged(effectClaim(direction), estimated(0.02, 0.03, { p: 0.5 }));
      expect(finding.status).toBe('inconclusive');
      expect(finding.confidence).toBeGreaterThanOrEqual(0.35);
      expect(finding.confidence).toBeLessThanOrEqual(0.65);
    },
  );

  it('is never contradicted by a large p-value alone', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1, max: 1, noNaN: true }),
        fc.double({ min: 0.03, max: 1, noNaN: true }),
        (estimate, error) => {
          fc.pre(Math.abs(estimate) < 1.9 * error);
          expect(judged(effectClaim('raises'), estimated(estimate, error, { p: 0.9 })).status).toBe('inconclusive');
        },
      ),
    );
  });

  it('uses the margin of its own measure, and the setting where it has none', () => {
    const small = { p: 0.6 };
    expect(
      judged(effectClaim('raises'), estimated(1, 1, { ...small, measure: 'mean difference', margin: 5 })).status,
    ).toBe('contradicted');
    expect(
      judged(effectClaim('raises'), estimated(1, 1, { ...small, measure: 'mean difference', margin: 2 })).status,
    ).toBe('inconclusive');
    const unset = omit(estimated(0.001, 0.005, small), 'margin');
    expect(judged(effectClaim('raises'), unset).status).toBe('contradicted');
  });

  it('is left open where the support is too small, and says why', () => {
    const finding = judged(
      effectClaim('raises'),
      estimated(0.5, 0.03, { passed: false, unsupported: 'there are only 4 events in all' }),
    );
    expect([finding.status, finding.rule]).toEqual([
      'inconclusive',
      'too little support: there are only 4 events in all',
    ]);
    const bare = omit(estimated(0.5, 0.03), 'interval');
    expect(judged(effectClaim('raises'), bare)).toMatchObject({
      status: 'inconclusive',
      rule: 'too little support: no interval',
    });
  });

  it('is left open where it does not survive the correction for several tests', () => {
    const others: Case[] = Array.from({ length: 9 }, () => ({
      claim: effectClaim('raises'),
      pieces: [{ statistics: estimated(0, 0.1, { p: 0.9 }) }],
    }));
    const board = (p: number) =>
      boardOf([
        { claim: effectClaim('raises'), pieces: [{ statistics: estimated(0.1, 0.04, { p }), attack: 'split' }] },
        ...others,
      ]);
    expect(findingOn(board(0.004))).toMatchObject({ status: 'supported', adjustedP: 0.04 });
    const open = findingOn(board(0.012));
    expect(open.status).toBe('inconclusive');
    expect(open.rule).toBe('does not survive the correction for several tests (p = 0.12)');
  });

  it('is not supported overall where its direction turns between levels', () => {
    const heterogeneity = {
      by: 'condition',
      method: 'Breslow–Day, Tarone',
      p: 0.001,
      adjustedP: 0.01,
      qualitative: 0.004,
    };
    const turned = judged(effectClaim('raises'), estimated(0.1, 0.03, { heterogeneity }));
    expect([turned.status, turned.rule]).toEqual([
      'inconclusive',
      'the direction depends on condition (Gail–Simon p = 0.0040)',
    ]);
    const strengthOnly = judged(
      effectClaim('raises'),
      estimated(0.1, 0.03, { heterogeneity: { ...heterogeneity, qualitative: 0.3 } }),
    );
    expect(strengthOnly.status).toBe('supported');
    const chance = judged(
      effectClaim('raises'),
      estimated(0.1, 0.03, { heterogeneity: { ...heterogeneity, adjustedP: 0.06 } }),
    );
    expect(chance.status).toBe('supported');
  });

  it.each([
    ['raises', estimated(0.1, 0.03)],
    ['differs', estimated(0.1, 0.03)],
    ['none', estimated(0, 0.005, { p: 1 })],
  ] as const)(
    'that nobody tried to refute is not supported, and an attack is asked for: “%s”',
    (direction, statistics) => {
      const finding = judged(effectClaim(direction), statistics, false);
      expect([finding.status, finding.rule]).toEqual(['inconclusive', 'no query tried to refute it']);
      expect(finding.missing).toHaveLength(1);
    },
  );

  it('waits for a measurement where no operator made one, whatever was told', () => {
    const finding = findingOn(
      boardOf([{ claim: effectClaim('raises'), pieces: [{ relation: 'supports', attack: 'alibi' }] }]),
    );
    expect(finding).toMatchObject({ status: 'inconclusive', confidence: 0.5, rule: 'no measured evidence' });
    expect(finding.missing).toEqual(['a comparison of the two groups with its interval']);
  });

  it('that is “best” follows the same rule', () => {
    const best = (direction: 'highest' | 'lowest'): Claim => ({
      kind: 'best',
      among: { table: 'patients', column: 'drug' },
      value: 'a',
      outcome: { column: { table: 'patients', column: 'died' }, event: 1 },
      direction,
    });
    expect(judged(best('highest'), estimated(0.1, 0.03)).status).toBe('supported');
    expect(judged(best('lowest'), estimated(0.1, 0.03)).status).toBe('contradicted');
  });

  it('tells what it rests on: the numbers, what is held fixed, a direct effect, the correction', () => {
    const finding = findingOn(
      boardOf([
        {
          claim: effectClaim('raises'),
          pieces: [
            {
              statistics: estimated(0.1, 0.03, { adjustedFor: ['age', 'ward'], mediators: ['ward'], p: 0.0008 }),
              attack: 'split',
            },
            { relation: 'supports' },
          ],
        },
        { claim: effectClaim('raises'), pieces: [{ statistics: estimated(0, 0.1, { p: 0.9 }) }] },
      ]),
    );
    expect(finding.rationale).toBe(
      '+10.0 points (95 % interval +4.1 to +15.9 points, p = 8e−4), adjusted for age and ward (a direct effect: ward may lie on the path); adjusted p = 0.0016 over the tests of this question: the adjusted 95 % interval excludes no effect in the claimed direction.',
    );
    expect(finding.cites).toEqual(['E1']);
  });
});

describe('the deciding test', () => {
  const [first, second] = [estimated(0.1, 0.03), estimated(-0.1, 0.03)];

  it('is the hypothesis’s own, and the latest when it was collected again', () => {
    const board = boardOf([
      {
        claim: effectClaim('raises'),
        pieces: [{ statistics: first }, { statistics: second }, { statistics: first, by: 'H2' }],
      },
      { pieces: [] },
    ]);
    const [hypothesis] = board.hypotheses;
    expect(hypothesis && primaryOf(board, hypothesis)?.id).toBe('E2');
  });

  it('is not one that repeats another, nor a secondary one, nor one whose query drifted', () => {
    const board = boardOf([
      {
        claim: effectClaim('raises'),
        pieces: [
          { statistics: first, attack: 'split' },
          { statistics: second, redundantWith: 'E1' },
          { statistics: { ...second, primary: false } },
        ],
      },
    ]);
    expect(findingOn(board).cites[0]).toBe('E1');
    const drifted = {
      ...board,
      queries: board.queries.map((query) =>
        query.id === 'Q1' ? { ...query, verified: { at: '', as: 'drifted' as const } } : query,
      ),
    };
    expect(findingOn(drifted).rule).toBe('no measured evidence');
  });

  it('evidence bears on what it is linked to; what leads to a hypothesis is no evidence on it', () => {
    const board = boardOf([
      {
        pieces: [
          { relation: 'leads-to', statistics: first },
          { relation: 'contradicts', attack: 'alibi' },
          { statistics: second },
        ],
      },
      { pieces: [{}] },
    ]);
    expect(evidenceOn(board, 'H1').map(({ id }) => id)).toEqual(['E2', 'E3']);
    expect(measured(board, 'H1').map(({ id }) => id)).toEqual(['E3']);
    expect(attacksOn(board, 'H1').map(({ id }) => id)).toEqual(['E2']);
  });
});

describe('a modification', () => {
  const claim: Claim = {
    kind: 'modification',
    exposure: { column: { table: 'patients', column: 'drug' }, is: 'a' },
    outcome: { column: { table: 'patients', column: 'died' }, event: 1 },
    by: { table: 'patients', column: 'condition' },
  };
  const tested = (p: number, qualitative = 1): Statistics => ({
    answers: 'modification',
    method: 'Cochran’s Q',
    measure: 'risk difference',
    estimate: 0.3,
    p,
    n: 900,
    primary: true,
    heterogeneity: { by: 'condition', method: 'Cochran’s Q', p, adjustedP: p, qualitative },
  });

  it('is supported by heterogeneity and never contradicted by its absence', () => {
    expect(judged(claim, tested(0.01))).toMatchObject({ status: 'supported', confidence: 0.98 });
    expect(judged(claim, tested(0.04))).toMatchObject({ status: 'supported', confidence: 0.98 });
    expect(judged(claim, tested(0.9))).toMatchObject({ status: 'inconclusive', confidence: 0.55 });
  });

  it('says when the direction itself turns, and when there is too little support', () => {
    expect(judged(claim, tested(0.01, 0.01)).rationale).toContain('Its direction itself changes.');
    expect(judged(claim, tested(0.01, 0.2)).rationale).not.toContain('direction itself');
    const without = omit(tested(1), 'p');
    expect(judged(claim, { ...without, unsupported: 'the groups are empty' })).toMatchObject({
      status: 'inconclusive',
      rule: 'too little support: the groups are empty',
    });
  });
});

describe('a confounder', () => {
  const claim: Claim = {
    kind: 'confounding',
    exposure: { column: { table: 'patients', column: 'drug' }, is: 'a' },
    outcome: { column: { table: 'patients', column: 'died' }, event: 1 },
    by: { table: 'patients', column: 'severity' },
  };
  const moved = (crude: number, estimate: number, passed: boolean, more: Partial<Statistics> = {}) =>
    judged(claim, {
      ...estimated(estimate, 0.02),
      answers: 'confounding',
      crude,
      passed,
      ties: { exposure: 1e-6, outcome: 0.01 },
      ...more,
    });

  it.each([
    [0.1, -0.1, 'reverses the difference'],
    [0.1, 0.01, 'leaves no clear difference'],
    [0.2, 0.1, 'makes the difference smaller'],
    [0.1, 0.2, 'makes the difference larger'],
  ])('that moves %d to %d is supported: it %s', (crude, estimate, effect) => {
    expect(moved(crude, estimate, true)).toMatchObject({
      status: 'supported',
      rule: expect.stringContaining(effect) as string,
    });
  });

  it('that moves the estimate by less than a tenth is contradicted, with unsure ties left open', () => {
    expect(moved(0.1, 0.104, false)).toMatchObject({ status: 'contradicted', confidence: 0.1 });
    expect(moved(0.1, 0.15, false)).toMatchObject({ status: 'inconclusive', rule: 'not shown: the ties are unsure' });
    expect(moved(0.1, 0.15, false, { unsupported: 'one group has only 3 units' })).toMatchObject({
      status: 'inconclusive',
      rule: 'not shown: one group has only 3 units',
    });
  });

  it('is as sure as the weaker of its ties', () => {
    expect(moved(0.1, -0.1, true, { ties: { exposure: 1e-9, outcome: 0.04 } }).confidence).toBe(0.98);
    expect(moved(0.1, -0.1, true, { ties: { exposure: 0.5, outcome: 0.04 } }).confidence).toBe(0.75);
  });
});

describe('a change', () => {
  const period = (month: number) => ({ start: `2024-0${month}-01`, end: `2024-0${month + 1}-01` });
  const claim = (direction: 'rose' | 'fell', part = false): Claim => ({
    kind: 'change',
    outcome: { column: { table: 'sales', column: 'amount' }, measure: 'sum' },
    when: { table: 'sales', column: 'day' },
    from: period(4),
    to: period(5),
    direction,
    ...(part && { explainedBy: { column: { table: 'sales', column: 'region' }, is: 'north' } }),
  });
  const daily = (estimate: number, more: Partial<Statistics> = {}) =>
    estimated(estimate, 3, { answers: 'change', measure: 'rate per day', margin: 10, ...more });
  const gate: Statistics = { answers: 'gate', method: '', measure: 'count', estimate: 6, n: 31, passed: false };

  it.each([
    ['fell', -20, 'supported'],
    ['fell', 20, 'contradicted'],
    ['rose', 20, 'supported'],
    ['rose', -20, 'contradicted'],
  ] as const)('that %s by %d a day is %s', (direction, estimate, status) => {
    expect(judged(claim(direction), daily(estimate)).status).toBe(status);
  });

  it('within a tenth of the level before is contradicted; what could be nothing or more is left open', () => {
    expect(judged(claim('fell'), daily(-1, { p: 0.7 }))).toMatchObject({
      status: 'contradicted',
      rule: 'equal within a tenth of the level before',
    });
    expect(judged(claim('fell'), daily(-5.5, { p: 0.1 }))).toMatchObject({ status: 'inconclusive' });
  });

  it('that nobody tried to refute is not supported', () => {
    const finding = judged(claim('fell'), daily(-20), false);
    expect([finding.status, finding.rule, finding.missing.length]).toEqual([
      'inconclusive',
      'no query tried to refute it',
      1,
    ]);
  });

  it('is rejected where the later period is cut off, unless it stands in equal spans all the same', () => {
    const board = (estimate: number, p: number) =>
      boardOf([
        {
          claim: claim('fell'),
          pieces: [
            { statistics: gate, attack: 'data gate', fact: 'The data end.' },
            { statistics: daily(estimate, { p }) },
          ],
        },
      ]);
    expect(findingOn(board(-1, 0.8))).toMatchObject({
      status: 'contradicted',
      rule: 'premise rejected at the data gate: the later period is cut off',
      cites: ['E1', 'E2'],
    });
    expect(findingOn(board(-20, 0.001)).status).toBe('supported');
    const only = findingOn(
      boardOf([{ claim: claim('fell'), pieces: [{ statistics: gate, attack: 'data gate', fact: 'The data end.' }] }]),
    );
    expect(only).toMatchObject({ status: 'contradicted', rationale: 'The data end. Nothing is left to compare.' });
  });

  it('is explained by a part that makes up half of it, beyond what the rest did', () => {
    const part = (share: number, estimate = -20) =>
      judged(claim('fell', true), daily(estimate, { answers: 'contribution', crude: share }));
    expect(part(0.5).status).toBe('supported');
    expect(part(0.49)).toMatchObject({
      status: 'inconclusive',
      rule: expect.stringContaining('makes up only 49.0 %') as string,
    });
    expect(part(0.9, 20).status).toBe('contradicted');
  });

  it('without an interval is left open', () => {
    const bare = omit(daily(-20), 'interval');
    expect(judged(claim('fell'), { ...bare, passed: false, unsupported: 'the days do not vary' })).toMatchObject({
      status: 'inconclusive',
      rule: 'too little support: the days do not vary',
    });
  });
});

describe('an artefact', () => {
  it.each([
    [false, 'supported', 0.98],
    [true, 'contradicted', 0.02],
  ])('is what the gate says: passed %s is %s', (passed, status, confidence) => {
    const claim: Claim = { kind: 'artefact', what: 'duplicates', where: { table: 't', column: 'id' } };
    expect(
      judged(claim, { answers: 'gate', method: '', measure: 'count', estimate: 3, n: 10, passed, primary: true }),
    ).toMatchObject({ status, confidence });
  });
});

it('a hypothesis without a claim is left to the judge', () => {
  const board = boardOf([{ pieces: [] }]);
  expect(board.hypotheses.map((hypothesis) => judgeByRule(board, hypothesis))).toEqual([undefined]);
});

it('somebody whom no result shows by key is not accused', () => {
  const board = boardOf([
    { claim: { kind: 'entity', table: 'people', key: 1, label: 'Eve', role: 'thief' }, pieces: [] },
  ]);
  const [finding] = board.hypotheses.map((hypothesis) => judgeByRule(board, hypothesis));
  expect(finding).toMatchObject({ status: 'inconclusive', missing: ['a query whose result shows the key of Eve'] });
});

describe('confidence', () => {
  it('is Φ(z) towards the claim, drawn to one half for each doubt, within what the verdict allows', () => {
    expect(directionalConfidence(1.2816, 'supported', 0)).toBe(0.9);
    expect(directionalConfidence(1.2816, 'supported', 1)).toBe(0.82);
    expect(directionalConfidence(1.2816, 'supported', 2)).toBe(0.76);
    expect(directionalConfidence(-1.2816, 'contradicted', 0)).toBe(0.1);
    expect(directionalConfidence(9, 'supported', 0)).toBe(0.98);
    expect(directionalConfidence(9, 'inconclusive', 0)).toBe(0.65);
    expect(directionalConfidence(-9, 'inconclusive', 0)).toBe(0.35);
    expect(directionalConfidence(9, 'contradicted', 0)).toBe(0.5);
  });

  it('of a difference that matters, when it lies within the margin, is the chance to reach beyond it', () => {
    expect(equivalenceConfidence(0, 0.02, 0.01)).toBe(0.02);
    expect(equivalenceConfidence(0.01, 0.02, 0.01)).toBe(0.16);
    expect(equivalenceConfidence(-0.01, 0.02, 0.01)).toBe(0.02);
    expect(chanceWithin(0, 1.959964, 1)).toBeCloseTo(0.95, 6);
    expect(chanceWithin(0.5, 1, 0.7)).toBeCloseTo(chanceWithin(-0.5, 1, 0.7), 12);
  });

  it('always keeps to what its verdict allows', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (confidence) => {
        expect(bounded(confidence, 'supported')).toBeGreaterThanOrEqual(0.5);
        expect(bounded(confidence, 'contradicted')).toBeLessThanOrEqual(0.5);
        expect(Math.abs(bounded(confidence, 'inconclusive') - 0.5)).toBeLessThanOrEqual(0.1500001);
      }),
    );
  });
});

describe('the correction for several tests', () => {
  const test = (p: number, claim: Claim = effectClaim('raises'), more: Partial<Statistics> = {}): Case => ({
    claim,
    pieces: [{ statistics: estimated(0.1, 0.03, { p, ...more }) }],
  });
  const pValue = fc.double({ min: 0, max: 1, noNaN: true });

  it('is that of Benjamini and Hochberg over the planned tests', () => {
    fc.assert(
      fc.property(fc.array(pValue, { minLength: 1, maxLength: 12 }), (pValues) => {
        const board = boardOf(pValues.map((p) => test(p)));
        const adjusted = benjaminiHochberg(pValues);
        pValues.forEach((_p, index) => expect(q(board, `H${index + 1}`)).toBeCloseTo(adjusted[index] ?? NaN, 12));
      }),
      { numRuns: 40 },
    );
  });

  it('leaves out what was not tested, confounders and modifiers, which are a family of their own', () => {
    const shared = {
      exposure: { table: 'patients', column: 'drug' },
      outcome: { column: { table: 'patients', column: 'died' }, event: 1 },
      by: { table: 'patients', column: 'ward' },
    };
    const board = boardOf([
      test(0.01),
      test(0.03),
      { claim: effectClaim('raises'), pieces: [] },
      test(0.9, { kind: 'confounding', ...shared }),
      test(0.02, { kind: 'modification', ...shared }),
      test(0.9, { kind: 'modification', ...shared }),
    ]);
    expect([q(board, 'H1'), q(board, 'H2'), q(board, 'H5'), q(board, 'H3')]).toEqual([0.02, 0.03, 0.04, 1]);
  });

  it('counts how many levels the most striking one was chosen among', () => {
    expect(q(boardOf([test(0.01, effectClaim('raises', { chosenAmong: 5 }))]), 'H1')).toBeCloseTo(0.05, 12);
    expect(q(boardOf([test(0.01, effectClaim('raises', { chosenAmong: 5 })), test(0.5)]), 'H1')).toBeCloseTo(0.1, 12);
    expect(q(boardOf([test(0.4, effectClaim('raises', { chosenAmong: 5 }))]), 'H1')).toBe(1);
  });

  it('counts for refined hypotheses all subgroups that were looked at, chosen or not', () => {
    const subgroup = (value: string) => ({
      condition: { column: { table: 'patients', column: 'ward' }, is: value },
      estimate: 0.1,
      interval: [0, 0.2] as [number, number],
      p: 0.1,
      adjustedP: 0.1,
      n: 100,
    });
    const looked: Case = test(0.01, effectClaim('raises'), { subgroups: ['a', 'b', 'c', 'd', 'e', 'f'].map(subgroup) });
    const refined = (p: number): Case => ({ ...test(p), refines: 'H1' });
    const board = boardOf([looked, refined(0.004), refined(0.01)]);
    expect(q(board, 'H2')).toBeCloseTo((0.004 * 6) / 1, 12);
    expect(q(board, 'H3')).toBeCloseTo((0.01 * 6) / 2, 12);
    expect(q(board, 'H1')).toBe(0.01);
  });
});
