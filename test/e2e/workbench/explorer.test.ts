import { expect } from 'vitest';
import { sampleFiles } from '../harness/samples';
import { testIn } from '../harness/test-in';

const test = testIn({ files: sampleFiles });

test('a database in the Explorer has an item that starts an investigation', async ({ workbench }) => {
  await workbench.choose(workbench.explorerItem('kidney.sqlite'), 'Investigate with Data Detective…', async () => {
    await workbench.picture('context-menu');
  });
  await workbench.quickInput.getByText('Investigate kidney.sqlite').waitFor();
  await workbench.page.keyboard.press('Escape');
});

test('a text has no such item', async ({ workbench }) => {
  const items = await workbench.contextMenu(workbench.explorerItem('notes.txt'));
  expect(await items.allTextContents()).not.toContain('Investigate with Data Detective…');
  await workbench.page.keyboard.press('Escape');
});

test('nothing went wrong in the workbench, and nothing outside was asked', async ({ workbench }) => {
  expect(workbench.problems).toMatchObject({ errors: [], violations: [], foreignRequests: [] });
});
