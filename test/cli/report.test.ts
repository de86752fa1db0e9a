import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import initSqlJs from 'sql.js';
import { expect, test } from 'vitest';
import type { Board } from '../../src/board/board';
import { printBoard } from '../../src/board/codec';
import { sampleBoard } from '../board/sample';
import { kidney, kidneyInvestigation } from '../worlds/kidney';
import { databaseIn, parsed, run, temporaryFolder } from './run';

const HOSTILE = '</title><script>alert(1)</script><img src=x onerror=alert(1)>';

function folderWith(board: Board): string {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'b.d2board'), printBoard(board, { results: 'full' }));
  return folder;
}

function hostileBoard(): Board {
  const board = sampleBoard();
  return {
    ...board,
    investigation: { ...board.investigation, question: HOSTILE, reason: HOSTILE },
    hypotheses: board.hypotheses.map((each) => ({ ...each, statement: HOSTILE })),
    evidence: board.evidence.map((each) => ({ ...each, fact: HOSTILE, attack: HOSTILE })),
    queries: board.queries.map((each) => ({
      ...each,
      purpose: `x\n; DROP TABLE t; --\u2028\r${HOSTILE}`,
      columns: each.columns.map(() => HOSTILE),
    })),
    verdicts: board.verdicts.map((each) => ({ ...each, rationale: HOSTILE, rule: HOSTILE })),
    links: board.links.map((each) => ({ ...each, note: HOSTILE })),
    report: `# ${HOSTILE}\n\n${HOSTILE} ![pixel](https://evil.example/p.png) [click](https://evil.example) [js](javascript:alert(1)) <b>raw</b> [11.7 %](#Q2/1/2)`,
  };
}

test('the report is printed as Markdown, and as one object', async () => {
  const board = sampleBoard();
  const folder = folderWith(board);
  expect(await run(['report', 'b.d2board'], { cwd: folder })).toMatchObject({ code: 0, stdout: board.report });
  const json = parsed<{ answer: string; board: string; d2board: number }>(
    await run(['report', 'b.d2board', '--format', 'json'], { cwd: folder }),
  );
  expect(json).toMatchObject({ answer: '11.7 % of the patients on drug B died.', board: 'b.d2board', d2board: 1 });
});

test('the HTML report stands alone: no script, nothing fetched, whatever the board holds', async () => {
  const folder = folderWith(hostileBoard());
  const { code } = await run(['report', 'b.d2board', '--format', 'html', '--output', 'r.html'], { cwd: folder });
  expect(code).toBe(0);
  const html = readFileSync(path.join(folder, 'r.html'), 'utf8');
  expect(html).not.toMatch(/<(script|img|iframe|object|embed|link|b)\b/i);
  expect(html).not.toMatch(/\son\w+=(?!x)["']/i);
  expect(html).toContain("default-src 'none'");
  expect([...html.matchAll(/(?:href|src)="([^"]*)"/g)].filter(([, url]) => !url?.startsWith('#'))).toEqual([]);
  expect(html.match(/url\((?!#)/g)).toBeNull();
});

test('every link of an HTML report leads to something in it: numbers to their cells', async () => {
  const folder = temporaryFolder();
  await databaseIn(folder, kidney());
  await run(['investigate', 'data.sqlite', kidneyInvestigation.question, '--board', 'b.d2board'], { cwd: folder });
  const { stdout: html } = await run(['report', 'b.d2board', '--format', 'html'], { cwd: folder });
  const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  const targets = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  expect(targets.length).toBeGreaterThan(5);
  expect(targets.filter((target) => !ids.has(target))).toEqual([]);
  expect(ids.has('Q1/0/0')).toBe(true);
});

test('the SQL pack runs, and nothing in it gets out of a comment', async () => {
  const folder = folderWith(hostileBoard());
  const { stdout } = await run(['export', 'b.d2board', '--to', 'sql'], { cwd: folder });
  const { Database } = await initSqlJs();
  const database = new Database();
  database.run(
    'CREATE TABLE t(x); CREATE TABLE patients(id, age, drug_a, drug_b, died, scan, x); CREATE TABLE admissions(grade, drug_b, name)',
  );
  database.run(stdout);
  expect(database.exec('SELECT count(*) FROM t')[0]?.values).toEqual([[0]]);
  expect(stdout).toContain('-- E1: ');
  expect(stdout).toMatch(/^-- H2 \(supported\): /m);
});

test('a statement that does more than read is only a comment in the SQL pack', async () => {
  const board = sampleBoard();
  const [first, ...others] = board.queries;
  const write = (sql: string): string => folderWith({ ...board, queries: first ? [{ ...first, sql }, ...others] : [] });
  for (const sql of ['DROP TABLE t', 'SELECT 1; DROP TABLE t', 'SELECT 1 /* open', "SELECT 'open", '.shell rm -rf /']) {
    const { stdout } = await run(['export', 'b.d2board', '--to', 'sql'], { cwd: write(sql) });
    expect(stdout, sql).toContain(`-- Not to be run: `);
    expect(stdout, sql).toContain(`\n-- ${sql}`);
  }
});

test('a board becomes a database of its records, and a picture', async () => {
  const folder = folderWith(sampleBoard());
  const { code, stderr } = await run(['export', 'b.d2board', '--to', 'sqlite'], { cwd: folder });
  expect({ code, stderr }).toEqual({ code: 0, stderr: 'wrote b-board.sqlite\n' });
  const count = await run(['query', 'b-board.sqlite', 'SELECT count(*) AS n FROM hypotheses', '--json'], {
    cwd: folder,
  });
  expect(parsed(count)).toMatchObject({ rows: [[sampleBoard().hypotheses.length]] });
  const svg = await run(['export', 'b.d2board', '--to', 'svg'], { cwd: folder });
  expect(svg.stdout).toMatch(/^<svg [\s\S]*<\/svg>\n$/);
});

test('a board becomes a Markdown file and a notebook, which find its database from where they lie', async () => {
  const folder = folderWith(sampleBoard());
  mkdirSync(path.join(folder, 'out'));
  const words = ['export', 'b.d2board', '--output'];
  await run([...words, 'out/b.md', '--to', 'md'], { cwd: folder });
  expect(readFileSync(path.join(folder, 'out/b.md'), 'utf8')).toContain('[11.7 %](#q2)');
  await run([...words, 'out/b.ipynb', '--to', 'notebook'], { cwd: folder });
  expect(readFileSync(path.join(folder, 'out/b.ipynb'), 'utf8')).toContain('Path(\\"../covid.sqlite\\")');
});

test('what a person may have written is not overwritten; a page that was made is made anew', async () => {
  const folder = folderWith(sampleBoard());
  for (const [format, name, isKept] of [
    ['sql', 'b.sql', true],
    ['md', 'b.md', true],
    ['notebook', 'b.ipynb', true],
    ['html', 'b.html', false],
  ] as const) {
    writeFileSync(path.join(folder, name), 'mine');
    const { code } = await run(['export', 'b.d2board', '--to', format, '--output', name], { cwd: folder });
    expect([name, code, readFileSync(path.join(folder, name), 'utf8') === 'mine']).toEqual([
      name,
      isKept ? 2 : 0,
      isKept,
    ]);
  }
});
