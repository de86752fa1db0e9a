import { expect } from 'vitest';
import { sampleFiles } from '../harness/samples';
import { testIn } from '../harness/test-in';

const test = testIn({ files: sampleFiles });

test('the editor tells how long activation took, after a view was opened', async ({ workbench }) => {
  // What starts with the window has started then.
  await workbench.openFile('notes.txt');
  await workbench.editorLines.first().waitFor();
  await workbench.show('Data Detective');
  await workbench.rows('Boards').first().waitFor();
  await workbench.run('Developer: Show Running Extensions');
  const entry = workbench.page.locator('.runtime-extensions-editor .extension', { hasText: 'Data Detective' });
  const list = workbench.page.locator('.runtime-extensions-editor .monaco-list');
  await list.locator('.extension').first().waitFor();
  await list.focus();
  // The slowest stand first, and only what is in sight exists.
  for (let page = 0; page < 10 && !(await entry.isVisible()); page++) await list.press('PageDown');
  const told = await entry.locator('.activation-time').innerText();
  console.log(`Data Detective: ${told}`);
  await workbench.picture('activation');
  expect(told).toMatch(/^Activation: \d+ms$/);
});
