import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { printBoard } from '../../../src/board/codec';
import { sampleBoard } from '../../board/sample';
import { hostileBoard } from '../../webview/hostile-board';
import { testIn } from '../harness/test-in';
import type { Workbench } from '../harness/workbench';

/* Boards that nobody should trust: each opens or explains itself, and none of their text is more than text. */

const sample = printBoard(sampleBoard());
const files = {
  'hostile.d2board': printBoard(hostileBoard()),
  'newer.d2board': sample.replace(/"d2board": 1/, '"d2board": 99'),
  'dangling.d2board': sample.replace(/("from": )"E1"/, '$1"E77"'),
};
const test = testIn({ files: () => files });

/** Everything in any frame of the workbench that the board's text would have made, were it more than text. */
async function breaches({ page }: Workbench): Promise<readonly string[]> {
  const found = page
    .frames()
    .map((frame) =>
      frame.evaluate(() => [
        ...('attacked' in window ? [`${location.href} ran a script`] : []),
        ...[
          ...document.querySelectorAll('[src*="example.org"], [href*="example.org"], [src="x"], [onload], [onerror]'),
        ].map((node) => node.outerHTML.slice(0, 200)),
        ...[
          ...document.querySelectorAll(
            '[href^="javascript:"], [href^="command:workbench.action.quit"], .codicon-trash',
          ),
        ]
          .filter((node) => node.closest('.rows, .monaco-list, .monaco-hover, .page, main'))
          .map((node) => node.outerHTML.slice(0, 200)),
        ...(/[\u0007\u001b\u202e]/.test(document.body.innerText) ? [`${document.title} turns text around`] : []),
      ]),
    );
  return (await Promise.all(found)).flat();
}

test('hostile strings stay text on every tab', async ({ workbench }) => {
  await workbench.openFile('hostile.d2board');
  const board = await workbench.webview('.page-header');
  for (const [tab, content] of [
    ['Report', '.report .hypothesis'],
    ['Matrix', '[role=grid] [role=rowheader]'],
    ['Timeline', '[role=listbox] [role=option]'],
    ['Graph', 'svg.canvas g.node'],
  ] as const) {
    await board.getByRole('tab', { name: tab }).click();
    await board.locator(content).first().waitFor();
    await workbench.picture(`hostile-${tab.toLowerCase()}`);
    expect(await board.locator('.page-header').evaluate((node) => node.scrollWidth <= window.innerWidth)).toBe(true);
    expect(await breaches(workbench)).toEqual([]);
  }
});

test('in the trees and their tooltips', async ({ workbench }) => {
  await workbench.show('Data Detective');
  const rows = workbench.rows('Hypotheses');
  await rows.first().waitFor();
  expect(await rows.first().innerText()).toContain('<img src=x');
  await rows.first().hover();
  await workbench.page.locator('.monaco-hover:visible, .workbench-hover:visible').first().waitFor();
  await workbench.picture('hostile-tree');
  expect(await breaches(workbench)).toEqual([]);
});

test('and in the SQL behind evidence', async ({ workbench }) => {
  await workbench.run('Data Detective: Open SQL');
  await workbench.picks.first().waitFor();
  await workbench.picture('hostile-picks');
  await workbench.picks.first().click();
  await workbench.editorLines.first().waitFor();
  await workbench.picture('hostile-sql');
  expect(await breaches(workbench)).toEqual([]);
});

test.for([
  ['newer.d2board', 'board version 99 is newer than this Data Detective'],
  ['dangling.d2board', 'points to E77, which does not exist'],
] as const)('%s explains itself and is left as it is', async ([name, why], { workbench }) => {
  await workbench.openFile(name);
  const page = await workbench.webview('.unreadable');
  await page.getByText(why).waitFor();
  await workbench.picture(`hostile-${name}`);
  expect(readFileSync(workbench.workspace.file(name), 'utf8')).toBe(files[name]);
});

test('nothing was asked outside, and no script was stopped because none was tried', async ({ workbench }) => {
  const { errors, violations, foreignRequests } = workbench.problems;
  expect({ errors, foreignRequests }).toEqual({ errors: [], foreignRequests: [] });
  expect(violations.filter((text) => !/style-src/.test(text))).toEqual([]);
});
