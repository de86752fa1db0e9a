// Opens the graph on a page of its own in the tests' Chromium, in a theme of the editor.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { themes } from './themes.mjs';

const root = path.join(import.meta.dirname, '../../..');
export const executablePath =
  process.env.E2E_CHROMIUM ?? path.join(root, 'test/e2e/tools/node_modules/.chromium/chromium');

export async function startBrowser() {
  if (!existsSync(executablePath)) throw new Error(`no browser: ${executablePath}; install the tools of test/e2e`);
  const browser = await chromium.launch({ executablePath, headless: true, args: ['--no-sandbox', '--disable-gpu'] });
  const { outputFiles } = await build({
    entryPoints: [path.join(import.meta.dirname, 'page.ts'), path.join(root, 'webview/graph/graph.css')],
    bundle: true,
    write: false,
    outdir: 'out',
    format: 'iife',
    target: 'es2022',
    mainFields: ['browser', 'module', 'main'],
    minify: true,
  });
  const text = (end) => outputFiles.find((file) => file.path.endsWith(end))?.text ?? '';
  return { browser, script: text('.js'), style: text('.css') };
}

/** @param theme `dark`, `light` or `contrast` */
export async function openGraph(
  { browser, script, style },
  theme = 'dark',
  { width = 1280, height = 800, ...options } = {},
) {
  const page = await browser.newPage({ viewport: { width, height }, ...options });
  page.on('pageerror', (error) => console.error(error));
  page.on('console', (message) => message.type() === 'error' && console.error(message.text()));
  const { kind, variables } = themes[theme];
  const declarations = Object.entries(variables).map(([name, value]) => `--vscode-${name}: ${value};`);
  await page.setContent(
    `<!doctype html><html style="${declarations.join(' ')}"><head><meta charset="utf-8"><style>
      html, body { height: 100%; margin: 0; background: var(--vscode-editor-background); } main { height: 100%; }
      ${style}</style></head><body class="${kind}" data-vscode-theme-kind="${kind}"></body></html>`,
  );
  await page.addScriptTag({ content: script });
  // The controls read the theme when the page has loaded, which it has by now.
  await page.evaluate(() => dispatchEvent(new Event('load')));
  return page;
}
