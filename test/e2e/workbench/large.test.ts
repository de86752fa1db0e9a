import { expect } from 'vitest';
import { printBoard } from '../../../src/board/codec';
import { boardOf } from '../../webview/graph/boards';
import { testIn } from '../harness/test-in';

/* A board of 2,000 hypotheses and 5,000 pieces of evidence. What it takes is told, not asserted: machines differ. */

const test = testIn({
  files: () => ({ 'small.d2board': printBoard(boardOf(4, 12)), 'large.d2board': printBoard(boardOf(2000, 5000)) }),
});

function tell(what: string, since: number): void {
  console.log(
    `${what} of 2,000 hypotheses and 5,000 pieces of evidence after ${Math.round(performance.now() - since)} ms`,
  );
}

test('a large board opens', async ({ workbench }) => {
  // The first view of a window waits for the editor's own parts.
  await workbench.openFile('small.d2board');
  await workbench.webview('.report .hypothesis');
  await workbench.run('View: Close All Editors');
  const opened = performance.now();
  await workbench.openFile('large.d2board');
  const board = await workbench.webview('.page-header');
  await board.locator('.report .hypothesis').first().waitFor();
  tell('the report', opened);
  await workbench.picture('large-report');
});

test('its graph is painted, and moves', async ({ workbench }) => {
  const board = await workbench.webview('.page-header');
  const chosen = performance.now();
  await board.getByRole('tab', { name: 'Graph' }).click();
  await board.locator('svg.canvas [data-node]').first().waitFor();
  tell('the graph', chosen);
  await board.getByRole('button', { name: /^Fit/ }).click();
  await board.locator('svg.canvas path').first().waitFor();
  await workbench.picture('large-graph');
});

test('its matrix and its tree are there too', async ({ workbench }) => {
  const board = await workbench.webview('.page-header');
  const chosen = performance.now();
  await board.getByRole('tab', { name: 'Matrix' }).click();
  await board.locator('[role=grid] [role=rowheader]').first().waitFor();
  tell('the matrix', chosen);
  await workbench.show('Data Detective');
  await workbench.rows('Hypotheses').first().waitFor();
  await workbench.picture('large-tree');
  expect(workbench.problems).toMatchObject({ errors: [], foreignRequests: [] });
});
