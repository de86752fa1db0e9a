// Installs the dependencies when they are missing or older than the lockfile, so that every command of the README is
// complete on a fresh machine. A second call costs a few milliseconds.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import path from 'node:path';

const root = path.dirname(import.meta.dirname);
const stamp = path.join(root, 'node_modules', '.installed');
const lock = createHash('sha256')
  .update(readFileSync(path.join(root, 'package-lock.json')))
  .digest('hex');
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lock) {
  console.error('installing dependencies …');
  // npm writes its summary to standard output; ours is kept for the command's own result.
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (npm.status !== 0) {
    console.error('npm ci failed: the dependencies could not be installed (is the npm registry reachable?)');
    process.exit(npm.status ?? 1);
  }
  writeFileSync(stamp, lock);
}
