// Bundles every entry whose source exists, and puts SQLite's WebAssembly beside the bundles.
import { chmod, copyFile, mkdir, symlink, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

const root = import.meta.dirname;

/** In CommonJS there is no import.meta.url, which our sources use in both formats. */
const commonjs = {
  format: 'cjs',
  define: { 'import.meta.url': 'importMetaUrl' },
  banner: { js: 'const importMetaUrl = require("node:url").pathToFileURL(__filename).href;' },
};

/** Bundled CommonJS packages ask for these three (sql.js), which an ES module does not have. */
const commonjsGlobals = [
  'import { createRequire as nodeCreateRequire } from "node:module";',
  'import { dirname as nodeDirname } from "node:path";',
  'import { fileURLToPath as nodeFileURLToPath } from "node:url";',
  'const require = nodeCreateRequire(import.meta.url);',
  'const __filename = nodeFileURLToPath(import.meta.url);',
  'const __dirname = nodeDirname(__filename);',
].join('\n');

const entries = [
  { in: 'src/extension.ts', out: 'dist/extension.cjs', target: 'node22', external: ['vscode'], ...commonjs },
  { in: 'src/database/sqlite/worker.ts', out: 'dist/database-worker.cjs', target: 'node20', ...commonjs },
  {
    in: 'src/cli/main.ts',
    out: 'dist/cli.js',
    target: 'node20',
    format: 'esm',
    banner: { js: `#!/usr/bin/env node\n${commonjsGlobals}` },
  },
  {
    in: 'examples/generate.ts',
    out: 'dist/generate.js',
    target: 'node20',
    format: 'esm',
    banner: { js: commonjsGlobals },
  },
  { in: 'bench/speed.ts', out: 'dist/speed.js', target: 'node20', format: 'esm', banner: { js: commonjsGlobals } },
  { in: 'webview/main.ts', out: 'dist/webview.js', target: 'es2022', platform: 'browser', format: 'iife' },
];

await mkdir(path.join(root, 'dist'), { recursive: true });
await Promise.all([
  ...entries
    .filter((entry) => existsSync(path.join(root, entry.in)))
    .map(({ in: source, out, ...options }) =>
      build({
        absWorkingDir: root,
        entryPoints: [source],
        outfile: out,
        bundle: true,
        platform: 'node',
        // jsonc-parser's other build hides its imports from bundlers.
        mainFields: ['module', 'main'],
        sourcemap: true,
        logLevel: 'warning',
        ...options,
      }),
    ),
  copyFile(path.join(root, 'node_modules/sql.js/dist/sql-wasm.wasm'), path.join(root, 'dist/sql-wasm.wasm')),
]);
if (existsSync(path.join(root, 'dist/cli.js'))) {
  await chmod(path.join(root, 'dist/cli.js'), 0o755);
  await linkCommand();
}

/** npm links the commands of dependencies only: with this `npx data-detective` works in the repository too. */
async function linkCommand() {
  const link = path.join(root, 'node_modules', '.bin', 'data-detective');
  if (process.platform === 'win32') {
    await writeFile(`${link}.cmd`, '@node "%~dp0\\..\\..\\dist\\cli.js" %*\r\n');
    return;
  }
  if (!existsSync(link)) await symlink(path.join('..', '..', 'dist', 'cli.js'), link);
}
