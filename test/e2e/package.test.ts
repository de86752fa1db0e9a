import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { root } from './harness/places';

const MOST_BYTES = 6_000_000;

/** What esbuild tells about a build: https://esbuild.github.io/api/#metafile */
type Metafile = {
  readonly outputs: Readonly<
    Record<
      string,
      {
        readonly imports: readonly { readonly path: string; readonly kind: string; readonly external?: boolean }[];
        readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>>;
      }
    >
  >;
};

const { outputs } = JSON.parse(readFileSync(path.join(root, 'dist/extension.meta.json'), 'utf8')) as Metafile;

/** The parts that are loaded with a part, itself included. */
function loadedWith(part: string, loaded = new Set<string>()): ReadonlySet<string> {
  if (loaded.has(part)) return loaded;
  loaded.add(part);
  for (const { path: next, kind, external } of outputs[part]?.imports ?? [])
    if (kind === 'import-statement' && external !== true) loadedWith(next, loaded);
  return loaded;
}

function packagesIn(parts: Iterable<string>): readonly string[] {
  const files = [...parts].flatMap((part) =>
    Object.entries(outputs[part]?.inputs ?? {}).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? file : [])),
  );
  const names = files.flatMap((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []);
  return [...new Set(names)].sort();
}

test('activation loads no package but the parser of board files', () => {
  expect(packagesIn(loadedWith('dist/extension.cjs'))).toEqual(['jsonc-parser']);
  // … while what features load later is in the build.
  expect(packagesIn(Object.keys(outputs))).toEqual(expect.arrayContaining(['sql.js', 'zod']));
});

test('the package is small and its packager has nothing to complain about', () => {
  const { vsix, said } = inject('packaged');
  const { size } = statSync(vsix);
  console.log(`the package has ${(size / 1e6).toFixed(2)} MB`);
  expect(size).toBeLessThan(MOST_BYTES);
  expect(said).toMatch(/DONE +Packaged/);
  expect(said).not.toMatch(/WARN|ERROR/);
});
