import type { SourceModule } from './source-module';

type Room = {
  /** Other rooms that it may import. */
  readonly imports: readonly string[];
  /** Packages that it may import, types included; `*` stands for any ending. */
  readonly packages: readonly string[];
  /** Pure: it takes nothing from its surroundings, be it clock, chance, process or network. */
  readonly core?: true;
};

const GROUND = ['src/base', 'src/board'];
const CORE = [...GROUND, 'src/statistics', 'src/graph', 'src/database', 'src/models', 'src/agents'];
const ADAPTERS = [
  'src/database/sqlite',
  'src/models/anthropic',
  'src/models/openai',
  'src/models/vscode',
  'src/storage/file',
  'src/storage/sqlite',
];

/**
 * The rooms of docs/architecture.md from the ground up: a folder with all below it that is no room of its own. What is not
 * named may not be imported. Adapters and `src/ui` never import each other: an entry introduces them.
 */
export const ROOMS: Readonly<Record<string, Room>> = {
  'src/base': { imports: [], packages: [], core: true },
  'src/statistics': { imports: ['src/base'], packages: ['@stdlib/math-base-special-*'], core: true },
  'src/board': { imports: ['src/base'], packages: ['zod', 'jsonc-parser', 'node-diff3'], core: true },
  'src/graph': { imports: GROUND, packages: [], core: true },
  'src/database': { imports: GROUND, packages: [], core: true },
  'src/models': { imports: ['src/base'], packages: [], core: true },
  'src/protocol': { imports: GROUND, packages: ['zod'], core: true },
  'src/agents': {
    imports: CORE,
    packages: ['zod', 'p-limit', 'fastest-levenshtein', 'stemmer', 'markdown-it'],
    core: true,
  },
  'src/database/sqlite': { imports: [...GROUND, 'src/database'], packages: ['sql.js', 'node:*'] },
  'src/models/http': { imports: ['src/base', 'src/models'], packages: [] },
  'src/models/anthropic': {
    imports: ['src/base', 'src/models', 'src/models/http'],
    packages: ['@anthropic-ai/sdk', '@anthropic-ai/sdk/*'],
  },
  'src/models/openai': {
    imports: ['src/base', 'src/models', 'src/models/http'],
    packages: ['openai', 'openai/*', 'zod'],
  },
  'src/models/vscode': { imports: ['src/base', 'src/models'], packages: ['vscode'] },
  'src/storage/file': { imports: GROUND, packages: ['node:*'] },
  'src/storage/sqlite': { imports: GROUND, packages: ['sql.js'] },
  'src/ui': { imports: [...CORE, 'src/protocol'], packages: ['vscode', 'sql-formatter', 'zod', 'node:*'] },
  'src/host': { imports: [...CORE, ...ADAPTERS, 'src/ui'], packages: ['node:*'] },
  'src/extension.ts': { imports: ['src/ui', 'src/host'], packages: ['vscode'] },
  'src/extension.web.ts': { imports: [...CORE, 'src/ui'], packages: ['vscode'] },
  'src/cli': {
    imports: [...CORE, ...ADAPTERS],
    packages: ['node:*', 'commander', 'log-update', 'picocolors', 'string-width', 'package.json'],
  },
  'bench/score': {
    imports: [...GROUND, 'src/database', 'src/database/sqlite'],
    packages: ['zod', 'munkres'],
  },
  'bench/generate': {
    imports: [...GROUND, 'src/database', 'bench/score'],
    packages: ['zod', 'sql.js', 'node:*', 'test/fakes/database'],
  },
  // Arms know nothing of how cases are made or scored but the form of what they hand in.
  'bench/arms': { imports: [...CORE, 'bench/score'], packages: ['zod'] },
  bench: {
    imports: [...CORE, 'src/models/anthropic', 'src/cli', 'bench/score', 'bench/generate', 'bench/arms'],
    packages: ['zod', 'node:*', 'test/*'],
  },
  webview: {
    imports: [...GROUND, 'src/graph', 'src/protocol'],
    packages: ['d3', 'd3-*', '@vscode/webview-ui-toolkit', '@vscode/l10n', 'markdown-it', 'zod'],
  },
};

/** Files of more than 400 lines, each with its reason. */
const LONG_FILES: Readonly<Record<string, string>> = {
  'src/agents/detective.ts': 'the loop of an investigation: one private state that every phase reads and changes',
};

const MOST_LINES = 400;

/** What breaks the rules of the house, one line each. */
export function violations(modules: readonly SourceModule[]): readonly string[] {
  return modules.flatMap((module) => {
    const room = roomOf(module.path);
    if (room === undefined) return [`${module.path} stands in no room of docs/architecture.md`];
    const { core = false } = ROOMS[room] ?? {};
    return [
      ...module.imports.filter((to) => !mayImport(room, to)).map((to) => `${module.path} must not import ${to}`),
      ...(core ? module.ambient.map((what) => `${module.path} is core and must not use ${what}`) : []),
      ...module.anys.map((line) => `${module.path}:${line} uses any`),
      ...(module.exportsDefault ? [`${module.path} has a default export`] : []),
      ...(module.lines > MOST_LINES && !(module.path in LONG_FILES)
        ? [`${module.path} has ${module.lines} lines: more than ${MOST_LINES} need a reason`]
        : []),
    ];
  });
}

/** The files that no longer need the reason they are listed with. */
export function outdatedReasons(modules: readonly SourceModule[]): readonly string[] {
  return Object.keys(LONG_FILES).filter(
    (path) => !modules.some((module) => module.path === path && module.lines > MOST_LINES),
  );
}

/** The room that a path lies in: the nearest of its folders that is one. */
export function roomOf(path: string): string | undefined {
  for (let place = path; place !== ''; place = place.slice(0, Math.max(0, place.lastIndexOf('/')))) {
    if (place in ROOMS) return place;
  }
  return undefined;
}

function mayImport(from: string, to: string): boolean {
  const room = ROOMS[from];
  const target = roomOf(to);
  if (target !== undefined) return target === from || (room?.imports.includes(target) ?? false);
  return room?.packages.some((name) => (name.endsWith('*') ? to.startsWith(name.slice(0, -1)) : to === name)) ?? false;
}

/** Places of a manifest that name something the extension has to register. */
const CONTRIBUTIONS: readonly (readonly [point: string, key: string])[] = [
  ['commands', 'command'],
  ['views', 'id'],
  ['customEditors', 'viewType'],
  ['languageModelTools', 'name'],
  ['chatParticipants', 'id'],
];

/** The ids that a manifest's `contributes` promises. */
export function contributedIds(contributes: Readonly<Record<string, unknown>>): readonly string[] {
  return CONTRIBUTIONS.flatMap(([point, key]) => recordsIn(contributes[point]).map((record) => String(record[key])));
}

/** A list of contributions, or the lists of all places (`views` has one for each container). */
function recordsIn(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (Array.isArray(value)) return value as readonly Readonly<Record<string, unknown>>[];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(recordsIn) : [];
}
