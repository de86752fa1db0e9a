import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { covid, COVID_QUESTION } from '../../examples/covid';
import { renamed } from '../../examples/rename';
import { unsupported } from '../../src/board/binding';
import type { Board, Hypothesis } from '../../src/board/board';
import { berkeley, berkeleyInvestigation, renamedBerkeley, renamedBerkeleyInvestigation } from '../worlds/berkeley';
import { kidney, kidneyInvestigation, renamedKidney, renamedKidneyInvestigation } from '../worlds/kidney';
import { musicShop, musicShopInvestigation } from '../worlds/music-shop';
import { realDatabase } from '../worlds/real';
import { fallingShop, fallingShopInvestigation, truncatedShop, truncatedShopInvestigation } from '../worlds/shop';
import { telco, telcoInvestigation } from '../worlds/telco';
import { renamedTitanic, renamedTitanicInvestigation, titanic, titanicInvestigation } from '../worlds/titanic';
import { synonyms, unrelated } from '../worlds/vocabularies';
import { hypothesesOn, investigated, outcomes } from './investigations';

/** The one hypothesis whose statement holds all the words. */
function one(board: Board, ...words: readonly string[]): Hypothesis {
  const [found, ...more] = hypothesesOn(board, ...words);
  if (!found || more.length > 0) throw new Error(`not one hypothesis on ${words.join(', ')}:\n${outcomes(board)}`);
  return found;
}

/** A real database's bytes where it is present, else the generated equivalent. */
function realOr<T>(name: Parameters<typeof realDatabase>[0], generated: () => T): Uint8Array | T {
  const path = realDatabase(name);
  return path === undefined ? generated() : readFileSync(path);
}

function expectCovidTruth(board: Board, drug: string, names: { asthma: string; diabetes: string; severity: string }) {
  const effects = hypothesesOn(board, `${drug} `).filter(({ claim }) => claim?.kind === 'effect');
  const overall = effects.find(({ refines }) => refines === undefined);
  const sub = (value: string) =>
    effects.find(({ refines, statement }) => refines !== undefined && statement.endsWith(value));
  expect(overall?.status, outcomes(board)).not.toBe('supported');
  expect(sub(names.asthma)?.status, outcomes(board)).toBe('supported');
  expect(sub(names.diabetes)?.status, outcomes(board)).toBe('contradicted');
  const confounder = hypothesesOn(board, names.severity, 'distorts').find(({ claim }) => claim?.kind === 'confounding');
  expect(confounder?.status, outcomes(board)).toBe('supported');
  for (const each of [overall, sub(names.asthma), sub(names.diabetes)]) {
    const verdict = board.verdicts.findLast(({ hypothesis }) => hypothesis === each?.id);
    const deciding = board.evidence.find(({ id }) => id === verdict?.cites[0]);
    expect(deciding?.statistics?.n).toBeGreaterThan(100);
    expect(deciding?.statistics?.interval).toBeDefined();
    expect(board.queries.find(({ id }) => id === deciding?.query)?.sql).toContain('SELECT');
  }
}

describe('the COVID example', () => {
  const plain = { asthma: 'asthma', diabetes: 'diabetes', severity: 'severity' };

  it.each(['1', '2', '3'])('finds the planted truth at seed %s', async (seed) => {
    const board = await investigated(covid({ seed: `offline ${seed}` }), COVID_QUESTION);
    expectCovidTruth(board, 'drug_a', plain);
    expect(board.investigation.status).toBe('complete');
    expect(unsupported(board)).toEqual([]);
  });

  it.each(Object.entries({ ...synonyms, ...unrelated }))('finds it under other names: %s', async (_, renaming) => {
    const { vocabulary, question } = renaming;
    const board = await investigated(renamed(covid({ seed: 'renamed' }), vocabulary), question);
    const name = (column: string, value: string) => String(vocabulary.values[column]?.[value] ?? value);
    expectCovidTruth(board, name('drug', 'drug_a'), {
      asthma: name('condition', 'asthma'),
      diabetes: name('condition', 'diabetes'),
      severity: vocabulary.columns['severity'] ?? 'severity',
    });
  });
});

describe('published data', () => {
  it.each([
    ['kidney stones', realOr('kidney-stones.sqlite', kidney), kidneyInvestigation.question, 'stone_size'],
    ['kidney stones renamed', renamedKidney(), renamedKidneyInvestigation.question, 'calculus'],
  ])('%s: neither treatment is proven better, stone size confounds', async (_, data, question, confounder) => {
    const board = await investigated(data, question);
    const candidates = board.hypotheses.filter(({ claim }) => claim?.kind === 'effect');
    expect(candidates).toHaveLength(2);
    expect(candidates.map(({ status }) => status)).toEqual(['inconclusive', 'inconclusive']);
    expect(one(board, confounder, 'distorts').status).toBe('supported');
    expect(board.report.split('\n\n')[1]).toContain(confounder);
  });

  it.each([
    ['Berkeley', realOr('berkeley-admissions.sqlite', berkeley), berkeleyInvestigation.question, 'dept'],
    ['Berkeley renamed', renamedBerkeley(), renamedBerkeleyInvestigation.question, 'faculty'],
  ])(
    '%s: bias against women is not supported, department A is the exception',
    async (_, data, question, department) => {
      const board = await investigated(data, question);
      const claim = board.hypotheses.find((each) => each.claim?.kind === 'effect' && each.refines === undefined);
      expect(claim?.statement).toContain('lowers');
      expect(claim?.status).not.toBe('supported');
      const deciding = board.evidence.findLast(
        ({ statistics, by }) => by === `collector:${claim?.id}` && statistics?.primary,
      );
      expect(deciding?.statistics?.mediators).toEqual([department]);
      const exception = one(board, `${department} = A`);
      expect([exception.status, exception.statement.includes('raises')]).toEqual(['supported', true]);
    },
  );

  it('telco churn: month-to-month contracts drive it, gender does not, streaming TV turns round', async () => {
    const board = await investigated(realOr('telco-churn.sqlite', telco), telcoInvestigation.question);
    expect(one(board, 'Contract = Month-to-month raises').status).toBe('supported');
    expect(one(board, 'gender').status).not.toBe('supported');
    const streaming = one(board, 'StreamingTV lowers');
    expect(streaming.status).toBe('contradicted');
    const estimates = board.evidence
      .filter(({ by }) => by === `collector:${streaming.id}`)
      .flatMap(({ statistics }) =>
        statistics?.interval ? [[statistics.answers, Math.sign(statistics.estimate)]] : [],
      );
    expect(estimates).toEqual(
      expect.arrayContaining([
        ['crude', -1],
        ['adjusted', 1],
      ]),
    );
  });

  it.each([
    ['Titanic', realOr('titanic.sqlite', titanic), titanicInvestigation.question],
    ['Titanic renamed', renamedTitanic(), renamedTitanicInvestigation.question],
  ])('%s: the crew did not fare worse than third class, but better within each sex', async (_, data, question) => {
    const board = await investigated(data, question);
    const [claim] = board.hypotheses;
    expect([claim?.status, claim?.statement.includes('lowers')]).toEqual(['contradicted', true]);
    const within = board.hypotheses.filter(({ refines }) => refines !== undefined);
    expect(within.map(({ status, statement }) => [status, statement.includes('raises')])).toEqual([
      ['supported', true],
      ['supported', true],
    ]);
  });

  it('Northwind: sales did not collapse in May 1998, the data end', async () => {
    const board = await investigated(realOr('northwind.db', truncatedShop), truncatedShopInvestigation.question);
    expect(one(board, 'really fell in May 1998').status).toBe('contradicted');
    expect(one(board, 'cut off').status).toBe('supported');
    expect(board.report.split('\n\n')[1]).toMatch(/premise does not hold.*1998-05-06/);
    expect(hypothesesOn(board, 'comes from').every(({ status }) => status === 'abandoned')).toBe(true);
  });

  it('a shop in which one category fell: the category is found, the rest is not', async () => {
    const board = await investigated(fallingShop(), fallingShopInvestigation.question);
    const parts = hypothesesOn(board, 'comes from');
    expect(parts.filter(({ status }) => status === 'supported').map(({ statement }) => statement)).toEqual([
      expect.stringMatching(/CategoryID = 1$|CategoryName = Beverages$/),
    ]);
  });

  it.each([
    ['Chinook', realOr('chinook.sqlite', musicShop)],
    ['a generated music shop', musicShop()],
  ])('%s: no sales rep is worse than the others, customer by customer', async (_, data) => {
    const board = await investigated(data, musicShopInvestigation.question);
    expect(board.hypotheses).toHaveLength(3);
    expect(board.hypotheses.every(({ status }) => status !== 'supported')).toBe(true);
    expect(board.hypotheses.every(({ claim }) => claim?.kind === 'effect' && claim.unit === 'Customer')).toBe(true);
  });
});

describe('questions that the data cannot answer', () => {
  it.each([
    ['Which planet is best?', /data hold no “planet”/],
    ['Does moonlight raise mortality?', /data hold no “moonlight”/],
  ])('%s', async (question, why) => {
    const board = await investigated(kidney(), question);
    expect(board.hypotheses).toEqual([]);
    expect(board.investigation.limitations.join()).toMatch(why);
    expect(board.investigation.status).toBe('complete');
  });

  it('a database without rows is said to hold none', async () => {
    const board = await investigated('CREATE TABLE patients(id INTEGER PRIMARY KEY, treatment, died)', COVID_QUESTION);
    expect(board.investigation.limitations.join()).toContain('no rows');
  });
});
