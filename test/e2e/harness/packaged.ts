import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { codeServer, node24, root } from './places';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder in which the packaged extension is installed. */
    readonly extensions: string;
  }
}

/** Before all tests: packages the extension as `npm run package` does and installs the package, once. */
export function setup(project: TestProject): () => void {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'data-detective-package-'));
  project.provide('extensions', installed(folder));
  return () => rmSync(folder, { recursive: true, force: true });
}

/** Packages into a folder and installs the package below it; the result is the folder of installed extensions. */
export function installed(folder: string): string {
  const file = path.join(folder, 'data-detective.vsix');
  const extensions = path.join(folder, 'extensions');
  const userData = path.join(folder, 'user-data');
  run(process.execPath, [path.join(root, 'scripts/package.mjs'), file]);
  run(node24, [codeServer, '--user-data-dir', userData, '--extensions-dir', extensions, '--install-extension', file]);
  return extensions;
}

function run(program: string, words: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(program, words, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: undefined, NODE_OPTIONS: undefined },
  });
  if (status !== 0) throw new Error(`${words[0]} failed:\n${stdout}${stderr}`);
}
