import { expect, it, onTestFinished } from 'vitest';
import { covid } from '../../examples/covid';
import type { Dataset } from '../../examples/dataset';
import { renamed } from '../../examples/rename';
import { databaseBytes } from '../../examples/write-database';
import { exampleQuestions } from '../../src/agents/offline/example-questions';
import { inOneBreath } from '../../src/base/breathe';
import { offlineTeam } from '../../src/agents/offline/team';
import type { Team } from '../../src/agents/roles';
import { fakeDatabase } from '../fakes/database';
import { berkeley } from '../worlds/berkeley';
import { kidney } from '../worlds/kidney';
import { musicShop } from '../worlds/music-shop';
import { fallingShop } from '../worlds/shop';
import { telco } from '../worlds/telco';
import { titanic } from '../worlds/titanic';
import { unrelated } from '../worlds/vocabularies';
import { investigated } from './investigations';

/** Nothing is tested: only what is proposed counts. */
const team: Team = { ...offlineTeam, orchestrator: async () => ({ dispatch: [], abandon: [], end: 'enough' }) };

const never = new AbortController().signal;
const patients = covid({ seed: 'examples', patients: 600 });

const worlds: Readonly<Record<string, Dataset>> = {
  berkeley: berkeley(),
  covid: patients,
  kidney: kidney(),
  'music shop': musicShop(),
  shop: fallingShop(),
  telco: telco(),
  titanic: titanic(),
  ...Object.fromEntries(
    Object.entries(unrelated).map(([name, { vocabulary }]) => [name, renamed(patients, vocabulary)]),
  ),
};

async function examplesOf(content: Uint8Array | string): Promise<readonly string[]> {
  const database = await fakeDatabase(content);
  onTestFinished(() => database.close());
  return exampleQuestions(database, inOneBreath, never);
}

it.each(Object.entries(worlds))(
  '%s: there are examples, and the offline team finds hypotheses for each',
  async (_, world) => {
    const examples = await examplesOf(await databaseBytes(world));
    expect(examples.length).toBeGreaterThan(0);
    expect(new Set(examples).size).toBe(examples.length);
    for (const question of examples) {
      const { hypotheses, investigation } = await investigated(world, question, { team });
      expect(hypotheses.length, `${question}\n${investigation.limitations.join('\n')}`).toBeGreaterThan(0);
    }
  },
);

it('names an outcome by its noun, its groups by their column, and the last month that is whole', async () => {
  const [first, ...others] = await examplesOf(await databaseBytes(patients));
  expect(first).toBe('Which drug has the lowest death rate?');
  expect(others).toContain('What drives death?');
  const dated = await examplesOf(await databaseBytes(fallingShop()));
  expect(dated.join('\n')).toMatch(/^What happened to [a-z ]+ in [A-Z][a-z]+ \d{4}\?$/m);
});

it('there are none where nothing suggests itself: no tables, no rows, one column of names', async () => {
  expect(await examplesOf('CREATE TABLE t (a); DROP TABLE t;')).toEqual([]);
  expect(await examplesOf('CREATE TABLE orders (id INTEGER PRIMARY KEY, total REAL, placed TEXT);')).toEqual([]);
  expect(await examplesOf("CREATE TABLE names (name TEXT); INSERT INTO names VALUES ('a'), ('b');")).toEqual([]);
});
