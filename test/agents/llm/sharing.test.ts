import { beforeAll, describe, expect, it } from 'vitest';
import { investigate, resume } from '../../../src/agents/detective';
import { errorWithoutValues } from '../../../src/agents/llm/error-without-values';
import type { Sharing } from '../../../src/agents/llm/sharing';
import { llmTeam } from '../../../src/agents/llm/team';
import { offlineTeam } from '../../../src/agents/offline/team';
import type { Board } from '../../../src/board/board';
import { QueryError } from '../../../src/database/port';
import type { ModelRequest } from '../../../src/models/port';
import { MemoryBoardStore } from '../../fakes/board-store';
import { fakeDatabase } from '../../fakes/database';
import { actingModels, detective, type Call, type Scene } from './acting';

/* What leaves the computer. Every cell of this database can be told from everything else that a request holds. */

const SQL = `
CREATE TABLE persons (
  id INTEGER PRIMARY KEY, weight REAL, sickness TEXT, treatment TEXT, recovered INTEGER, seen_on TEXT, note TEXT
);
WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 400)
INSERT INTO persons
SELECT 7700000 + n, 913.25 + n, CASE n % 3 WHEN 0 THEN 'quorvexia' WHEN 1 THEN 'blenthopy' ELSE 'zarnitis' END,
  CASE WHEN n % 2 = 0 THEN 'Florbital' ELSE 'Drumoxin' END, (n * 13) % 10 < 3 + 3 * (n % 2), date('1871-03-01', '+' || n || ' days'),
  'Mrs Wibblethorpe ' || n FROM numbers;
`;
const TEXTS = ['quorvexia', 'blenthopy', 'zarnitis', 'Florbital', 'Drumoxin', 'Wibblethorpe', '1871-', '1872-'];
const NUMBERS = /77000\d\d|77001\d\d|77002\d\d|77003\d\d|77004\d\d|\b9[12]\d\.25|\b1[0-3]\d\d\.25/;

const treatment = { table: 'persons', column: 'treatment' };
const recovered = { table: 'persons', column: 'recovered', event: 1 };
const cause = {
  statement: 'The treatment changes who recovers',
  claim: { kind: 'effect', unit: 'persons', exposure: treatment, outcome: recovered, direction: 'differs' },
};
const rival = {
  statement: 'The sickness distorts the difference',
  claim: {
    kind: 'confounding',
    unit: 'persons',
    exposure: treatment,
    outcome: recovered,
    by: { table: 'persons', column: 'sickness' },
  },
};
const untyped = { statement: 'The notes tell who recovers' };

const looks: readonly Call[] = [
  'SELECT * FROM persons LIMIT 30',
  'SELECT treatment, COUNT(*) AS n, AVG(weight) AS weight FROM persons GROUP BY treatment',
  'SELECT MIN(note), MAX(seen_on), GROUP_CONCAT(DISTINCT sickness) FROM persons',
  // Errors can quote a value: this one tells the path that it was given.
  "SELECT json_extract('{}', note) FROM persons",
  'SELECT notes FROM persons',
].map((sql) => ({ tool: 'run_sql', input: { sql, purpose: 'a look' } }));

const explorations: readonly Call[] = [
  ...looks,
  { tool: 'find_value', input: { text: 'thorpe' } },
  { tool: 'profile_column', input: { table: 'persons', column: 'sickness' } },
  { tool: 'profile_column', input: { table: 'persons', column: 'weight' } },
  { tool: 'describe_table', input: { table: 'persons' } },
];

const change = {
  kind: 'change',
  unit: 'persons',
  outcome: { column: { table: 'persons', column: 'id' }, measure: 'count' },
  when: { table: 'persons', column: 'seen_on' },
  from: { start: '1900-01-01', end: '1900-02-01' },
  to: { start: '1900-02-01', end: '1900-03-01' },
  direction: 'rose',
};

const actor = detective({
  overview: 'SELECT COUNT(*) AS n FROM persons',
  fact: 'There are persons.',
  hypotheses: [cause, rival, untyped],
  opinions: { H3: { status: 'inconclusive', confidence: 0.5 } },
  queries: {
    H3: {
      sql: 'SELECT note, recovered FROM persons ORDER BY note',
      evidence: { fact: 'Notes differ.', relation: 'neutral', note: 'they name persons' },
    },
  },
  report: 'The treatment changes who recovers [E2].',
});

/** Plays the detective, and has a long look at everything before. */
function curious(scene: Scene): readonly Call[] {
  if (scene.role === 'hypothesizer' && scene.step === 0) return [...explorations, ...actor(scene)];
  if (scene.role === 'hypothesizer' && scene.step === 1) {
    const query = /^Q\d+/.exec(scene.results[0] ?? '')?.[0] ?? '';
    return actor({ ...scene, results: [query] });
  }
  if (scene.role === 'collector' && scene.step === 0) {
    return [...looks, ...actor(scene), { tool: 'explain_change', input: { claim: change } }, ...explorations.slice(5)];
  }
  return actor(scene);
}

async function play(
  sharing: Sharing,
): Promise<{ board: Board; requests: readonly ModelRequest[]; texts: readonly string[] }> {
  const models = actingModels(curious);
  let now = Date.UTC(2026, 11, 1);
  const board = await investigate('Does the treatment change who recovers?', {
    database: await fakeDatabase(SQL),
    databasePath: 'persons.sqlite',
    store: new MemoryBoardStore(),
    team: llmTeam({ models, sharing }),
    clock: { now: () => (now += 10) },
    stop: new AbortController().signal,
    signal: new AbortController().signal,
  });
  const requests = [...models.judge.requests, ...models.collector.requests];
  return { board, requests, texts: requests.map((request) => JSON.stringify(request)) };
}

describe('of an investigation that shares the schema only', () => {
  let played: Awaited<ReturnType<typeof play>>;
  beforeAll(async () => {
    played = await play('schemaOnly');
  });

  it('no request holds the value of a cell', () => {
    expect(played.texts.length).toBeGreaterThan(12);
    for (const text of played.texts) {
      expect(TEXTS.filter((value) => text.includes(value))).toEqual([]);
      expect(NUMBERS.exec(text)?.[0]).toBeUndefined();
    }
  });

  it('the requests tell what is withheld, the schema, the shape of results and the operators’ statistics', () => {
    for (const { system } of played.requests) expect(system[0]?.text).toContain('The user shares the schema alone');
    const all = played.texts.join('\n');
    expect(all).toContain('sickness TEXT');
    expect(all).toContain('treatment (text) | n (integer) | weight (real)');
    expect(all).toContain('(rows are not shown)');
    expect(all).toMatch(/risk difference -?0\.\d+ \[/);
    expect(all).toContain('first group: 0.');
    expect(all).toContain('no such column: notes; did you mean note?');
    expect(all).toContain('the message is withheld');
  });

  it('comes to verdicts by the rules, and the board here holds all', () => {
    const { board } = played;
    expect(board.investigation).toMatchObject({ status: 'complete', team: 'llm (schema only)' });
    expect(board.hypotheses.map(({ status }) => status)).not.toContain('open');
    expect(board.verdicts.some(({ rule }) => rule !== 'not rule-checked')).toBe(true);
    expect(board.history.filter(({ did }) => did === 'failed')).toEqual([]);
    const text = JSON.stringify(board, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
    expect(TEXTS.filter((value) => text.includes(value))).toEqual(TEXTS);
  });
});

it('an investigation that shares samples shows the same values, so that a leak would be seen', async () => {
  const { texts } = await play('sample');
  const all = texts.join('\n');
  expect(TEXTS.filter((value) => all.includes(value))).toEqual(TEXTS);
  expect(all).toMatch(NUMBERS);
});

it('a board that quotes values is not gone on with by models that may not see them', async () => {
  const store = new MemoryBoardStore();
  const setup = {
    database: await fakeDatabase(SQL),
    databasePath: 'persons.sqlite',
    store,
    clock: { now: () => 0 },
    stop: new AbortController().signal,
    signal: new AbortController().signal,
  };
  const board = await investigate('Does the treatment change who recovers?', {
    ...setup,
    team: offlineTeam,
    budget: { rounds: 1 },
  });
  const models = actingModels(curious);
  const again = board.hypotheses.slice(0, 1).map(({ id }) => id);
  const ended = await resume(board, { ...setup, team: llmTeam({ models, sharing: 'schemaOnly' }), again });
  expect([...models.judge.requests, ...models.collector.requests]).toEqual([]);
  expect(JSON.stringify(ended.history)).toContain('the board quotes values: it was begun by the team offline');
});

it.each([
  ['no such column: agee', 'SELECT agee FROM persons', true],
  ['near "FORM": syntax error', 'SELECT 1 FORM persons', true],
  // The full-text engine reads `Wibblethorpe:note` as a column and a word.
  ['no such column: Wibblethorpe', 'SELECT * FROM f WHERE f MATCH (SELECT note FROM persons)', false],
  ["bad JSON path: 'Wibblethorpe'", "SELECT json_extract('{}', note) FROM persons", false],
])('an engine’s message is shown when it speaks of the statement alone: %s', (message, sql, isShown) => {
  const told = errorWithoutValues(new QueryError('sql', message, sql), sql).message;
  expect(told === message).toBe(isShown);
  if (!isShown) expect(told).not.toContain('Wibblethorpe');
});
