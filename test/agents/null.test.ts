import { describe, expect, it } from 'vitest';
import type { Dataset } from '../../examples/dataset';
import { seededRandom } from '../../src/base/random';
import { investigated } from './investigations';

const RUNS = 200;
/** A rate of 5 % is within the 95 % interval of up to this many of 200 runs (Clopper–Pearson). */
const MOST = 16;

/** Members with correlated traits and an outcome that is drawn without looking at any of them. */
function membersWithRandomOutcome(seed: string, rows = 500): Dataset {
  const random = seededRandom(seed);
  const pick = <T>(...items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  return {
    tables: [
      {
        name: 'members',
        columns: [
          { name: 'member_id', type: 'INTEGER' },
          { name: 'plan', type: 'TEXT' },
          { name: 'region', type: 'TEXT' },
          { name: 'paperless', type: 'TEXT' },
          { name: 'family', type: 'INTEGER' },
          { name: 'device', type: 'TEXT' },
          { name: 'months', type: 'INTEGER' },
          { name: 'fee', type: 'REAL' },
          { name: 'left', type: 'INTEGER' },
        ],
        primaryKey: ['member_id'],
        foreignKeys: [],
        rows: Array.from({ length: rows }, (_, index) => {
          const plan = pick('basic', 'plus', 'full');
          const months = 1 + Math.floor(random() * 60);
          const fee = { basic: 10, plus: 20, full: 35 }[plan] + Math.round(random() * 80) / 10;
          return [
            index + 1,
            plan,
            pick('north', 'south', 'east', 'west'),
            random() < (plan === 'full' ? 0.8 : 0.4) ? 'Yes' : 'No',
            random() < 0.3 ? 1 : 0,
            pick('phone', 'tablet', 'computer'),
            months,
            fee,
            random() < 0.3 ? 1 : 0,
          ];
        }),
      },
    ],
  };
}

describe('outcomes that depend on nothing', () => {
  it.each(['Who leaves?', 'Which plan is best for keeping members?'])(
    `give a supported effect in at most ${MOST} of ${RUNS} runs: %s`,
    async (question) => {
      let found = 0;
      for (let run = 0; run < RUNS; run++) {
        const board = await investigated(membersWithRandomOutcome(`${question} ${run}`), question);
        expect(board.hypotheses.length, board.investigation.limitations.join()).toBeGreaterThan(2);
        const effects = board.hypotheses.filter(({ claim }) => claim?.kind === 'effect');
        if (effects.some(({ status }) => status === 'supported')) found++;
      }
      console.log(`${question} ${found} of ${RUNS} runs hold a supported effect`);
      expect(found).toBeLessThanOrEqual(MOST);
    },
    900_000,
  );
});
