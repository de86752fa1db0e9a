import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startBrowser } from './browser';
import { makeCompanion, type HostKind } from './companion';
import { out } from './places';
import { startServer } from './server';
import { makeWorkspace, type WorkspaceFiles } from './workspace';
import { NOTE_MARK, RESULT_MARK, type HostResult } from '../host/results';

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
  const companion = await makeCompanion(kind, folder);
  const workspace = makeWorkspace(files);
  const ours = ['data-detective.data-detective', 'data-detective-tests.companion'];
  const web = { 'remote.extensionKind': Object.fromEntries(ours.map((id) => [id, ['web']])) };
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
    const exit = new Promise<number>((resolve, reject) => {
      void page.exposeFunction('codeAutomationExit', resolve);
      page.on('crash', () => reject(new Error('the page crashed')));
      setTimeout(() => reject(new Error(`no result after ${LIMIT_MS} ms`)), LIMIT_MS).unref();
    });
    const remote = `vscode-remote://localhost:${server.port}`;
    const payload = [
      ['extensionDevelopmentPath', `${remote}${companion}`],
      ['extensionTestsPath', `${remote}${path.join(companion, 'tests.cjs')}`],
      ['skipWelcome', 'true'],
    ];
    const query = new URLSearchParams({ folder: workspace.folder, payload: JSON.stringify(payload) });
    await page.goto(`${server.url}/?${query}`);
    const status = await exit;
    const ended = status === 0 || results.some(({ failure }) => failure !== undefined);
    if (!ended || results.length === 0) {
      await writeFile(path.join(out, `host-${kind}.log`), printed.join('\n'));
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
