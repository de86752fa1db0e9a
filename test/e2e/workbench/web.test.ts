import { expect } from 'vitest';
import { sampleFiles } from '../harness/samples';
import { testIn } from '../harness/test-in';

/* The extension in the browser's extension host, as in VS Code for the Web: boards are read. */

const test = testIn({
  files: sampleFiles,
  settings: { 'remote.extensionKind': { 'data-detective.data-detective': ['web'] } },
});

test('a board opens with report, graph and matrix', async ({ workbench }) => {
  await workbench.openFile('kidney.d2board');
  const board = await workbench.webview('.page-header');
  await board.locator('.answer a[href^="#"]').first().waitFor();
  await board.getByText('The board can be read here.').waitFor();
  await workbench.picture('web-report');
  await board.getByRole('tab', { name: 'Graph' }).click();
  await board.locator('svg.canvas g.node').first().waitFor();
  await board.getByRole('tab', { name: 'Matrix' }).click();
  await board.locator('[role=grid] [role=rowheader]').first().waitFor();
});

test('so do the hypotheses, and the SQL behind evidence, which does not run', async ({ workbench }) => {
  await workbench.show('Data Detective');
  await workbench.rows('Hypotheses').first().waitFor();
  await workbench.run('Data Detective: Open SQL');
  await workbench.picks.first().waitFor();
  await workbench.picks.first().click();
  await workbench.editorLines.filter({ hasText: 'SELECT' }).first().waitFor();
  expect(await workbench.page.locator('.codelens-decoration a', { hasText: /^.?Run/ }).count()).toBe(0);
  await workbench.picture('web-sql');
});

test('what would run says where it does', async ({ workbench }) => {
  await workbench.run('Investigate with Data Detective');
  await workbench.notification('Investigations and SQL run in VS Code on a computer that has the database.').waitFor();
  expect(workbench.problems).toMatchObject({ errors: [], foreignRequests: [] });
});
