import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { separation, suspicions, TELLS, type Suspicion } from '../../../bench/generate/audit';
import { caseRandom } from '../../../bench/generate/draw';
import { filled, loadFrames, REGISTERS } from '../../../bench/generate/frames';
import { murderCase } from '../../../bench/generate/murder/case';
import { HINT_KINDS } from '../../../bench/generate/murder/hint-kinds';
import { MM_50, MM_500 } from '../../../bench/generate/suites';
import { transformed, TRANSFORMS } from '../../../bench/generate/transform';
import { score } from '../../../bench/score/score';
import { truthAsSubmission } from '../../../bench/score/truth-submission';
import { fakeDatabase } from '../../fakes/database';

const folder = (name: string): string => path.join(import.meta.dirname, '../../../bench/frames', name);
const frames = loadFrames([folder('public')]);
const heldOut = loadFrames([folder('held-out'), folder('public')]);
const never = new AbortController().signal;

describe('frames', () => {
  it.each(Object.keys(HINT_KINDS))('tell hints of kind %s in at least 40 ways in each register and tense', (kind) => {
    for (const register of REGISTERS) {
      for (const tense of ['past', 'present'] as const) {
        const cores = frames.hints[kind]?.[register][tense] ?? [];
        expect(cores.length * frames.openers[register].length, `${register}, ${tense}`).toBeGreaterThanOrEqual(40);
      }
    }
  });

  it('held out share no sentence with the public ones', () => {
    const sentences = (all: typeof frames) =>
      Object.values(all.hints).flatMap((kind) =>
        REGISTERS.flatMap((register) => [...kind[register].past, ...kind[register].present]),
      );
    const known = new Set(sentences(frames));
    expect(sentences(heldOut).filter((sentence) => known.has(sentence))).toEqual([]);
    expect(Object.keys(heldOut.hints).sort()).toEqual(Object.keys(HINT_KINDS).sort());
  });

  it('are refused with the place when a slot is unknown or a file is no frames file', () => {
    expect(() => filled('{they} had {velue} hair', { they: 'he' })).toThrow('nothing fills the slot {velue}');
  });

  it('change texts, not plots', async () => {
    const [seed] = MM_50.filter(({ level }) => level === 'medium');
    if (seed === undefined) throw new Error('no seeds');
    const shape = async (of: typeof frames) =>
      (await murderCase(seed, of)).truth.hypotheses.map(({ verdict }) => verdict);
    expect(await shape(heldOut)).toEqual(await shape(frames));
  });
});

describe('nothing but the clues', () => {
  it('gives a culprit away: row order, key, name, number of rows', async () => {
    const cases: (readonly Suspicion[])[] = [];
    for (const seed of [...MM_50, ...MM_500]
      .filter(({ level }) => level === 'easy' || level === 'medium')
      .slice(0, 80)) {
      const { bytes, truth } = await murderCase(seed, frames);
      const database = await fakeDatabase(bytes);
      cases.push(await suspicions(truth, database, never));
      await database.close();
    }
    for (const tell of TELLS) {
      const { area, error } = separation(cases, tell);
      console.log(`${tell}: area ${area.toFixed(3)}, standard error ${error.toFixed(3)}`);
      expect(area, tell).toBeLessThanOrEqual(0.55 + 2 * error);
    }
  });
});

describe('a case in another shape', () => {
  it.each(TRANSFORMS)('%s: the truth is still the truth', async (transform) => {
    const [seed] = MM_50;
    if (seed === undefined) throw new Error('no seeds');
    const { bytes, truth } = await murderCase(seed, frames);
    const names = truth.hypotheses.flatMap(({ aliases }) => aliases);
    const other = await transformed(bytes, transform, caseRandom('meta', transform), names);
    expect(other).not.toEqual(bytes);
    const database = await fakeDatabase(other);
    const { metrics } = await score(truth, await truthAsSubmission(truth, database, never), database, never);
    expect(metrics).toMatchObject({ correctness: 1, completeness: 1, verifiability: 1 });
    await database.close();
  });
});
