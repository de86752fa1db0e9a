import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { Dataset } from '../../examples/dataset';
import { databaseBytes } from '../../examples/write-database';
import { sqliteBytes } from '../fakes/database';

const root = path.join(import.meta.dirname, '../..');
export const cli = path.join(root, 'dist/cli.js');
if (!existsSync(cli)) spawnSync(process.execPath, ['esbuild.mjs'], { cwd: root, stdio: 'inherit' });

export type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

export type RunOptions = {
  readonly cwd?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Signals that are sent, each when standard error holds its text. */
  readonly signals?: readonly { readonly signal: NodeJS.Signals; readonly after: string }[];
};

/** Runs the built command line as a process of its own, as a shell would, with pipes instead of a terminal. */
export async function run(words: readonly string[], options: RunOptions = {}): Promise<Ended> {
  const { cwd = tmpdir(), environment = {}, signals = [] } = options;
  const child = spawn(process.execPath, [cli, ...words], {
    cwd,
    env: { PATH: process.env['PATH'], NO_COLOR: '1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  const waiting = [...signals];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    while (waiting[0] && stderr.includes(waiting[0].after)) child.kill(waiting.shift()?.signal);
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, stdout, stderr };
}

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'd2-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A database file `data.sqlite` in a folder of its own, made by SQL or from a dataset. */
export async function databaseIn(folder: string, content: string | Dataset): Promise<string> {
  const file = path.join(folder, 'data.sqlite');
  writeFileSync(file, typeof content === 'string' ? await sqliteBytes(content) : await databaseBytes(content));
  return file;
}

/** The one object that `--json` printed; fails for anything else on standard output. */
export function parsed<T>(ended: Ended): T {
  return JSON.parse(ended.stdout) as T;
}
