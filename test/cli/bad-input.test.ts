import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { printBoard } from '../../src/board/codec';
import { sqliteBytes } from '../fakes/database';
import { sampleBoard } from '../board/sample';
import { run, temporaryFolder, type Ended } from './run';

/** One line that says what is wrong, with the next step; nothing on standard output; the usage status. */
function expectOneClearLine({ code, stdout, stderr }: Ended, message: RegExp): void {
  expect(stderr).toMatch(message);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  expect(stderr).toMatch(/^error: .+\. .+/);
  expect(stderr).not.toMatch(/\n\s+at |node:internal|undefined/);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
}

async function folderOfBadFiles(): Promise<string> {
  const folder = temporaryFolder();
  const bytes = await sqliteBytes('CREATE TABLE t(a); INSERT INTO t VALUES (1)');
  const board = printBoard(sampleBoard());
  const files: Record<string, string | Uint8Array> = {
    'good.sqlite': bytes,
    'empty.sqlite': '',
    'encrypted.sqlite': Uint8Array.from({ length: 4096 }, (_, at) => (at * 97 + (at >> 3) * 31) % 256),
    'truncated.sqlite': bytes.subarray(0, 4096),
    'text.sqlite': 'a,b\n1,2\n',
    'good.d2board': board,
    'broken.d2board': board.slice(0, 500),
    'conflict.d2board': board.replace('"status": "complete"', '\n<<<<<<< HEAD\n"status": "complete"'),
    'newer.d2board': board.replace('"d2board": 1', '"d2board": 2'),
    'dangling.d2board': board.replace('"to": "H1"', '"to": "H77"'),
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content);
  mkdirSync(path.join(folder, 'folder'));
  return folder;
}

test.each([
  ['a missing file', ['investigate', 'nowhere/missing.sqlite', 'why?'], /no such file/],
  ['an empty file', ['investigate', 'empty.sqlite', 'why?', '--json'], /the file is empty/],
  ['an encrypted file', ['investigate', 'encrypted.sqlite', 'why?', '--json'], /encrypted, or not an SQLite file/],
  ['a truncated file', ['query', 'truncated.sqlite', 'SELECT 1', '--json'], /cut off/],
  ['a file that is no database', ['schema', 'text.sqlite'], /not an SQLite file but text/],
  ['a folder', ['investigate', 'folder', 'why?'], /a folder, not a database/],
])('%s as a database ends with one clear line', async (_, words, message) => {
  expectOneClearLine(await run(words, { cwd: await folderOfBadFiles() }), message);
});

test.each([
  ['a missing file', ['resume', 'missing.d2board'], /no such board/],
  ['broken JSON', ['verify', 'broken.d2board', '--json'], /broken.d2board, line \d+: /],
  ['a merge conflict', ['explain', 'conflict.d2board', 'H1'], /line \d+: merge-conflict marker/],
  ['a board of a newer version', ['resume', 'newer.d2board', '--refresh'], /version 2 is newer/],
  ['a dangling link', ['report', 'dangling.d2board', '--format', 'html'], /line \d+: link L1 points to H77/],
  ['a database', ['export', 'good.sqlite', '--to', 'svg'], /a database, not a board/],
  ['a folder', ['verify', 'folder'], /a folder, not a board/],
])('%s as a board ends with one clear line', async (_, words, message) => {
  expectOneClearLine(await run(words, { cwd: await folderOfBadFiles() }), message);
});

test.each([
  ['an empty question', ['investigate', 'good.sqlite', ' '], /the question is empty/],
  ['no question', ['investigate', 'good.sqlite'], /missing required argument 'question'/],
  ['an unknown flag', ['investigate', 'good.sqlite', 'why?', '--qeries', '3'], /unknown option '--qeries'/],
  ['an unknown command', ['investigat', 'good.sqlite', 'why?'], /unknown command 'investigat'/],
  ['a budget that is none', ['investigate', 'good.sqlite', 'why?', '--rounds', '-1'], /Give a whole number above 0/],
  ['an unknown team', ['investigate', 'good.sqlite', 'why?', '--team', 'x'], /offline, anthropic/],
  [
    'an unknown role of a model',
    ['investigate', 'good.sqlite', 'why?', '--team', 'anthropic', '--model', 'x=y'],
    /unknown role/,
  ],
  ['a missing key', ['investigate', 'good.sqlite', 'why?', '--team', 'anthropic'], /no API key.*ANTHROPIC_API_KEY/],
  [
    'a folder that is not there',
    ['investigate', 'good.sqlite', 'why?', '--board', 'nowhere/x.d2board'],
    /no such folder: .*nowhere. .*--board/,
  ],
  ['an unknown hypothesis', ['explain', 'good.d2board', 'H99'], /unknown hypothesis: H99. The board has H1/],
  ['a database that moved', ['verify', 'good.d2board'], /covid.sqlite. Name it with --database/],
  ['an output that is a database', ['report', 'good.d2board', '--output', 'good.sqlite'], /good.sqlite exists already/],
  [
    'an output that is a board',
    ['export', 'good.d2board', '--to', 'sqlite', '--output', 'good.d2board'],
    /exists already/,
  ],
  ['an unknown format', ['export', 'good.d2board', '--to', 'pdf'], /md, html, sql, notebook, svg, sqlite/],
])('%s ends with one clear line', async (_, words, message) => {
  expectOneClearLine(await run(words, { cwd: await folderOfBadFiles() }), message);
});

test('a database without rows is investigated to an honest board', async () => {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'data.sqlite'), await sqliteBytes('CREATE TABLE t(treatment TEXT, cured INTEGER)'));
  const { code, stdout, stderr } = await run(['investigate', 'data.sqlite', 'Which treatment is better?'], {
    cwd: folder,
  });
  expect([0, 1]).toContain(code);
  expect(stdout).toMatch(/^No answer|not|No/);
  expect(stderr).not.toMatch(/\n\s+at /);
});
