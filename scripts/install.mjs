// Installs the dependencies when they are missing or older than the lockfile, so that every command of the README is
// complete on a fresh machine.
import path from 'node:path';
import { npm } from './npm.mjs';
import { whenChanged } from './stamp.mjs';

const root = path.dirname(import.meta.dirname);
await whenChanged(path.join(root, 'node_modules', '.installed'), [path.join(root, 'package-lock.json')], () => {
  console.error('installing dependencies …');
  npm(root, ['ci']);
});
