import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import initSqlJs from 'sql.js';
import { expect, test } from 'vitest';
import type { Board } from '../../src/board/board';
import { kidney, kidneyInvestigation } from '../worlds/kidney';
import { databaseIn, parsed, run, temporaryFolder } from './run';

type Verified = Board & {
  readonly verification: {
    readonly reproduced: number;
    readonly drifted: number;
    readonly failed: number;
    readonly queries: readonly { readonly query: string; readonly as: string; readonly because?: string }[];
    readonly evidence: readonly string[];
    readonly verdicts: readonly { readonly hypothesis: string; readonly because: readonly string[] }[];
  };
};

async function investigated(): Promise<string> {
  const folder = temporaryFolder();
  await databaseIn(folder, kidney());
  const { code } = await run(['investigate', 'data.sqlite', kidneyInvestigation.question], { cwd: folder });
  expect(code).toBe(0);
  return folder;
}

async function change(folder: string, sql: string): Promise<void> {
  const file = path.join(folder, 'data.sqlite');
  const { Database } = await initSqlJs();
  const database = new Database(readFileSync(file));
  database.run(sql);
  writeFileSync(file, database.export());
  database.close();
}

test('on an untouched database everything is reproduced, and the board says so', async () => {
  const folder = await investigated();
  const { code, stdout } = await run(['verify', 'data.d2board'], { cwd: folder });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^✔ (\d+) of \1 queries reproduced/);
  const board = JSON.parse(readFileSync(path.join(folder, 'data.d2board'), 'utf8')) as Board;
  expect(board.queries.every(({ verified }) => verified?.as === 'reproduced')).toBe(true);
});

test('rows in another order are no drift', async () => {
  const folder = await investigated();
  await change(
    folder,
    `CREATE TABLE copy AS SELECT * FROM patients ORDER BY id DESC; DELETE FROM patients;
     INSERT INTO patients SELECT (SELECT max(id) FROM copy) + 1 - id, treatment, stone_size, success FROM copy; DROP TABLE copy`,
  );
  const { verification } = parsed<Verified>(await run(['verify', 'data.d2board', '--json'], { cwd: folder }));
  expect(verification).toMatchObject({ drifted: 0, failed: 0 });
});

test('after one changed cell the evidence that saw it drifted, its verdicts are at risk, and refresh mends them alone', async () => {
  const folder = await investigated();
  await change(folder, `UPDATE patients SET success = 1 - success WHERE id = 1`);
  const ended = await run(['verify', 'data.d2board', '--json'], { cwd: folder });
  expect(ended.code).toBe(1);
  const { verification, queries, evidence, verdicts } = parsed<Verified>(ended);
  const drifted = new Set(verification.queries.filter(({ as }) => as === 'drifted').map(({ query }) => query));
  expect(verification.failed).toBe(0);
  // What reads the column drifted, what does not reads the same.
  for (const { id, sql } of queries.map((query) => ({ ...query, sql: String(query.sql) }))) {
    if (!/success/.test(sql)) expect(drifted.has(id), sql).toBe(false);
  }
  expect(drifted.size).toBeGreaterThan(0);
  expect(verification.evidence).toEqual(evidence.filter(({ query }) => drifted.has(query)).map(({ id }) => id));
  const atRisk = verdicts.filter(({ cites }) => cites.some((id) => verification.evidence.includes(id)));
  expect(verification.verdicts.map(({ hypothesis }) => hypothesis)).toEqual(atRisk.map(({ hypothesis }) => hypothesis));
  expect(verification.queries.find(({ as }) => as === 'drifted')?.because).toMatch(/^row \d+, \w+: \S+, was \S+$/);

  const text = await run(['verify', 'data.d2board'], { cwd: folder });
  expect(text.stdout).toContain('Verdicts at risk:');
  expect(text.stdout).toContain('data-detective resume data.d2board --refresh');

  const refreshed = await run(['resume', 'data.d2board', '--refresh', '--json'], { cwd: folder });
  expect(refreshed.code).toBe(0);
  const after = parsed<Board>(refreshed);
  const judged = after.verdicts.slice(verdicts.length).map(({ hypothesis }) => hypothesis);
  expect(new Set(judged)).toEqual(new Set(atRisk.map(({ hypothesis }) => hypothesis)));
  // What gave the same answer was not asked again, although the file is another one.
  for (const { query } of verification.queries.filter(({ as }) => as === 'reproduced')) {
    const { sql } = after.queries.find(({ id }) => id === query) ?? {};
    expect(
      after.queries.filter((each) => String(each.sql) === String(sql)),
      query,
    ).toHaveLength(1);
  }
  expect((await run(['verify', 'data.d2board'], { cwd: folder })).code).toBe(0);
});

test('a query that cannot run any more has failed', async () => {
  const folder = await investigated();
  await change(folder, 'ALTER TABLE patients RENAME TO people');
  const ended = await run(['verify', 'data.d2board', '--json'], { cwd: folder });
  const { verification } = parsed<Verified>(ended);
  expect(ended.code).toBe(1);
  expect(verification.reproduced).toBe(0);
  expect(verification.queries[0]).toMatchObject({ as: 'failed', because: 'no such table: patients' });
});

test('a database elsewhere is named, and a board that may not be written is verified all the same', async () => {
  const folder = await investigated();
  const elsewhere = temporaryFolder();
  const moved = await databaseIn(elsewhere, kidney());
  const file = path.join(folder, 'data.d2board');
  const before = readFileSync(file, 'utf8');
  chmodSync(file, 0o444);
  const { code } = await run(['verify', file, '--database', moved], { cwd: elsewhere });
  expect(code).toBe(0);
  if (process.getuid?.() !== 0) expect(readFileSync(file, 'utf8')).toBe(before);
});
