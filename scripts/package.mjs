// Packages the extension: `node scripts/package.mjs [FILE.vsix]`. vsce builds it first, by package.json's `vscode:prepublish`.
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const root = path.dirname(import.meta.dirname);
const vsce = path.join(root, 'test', 'e2e', 'tools', 'node_modules', '@vscode', 'vsce', 'vsce');
const [file] = process.argv.slice(2);
// The repository's own README is about the command line and the sources, with pictures that have no public address.
const words = ['package', '--no-dependencies', '--allow-missing-repository', '--readme-path', 'docs/extension.md'];
const target = file === undefined ? [] : ['--out', file];
const { status } = spawnSync(process.execPath, [vsce, ...words, ...target], { cwd: root, stdio: 'inherit' });
process.exit(status ?? 1);
