import { afterAll, beforeAll, expect, test } from 'vitest';
import { Workbench } from '../harness/workbench';

let workbench: Workbench;
beforeAll(async () => {
  workbench = await Workbench.open({ files: { 'shop.sqlite': '', 'notes.txt': 'hello' } });
});
afterAll(() => workbench.close());

test('a database in the Explorer has an item that starts an investigation, a text has none', async () => {
  const items = await workbench.contextMenu(workbench.explorerItem('shop.sqlite'));
  console.log(await items.allTextContents());
  await workbench.picture('context-menu');
  expect(await items.allTextContents()).toContain('Investigate with Data Detective…');
});
