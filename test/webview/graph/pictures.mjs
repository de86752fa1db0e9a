// Pictures of the graph to look at: node test/webview/graph/pictures.mjs [folder] [board file …]
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { openGraph, startBrowser } from './browser.mjs';

const [folder = 'test/webview/graph/.out', ...files] = process.argv.slice(2);
await mkdir(folder, { recursive: true });
const opened = await startBrowser();
const sizes = { small: [4, 12], medium: [16, 44], large: [150, 350], huge: [2000, 5000] };

async function picture(name, theme, show, argument) {
  const page = await openGraph(opened, theme);
  await page.evaluate(show, argument);
  await page.waitForTimeout(700);
  await page.screenshot({ path: path.join(folder, `${name}-${theme}.png`) });
  return page;
}

const showSize = ([hypotheses, pieces]) => window.graph.view.show(window.graph.boardOf(hypotheses, pieces));
for (const theme of ['dark', 'light', 'contrast']) {
  const page = await picture('small', theme, showSize, sizes.small);
  await page.close();
}
for (const name of ['medium', 'large', 'huge']) {
  const page = await picture(name, 'dark', showSize, sizes[name]);
  await page.getByRole('button', { name: /^Fit/ }).click();
  await page.waitForTimeout(700);
  await page.screenshot({ path: path.join(folder, `${name}-whole-dark.png`) });
  await page.close();
}
for (const file of files) {
  const line = JSON.stringify(JSON.parse(await readFile(file, 'utf8')));
  const page = await picture(
    path.basename(file, '.d2board'),
    'light',
    (board) => window.graph.view.show(window.graph.decodeBoard(board)),
    line,
  );
  await page.close();
}
const hostile = await picture('hostile', 'light', () => window.graph.view.show(window.graph.hostileBoard()));
console.log('attacked:', await hostile.evaluate(() => window.attacked === true));
await picture('empty', 'dark', showSize, [0, 0]);
await opened.browser.close();
