import { existsSync } from 'node:fs';
import { expect } from 'vitest';
import { sampleFiles } from '../harness/samples';
import { testIn } from '../harness/test-in';

/* Restricted Mode: a folder that nobody said to trust. Boards are read, nothing runs, nothing is written. */

const test = testIn({ files: sampleFiles, trusted: false });

test('a folder is opened that nobody said to trust', async ({ workbench }) => {
  await workbench.statusBar('Restricted Mode').waitFor();
});

test('a board opens there with report, graph and matrix', async ({ workbench }) => {
  await workbench.openFile('kidney.d2board');
  const board = await workbench.webview('.page-header');
  await board.locator('.answer a[href^="#"]').first().waitFor();
  await board
    .getByText(/Restricted Mode/)
    .first()
    .waitFor();
  await workbench.pictures('restricted-report');
  await board.getByRole('tab', { name: 'Graph' }).click();
  await board.locator('svg.canvas g.node').first().waitFor();
  await board.getByRole('tab', { name: 'Matrix' }).click();
  await board.locator('[role=grid] [role=rowheader]').first().waitFor();
});

test('what would run is absent from the Explorer, the tree and the palette', async ({ workbench }) => {
  const items = await workbench.contextMenu(workbench.explorerItem('kidney.sqlite'));
  expect((await items.allTextContents()).join()).not.toContain('Investigate');
  await workbench.page.keyboard.press('Escape');
  await workbench.show('Data Detective');
  await workbench.rows('Hypotheses').first().waitFor();
  await workbench.picture('restricted-tree');
  await workbench.page.keyboard.press('F1');
  await workbench.type('>Data Detective: ');
  await workbench.picks.first().waitFor();
  const offered = await workbench.picks.allTextContents();
  await workbench.picture('restricted-palette');
  await workbench.page.keyboard.press('Escape');
  expect(offered.join()).not.toMatch(/Investigate|Resume|Run Statement|Verify|Choose Team/);
});

test('SQL says that it runs once the folder is trusted', async ({ workbench }) => {
  await workbench.run('Data Detective: Open SQL');
  await workbench.picks.first().waitFor();
  await workbench.picks.first().click();
  await workbench.page.locator('.codelens-decoration a', { hasText: 'Trust' }).first().waitFor();
  expect(await workbench.page.locator('.codelens-decoration a', { hasText: /^.?Run/ }).count()).toBe(0);
  await workbench.picture('restricted-sql');
});

test('nothing was written beside the board', async ({ workbench }) => {
  expect(existsSync(workbench.workspace.file('.kidney.d2board.journal'))).toBe(false);
  expect(workbench.problems).toMatchObject({ errors: [], foreignRequests: [] });
});
