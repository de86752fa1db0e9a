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

test('what would run is absent', async ({ workbench }) => {
  await workbench.page.keyboard.press('F1');
  await workbench.type('>Data Detective: ');
  await workbench.picks.first().waitFor();
  const offered = await workbench.picks.allTextContents();
  await workbench.page.keyboard.press('Escape');
  expect(offered.join()).not.toMatch(/Investigate|Resume|Run Statement|Verify|Choose Team/);
  expect(workbench.problems).toMatchObject({ errors: [], foreignRequests: [] });
});
