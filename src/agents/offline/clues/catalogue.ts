import type { ColumnRef, KeyStep } from '../../../board/claim';
import { sqlName } from '../../../database/name';
import type { Schema } from '../../../database/port';
import type { ColumnProfile } from '../../analysis/profile';
import { wordsOf } from '../../analysis/words';
import type { DataReader } from '../../roles';
import type { Atlas } from '../understanding/atlas';
import { likeness } from '../understanding/similarity';
import type { Notation } from './moments';
import { topicsOfName } from './topics';

/** The table of those among whom one is looked for. */
export type Kind = { readonly table: string; readonly key: string; readonly label: string };

/** A table whose rows say something of those who are looked for, and the keys that lead from it to them. */
export type Source = {
  readonly table: string;
  /** Each leads to the kind's table; the first one is what a row is about, others are counterparts. */
  readonly ways: readonly (readonly KeyStep[])[];
  /** Its own columns, and those of tables that each of its rows belongs to. */
  readonly columns: readonly SourceColumn[];
  readonly topics: ReadonlySet<string>;
};

export type SourceColumn = {
  readonly profile: ColumnProfile;
  /** From the source's table. */
  readonly ref: ColumnRef;
  readonly topics: ReadonlySet<string>;
  readonly isProse: boolean;
};

/** A column of free text. */
export type Prose = { readonly table: string; readonly column: string; readonly way: readonly KeyStep[] | undefined };

const NAMES: readonly string[] = ['name', 'fullname', 'title', 'label', 'nickname', 'username', 'surname', 'lastname'];
const PERSONS: readonly string[] =
  'person people resident citizen employee employees staff member customer user users suspect guest passenger student patient worker individual human character player operator'.split(
    ' ',
  );
/** Rows that are looked at to tell free text from short values. */
const SAMPLE = 2_000;
const LONGEST_WAY = 3;

/** What the records can say of those who are looked for: tables, columns, and the keys between. */
export class Catalogue {
  private constructor(
    readonly kind: Kind,
    readonly sources: readonly Source[],
    readonly prose: readonly Prose[],
    readonly atlas: Atlas,
  ) {}

  /** @returns undefined where no table has rows with names that others refer to */
  static async open(
    question: string,
    atlas: Atlas,
    data: DataReader,
    signal: AbortSignal,
  ): Promise<Catalogue | undefined> {
    const kind = kindOf(question, atlas, data.schema);
    if (kind === undefined) return undefined;
    const prose = await proseOf(atlas, data, signal);
    const isProse = (profile: ColumnProfile): boolean =>
      prose.some(({ table, column }) => table === profile.table && column === profile.column);
    const sources = atlas.tables.flatMap(({ name }): Source[] => {
      const ways = waysBetween(name, kind.table, atlas, data.schema);
      if (name !== kind.table && ways.length === 0) return [];
      return [sourceOf(name, name === kind.table ? [[]] : ways, kind, atlas, data.schema, isProse)];
    });
    const withWays = prose.map(({ table, column }) => ({
      table,
      column,
      way: table === kind.table ? [] : waysBetween(table, kind.table, atlas, data.schema)[0],
    }));
    return new Catalogue(kind, sources, withWays, atlas);
  }

  source(table: string): Source | undefined {
    return this.sources.find((each) => each.table === table);
  }

  rows(): number {
    return this.atlas.rows(this.kind.table);
  }
}

/** How a date column writes its days. */
export function notationOf({ dateFormat, least, greatest }: ColumnProfile): Notation | undefined {
  if (dateFormat === undefined) return undefined;
  const sample = typeof greatest === 'string' || typeof greatest === 'number' ? greatest : String(greatest);
  const digits = String(sample).length;
  const hasTime = ((): boolean => {
    switch (dateFormat) {
      case 'compact':
        return digits > 8;
      case 'epoch seconds':
        return Number(least) % 86_400 !== 0 || Number(greatest) % 86_400 !== 0;
      case 'epoch milliseconds':
        return Number(least) % 86_400_000 !== 0 || Number(greatest) % 86_400_000 !== 0;
      case 'julian day':
        return false;
      default:
        return digits > 10;
    }
  })();
  return { format: dateFormat, hasTime, isText: typeof sample === 'string', sample };
}

/** The table that the question's noun names, else the one that most keys lead to, persons first where it asks "who". */
function kindOf(question: string, atlas: Atlas, schema: Schema): Kind | undefined {
  const asksWho = /\b(?:who|whom|whose)\b/i.test(question);
  const noun = /\b(?:which|what)\s+((?:\p{L}+\s+){0,2}?\p{L}+)\b/iu.exec(question)?.[1];
  const nouns = noun === undefined ? [] : wordsOf(noun);
  const scored = atlas.tables.flatMap(({ name, primaryKey, columns }) => {
    const [key, ...more] = primaryKey;
    if (key === undefined || more.length > 0) return [];
    const words = wordsOf(name);
    const inDegree = new Set(
      atlas.keys
        .from(name)
        .filter((step) => step.columns[0] === key && !isKey(schema, step.to, step.references))
        .map(({ to, references }) => `${to}.${references[0]}`),
    ).size;
    const label = columns.find(({ name: column }) => wordsOf(column).some((word) => NAMES.includes(word)));
    const texts = columns.find(({ name: column }) => atlas.profile(name, column)?.kind === 'text');
    const isPerson = words.some((word) => PERSONS.some((person) => likeness(word, person).score >= 0.97));
    const isNamed = nouns.some((each) => words.some((word) => likeness(each, word).score >= 0.85));
    const score = inDegree + (label ? 2 : 0) + (asksWho && isPerson ? 4 : 0) + (isNamed ? 20 : 0);
    return score > 0 ? [{ score, kind: { table: name, key, label: label?.name ?? texts?.name ?? key } }] : [];
  });
  return scored.sort((a, b) => b.score - a.score)[0]?.kind;
}

function isKey(schema: Schema, table: string, columns: readonly string[]): boolean {
  const found = schema.tables.find(({ name }) => name === table);
  return [found?.primaryKey ?? [], ...(found?.unique ?? [])].some(
    (key) => key.length > 0 && key.length === columns.length && key.every((each) => columns.includes(each)),
  );
}

/** From a table to the kind's: along keys that each row has, one way a reference; else the way back along one of the kind's own. */
function waysBetween(from: string, to: string, atlas: Atlas, schema: Schema): readonly (readonly KeyStep[])[] {
  const forward = (table: string): readonly KeyStep[] =>
    atlas.keys.from(table).filter((step) => isKey(schema, step.to, step.references) && step.to !== table);
  const found: (readonly KeyStep[])[] = [];
  const walk = (table: string, way: readonly KeyStep[]): void => {
    for (const step of forward(table)) {
      if (way.some((each) => each.from === step.to) || step.to === from) continue;
      if (step.to === to) found.push([...way, step]);
      else if (way.length + 1 < LONGEST_WAY) walk(step.to, [...way, step]);
    }
  };
  walk(from, []);
  const shortest = Math.min(...found.map(({ length }) => length));
  const own = found.filter(({ length }) => length === shortest);
  if (own.length > 0) return own;
  // What the kind's rows refer to, or what hangs on the same thing as they do.
  const back = atlas.keys.path(from, to);
  return back === undefined ? [] : [back];
}

function sourceOf(
  table: string,
  ways: readonly (readonly KeyStep[])[],
  kind: Kind,
  atlas: Atlas,
  schema: Schema,
  isProse: (profile: ColumnProfile) => boolean,
): Source {
  const columns: SourceColumn[] = [];
  const add = (name: string, via: readonly KeyStep[]): void => {
    for (const profile of atlas.profiles) {
      if (profile.table !== name || profile.kind === 'empty') continue;
      const ref = { table: name, column: profile.column, ...(via.length > 0 && { via: [...via] }) };
      columns.push({ profile, ref, topics: topicsOfName(profile.column), isProse: isProse(profile) });
    }
  };
  add(table, []);
  if (table !== kind.table) {
    for (const step of atlas.keys.from(table)) {
      if (step.to === kind.table || step.to === table || !isKey(schema, step.to, step.references)) continue;
      add(step.to, [step]);
    }
  }
  // A visit is about the membership that it belongs to.
  const between = (ways[0] ?? []).slice(0, -1).flatMap(({ to }) => [...topicsOfName(to)]);
  return { table, ways, columns, topics: new Set([...topicsOfName(table), ...between]) };
}

/** Columns whose cells are sentences. */
async function proseOf(
  atlas: Atlas,
  data: DataReader,
  signal: AbortSignal,
): Promise<readonly { readonly table: string; readonly column: string }[]> {
  const texts = atlas.profiles.filter(
    ({ kind, column, least, greatest }) =>
      (kind === 'text' || kind === 'category') &&
      typeof (least ?? greatest) === 'string' &&
      !wordsOf(column).some((word) => NAMES.includes(word)),
  );
  if (texts.length === 0) return [];
  const parts = texts.map(({ table, column }, index) => {
    const name = sqlName(column);
    return `SELECT ${index} AS place, MAX(LENGTH(${name})) AS longest, AVG(${name} LIKE '% % % % % %') AS sentences FROM (SELECT ${name} FROM ${sqlName(table)} WHERE ${name} IS NOT NULL LIMIT ${SAMPLE})`;
  });
  const found: { table: string; column: string }[] = [];
  for (let from = 0; from < parts.length; from += 100) {
    const sql = parts.slice(from, from + 100).join('\nUNION ALL ');
    for (const [place, longest, sentences] of (await data.run(sql, 'which columns hold free text', signal)).rows) {
      const profile = texts[Number(place)];
      if (profile && Number(longest) >= 40 && Number(sentences) >= 0.05) found.push(profile);
    }
  }
  return found.map(({ table, column }) => ({ table, column }));
}
