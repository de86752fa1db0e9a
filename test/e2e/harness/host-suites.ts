import { mkdirSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { startBrowser } from './browser';
import { out, root } from './places';
import { startServer } from './server';
import { makeWorkspace, type WorkspaceFiles } from './workspace';
import { NOTE_MARK, RESULT_MARK, type HostResult } from '../host/results';

/** Which extension host: Node's, as on a desktop, or the browser's, as on VS Code for the Web. */
export type HostKind = 'node' | 'web';

const LIMIT_MS = 300_000;

/**
 * Runs the Mocha suites of `folder` (all its `*.test.ts`) inside a real extension host that has the packaged extension
 * installed. `files` are the workspace.
 * @throws Error when the host ends without saying that its tests ended: no result is a failure.
 */
export async function runHostSuites(
  kind: HostKind,
  folder: string,
  extensions: string,
  files: WorkspaceFiles,
): Promise<readonly HostResult[]> {
  const tests = await bundle(kind, folder);
  const workspace = makeWorkspace(files);
  const web = { 'remote.extensionKind': { 'data-detective.data-detective': ['web'] } };
  const server = await startServer({ extensions, testDriver: true, settings: kind === 'web' ? web : {} });
  const browser = await startBrowser();
  try {
    const page = await browser.newPage();
    const results: HostResult[] = [];
    const printed: string[] = [];
    await page.exposeFunction('codeAutomationLog', (_type: string, words: readonly unknown[]) => {
      const line = words.map(String).join(' ');
      printed.push(line);
      if (line.startsWith(RESULT_MARK)) results.push(JSON.parse(line.slice(RESULT_MARK.length)) as HostResult);
      if (line.startsWith(NOTE_MARK)) console.log(line.slice(NOTE_MARK.length));
    });
    const ended = new Promise<number>((resolve, reject) => {
      void page.exposeFunction('codeAutomationExit', resolve);
      page.on('crash', () => reject(new Error('the page crashed')));
      setTimeout(() => reject(new Error(`no result after ${LIMIT_MS} ms`)), LIMIT_MS).unref();
    });
    const remote = `vscode-remote://localhost:${server.port}`;
    const payload = [
      ['extensionDevelopmentPath', `${remote}${path.join(root, 'test/e2e/companion')}`],
      ['extensionTestsPath', `${remote}${tests}`],
      ['skipWelcome', 'true'],
    ];
    const query = new URLSearchParams({ folder: workspace.folder, payload: JSON.stringify(payload) });
    await page.goto(`${server.url}/?${query}`);
    const status = await ended;
    if (status !== 0 || results.length === 0) {
      writeFileSync(path.join(out, `host-${kind}.log`), printed.join('\n'));
      throw new Error(
        `the ${kind} host ended with ${status} after ${results.length} tests: see host-${kind}.log in ${out}`,
      );
    }
    return results;
  } finally {
    await browser.close();
    await server.stop();
    workspace.remove();
  }
}

/** Mocha and all suites as one script, beside no package.json that would make an ES module of it. */
async function bundle(kind: HostKind, folder: string): Promise<string> {
  const suites = (await readdir(folder)).filter((name) => name.endsWith('.test.ts'));
  const outfile = path.join(out, `host-${kind}.cjs`);
  mkdirSync(out, { recursive: true });
  await build({
    stdin: {
      contents: `
        import { runMocha } from '${path.join(root, 'test/e2e/host/run-mocha')}';
        export const run = () => runMocha(() => Promise.all([${suites.map((name) => `import('./${name}')`).join(', ')}]));
      `,
      resolveDir: folder,
      loader: 'ts',
    },
    outfile,
    bundle: true,
    format: 'cjs',
    platform: kind === 'node' ? 'node' : 'browser',
    external: ['vscode'],
    define: { global: 'globalThis' },
    sourcemap: 'inline',
    logLevel: 'warning',
  });
  return outfile;
}
