// Runs a TypeScript program of the repository: `node scripts/run.mjs FILE`.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = path.dirname(import.meta.dirname);
const [file] = process.argv.slice(2);
const outfile = path.join(root, 'test', 'e2e', '.out', `${path.parse(file).name}.mjs`);
await build({
  absWorkingDir: root,
  entryPoints: [file],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
  logLevel: 'warning',
});
await import(pathToFileURL(outfile).href);
