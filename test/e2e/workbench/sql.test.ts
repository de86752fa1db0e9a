import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { parseBoard } from '../../../src/board/codec';
import { sampleFiles } from '../harness/samples';
import { testIn } from '../harness/test-in';

const many = `-- database: kidney.sqlite
-- Cells of every kind, and more rows than anyone scrolls through.
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
SELECT i AS id, 9007199254740992 + i AS big, CASE i % 3 WHEN 0 THEN NULL WHEN 1 THEN '' ELSE 'NULL' END AS three,
  i / 7.0 AS ratio, CAST(i AS TEXT) AS digits, zeroblob(i % 5) AS bytes,
  'A long text that goes on and on, ' || i || ' times over, until it no longer fits into any cell of a grid' AS words
FROM n;
`;

const test = testIn({ files: async () => ({ ...(await sampleFiles()), 'many.sql': many }) });

test('evidence opens as SQL, runs, and shows the recorded rows', async ({ workbench }) => {
  const { page } = workbench;
  await workbench.openFile('kidney.d2board');
  await workbench.webview('h1');
  await workbench.run('Data Detective: Open SQL');
  await workbench.picks.first().waitFor();
  await workbench.picks.first().click();
  await page.locator('.codelens-decoration a', { hasText: 'Run' }).first().click();
  const grid = await workbench.webview('.grid');
  await grid.locator('.note.same').waitFor();
  expect(await grid.locator('.cell').count()).toBeGreaterThan(0);
  await workbench.pictures('sql');
});

test('a result becomes evidence on the board', async ({ workbench }) => {
  const { page } = workbench;
  await page.locator('.codelens-decoration a', { hasText: 'Add to Board as Evidence' }).first().click();
  await workbench.pick('H2');
  await workbench.pick('Contradicts H2');
  await workbench.answer('What a person saw: 700 patients');
  await workbench.notification('The evidence on H2 is on the board').waitFor();
  const board = parseBoard(readFileSync(workbench.workspace.file('kidney.d2board'), 'utf8'), 'kidney.d2board');
  const evidence = board.evidence.at(-1);
  expect(evidence).toMatchObject({ fact: 'What a person saw: 700 patients', by: 'person' });
  expect(board.links.at(-1)).toMatchObject({ from: evidence?.id, relation: 'contradicts', to: 'H2', by: 'person' });
});

test('a file with 100,000 rows scrolls, sorts and copies', async ({ workbench }) => {
  const { page } = workbench;
  await workbench.openFile('many.sql');
  await page.locator('.codelens-decoration a', { hasText: 'Run' }).first().waitFor();
  await workbench.editorLines.filter({ hasText: 'FROM n;' }).click();
  await page.keyboard.press('Control+Enter');
  const grid = await workbench.webview('.grid:has([aria-label], .cell.bytes)');
  await grid.locator('.cell.bytes').first().waitFor();
  await grid.locator('.grid').press('Control+End');
  await grid.locator('#cell-99999-6').waitFor();
  await workbench.picture('sql-rows-end');
  await grid.locator('.grid').press('Control+Home');
  await grid.locator('#title-1').click();
  await grid.locator('#title-1[aria-sort="ascending"]').click();
  await expect.poll(() => grid.locator('#cell-0-1').textContent(), { timeout: 30_000 }).toBe('9007199254840992');
  await workbench.pictures('sql-rows');
  await grid.locator('#cell-1-3').click();
  await grid.locator('#cell-3-5').click({ modifiers: ['Shift'] });
  await grid.locator('.grid').press('Control+c');
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()), { timeout: 30_000 })
    .toBe(
      '14285.57142857143\t99999\t0x00000000\n14285.42857142857\t99998\t0x000000\n14285.285714285714\t99997\t0x0000',
    );
  await grid.locator('#cell-1-6').dblclick();
  await grid.locator('.cell-pane pre').waitFor();
  await workbench.pictures('sql-cell');
});

test('an error says what and where', async ({ workbench }) => {
  const { page } = workbench;
  await workbench.openFile('many.sql');
  await workbench.editorLines.filter({ hasText: 'FROM n;' }).click();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('owhere');
  await page.keyboard.press('Control+Enter');
  const panel = await workbench.webview('.failure');
  expect(await panel.locator('.failure').textContent()).toContain('no such table: nowhere');
  await workbench.pictures('sql-error');
});

test('nothing went wrong in the workbench, and nothing outside was asked', async ({ workbench }) => {
  const { errors, violations, foreignRequests } = workbench.problems;
  expect({ errors, foreignRequests }).toEqual({ errors: [], foreignRequests: [] });
  // The board's page has those of its controls (docs/decisions/0004), the results have none.
  expect(violations.filter((each) => !each.includes('dist/webview.js'))).toEqual([]);
});
