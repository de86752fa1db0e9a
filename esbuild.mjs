// Bundles every entry whose source exists, and puts what the bundles read at run time beside them.
// `--production` minifies and leaves the source maps out: what `npm run package` ships.
import { chmod, copyFile, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { splitBundle } from './scripts/split-bundle.mjs';

const root = import.meta.dirname;
const production = process.argv.includes('--production');

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

const esModule = { format: 'esm', banner: { js: commonjsGlobals } };

/** zod tells mistakes in fifty languages, which are half of its code; boards are told of in the editor's own words. */
const englishOnly = {
  name: 'english-only',
  setup({ onLoad }) {
    onLoad({ filter: /zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js';",
    }));
  },
};

const browser = { platform: 'browser', target: 'es2022', mainFields: ['browser', 'module', 'main'] };

const entries = [
  // Its parts lie beside it: they find the worker and the WebAssembly by import.meta.url.
  {
    in: 'src/extension.ts',
    out: 'dist/extension.cjs',
    target: 'node22',
    external: ['vscode'],
    chunkNames: 'extension-[name]-[hash]',
    split: true,
  },
  // The web's extension host loads no ES modules.
  { in: 'src/extension.web.ts', out: 'dist/web/extension.cjs', external: ['vscode'], format: 'cjs', ...browser },
  { in: 'src/database/sqlite/worker.ts', out: 'dist/database-worker.cjs', target: 'node20', ...commonjs },
  {
    in: 'src/cli/main.ts',
    out: 'dist/cli.js',
    target: 'node20',
    ...esModule,
    banner: { js: `#!/usr/bin/env node\n${commonjsGlobals}` },
  },
  { in: 'examples/generate.ts', out: 'dist/generate.js', target: 'node20', ...esModule },
  { in: 'bench/main.ts', out: 'dist/bench.js', target: 'node20', ...esModule },
  { in: 'bench/speed.ts', out: 'dist/speed.js', target: 'node20', ...esModule },
  { in: 'webview/main.ts', out: 'dist/webview.js', format: 'iife', ...browser },
  { in: 'webview/style.css', out: 'dist/webview.css', ...browser },
  { in: 'webview/results.ts', out: 'dist/results.js', format: 'iife', ...browser },
  { in: 'webview/results.css', out: 'dist/results.css', ...browser },
];

const built = await Promise.all([
  ...entries.filter((entry) => existsSync(path.join(root, entry.in))).map(bundle),
  copy('node_modules/sql.js/dist/sql-wasm.wasm', 'dist/sql-wasm.wasm'),
]);
await removeOldParts(built.flatMap((outputs) => outputs ?? []));
if (existsSync(path.join(root, 'dist/cli.js'))) {
  await chmod(path.join(root, 'dist/cli.js'), 0o755);
  await linkCommand();
}

/** Bundles one entry; the result is the paths of what it wrote. */
async function bundle({ in: source, out, split = false, ...more }) {
  const { dir, name } = path.parse(out);
  const options = {
    absWorkingDir: root,
    entryPoints: [{ in: source, out: name }],
    outdir: dir,
    outExtension: path.extname(out) === '.cjs' ? { '.js': '.cjs' } : {},
    bundle: true,
    platform: 'node',
    // jsonc-parser's other build hides its imports from bundlers.
    mainFields: ['module', 'main'],
    minify: production,
    sourcemap: !production,
    metafile: true,
    plugins: [englishOnly],
    logLevel: 'warning',
    ...more,
  };
  const metafile = split ? await splitBundle(source, options, commonjs) : (await build(options)).metafile;
  // What each part holds and loads: the tests read from it that nothing heavy is loaded at activation.
  if (split) await writeFile(path.join(root, dir, `${name}.meta.json`), JSON.stringify(metafile));
  return Object.keys(metafile.outputs);
}

async function copy(from, to) {
  await mkdir(path.join(root, path.dirname(to)), { recursive: true });
  await copyFile(path.join(root, from), path.join(root, to));
}

/** Parts of earlier builds have other hashes in their names and would pile up. */
async function removeOldParts(written) {
  const files = (await readdir(path.join(root, 'dist'))).map((name) => path.posix.join('dist', name));
  const old = files.filter((file) => /^dist\/extension.*\.(c?js|map)$/.test(file) && !written.includes(file));
  await Promise.all(old.map((file) => rm(path.join(root, file))));
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
