import type { KeyStep } from '../../board/claim';
import type { Schema, Table } from '../../database/port';
import type { DataReader } from '../roles';
import { sqlName } from '../../database/name';
import { isComparable } from './comparable';

/** The longest way through keys that an analysis follows: further tables rarely describe the same unit. */
const MOST_STEPS = 3;

/**
 * How the tables of a database hang together: declared foreign keys, and keys that their names give away (`order_id` → `orders`).
 * Every step can be walked both ways.
 */
export class Keys {
  readonly #tables: ReadonlyMap<string, Table>;
  readonly #steps: readonly KeyStep[];
  /** Every way was looked for once. */
  readonly #reached = new Map<string, ReadonlyMap<string, readonly KeyStep[]>>();

  constructor(
    readonly schema: Schema,
    readonly data: DataReader,
  ) {
    this.#tables = new Map(schema.tables.map((table) => [table.name, table]));
    const forward = [...declaredKeys(schema), ...namedKeys(schema)].filter((step) => this.#canJoin(step));
    const unique = new Map(forward.map((step) => [JSON.stringify(step), step]));
    this.#steps = [...unique.values()].flatMap((step) => [step, backwards(step)]);
  }

  /** The steps that leave a table. */
  from(table: string): readonly KeyStep[] {
    return this.#steps.filter((step) => step.from === table);
  }

  /** The shortest way; to-one steps win over to-many ones of the same length. Undefined when the tables are not connected. */
  path(from: string, to: string, most = MOST_STEPS): readonly KeyStep[] | undefined {
    return this.reachable(from, most).get(to);
  }

  /** Every table within reach and the shortest way there; the table itself by no step. */
  reachable(from: string, most = MOST_STEPS): ReadonlyMap<string, readonly KeyStep[]> {
    const known = this.#reached.get(`${most} ${from}`);
    if (known) return known;
    const reached = this.#reach(from, most);
    this.#reached.set(`${most} ${from}`, reached);
    return reached;
  }

  #reach(from: string, most: number): ReadonlyMap<string, readonly KeyStep[]> {
    const found = new Map<string, readonly KeyStep[]>([[from, []]]);
    let frontier = [from];
    for (let length = 1; length <= most; length++) {
      const next: string[] = [];
      for (const table of frontier) {
        const steps = [...this.from(table)].sort(
          (a, b) => Number(this.#isKey(b.to, b.references)) - Number(this.#isKey(a.to, a.references)),
        );
        for (const step of steps) {
          if (found.has(step.to)) continue;
          found.set(step.to, [...(found.get(table) ?? []), step]);
          next.push(step.to);
        }
      }
      frontier = next;
    }
    return found;
  }

  /**
   * Whether a row of `from` has at most one partner in `to`: by a declared key, else by counting. Asked of the data through the
   * log, so that the answer is on the board.
   */
  async isToOne(step: KeyStep, signal: AbortSignal): Promise<boolean> {
    if (this.#isKey(step.to, step.references)) return true;
    const columns = step.references.map(sqlName).join(', ');
    const filled = step.references.map((column) => `${sqlName(column)} IS NOT NULL`).join(' AND ');
    const sql = `SELECT MAX(n) AS most_rows\nFROM (SELECT COUNT(*) AS n FROM ${sqlName(step.to)} WHERE ${filled} GROUP BY ${columns})`;
    const query = await this.data.run(
      sql,
      `how many rows of ${step.to} share one ${step.references.join(', ')}`,
      signal,
    );
    return Number(query.rows[0]?.[0] ?? 0) <= 1;
  }

  /** How many leading steps are to-one. */
  async toOneSteps(path: readonly KeyStep[], signal: AbortSignal): Promise<number> {
    for (const [index, step] of path.entries()) if (!(await this.isToOne(step, signal))) return index;
    return path.length;
  }

  /** Whether a row at the end of a path belongs to one row at its start at most: what is added up along it is then counted once. */
  async isWithin(path: readonly KeyStep[], signal: AbortSignal): Promise<boolean> {
    for (const step of path) if (!(await this.isToOne(backwards(step), signal))) return false;
    return true;
  }

  /** Whether a table only links two others: it holds their keys, perhaps one of its own, and nothing else. */
  isLink(name: string): boolean {
    const table = this.#tables.get(name);
    const keys = this.from(name).filter(({ to, references }) => to !== name && this.#isKey(to, references));
    const own = table?.primaryKey.length === 1 ? table.primaryKey : [];
    const known = [...own, ...keys.flatMap(({ columns }) => columns)];
    return (
      table !== undefined &&
      new Set(keys.flatMap(({ columns }) => columns)).size > 1 &&
      table.columns.every((column) => known.some((each) => same(each, column.name)))
    );
  }

  /** Joining by a column that cannot be compared fails. */
  #canJoin({ from, columns, to, references }: KeyStep): boolean {
    const isBarred = (table: string, names: readonly string[]): boolean =>
      this.#tables
        .get(table)
        ?.columns.some((each) => !isComparable(each) && names.some((name) => same(name, each.name))) ?? false;
    return !isBarred(from, columns) && !isBarred(to, references);
  }

  #isKey(name: string, columns: readonly string[]): boolean {
    const table = this.#tables.get(name);
    if (!table) return false;
    return [table.primaryKey, ...table.unique].some(
      (key) => key.length > 0 && key.every((column) => columns.some((each) => same(each, column))),
    );
  }
}

function backwards({ from, columns, to, references }: KeyStep): KeyStep {
  return { from: to, columns: references, to: from, references: columns };
}

function declaredKeys(schema: Schema): KeyStep[] {
  const byName = new Map(schema.tables.map((table) => [table.name.toLowerCase(), table]));
  return schema.tables.flatMap((table) =>
    table.foreignKeys.flatMap((key) => {
      const target = byName.get(key.table.toLowerCase());
      if (!target || target.unreadable !== undefined || table.unreadable !== undefined) return [];
      return [{ from: table.name, columns: [...key.columns], to: target.name, references: [...key.references] }];
    }),
  );
}

/**
 * Keys that are not declared: a column named like another table's single-column primary key (`customer_id`, `CustomerID`), or like
 * the table and its key (`customer` + `id`). Views join in only through such names.
 */
function namedKeys(schema: Schema): KeyStep[] {
  const tables = schema.tables.filter((table) => table.unreadable === undefined);
  const columns = tables.flatMap((table) => table.columns.map(({ name }) => ({ table, name })));
  const places = new Map<string, number[]>();
  for (const [place, { name }] of columns.entries()) {
    const known = places.get(plain(name));
    if (known) known.push(place);
    else places.set(plain(name), [place]);
  }
  return tables.flatMap((target) => {
    const [key, ...more] = target.primaryKey;
    if (key === undefined || more.length > 0) return [];
    const alike = [...keyNames(target, key)].flatMap((name) => places.get(name) ?? []).sort((a, b) => a - b);
    return alike.flatMap((place) => {
      const column = columns[place];
      if (!column || column.table === target || isDeclared(column.table, column.name)) return [];
      return [{ from: column.table.name, columns: [column.name], to: target.name, references: [key] }];
    });
  });
}

const SAYING_NOTHING: ReadonlySet<string> = new Set(
  'id key code no nr number rowid name title label type value date day'.split(' '),
);

function keyNames(target: Table, key: string): ReadonlySet<string> {
  const singular = plain(target.name).replace(/ies$/, 'y').replace(/s$/, '');
  const names = [singular + 'id', singular + 'key', singular + 'code', singular + plain(key)];
  const own = plain(key);
  // A key called just `id` or `name` says nothing about whose it is.
  if (!SAYING_NOTHING.has(own)) names.push(own);
  return new Set(names);
}

function isDeclared(table: Table, column: string): boolean {
  return table.foreignKeys.some((key) => key.columns.some((each) => same(each, column)));
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

function same(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}
