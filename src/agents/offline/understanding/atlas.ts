import type { ColumnRef, KeyStep } from '../../../board/claim';
import { sqlName } from '../../../database/name';
import type { Table } from '../../../database/port';
import { Keys } from '../../analysis/keys';
import { profileTable, type ColumnProfile } from '../../analysis/profile';
import { wordsOf } from '../../analysis/words';
import type { DataReader } from '../../roles';
import { likeness } from './similarity';

/** Tables beyond this are looked into only when the question's words name them. */
const MOST_TABLES = 40;

/** What is known of a database before a question is read: its tables, what their columns hold, how they hang together. */
export class Atlas {
  private constructor(
    readonly keys: Keys,
    readonly tables: readonly Table[],
    readonly profiles: readonly ColumnProfile[],
    readonly skipped: readonly string[],
  ) {}

  static async explore(question: string, data: DataReader, signal: AbortSignal): Promise<Atlas> {
    const readable = data.schema.tables.filter((table) => table.unreadable === undefined && table.rowCount?.rows !== 0);
    const words = wordsOf(question);
    const named = (table: Table) =>
      Math.max(
        0,
        ...[table.name, ...table.columns.map(({ name }) => name)].flatMap((name) =>
          wordsOf(name).flatMap((word) => words.map((other) => likeness(word, other).score)),
        ),
      );
    const base = readable.filter(({ kind }) => kind !== 'view');
    const scored: { readonly table: Table; readonly score: number }[] = [];
    for (const table of base) {
      await data.breathe();
      scored.push({ table, score: base.length > MOST_TABLES ? named(table) : 0 });
    }
    const ranked = scored.sort((a, b) => b.score - a.score).map(({ table }) => table);
    const chosen = new Set(ranked.slice(0, MOST_TABLES));
    const profiles: ColumnProfile[] = [];
    for (const table of base) if (chosen.has(table)) profiles.push(...(await profileTable(table, data, signal)));
    return new Atlas(
      new Keys(data.schema, data),
      base.filter((table) => chosen.has(table)),
      profiles,
      ranked.slice(MOST_TABLES).map(({ name }) => name),
    );
  }

  profile(table: string, column: string): ColumnProfile | undefined {
    return this.profiles.find((each) => each.table === table && each.column === column);
  }

  table(name: string): Table | undefined {
    return this.tables.find((each) => each.name === name);
  }

  rows(table: string): number {
    return this.table(table)?.rowCount?.rows ?? this.profiles.find((each) => each.table === table)?.rows ?? 0;
  }

  path(from: string, to: string): readonly KeyStep[] | undefined {
    return this.keys.path(from, to);
  }

  /** The table whose rows a column names by their key; undefined for what is no such key. */
  pointsTo({ table, column }: ColumnRef): string | undefined {
    return this.keys
      .from(table)
      .find(
        ({ columns, to, references }) =>
          columns.length === 1 && columns[0] === column && this.table(to)?.primaryKey[0] === references[0],
      )?.to;
  }

  /** What the rows are called that a key points to, by key: `3` → `Ada Berg`. Empty for what is no key, or names nothing. */
  async namesOf(ref: ColumnRef, data: DataReader, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
    const target = this.table(this.pointsTo(ref) ?? '');
    const key = target?.primaryKey[0];
    if (!target || key === undefined) return new Map();
    const named = target.columns.filter(({ name }) => wordsOf(name).some((word) => NAMING.includes(word)));
    const parts = named.slice(0, 2).map(({ name }) => `COALESCE(${sqlName(name)}, '')`);
    if (parts.length === 0) return new Map();
    const sql = `SELECT ${sqlName(key)} AS key, TRIM(${parts.join(" || ' ' || ")}) AS name\nFROM ${sqlName(target.name)}\nORDER BY 1\nLIMIT 1000`;
    const { rows } = await data.run(sql, `names of ${target.name}`, signal);
    return new Map(rows.map(([value, name]) => [String(value), String(name)]));
  }
}

/** Columns that say what a row is called. */
const NAMING: readonly string[] = ['name', 'title', 'label', 'firstname', 'lastname'];
