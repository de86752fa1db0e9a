import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { covid, COVID_QUESTION } from '../../../examples/covid';
import { databaseBytes } from '../../../examples/write-database';
import { parseBoard } from '../../../src/board/codec';
import { cellText } from '../../../src/board/views/cell-text';
import { testIn } from '../harness/test-in';

const test = testIn({ files: async () => ({ 'covid.sqlite': await databaseBytes(covid({ seed: 'covid' })) }) });

/** Milliseconds that an investigation may take on a machine that does other work too. */
const PATIENCE = 180_000;

test('a question about a database is asked from the Explorer', async ({ workbench }) => {
  await workbench.choose(workbench.explorerItem('covid.sqlite'), 'Investigate with Data Detective');
  await workbench.quickInput.waitFor();
  await expect.poll(() => workbench.picks.count(), { timeout: 30_000 }).toBeGreaterThan(0);
  await workbench.picture('investigate-question');
  await workbench.answer(COVID_QUESTION);
  await workbench.pick('Offline');
  await workbench.tab('covid.d2board').waitFor();
});

test('the tree fills while it works, and the report tells the answer', async ({ workbench }) => {
  await workbench.show('Data Detective');
  await expect.poll(() => workbench.rows('Hypotheses').count(), { timeout: PATIENCE }).toBeGreaterThan(3);
  await workbench.picture('investigate-running');
  const report = await workbench.webview('header');
  await report.getByText('Complete').first().waitFor({ timeout: PATIENCE });
  await workbench.pictures('investigate-report');
  expect(await report.locator('body').innerText()).toContain('severity');
  const rows = await workbench.rows('Hypotheses').allTextContents();
  expect(rows.some((row) => row.includes('H1') && row.includes('against'))).toBe(true);
});

test('a node of the graph leads to its query, which gives the same rows again', async ({ workbench }) => {
  const view = await workbench.webview('header');
  await view.getByRole('tab', { name: 'Graph' }).click();
  const node = view.locator('g.node.evidence').first();
  await node.waitFor();
  await workbench.pictures('investigate-graph');
  const id = (await node.getAttribute('aria-label'))?.match(/\bE\d+\b/)?.[0];
  const board = parseBoard(readFileSync(workbench.workspace.file('covid.d2board'), 'utf8'), 'covid.d2board');
  const query = board.queries.find((each) => each.id === board.evidence.find((piece) => piece.id === id)?.query);
  if (!query) throw new Error(`no query of ${id}`);
  await node.dblclick();
  await workbench.tab(query.id).waitFor();
  await workbench.picture('investigate-sql');
  await workbench.page.locator('.codelens-decoration a', { hasText: 'Run' }).first().click();
  const result = await workbench.webview('[role=grid]');
  await result.locator('[role=gridcell]').first().waitFor();
  await workbench.pictures('investigate-result');
  const shown = await result.locator('.rows [role=row]').first().locator('[role=gridcell]').allTextContents();
  expect(shown).toEqual(query.rows[0]?.map((value) => cellText(value)));
  expect(await result.locator('body').innerText()).toContain('Same answer as recorded');
});

test('nothing went wrong in the workbench, and nothing outside was asked', async ({ workbench }) => {
  expect(workbench.problems).toMatchObject({ errors: [], foreignRequests: [] });
});
