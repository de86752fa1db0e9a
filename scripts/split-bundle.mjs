// The extension's bundle in parts, so that a feature's code is read when the feature is first used.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';

/**
 * Bundles `entry` and everything it imports, as CommonJS files in `options.outdir`. The result is esbuild's metafile.
 * @param commonjs the options by which sources become CommonJS
 */
export async function splitBundle(entry, options, commonjs) {
  const split = { ...options, format: 'esm', splitting: true, metafile: true };
  const plugins = [...options.plugins, editorByName];
  const draft = await build({ ...split, write: false, plugins });
  const parts = Object.values(draft.metafile.outputs).flatMap(({ entryPoint }) => entryPoint ?? []);
  const later = parts.filter((part) => part !== entry).map((part) => path.join(options.absWorkingDir, part));
  const { metafile } = await build({
    ...split,
    plugins: [...plugins, loadedAfter(path.join(options.absWorkingDir, entry), new Set(later))],
  });
  await toCommonjs(Object.keys(metafile.outputs), options, commonjs);
  return metafile;
}

/**
 * Tells of every part that it is loaded after the entry. Without it what the entry shares with some parts and not with others
 * becomes a file for each such set of parts: activation would read dozens of files instead of three.
 */
function loadedAfter(entry, parts) {
  return {
    name: 'loaded-after-entry',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, async ({ path: file }) => {
        if (!parts.has(file)) return undefined;
        return { contents: `${await readFile(file, 'utf8')}\nimport ${JSON.stringify(entry)};\n`, loader: 'ts' };
      });
    },
  };
}

/**
 * The editor's API as bindings by name. As CommonJS, every module that imports it would copy the whole of it when it is
 * loaded, which took a third of the activation.
 */
const editorByName = {
  name: 'editor-by-name',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^vscode$/ }, ({ kind }) =>
      kind === 'require-call' ? { path: 'vscode', external: true } : { path: 'vscode', namespace: 'editor' },
    );
    onLoad({ filter: /.*/, namespace: 'editor' }, async () => {
      const types = await readFile(new URL('../node_modules/@types/vscode/index.d.ts', import.meta.url), 'utf8');
      const names = [...types.matchAll(/^\texport (?:abstract )?(?:class|enum|namespace|const|let|function) (\w+)/gm)];
      const exported = [...new Set(names.map(([, name]) => name))].join(', ');
      return { contents: `const editor = require('vscode');\nexport const { ${exported} } = editor;\n`, loader: 'js' };
    });
  },
};

/**
 * esbuild splits ES modules only, and the extension host takes longer to load those: each is resolved in another thread.
 * So the files are turned into CommonJS where they are.
 */
async function toCommonjs(files, { absWorkingDir, minify, sourcemap, logLevel, outdir, target }, commonjs) {
  await build({
    absWorkingDir,
    entryPoints: files.filter((file) => file.endsWith('.cjs')),
    outdir,
    outExtension: { '.js': '.cjs' },
    allowOverwrite: true,
    platform: 'node',
    target,
    supported: { 'dynamic-import': false },
    minify,
    sourcemap,
    logLevel,
    ...commonjs,
  });
}
