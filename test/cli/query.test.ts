import { expect, test } from 'vitest';
import { databaseIn, parsed, run, temporaryFolder } from './run';

const VALUES = `CREATE TABLE t(a, b);
INSERT INTO t VALUES (NULL, 1), ('', 2), ('NULL', 3), (9007199254740993, 4), (x'00ff', 5), ('two' || char(10) || 'lines', 6)`;

test('a table tells NULL, the empty text and the text NULL apart, keeps integers exact and shows bytes', async () => {
  const file = await databaseIn(temporaryFolder(), VALUES);
  const { code, stdout, stderr } = await run(['query', file, 'SELECT a, b FROM t ORDER BY b']);
  expect(stdout.split('\n').map((line) => line.trimEnd())).toEqual([
    'a                 b',
    '────────────────  ─',
    'NULL              1',
    "''                2",
    "'NULL'            3",
    '9007199254740993  4',
    "x'00FF'           5",
    'two↵lines         6',
    '',
  ]);
  expect(stderr).toMatch(/^6 rows in \d+ ms\n$/);
  expect(code).toBe(0);
});

test('--json prints one object with columns, exact rows and their count', async () => {
  const file = await databaseIn(temporaryFolder(), VALUES);
  const ended = await run(['query', file, 'SELECT a FROM t ORDER BY b', '--json']);
  expect(parsed(ended)).toMatchObject({
    columns: ['a'],
    rows: [[null], [''], ['NULL'], [{ $integer: '9007199254740993' }], [{ $bytes: 'AP8=' }], ['two\nlines']],
    rowCount: 6,
  });
  expect(ended.code).toBe(0);
});

test('what was cut off a result is said', async () => {
  const file = await databaseIn(temporaryFolder(), VALUES);
  const numbers = 'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 1200) SELECT n FROM c';
  const { stderr } = await run(['query', file, numbers]);
  expect(stderr).toContain('1,200 rows');
  expect(stderr).toContain('200 rows are not shown');
  expect((await run(['query', file, `SELECT printf('%.*c', 30000, 'x')`])).stderr).toContain(
    '10,000 characters were cut',
  );
});

test.each([
  ['a misspelt column', 'SELECT nme FROM t', 2, /no such column: nme/],
  ['a statement that writes', 'DELETE FROM t', 2, /refused/],
  ['two statements', 'SELECT 1; SELECT 2', 2, /refused/],
  ['no statement', ' ', 2, /refused/],
])('%s ends with one line and the usage status', async (_, sql, code, message) => {
  const file = await databaseIn(temporaryFolder(), VALUES);
  const ended = await run(['query', file, sql, '--json']);
  expect(ended.code).toBe(code);
  expect(ended.stdout).toBe('');
  expect(ended.stderr).toMatch(message);
  expect(ended.stderr.trimEnd().split('\n')).toHaveLength(1);
});

test('a statement that needs longer than its timeout fails', async () => {
  const file = await databaseIn(temporaryFolder(), VALUES);
  const endless = 'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT max(n) FROM c';
  const { code, stderr } = await run(['query', file, endless, '--timeout', '0.2']);
  expect(code).toBe(1);
  expect(stderr).toContain('not finished within 0.2 s');
  expect(stderr).toContain('--timeout');
});

test('control characters of names and values do not reach the terminal', async () => {
  const file = await databaseIn(
    temporaryFolder(),
    `CREATE TABLE "t\u001b[2J"("c\u001b]0;title\u0007"); INSERT INTO "t\u001b[2J" VALUES (char(27) || '[31mred' || char(27) || '[0m' || char(155) || '5n' || char(8238) || 'txt')`,
  );
  for (const words of [
    ['query', file, 'SELECT * FROM "t\u001b[2J"'],
    ['query', file, 'SELECT * FROM "t\u001b[2J"', '--json'],
    ['query', file, 'SELECT \u001b[2J'],
    ['schema', file],
    ['schema', file, '--json'],
  ]) {
    const { stdout, stderr } = await run(words);
    expect(stdout + stderr).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/);
  }
});
