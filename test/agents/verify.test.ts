import { describe, expect, test } from 'vitest';
import { recordedQuery } from '../../src/agents/query-log';
import { verifyBoard, verifyQueries } from '../../src/agents/verify';
import type { Board, Query } from '../../src/board/board';
import { atRisk } from '../../src/board/views/at-risk';
import { withKeptRows, type PrintOptions } from '../../src/board/results';
import { DEFAULT_LIMITS, QueryError, type Database, type ResultSet } from '../../src/database/port';
import { evidence, sampleBoard, verdict } from '../board/sample';
import { fakeDatabase } from '../fakes/database';

const signal = new AbortController().signal;
const clock = { now: () => Date.UTC(2026, 4, 5) };

const WARD = `CREATE TABLE patients(id INTEGER PRIMARY KEY, age INTEGER, died INTEGER);
CREATE TABLE staff(name TEXT);
INSERT INTO patients VALUES (1, 70, 0), (2, 81, 1), (3, 66, 0);
INSERT INTO staff VALUES ('Ada'), ('Grace')`;

const STATEMENTS = [
  'SELECT count(*) AS n, sum(died) AS deaths FROM patients',
  'SELECT id, age FROM patients',
  'SELECT name FROM staff ORDER BY name',
  'SELECT id, died FROM patients WHERE age > 80',
];

async function recorded(database: Database, kept: PrintOptions = { results: 'full' }): Promise<Query[]> {
  return Promise.all(
    STATEMENTS.map(async (sql, index) => {
      const about = { id: `Q${index + 1}`, sql, purpose: '', by: 'hypothesizer', at: '', fingerprint: '' };
      return withKeptRows(recordedQuery(await database.query(sql, DEFAULT_LIMITS, signal), about), kept);
    }),
  );
}

/** A board with one piece of evidence a query, and one verdict a piece. */
function boardOn(queries: Query[]): Board {
  const board = sampleBoard();
  return {
    ...board,
    queries,
    evidence: queries.map(({ id }, index) => evidence(`E${index + 1}`, 'a fact', id)),
    links: [],
    verdicts: queries.map((_, index) => verdict(`V${index + 1}`, `H${index + 1}`, { cites: [`E${index + 1}`] })),
  };
}

const outcomesOf = (board: Board) => board.queries.map(({ verified }) => verified?.as);

describe.each<PrintOptions>([
  { results: 'full' },
  { results: 'none' },
  { results: 'full', redact: ['died', 'deaths', 'age'] },
])('with results kept as %j', (kept) => {
  test('everything is reproduced on the same data', async () => {
    const database = await fakeDatabase(WARD);
    const board = await verifyBoard(boardOn(await recorded(database, kept)), database, clock, signal);
    expect(outcomesOf(board)).toEqual(['reproduced', 'reproduced', 'reproduced', 'reproduced']);
    expect(atRisk(board)).toEqual([]);
  });

  test('after one changed cell exactly the queries that saw it drifted, and the verdicts on them are at risk', async () => {
    const board = boardOn(await recorded(await fakeDatabase(WARD), kept));
    const changed = await fakeDatabase(`${WARD}; UPDATE patients SET died = 0 WHERE id = 2`);
    const verified = await verifyBoard(board, changed, clock, signal);
    expect(outcomesOf(verified)).toEqual(['drifted', 'reproduced', 'reproduced', 'drifted']);
    expect(atRisk(verified).map(({ verdict: { id } }) => id)).toEqual(['V1', 'V4']);
  });
});

test('how an answer differs is told by the first cell that does', async () => {
  const queries = await recorded(await fakeDatabase(WARD));
  const changes = [
    'UPDATE patients SET age = 71 WHERE id = 1',
    'DELETE FROM patients WHERE id = 3',
    'ALTER TABLE staff RENAME COLUMN name TO who',
  ];
  const changed = await fakeDatabase([WARD, ...changes].join(';'));
  const outcomes = await verifyQueries(boardOn(queries), changed, signal);
  expect(outcomes.map(({ because }) => because)).toEqual([
    'row 1, n: 2, was 3',
    '2 rows, were 3',
    expect.stringContaining('no such column'),
    undefined,
  ]);
});

test('what a column hides is not told by how it differs', async () => {
  const queries = await recorded(await fakeDatabase(WARD), { results: 'full', redact: ['age'] });
  const changed = await fakeDatabase(`${WARD}; UPDATE patients SET age = 99 WHERE id = 1`);
  const [, ages] = await verifyQueries(boardOn(queries), changed, signal);
  expect(ages).toMatchObject({ as: 'drifted', because: 'other values in rows that the board does not keep' });
});

test('rows of a statement without an order may come in another one', async () => {
  const queries = await recorded(await fakeDatabase(WARD));
  const shuffled = WARD.replace("('Ada'), ('Grace')", "('Grace'), ('Ada')");
  const outcomes = await verifyQueries(boardOn(queries), await fakeDatabase(shuffled), signal);
  expect(outcomes.map(({ as }) => as)).toEqual(['reproduced', 'reproduced', 'reproduced', 'reproduced']);
});

test('a query that drifted and was asked again is left to its later answer', async () => {
  const database = await fakeDatabase(WARD);
  const [first] = await recorded(database);
  if (!first) throw new Error('no query');
  const board = boardOn([
    { ...first, digest: 'multiset:old', verified: { at: '', as: 'drifted' } },
    { ...first, id: 'Q2' },
  ]);
  expect((await verifyQueries(board, database, signal)).map(({ query, as }) => [query.id, as])).toEqual([
    ['Q2', 'reproduced'],
  ]);
  // The same statement twice without a drift is two queries: evidence may cite either.
  expect(await verifyQueries(boardOn([first, { ...first, id: 'Q2' }]), database, signal)).toHaveLength(2);
});

describe('a query that was stopped by its deadline', () => {
  const stopped: Query = {
    ...recordedQuery(answer([[1], [2]]), {
      id: 'Q1',
      sql: 'SELECT n FROM big',
      purpose: '',
      by: '',
      at: '',
      fingerprint: '',
    }),
    rowCount: { atLeast: 1_000 },
    digest: 'multiset:of what was seen',
  };
  const outcome = async (query: Query, result: ResultSet) =>
    (await verifyQueries(boardOn([query]), answering(result), signal))[0];

  test('is verified by the rows that were kept of its beginning', async () => {
    const now = { ...answer([[1], [2], [3]]), rowCount: { atLeast: 900 } };
    expect(await outcome(stopped, now)).toMatchObject({ as: 'reproduced' });
    expect(await outcome(stopped, { ...now, rows: [[1], [5], [3]] })).toMatchObject({
      as: 'drifted',
      because: 'row 2, n: 5, was 2',
    });
  });

  test('drifted when the whole result has fewer rows than it had already', async () => {
    expect(await outcome(stopped, { ...answer([[1], [2]]), rowCount: 2 })).toMatchObject({
      as: 'drifted',
      because: '2 rows, were at least 1000',
    });
  });

  test('cannot be verified when none of its rows is kept', async () => {
    const now = { ...answer([[1]]), rowCount: { atLeast: 900 } };
    expect(await outcome({ ...stopped, rows: [] }, now)).toMatchObject({ as: 'failed' });
  });

  test('has failed when it gives no row in its time', async () => {
    const database = answering(new QueryError('timeout', 'not finished within 30 s', ''));
    const [result] = await verifyQueries(boardOn([stopped]), database, signal);
    expect(result).toMatchObject({ as: 'failed', because: 'not finished within 30 s' });
  });
});

test('verifying ends when it is aborted', async () => {
  const database = await fakeDatabase(WARD);
  const board = boardOn(await recorded(database));
  await expect(verifyBoard(board, database, clock, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
});

function answer(rows: number[][]): ResultSet {
  return { columns: ['n'], rows, rowCount: rows.length, digest: 'multiset:now', milliseconds: 1, warnings: [] };
}

/** A database that has one answer to everything. */
function answering(result: ResultSet | QueryError): Database {
  return {
    identity: { engine: 'none', location: '' },
    fingerprint: async () => '',
    schema: async () => ({ tables: [], notes: [] }),
    query: async () => {
      if (result instanceof QueryError) throw result;
      return result;
    },
    close: async () => undefined,
  };
}
