import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';

/** Licences under which others may use and change what is built of these packages, their own code unchanged or not. */
const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'Apache-2.0 AND BSL-1.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
]);

const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.string().optional(), license: z.string().optional(), dev: z.boolean().optional() }),
  ),
});

type Package = { readonly name: string; readonly version: string; readonly licence: string };

/** What is installed without the tools of development, each version once. */
function shipped(): readonly Package[] {
  const text = readFileSync(path.join(import.meta.dirname, '../package-lock.json'), 'utf8');
  const packages = Object.entries(lockfile.parse(JSON.parse(text)).packages)
    .filter(([place, { dev }]) => place !== '' && dev !== true)
    .map(([place, { version = '', license = 'none' }]): Package => {
      return { name: place.split('node_modules/').at(-1) ?? place, version, licence: license };
    });
  const unique = new Map(packages.map((each) => [`${each.name} ${each.version}`, each]));
  return [...unique.values()].sort((a, b) => a.name.localeCompare(b.name, 'en') || a.version.localeCompare(b.version));
}

test('every package that the product is built of has a licence that lets others use it', () => {
  expect(shipped().filter(({ licence }) => !PERMISSIVE.has(licence))).toEqual([]);
});

test('the list of licences in the documents is the lockfile’s', async () => {
  const packages = shipped();
  const licences = [...new Set(packages.map(({ licence }) => licence))].sort();
  const sections = licences.map((licence) => {
    const own = packages.filter((each) => each.licence === licence);
    return `## ${licence}\n\n${own.map(({ name, version }) => `- ${name} ${version}`).join('\n')}\n`;
  });
  const text = `# Licences\n\nThe packages that the product is built of, by licence. \`npx vitest run test/licences.test.ts -u\` writes this list anew.\n\n${sections.join('\n')}`;
  await expect(text).toMatchFileSnapshot('../docs/licences.md');
});
