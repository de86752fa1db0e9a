import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { out, root } from './places';

/** Which extension host: Node's, as on a desktop, or the browser's, as on VS Code for the Web. */
export type HostKind = 'node' | 'web';

/**
 * An empty extension with Mocha and all suites as one script in it: the editor runs tests in the host of the extension under
 * development that they lie in. Ours is installed beside it, as a person has it.
 */
export async function makeCompanion(kind: HostKind, folder: string): Promise<string> {
  const suites = (await readdir(folder)).filter((name) => name.endsWith('.test.ts'));
  const companion = path.join(out, `companion-${kind}`);
  const entry = './companion.cjs';
  const manifest = {
    publisher: 'data-detective-tests',
    name: 'companion',
    version: '0.0.1',
    engines: { vscode: '^1.110.0' },
    ...(kind === 'node' ? { main: entry } : { browser: entry }),
  };
  await mkdir(companion, { recursive: true });
  await writeFile(path.join(companion, 'package.json'), JSON.stringify(manifest));
  await writeFile(path.join(companion, entry), 'exports.activate = () => {};');
  await build({
    stdin: {
      contents: `
        import { runMocha } from '${path.join(root, 'test/e2e/host/run-mocha')}';
        export const run = () => runMocha(() => Promise.all([${suites.map((name) => `import('./${name}')`).join(', ')}]));
      `,
      resolveDir: folder,
      loader: 'ts',
    },
    outfile: path.join(companion, 'tests.cjs'),
    bundle: true,
    format: 'cjs',
    platform: kind === 'node' ? 'node' : 'browser',
    external: ['vscode'],
    // jsonc-parser's other build hides its imports from bundlers.
    mainFields: ['module', 'main'],
    define: { global: 'globalThis' },
    sourcemap: 'inline',
    logLevel: 'warning',
  });
  return companion;
}
