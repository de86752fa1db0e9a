import { describe, expect, it } from 'vitest';
import type { Submission, SubmittedHypothesis } from '../../../bench/score/submission';
import { EMPTY_SUBMISSION } from '../../../bench/score/submission';
import { score } from '../../../bench/score/score';
import { fakeDatabase } from '../../fakes/database';
import { claimOf, evidenceOf, MYSTERY, MYSTERY_SQL, perfect } from './mystery';

const never = new AbortController().signal;
const database = await fakeDatabase(MYSTERY_SQL);
const whole = await perfect(database);

async function metrics(submission: Submission): Promise<Readonly<Record<string, number>>> {
  return (await score(MYSTERY, submission, database, never)).metrics;
}

/** The perfect submission with one of its hypotheses changed. */
function changed(id: string, change: (hypothesis: SubmittedHypothesis) => SubmittedHypothesis): Submission {
  return { ...whole, hypotheses: whole.hypotheses.map((each) => (each.id === id ? change(each) : each)) };
}

async function withLink(sql: string, polarity: '+' | '-' = '+'): Promise<Submission> {
  const extra = await evidenceOf(database, 'E9', sql);
  const linked = changed('H1', (each) => ({ ...each, links: [...each.links, { evidence: 'E9', polarity }] }));
  return { ...linked, evidence: [...whole.evidence, extra] };
}

const baseless = Array.from({ length: 8 }, (_, index): SubmittedHypothesis => {
  return {
    id: `H${10 + index}`,
    statement: `stranger ${index}`,
    claim: claimOf(`person:${index}`),
    verdict: 'contradicted',
    confidence: 0.1,
    links: [],
  };
});

/** Values of the specification, to four digits. */
const FIXTURES: readonly (readonly [string, number, () => Submission | Promise<Submission>])[] = [
  ['the truth', 1, () => whole],
  ['nothing', 0, () => EMPTY_SUBMISSION],
  ['the culprit alone', 0.6667, () => ({ ...whole, hypotheses: whole.hypotheses.slice(0, 1) })],
  ['a gold link missing', 0.93, () => changed('H1', (each) => ({ ...each, links: each.links.slice(1) }))],
  [
    'a link twice',
    0.95,
    () => changed('H1', (each) => ({ ...each, links: [...each.links, ...each.links.slice(0, 1)] })),
  ],
  [
    'the same result by another statement',
    0.95,
    () => withLink('SELECT person_id, id, status FROM member WHERE person_id = 67318'),
  ],
  [
    'a surplus link on the same person',
    0.9731,
    () => withLink('SELECT gender FROM drivers_license d JOIN person p ON p.license_id = d.id WHERE p.id = 67318'),
  ],
  ['an irrelevant link', 0.95, () => withLink('SELECT plate_number FROM drivers_license WHERE id = 202298')],
  [
    'a polarity flipped',
    0.8833,
    () =>
      changed('H1', (each) => ({
        ...each,
        links: each.links.map((link, at) => (at === 0 ? { ...link, polarity: '-' } : link)),
      })),
  ],
  [
    'evidence that does not replay',
    0.8833,
    () => ({
      ...whole,
      evidence: whole.evidence.map((each) => (each.id === 'G1' ? { ...each, digest: 'multiset:other' } : each)),
    }),
  ],
  [
    'evidence whose statement fails',
    0.8833,
    () => ({
      ...whole,
      evidence: whole.evidence.map((each) => (each.id === 'G1' ? { ...each, sql: 'SELECT x FROM nowhere' } : each)),
    }),
  ],
  ['a verdict that claims too much', 0.875, () => changed('H2', (each) => ({ ...each, verdict: 'contradicted' }))],
  ['eight baseless hypotheses more', 0.3333, () => ({ ...whole, hypotheses: [...whole.hypotheses, ...baseless] })],
  [
    'an answer without evidence',
    0.2,
    () => ({ ...whole, hypotheses: whole.hypotheses.slice(0, 1).map((each) => ({ ...each, links: [] })) }),
  ],
  [
    'a node twice',
    0.8,
    () => ({
      ...whole,
      hypotheses: [...whole.hypotheses, ...whole.hypotheses.slice(0, 1).map((each) => ({ ...each, id: 'H3' }))],
    }),
  ],
];

describe('verifiability ease on the original mystery', () => {
  it.each(FIXTURES)('%s: %d', async (_, value, submission) => {
    expect((await metrics(await submission())).verifiability).toBeCloseTo(value, 4);
  });

  it('grows as links are added one by one', async () => {
    const values: number[] = [];
    for (let kept = 0; kept <= 6; kept++) {
      const hypotheses = whole.hypotheses.map((each, index) => ({
        ...each,
        links: each.links.slice(0, Math.max(0, kept - 3 * index)),
      }));
      values.push((await metrics({ ...whole, hypotheses })).verifiability ?? -1);
    }
    const expected = [0.3, 0.475, 0.58, 0.65, 0.825, 0.93, 1];
    for (const [index, value] of expected.entries()) expect(values[index]).toBeCloseTo(value, 4);
  });
});

describe('the other metrics', () => {
  it('are 1 for the truth', async () => {
    expect(await metrics(whole)).toMatchObject({
      correctness: 1,
      completeness: 1,
      verifiability: 1,
      replayability: 1,
      solved: 1,
      verdictAccuracy: 1,
      brier: 0,
    });
  });

  it('are 0 for nothing where there is an answer, and correctness is 1 where there is none', async () => {
    expect(await metrics(EMPTY_SUBMISSION)).toMatchObject({
      correctness: 0,
      completeness: 0,
      verifiability: 0,
      solved: 0,
    });
    const unsolvable = { ...MYSTERY, murderers: [] };
    const { metrics: none } = await score(unsolvable, EMPTY_SUBMISSION, database, never);
    expect(none).toMatchObject({ correctness: 1, completeness: 0, verifiability: 0, solved: 1 });
    expect((await score(unsolvable, whole, database, never)).metrics.correctness).toBe(0);
  });

  it('punish a false accusation and a missed culprit', async () => {
    const both = changed('H2', (each) => ({ ...each, verdict: 'supported', confidence: 0.9 }));
    expect(await metrics(both)).toMatchObject({ correctness: 2 / 3, precision: 0.5, recall: 1, solved: 0 });
    const unsure = changed('H1', (each) => ({ ...each, confidence: 0.4 }));
    expect((await metrics(unsure)).correctness).toBe(0);
    const witness = changed('H2', (each) => ({
      ...each,
      verdict: 'supported',
      confidence: 0.9,
      claim: { kind: 'entity', table: 'person', key: 28819, label: 'Joe', role: 'witness' },
    }));
    expect((await metrics(witness)).correctness).toBe(1);
  });

  it('count only what was analysed, but tell what was mentioned', async () => {
    const open = changed('H2', (each) => ({ ...each, verdict: undefined }));
    expect(await metrics(open)).toMatchObject({ completeness: 2 / 3, completenessRaw: 1 });
    const elsewhere = await withLink('SELECT 1');
    const strange = {
      ...elsewhere,
      hypotheses: elsewhere.hypotheses.map((each) => ({
        ...each,
        links: [{ evidence: 'E9', polarity: '+' as const }],
      })),
    };
    expect(await metrics(strange)).toMatchObject({ completeness: 0, completenessRaw: 1 });
  });

  it('read names, codes and accents in statements without a claim; a homonym is nobody', async () => {
    const said = (statement: string): Submission =>
      changed('H1', (each) => ({ id: each.id, statement, verdict: 'supported', confidence: 0.9, links: each.links }));
    for (const statement of [
      'The killer is JEREMY Bowers.',
      'person:67318 did it',
      'It was Jérémy Bowers',
      'number 67318 is guilty',
    ]) {
      expect(await metrics(said(statement)), statement).toMatchObject({ correctness: 1, verifiability: 1 });
    }
    for (const statement of ['It was Ann Homonym', 'Jeremy Bowers or Miranda Priestly']) {
      expect((await metrics(said(statement))).correctness, statement).toBe(0);
    }
    expect((await metrics(said('Ann Homonym, 67318'))).correctness).toBe(1);
  });

  it('name the sentences that no evidence bears out', async () => {
    const report = [
      '# 99 bottles',
      'Jeremy Bowers has plate 0H42W2 [G3]. He is 67318 [E1].',
      'Miranda Priestly paid 500 dollars [E1].',
      'A share of 50 % [E2].',
    ].join('\n');
    const evidence = [
      await evidenceOf(database, 'E1', 'SELECT id, name FROM person WHERE id = 67318'),
      await evidenceOf(database, 'E2', 'SELECT 2 AS a, 4 AS b'),
    ];
    const { metrics: found, unsupported } = await score(MYSTERY, { ...whole, evidence, report }, database, never);
    expect(unsupported).toEqual(['Miranda Priestly paid 500 dollars [E1].']);
    expect(found.unsupportedClaims).toBeCloseTo(1 / 4, 4);
  });
});

describe('a statement that may answer otherwise', () => {
  it.each([
    'SELECT id FROM person ORDER BY random()',
    "SELECT date('now')",
    'SELECT CURRENT_DATE',
    'SELECT id FROM person LIMIT 1',
    'SELECT id FROM (SELECT id FROM person ORDER BY id) LIMIT 1',
  ])('does not replay: %s', async (sql) => {
    const { replayability } = await metrics({ ...whole, evidence: [await evidenceOf(database, 'G1', sql)] });
    expect(replayability).toBe(0);
  });

  it('replays with an order', async () => {
    const sql = 'SELECT id FROM person ORDER BY id LIMIT 1';
    expect((await metrics({ ...whole, evidence: [await evidenceOf(database, 'G1', sql)] })).replayability).toBe(1);
  });
});
