import { describe, expect, test } from 'vitest';
import { reduce } from '../../../src/board/reduce';
import { DEFAULT_LIMITS, type ResultSet } from '../../../src/database/port';
import { errorPlace } from '../../../src/ui/sql/error-place';
import { evidenceEvents, suggestedFact, type NewEvidence } from '../../../src/ui/sql/evidence';
import { isSameAnswer, recordedAs } from '../../../src/ui/sql/recorded';
import { query, sampleBoard } from '../../board/sample';
import { fakeDatabase } from '../../fakes/database';

const database = await fakeDatabase('CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 2), (3, NULL)');
const run = (sql: string): Promise<ResultSet> => database.query(sql, DEFAULT_LIMITS, new AbortController().signal);
const board = sampleBoard();
const stamp = { at: '2026-05-05T08:00:00Z', by: 'person' };

function newEvidence(sql: string, result: ResultSet): NewEvidence {
  const what = { purpose: 'a check', fact: 'a: 1', hypothesis: 'H3', relation: 'supports' } as const;
  return { sql, result, fingerprint: 'sha256:now', ...what };
}

describe('evidence that a person adds', () => {
  test('is a query, a piece of evidence and a link, numbered on from the board', async () => {
    const sql = 'SELECT a, b FROM t ORDER BY a';
    const events = evidenceEvents(board, stamp, newEvidence(sql, await run(sql)));
    expect(events.map(({ type }) => type)).toEqual(['queried', 'recorded', 'linked']);
    const after = events.map((event) => ({ ...event, ...stamp })).reduce(reduce, board);
    expect(after.queries.at(-1)).toMatchObject({ id: 'Q11', sql, by: 'person', rowCount: 2 });
    expect(after.evidence.at(-1)).toMatchObject({ id: 'E12', query: 'Q11', fact: 'a: 1', by: 'person' });
    expect(after.links.at(-1)).toMatchObject({ id: 'L11', from: 'E12', to: 'H3', relation: 'supports' });
  });

  test('does not record a query twice, whatever its white space', async () => {
    const result = await run('SELECT a FROM t');
    const known = query('Q3', 'SELECT a FROM t', ['a'], [[1], [3]], {
      digest: result.digest,
      fingerprint: 'sha256:now',
    });
    const holding = { ...board, queries: [known] };
    const events = evidenceEvents(holding, stamp, newEvidence('SELECT\n  a\nFROM\n  t;', result));
    expect(events.map(({ type }) => type)).toEqual(['recorded', 'linked']);
    expect(events[0]).toMatchObject({ evidence: { query: 'Q3' } });
    const older = { ...board, queries: [{ ...known, fingerprint: 'sha256:before' }] };
    expect(evidenceEvents(older, stamp, newEvidence('SELECT a FROM t', result))).toHaveLength(3);
  });

  test('begins with what the result says', async () => {
    expect(suggestedFact(await run('SELECT a, b FROM t ORDER BY a'))).toBe('a: 1, b: 2; a: 3, b: NULL');
    expect(suggestedFact(await run('SELECT a FROM t, (VALUES (1), (2)) ORDER BY a'))).toBe('a: 1; a: 1; a: 3; …');
    expect(suggestedFact(await run('SELECT a FROM t WHERE 0'))).toBe('No rows.');
  });
});

describe('the recorded answer', () => {
  test('belongs to the statement that says the same, the preferred query first', () => {
    const queries = ['Q1', 'Q2', 'Q3'].map((id) => query(id, id === 'Q2' ? 'SELECT 2' : 'SELECT 1', [], []));
    expect(recordedAs({ ...board, queries }, 'SELECT  1 ;')?.id).toBe('Q3');
    expect(recordedAs({ ...board, queries }, 'SELECT  1 ;', 'Q1')?.id).toBe('Q1');
    expect(recordedAs({ ...board, queries }, 'SELECT  1 ;', 'Q2')?.id).toBe('Q3');
    expect(recordedAs({ ...board, queries }, 'SELECT 4')).toBeUndefined();
  });

  test('is the same as long as the data are, and not told apart where one was not read to its end', async () => {
    const result = await run('SELECT a FROM t');
    const known = query('Q1', 'SELECT a FROM t', ['a'], [[1], [3]], { digest: result.digest });
    expect(isSameAnswer(known, result)).toBe(true);
    expect(isSameAnswer(known, await run('SELECT a + 1 FROM t'))).toBe(false);
    expect(isSameAnswer({ ...known, rowCount: { atLeast: 2 } }, result)).toBeUndefined();
    expect(isSameAnswer(known, { ...result, rowCount: { atLeast: 2 } })).toBeUndefined();
  });
});

describe('the place of an error', () => {
  test.each([
    ['SELECT a, FROM t', 'FROM'],
    ['SELECT a, prise FROM t', 'prise'],
    ['SELECT t.prise FROM t', 'prise'],
    ['SELECT a FROM nowhere', 'nowhere'],
    ['SELECT a FROM main.nowhere', 'nowhere'],
    ['SELECT nofun(a) FROM t', 'nofun'],
    ['SELECT a FROM t WHERE "prise" = 1', '"prise"'],
    ['SELECT a FROM t JOIN t AS u', 'a'],
  ])('%s', async (sql, at) => {
    const message = await run(sql).then(
      () => 'no error',
      (error: unknown) => String(error),
    );
    const place = errorPlace(sql, message);
    expect(place && sql.slice(place.start, place.end), message).toBe(at);
    expect(place?.start).toBe(sql.indexOf(at, at === 'a' ? 7 : 0));
  });

  test('is left open where several words could be meant', async () => {
    const sql = 'SELECT a a a FROM t';
    const message = await run(sql).then(() => 'no error', String);
    expect(message).toContain('near "a": syntax error');
    expect(errorPlace(sql, message)).toBeUndefined();
  });
});
