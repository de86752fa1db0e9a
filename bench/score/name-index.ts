import { DEFAULT_LIMITS, type Database } from '../../src/database/port';
import { sqlName } from '../../src/database/name';
import { folded, normalCell } from './cells';
import type { TruthNames } from './truth';

const CHUNK = 50_000;

/** Which things a case's database names: from a cell or a name in a text to the key (`person:67318`). */
export class NameIndex {
  readonly #byKey = new Map<string, string>();
  readonly #byName = new Map<string, Set<string>>();
  #longestName = 1;

  /** @param texts also name things of a list, beside what the database holds */
  static async of(names: TruthNames, database: Database, signal: AbortSignal): Promise<NameIndex> {
    const index = new NameIndex();
    if (names.kind === 'list') {
      for (const entry of names.entries) for (const name of entry.names) index.#add(name, entry.key);
      return index;
    }
    const { table, key, labels, aliases } = names;
    await index.#read(database, signal, { table, prefix: table, key, columns: labels, isOwn: true });
    for (const alias of aliases) {
      await index.#read(database, signal, {
        table: alias.table,
        prefix: table,
        key: alias.key,
        columns: [alias.label],
        isOwn: false,
      });
    }
    return index;
  }

  /** Keys that normal cells or constants of a statement name, by key or by a name that only one thing has. */
  namedBy(cells: Iterable<string>): ReadonlySet<string> {
    const found = new Set<string>();
    for (const cell of cells) {
      const key = this.#byKey.get(cell) ?? this.#only(cell);
      if (key !== undefined) found.add(key);
    }
    return found;
  }

  /**
   * The keys in a text: `table:pk` or a code of its own first, else the longest names. A name that several things have gives
   * nothing: a homonym without a key is not resolved.
   */
  inText(text: string): readonly string[] {
    const words = folded(text)
      .split(/[^\p{L}\p{N}'’:_-]+/u)
      .map((word) => word.replaceAll(/^['’:-]+|['’:-]+$/g, ''));
    const codes = words.flatMap((word) => this.#byKey.get(word.slice(word.indexOf(':') + 1)) ?? []);
    if (codes.length > 0) return [...new Set(codes)];
    const found: string[] = [];
    for (let from = 0; from < words.length; from++) {
      for (let length = Math.min(this.#longestName, words.length - from); length > 0; length--) {
        const keys = this.#byName.get(words.slice(from, from + length).join(' '));
        if (keys === undefined) continue;
        if (keys.size === 1) found.push(...keys);
        from += length - 1;
        break;
      }
    }
    return [...new Set(found)];
  }

  async #read(
    database: Database,
    signal: AbortSignal,
    {
      table,
      prefix,
      key,
      columns,
      isOwn,
    }: { table: string; prefix: string; key: string; columns: readonly string[]; isOwn: boolean },
  ): Promise<void> {
    const [from, id] = [sqlName(table), sqlName(key)];
    const limits = { ...DEFAULT_LIMITS, rows: CHUNK, bytes: 100_000_000 };
    for (let offset = 0; ; offset += CHUNK) {
      const sql = `SELECT ${[id, ...columns.map(sqlName)].join(', ')} FROM ${from} ORDER BY ${id} LIMIT ${CHUNK} OFFSET ${offset}`;
      const { rows } = await database.query(sql, limits, signal);
      for (const [pk = null, ...names] of rows) {
        const named = `${prefix}:${String(pk)}`;
        if (isOwn) this.#byKey.set(normalCell(pk), named);
        for (const name of names) if (typeof name === 'string') this.#add(name, named);
      }
      if (rows.length < CHUNK) return;
    }
  }

  #add(name: string, key: string): void {
    const plain = folded(name);
    if (plain === '') return;
    this.#longestName = Math.max(this.#longestName, plain.split(' ').length);
    const known = this.#byName.get(plain);
    if (known) known.add(key);
    else this.#byName.set(plain, new Set([key]));
  }

  #only(name: string): string | undefined {
    const keys = this.#byName.get(name);
    return keys?.size === 1 ? [...keys][0] : undefined;
  }
}
