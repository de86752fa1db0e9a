import { caseRandom, between, pick, shuffled } from './draw';
import { fakeDatabase } from '../../test/fakes/database';
import { pinned } from './pin';
import type { Case, Cell } from './tables';
import { databaseOf } from './write-tables';
import { table } from './domains/domain';

export const NULL_RUNS = 200;
const CUSTOMERS = 600;

/** Two questions take turns. */
const QUESTIONS = ['Who leaves?', 'Which plan is best for keeping customers?'] as const;

/** A case whose outcome column was permuted: whatever is said to raise or lower it is false. */
export async function nullCase(index: number): Promise<Case> {
  const caseId = `null-${String(index + 1).padStart(3, '0')}`;
  const seed = `null200|${caseId}`;
  const random = caseRandom(seed, 'draw');
  const rows = Array.from({ length: CUSTOMERS }, (_, at): Cell[] => {
    const plan = pick(random, ['basic', 'plus', 'full']);
    const months = between(random, 1, 60);
    const isLoyal = random() < (plan === 'full' ? 0.85 : 0.6) - 0.3 / months;
    return [
      at + 1,
      plan,
      pick(random, ['north', 'south', 'east', 'west']),
      pick(random, ['yes', 'no']),
      pick(random, ['phone', 'tablet', 'computer']),
      months,
      between(random, 8, 60),
      isLoyal ? 0 : 1,
    ];
  });
  const outcomes = shuffled(
    random,
    rows.map((row) => row[7] ?? null),
  );
  const bytes = await databaseOf([
    table(
      'customers',
      {
        customer_id: 'INTEGER',
        plan: 'TEXT',
        region: 'TEXT',
        paperless: 'TEXT',
        device: 'TEXT',
        months: 'INTEGER',
        fee: 'INTEGER',
        left_us: 'INTEGER',
      },
      rows.map((row, at) => [...row.slice(0, 7), outcomes[at] ?? null]),
    ),
  ]);
  const database = await fakeDatabase(bytes);
  const question = QUESTIONS[index % QUESTIONS.length] ?? QUESTIONS[0];
  const truth = await pinned(
    {
      suite: 'null',
      caseId,
      seed,
      level: 'null',
      D: 0,
      question,
      murderers: [],
      hypotheses: [],
      evidence: [],
      unreliable: [],
      minQueries: 0,
      names: { kind: 'list', entries: [] },
      reason: 'outcome permuted',
    },
    database,
  );
  await database.close();
  return { bytes, truth };
}
