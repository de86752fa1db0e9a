import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import { sampleFiles } from '../harness/samples';
import { testIn } from '../harness/test-in';
import type { Workbench } from '../harness/workbench';

const test = testIn({ files: sampleFiles });

const page = (workbench: Workbench) => workbench.webview('.page-header');
const read = (workbench: Workbench): string => readFileSync(workbench.workspace.file('kidney.d2board'), 'utf8');
const write = (workbench: Workbench, text: string): void =>
  writeFileSync(workbench.workspace.file('kidney.d2board'), text);

test('a board opens on its report, and a number leads to its cell', async ({ workbench }) => {
  await workbench.openFile('kidney.d2board');
  const board = await page(workbench);
  await board.locator('.answer a[href^="#"]').first().waitFor();
  await board.locator('.answer a[href*="#E"]').first().click();
  await board.getByRole('heading', { name: /^Evidence E/ }).waitFor();
  await workbench.pictures('board-report');
});

test('every tab shows the board', async ({ workbench }) => {
  const board = await page(workbench);
  for (const [tab, content] of [
    ['Matrix', '[role=grid] [role=rowheader]'],
    ['Timeline', '[role=listbox] [role=option]'],
    ['Graph', '.graph-view svg g'],
  ] as const) {
    await board.getByRole('tab', { name: tab }).click();
    await board.locator(content).first().waitFor();
    await workbench.pictures(`board-${tab.toLowerCase()}`);
  }
});

test('a reload comes back to the same tab', async ({ workbench }) => {
  const before = await page(workbench);
  await before.getByRole('tab', { name: 'Matrix' }).click();
  await before.locator('[role=grid] [role=rowheader]').first().waitFor();
  await workbench.picture('board-before-reload');
  await workbench.reload();
  const board = await page(workbench);
  await board.locator('[role=grid] [role=rowheader]').first().waitFor();
  expect(await board.getByRole('tab', { name: 'Matrix' }).getAttribute('aria-selected')).toBe('true');
});

test('another version of the file on disk is shown', async ({ workbench }) => {
  const text = read(workbench);
  write(workbench, text.replace(/"question": ".*"/, '"question": "Another branch asks this?"'));
  const board = await page(workbench);
  await board.getByRole('heading', { name: 'Another branch asks this?' }).waitFor();
  write(workbench, text);
  await board.getByRole('heading', { name: 'Another branch asks this?' }).waitFor({ state: 'hidden' });
});

test('a file with conflict markers says where, opens there, and is left as it is', async ({ workbench }) => {
  const text = read(workbench);
  const lines = text.split('\n');
  const broken = [...lines.slice(0, 9), '<<<<<<< HEAD', ...lines.slice(9)].join('\n');
  write(workbench, broken);
  const board = await workbench.webview('.unreadable');
  await board.getByText('line 10: merge-conflict marker').waitFor();
  await workbench.picture('board-conflict');
  await board.getByText('Open as Text at Line 10').click();
  await workbench.editorLines.first().waitFor();
  await workbench.statusBar('Ln 10').waitFor();
  expect(read(workbench)).toBe(broken);
  write(workbench, text);
});

test('an edit of the text is followed, and so is its undoing', async ({ workbench }) => {
  await workbench.run('View: Close All Editors');
  await workbench.openFile('kidney.d2board');
  const board = await page(workbench);
  const question = await board.getByRole('heading', { level: 1 }).innerText();
  await workbench.run('View: Split Editor Right');
  await workbench.editorButton('Open Board as Text').click();
  await workbench.editorLines.first().waitFor();
  await workbench.page.keyboard.press('ControlOrMeta+g');
  const line = read(workbench)
    .split('\n')
    .findIndex((each) => each.includes('"question"'));
  await workbench.answer(`:${line + 1}`);
  await workbench.quickInput.waitFor({ state: 'hidden' });
  await workbench.page.keyboard.press('End');
  for (let step = 0; step < 2; step++) await workbench.page.keyboard.press('ArrowLeft');
  await workbench.page.keyboard.type(' Really?');
  await board.getByRole('heading', { name: `${question} Really?` }).waitFor();
  await workbench.picture('board-beside-text');
  for (let step = 0; step < 8; step++) await workbench.page.keyboard.press('ControlOrMeta+z');
  await board.getByRole('heading', { name: question, exact: true }).waitFor();
});

test('the page breaks no policy of scripts, and asks for nothing outside', async ({ workbench }) => {
  // The control library styles two elements in place: docs/decisions/0004.
  expect(workbench.problems.violations.filter((text) => !/style-src/.test(text))).toEqual([]);
  expect(workbench.problems).toMatchObject({ errors: [], foreignRequests: [] });
});
