import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { contributes } from '../package.json';
import { contributedIds, outdatedReasons, roomOf, ROOMS, violations } from './architecture/rules';
import { readModule, type SourceModule } from './architecture/source-module';

const root = path.dirname(import.meta.dirname);

const modules: readonly SourceModule[] = ['src', 'webview', 'bench'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => {
      const place = path.posix.join(folder, file.replaceAll(path.sep, '/'));
      return readModule(place, readFileSync(path.join(root, place), 'utf8'));
    }),
);

describe('the code', () => {
  test('keeps the rules of its rooms', () => {
    expect(violations(modules)).toEqual([]);
  });

  test('was looked at: modules of every room that is there, and imports between them', () => {
    const looked = new Set(modules.map(({ path: place }) => roomOf(place)));
    const below = Object.entries(ROOMS).flatMap(([room, { core }]) => (core ? [room] : []));
    expect([...looked]).toEqual(
      expect.arrayContaining([...below, 'src/database/sqlite', 'src/cli', 'src/extension.ts']),
    );
    expect(modules.length).toBeGreaterThan(150);
    expect(modules.flatMap(({ imports }) => imports).filter((to) => roomOf(to) === 'src/board').length).toBeGreaterThan(
      50,
    );
  });

  test('lists no long file that became short', () => {
    expect(outdatedReasons(modules)).toEqual([]);
  });

  test('registers every id that package.json contributes', () => {
    const host = modules.filter(({ path: place }) => ['src/ui', 'src/extension.ts'].includes(roomOf(place) ?? ''));
    expect(host.length).toBeGreaterThan(0);
    const registered = new Set(host.flatMap(({ strings }) => [...strings]));
    expect(contributedIds(contributes).filter((id) => !registered.has(id))).toEqual([]);
  });
});

describe('a breach is seen', () => {
  const breaches = (file: string, text: string) => violations([readModule(file, text)]);

  test.each([
    ['a type of the editor', 'src/agents/a.ts', "import type { Uri } from 'vscode';", 'vscode'],
    ['a type by import()', 'src/agents/a.ts', "let uri: import('vscode').Uri;", 'vscode'],
    ['a module of Node', 'src/board/a.ts', "import { readFile } from 'node:fs/promises';", 'node:fs/promises'],
    ['a package that does I/O', 'src/statistics/a.ts', "import initSqlJs from 'sql.js';", 'sql.js'],
    ['a module that is re-exported', 'src/base/a.ts', "export * from '../board/board';", 'src/board/board'],
    ['a module that is loaded late', 'src/board/a.ts', "await import('../agents/detective');", 'src/agents/detective'],
    [
      'a neighbour adapter',
      'src/storage/sqlite/a.ts',
      "import '../../database/sqlite/sqljs';",
      'src/database/sqlite/sqljs',
    ],
    ['an adapter from its port', 'src/models/a.ts', "import './anthropic/model';", 'src/models/anthropic/model'],
    ['an adapter from the editor’s side', 'src/ui/a.ts', "import '../storage/file/files';", 'src/storage/file/files'],
    ['an entry', 'src/ui/a.ts', "import '../cli/terminal';", 'src/cli/terminal'],
    ['a test', 'src/cli/a.ts', "import '../../test/worlds/read';", 'test/worlds/read'],
    ['Node from the webview', 'webview/a.ts', "import 'node:path';", 'node:path'],
  ])('an import of %s', (_, file, text, to) => {
    expect(breaches(file, text)).toEqual([`${file} must not import ${to}`]);
  });

  test.each([
    ['Date.now', 'const now = Date.now();'],
    ['new Date()', 'const now = new Date();'],
    ['Math.random', 'const chance = Math.random();'],
    ['process', 'const home = process.env.HOME;'],
    ['fetch', "await fetch('https://example.org');"],
  ])('%s in the core, and only there', (what, text) => {
    expect(breaches('src/agents/a.ts', text)).toEqual([`src/agents/a.ts is core and must not use ${what}`]);
    expect(breaches('src/cli/a.ts', text)).toEqual([]);
  });

  test('default exports, any, long files, and a folder that is no room', () => {
    expect(breaches('src/base/a.ts', 'export default 1;')).toEqual(['src/base/a.ts has a default export']);
    expect(breaches('src/base/a.ts', 'export default function f() {}')).toEqual(['src/base/a.ts has a default export']);
    expect(breaches('src/base/a.ts', '\nconst x: Record<string, any> = {};')).toEqual(['src/base/a.ts:2 uses any']);
    expect(breaches('src/base/a.ts', ';\n'.repeat(401))).toEqual([
      'src/base/a.ts has 401 lines: more than 400 need a reason',
    ]);
    expect(breaches('src/helpers/a.ts', '')).toEqual(['src/helpers/a.ts stands in no room of docs/architecture.md']);
  });

  test('nothing of it is seen in comments, texts and names that only look alike', () => {
    const text =
      "// import 'vscode'\nconst any = 'new Date()';\nclock.process(); const at = new Date(0);\nswitch (at) { default: }";
    expect(breaches('src/agents/a.ts', text)).toEqual([]);
  });

  test('an id that is contributed and not registered', () => {
    const manifest = {
      commands: [{ command: 'dataDetective.investigate', title: 'Investigate' }],
      views: { explorer: [{ id: 'dataDetective.hypotheses', name: 'Hypotheses' }] },
      customEditors: [{ viewType: 'dataDetective.board' }],
      menus: { commandPalette: [{ command: 'dataDetective.investigate' }] },
    };
    expect(contributedIds(manifest)).toEqual([
      'dataDetective.investigate',
      'dataDetective.hypotheses',
      'dataDetective.board',
    ]);
  });
});
