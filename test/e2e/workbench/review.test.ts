import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import initSqlJs from 'sql.js';
import { expect } from 'vitest';
import type { Board } from '../../../src/board/board';
import { parseBoard, printBoard } from '../../../src/board/codec';
import { reduce } from '../../../src/board/reduce';
import { standingVerdict } from '../../../src/board/views/standing';
import { hypothesis } from '../../board/sample';
import { out } from '../harness/places';
import { sampleFiles } from '../harness/samples';
import { testIn } from '../harness/test-in';
import type { Workbench } from '../harness/workbench';

const test = testIn({ files: sampleFiles });

const read = ({ workspace }: Workbench): Board =>
  parseBoard(readFileSync(workspace.file('kidney.d2board'), 'utf8'), 'kidney.d2board');
const write = ({ workspace }: Workbench, board: Board): void =>
  writeFileSync(workspace.file('kidney.d2board'), printBoard(board));
const git = ({ workspace }: Workbench, ...words: string[]): string =>
  execFileSync('git', words, { cwd: workspace.folder, encoding: 'utf8' });
const SOON = { timeout: 60_000 };
const judged = (board: Board): string => board.hypotheses.find(({ id }) => standingVerdict(board, id))?.id ?? '';

test('what changed since the last commit is told as verdicts, hypotheses and reasons', async ({ workbench }) => {
  git(workbench, 'init', '-q');
  git(workbench, 'config', 'user.name', 'Ada Reviewer');
  git(workbench, 'config', 'user.email', 'ada@example.org');
  git(workbench, 'add', '.');
  git(workbench, 'commit', '-q', '-m', 'As investigated');
  const before = read(workbench);
  const by = 'judge';
  const at = '2026-11-30T12:00:00Z';
  const verdict = standingVerdict(before, judged(before));
  if (verdict === undefined) throw new Error('the board has a verdict');
  const again = reduce(before, {
    type: 'judged',
    at,
    by,
    verdict: {
      ...verdict,
      id: 'V99',
      at,
      status: 'inconclusive',
      confidence: 0.5,
      rationale: 'One stratum is too small.',
    },
  });
  write(
    workbench,
    reduce(again, {
      type: 'proposed',
      at,
      by,
      hypothesis: hypothesis('H99', 'Larger stones are treated by open surgery'),
    }),
  );
  await workbench.openFile('kidney.d2board');
  // Until its page is there, that may take the focus from a quick pick.
  await workbench.webview('[role=tab]');
  await workbench.editorButton('Compare Board With').click();
  await workbench.picks.filter({ hasText: 'Last Commit' }).waitFor();
  await workbench.picture('compare-with');
  await workbench.pick('Last Commit');
  await workbench.tab('kidney (HEAD).diff').waitFor();
  const lines = async () =>
    (await workbench.editorLines.allTextContents()).map((line) => line.replaceAll('\u00a0', ' '));
  await expect
    .poll(lines, SOON)
    .toEqual(
      expect.arrayContaining([
        '1 verdict changed and 1 hypothesis added.',
        '+ inconclusive, confidence 0.5',
        '  because: One stratum is too small.',
      ]),
    );
  await workbench.page.locator('.codelens-decoration a', { hasText: 'Compare as Text' }).waitFor();
  await workbench.pictures('difference');
});

test('the document follows the board, and leads to the text', async ({ workbench }) => {
  write(
    workbench,
    reduce(read(workbench), {
      type: 'rejected',
      at: '2026-11-30T12:01:00Z',
      by: 'person',
      hypothesis: 'H99',
      why: 'Not asked.',
    }),
  );
  await expect
    .poll(() => workbench.editorLines.allTextContents(), SOON)
    .toContain(
      '+ H99 Larger stones are treated by open surgery (abandoned, confidence 0.5, by hypothesizer)'.replaceAll(
        ' ',
        '\u00a0',
      ),
    );
  await workbench.page.locator('.codelens-decoration a', { hasText: 'Compare as Text' }).click();
  await workbench.page.locator('.monaco-diff-editor .view-line', { hasText: '"confidence": 0.5,' }).first().waitFor();
  await workbench.picture('difference-as-text');
  await workbench.run('View: Close Editor');
});

test('a verdict is disputed from the tree, under the name that git knows', async ({ workbench }) => {
  await workbench.openFile('kidney.d2board');
  await workbench.show('Data Detective');
  const row = workbench
    .rows('Hypotheses')
    .filter({ hasText: judged(read(workbench)) })
    .first();
  await workbench.choose(row, 'Dispute Verdict');
  await workbench.answer('Count the strata again.');
  await expect
    .poll(() => read(workbench).verdicts.find(({ id }) => id === 'V99')?.reviews, SOON)
    .toMatchObject([{ by: 'Ada Reviewer', agrees: false, note: 'Count the strata again.' }]);
  await workbench.notification('keeps that you dispute').waitFor();
  await workbench.picture('disputed');
});

test('verifying runs every query again and writes the outcomes beside them', async ({ workbench }) => {
  await workbench.editorButton('Verify Board').click();
  await workbench.notification('queries give the same answer').waitFor();
  await expect
    .poll(() => read(workbench).queries.filter(({ verified }) => verified?.as !== 'reproduced'), SOON)
    .toEqual([]);
  await workbench.picture('verified');
});

test('what drifted is shown with the verdicts at risk', async ({ workbench }) => {
  const file = workbench.workspace.file('kidney.sqlite');
  const { Database } = await initSqlJs();
  const database = new Database(readFileSync(file));
  const [table] = database.exec("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid DESC LIMIT 1");
  database.run(`DELETE FROM "${String(table?.values[0]?.[0])}" WHERE rowid % 7 = 0`);
  writeFileSync(file, database.export());
  await workbench.editorButton('Verify Board').click();
  await workbench.notification('At risk').waitFor();
  await workbench.picture('at-risk');
  await workbench.page.locator('.notification-toast a', { hasText: 'Show What Drifted' }).click();
  await workbench.tab('kidney (as recorded).diff').waitFor();
  await expect.poll(() => workbench.editorLines.allTextContents(), SOON).toContain('@@\u00a0Drift\u00a0@@');
  await workbench.picture('drift');
});

test.for(['PNG', 'Jupyter Notebook', 'SQLite'])('a board is exported as %s', async (format, { workbench }) => {
  const ending = { PNG: '.png', 'Jupyter Notebook': '.ipynb', SQLite: '-board.sqlite' }[format] ?? '';
  if (format === 'PNG') {
    await workbench.openFile('kidney.d2board');
    await workbench.webview('[role=tab]');
  }
  await workbench.run('Data Detective: Export Board…');
  await workbench.picks.filter({ hasText: 'PNG' }).waitFor();
  if (format === 'PNG') await workbench.picture('export');
  await workbench.pick(format);
  await workbench.quickInput.locator('.quick-input-title', { hasText: 'Export Board' }).waitFor();
  await workbench.page.keyboard.press('Enter');
  await workbench.notification(`Exported to kidney${ending}`).waitFor();
  const file = workbench.workspace.file(`kidney${ending}`);
  expect(existsSync(file)).toBe(true);
  if (format !== 'PNG') return;
  expect(readFileSync(file).subarray(0, 8)).toEqual(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));
  copyFileSync(file, path.join(out, 'pictures/exported.png'));
});

test('nothing went wrong in the workbench, and nothing outside was asked', async ({ workbench }) => {
  const { errors, violations, foreignRequests } = workbench.problems;
  expect({ errors, foreignRequests }).toEqual({ errors: [], foreignRequests: [] });
  // The board's own page is the business of its test.
  expect(violations.filter((each) => !each.includes('dist/webview.js'))).toEqual([]);
});
