import { createHash } from 'node:crypto';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadFrames } from '../../../bench/generate/frames';
import { murderCase } from '../../../bench/generate/murder/case';
import { LEVELS } from '../../../bench/generate/murder/knobs';
import { MM_50, MM_500, scaled } from '../../../bench/generate/suites';
import { score } from '../../../bench/score/score';
import { EMPTY_SUBMISSION } from '../../../bench/score/submission';
import { truthAsSubmission } from '../../../bench/score/truth-submission';
import { truthSchema } from '../../../bench/score/truth';
import { fakeDatabase } from '../../fakes/database';

const frames = loadFrames([path.join(import.meta.dirname, '../../../bench/frames/public')]);
const never = new AbortController().signal;
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe('the 50 canonical cases', () => {
  it('are 12, 13, 13 and 12 by level, with 0, 1, 1 and 2 that cannot be solved', () => {
    const counts = LEVELS.map((level) => {
      const seeds = MM_50.filter((seed) => seed.level === level);
      return [seeds.length, seeds.filter(({ solvable }) => !solvable).length];
    });
    expect(counts).toEqual([
      [12, 0],
      [13, 1],
      [13, 1],
      [12, 2],
    ]);
    expect(new Set(MM_500.map(({ caseId }) => caseId)).size).toBe(500);
    expect(scaled(100)).toHaveLength(12);
  });

  it.each(MM_50.map((seed) => [seed.caseId, seed] as const))(
    '%s: the truth handed in scores 1, nothing scores 0',
    async (_, seed) => {
      const { bytes, truth } = await murderCase(seed, frames);
      expect(truthSchema.parse(JSON.parse(JSON.stringify(truth)))).toEqual(truth);
      expect(truth.murderers.length > 0).toBe(seed.solvable);
      expect(new TextDecoder('latin1').decode(bytes)).not.toMatch(/CREATE TRIGGER|solution/i);
      const database = await fakeDatabase(bytes);
      const whole = (await score(truth, await truthAsSubmission(truth, database, never), database, never)).metrics;
      expect(whole).toMatchObject({
        correctness: 1,
        completeness: 1,
        verifiability: 1,
        replayability: 1,
        solved: 1,
        verdictAccuracy: 1,
      });
      const nothing = (await score(truth, EMPTY_SUBMISSION, database, never)).metrics;
      expect(nothing).toMatchObject({ correctness: seed.solvable ? 0 : 1, completeness: 0, verifiability: 0 });
      await database.close();
    },
  );
});

describe('a seed', () => {
  const [first, second] = MM_50;
  it('gives the same bytes each time, and those of before', async () => {
    if (first === undefined) throw new Error('no seeds');
    const hash = sha256((await murderCase(first, frames)).bytes);
    expect(sha256((await murderCase(first, frames)).bytes)).toBe(hash);
    expect(hash).toMatchInlineSnapshot(`"f94b69b1e7c013303aa34ccade0e1757864481abaaaf8dbf1a07f2953414b368"`);
  });

  it('gives another case than another', async () => {
    if (first === undefined || second === undefined) throw new Error('no seeds');
    expect((await murderCase(first, frames)).bytes).not.toEqual((await murderCase(second, frames)).bytes);
  });

  it('gives the same plot in a city of another size', async () => {
    const seed = scaled(1)[0];
    if (seed === undefined) throw new Error('no seeds');
    const inCity = async (persons: number, tables: number) =>
      (await murderCase({ ...seed, fixed: { persons, tables } }, frames)).truth;
    const [small, large] = [await inCity(500, 12), await inCity(2_000, 14)];
    const shape = ({ hypotheses, evidence, D }: typeof small) => [
      hypotheses.map(({ verdict, role }) => [verdict, role]),
      evidence.map(({ kind, polarity }) => [kind, polarity]),
      D,
    ];
    expect(shape(large)).toEqual(shape(small));
  });
});
