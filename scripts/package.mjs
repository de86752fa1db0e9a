// Packages the extension: `node scripts/package.mjs [FILE.vsix]`. vsce builds it first, by package.json's `vscode:prepublish`.
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const root = path.dirname(import.meta.dirname);
const vsce = path.join(root, 'test', 'e2e', 'tools', 'node_modules', '@vscode', 'vsce', 'vsce');
const [file] = process.argv.slice(2);
const words = [
  'package',
  '--no-dependencies',
  '--allow-missing-repository',
  ...(file === undefined ? [] : ['--out', file]),
];
const { status } = spawnSync(process.execPath, [vsce, ...words], { cwd: root, stdio: 'inherit' });
process.exit(status ?? 1);
