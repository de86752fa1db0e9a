import { spawnSync } from 'node:child_process';

/**
 * Runs npm in a folder and ends the process when npm fails.
 * @param {string} folder
 * @param {readonly string[]} words
 * @param {Readonly<Record<string, string>>} environment added to the process's own
 */
export function npm(folder, words, environment = {}) {
  // npm writes its summary to standard output; ours is kept for the command's own result.
  const { status } = spawnSync('npm', [...words, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (status === 0) return;
  console.error(`npm ${words[0]} failed in ${folder}: is the npm registry reachable?`);
  process.exit(status ?? 1);
}
