import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { codeServer, node24, root } from './places';

export type Packaged = {
  /** The packaged extension. */
  readonly vsix: string;
  /** What the packager said. */
  readonly said: string;
  /** The folder in which it is installed. */
  readonly extensions: string;
};

declare module 'vitest' {
  interface ProvidedContext {
    readonly packaged: Packaged;
  }
}

/** Before all tests: packages the extension as `npm run package` does and installs the package, once. */
export function setup(project: TestProject): () => void {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'data-detective-package-'));
  project.provide('packaged', packageInto(folder));
  return () => rmSync(folder, { recursive: true, force: true });
}

export function packageInto(folder: string): Packaged {
  const vsix = path.join(folder, 'data-detective.vsix');
  const extensions = path.join(folder, 'extensions');
  const userData = path.join(folder, 'user-data');
  const said = run(process.execPath, [path.join(root, 'scripts/package.mjs'), vsix]);
  run(node24, [codeServer, '--user-data-dir', userData, '--extensions-dir', extensions, '--install-extension', vsix]);
  return { vsix, said, extensions };
}

function run(program: string, words: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, words, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: undefined, NODE_OPTIONS: undefined },
  });
  if (status !== 0) throw new Error(`${words[0]} failed:\n${stdout}${stderr}`);
  return stdout + stderr;
}
