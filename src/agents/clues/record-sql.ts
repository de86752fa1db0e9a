import type { ColumnRef, Condition, Constant, KeyStep } from '../../board/claim';
import type { RecordTest } from '../../board/clue';
import { sqlName } from '../../database/name';
import { quoteValue } from '../../database/quote';
import { conditionSql } from '../analysis/condition';

/** The table of those who are looked for, and its key. */
export type Among = { readonly table: string; readonly key: string };

/** Columns that show what is there where there should be nothing. */
const MOST_SHOWN = 4;

/** A statement for the keys of all who pass a test. */
export function passingSql(test: RecordTest, among: Among): string {
  const query = new RecordQuery(test, among);
  const where = [...test.where, ...(test.times === undefined ? test.has : [])].map((each) => query.condition(each));
  if (test.absent) {
    const rows = query.statement([`${query.key}`], [...where, `${query.key} IS NOT NULL`]);
    const [table, key] = [sqlName(among.table), sqlName(among.key)];
    return `SELECT ${key} FROM ${table} WHERE ${key} NOT IN (${rows})`;
  }
  if (test.times === undefined) return query.statement([`DISTINCT ${query.key}`], where);
  return `${query.statement([query.key], where)} GROUP BY ${query.key} HAVING COUNT(*) = ${test.times}`;
}

/**
 * A statement for the records of some of them that a test looks at: the key, what the record says, and whether it fits (1 or 0).
 * Nobody's record is left out for not fitting.
 * @param shown columns to show where the test itself names none
 */
export function recordsSql(
  test: RecordTest,
  among: Among,
  keys: readonly Constant[],
  shown: readonly string[] = [],
): string {
  const query = new RecordQuery(test, among);
  const named = `${query.key} AS ${sqlName(among.key)}`;
  const whose =
    keys.length === 1
      ? `${query.key} = ${quoteValue(keys[0] ?? null)}`
      : `${query.key} IN (${keys.map(quoteValue).join(', ')})`;
  const where = [...test.where.map((each) => query.condition(each)), whose];
  if (test.times !== undefined)
    return `${query.statement([named, 'COUNT(*) AS records', `COUNT(*) = ${test.times} AS fits`], where)} GROUP BY ${query.key}`;
  const told = test.has.length > 0 ? test.has : test.where;
  // A key that stands for a name shows nothing to a reader.
  const columns = unique([
    ...told.filter(({ named }) => named === undefined).map(({ column }) => query.column(column)),
    ...(test.has.length > 0 ? [] : shown.map((column) => query.column({ table: test.table, column }))),
  ]).slice(0, MOST_SHOWN);
  const fits = test.absent ? '0' : test.has.map((each) => query.condition(each)).join(' AND ') || '1';
  return query.statement([named, ...columns, `${fits} AS fits`], where);
}

/**
 * A statement for when rows that pass a test happened, by the key that each is about.
 * @param minute the SQL of an instant as minutes
 */
export function momentsSql(
  test: RecordTest,
  among: Among,
  when: ColumnRef,
  minute: (expression: string) => string,
): string {
  const query = new RecordQuery(test, among);
  const at = query.column(when);
  const where = [...test.where.map((each) => query.condition(each)), `${at} IS NOT NULL`];
  return query.statement([`DISTINCT ${query.key} AS unit`, `${minute(at)} AS minute`], where);
}

/** One statement's joins: along keys to those who are looked for, and to what each row belongs to. */
class RecordQuery {
  readonly #aliases = new Map<string, string>();
  readonly #joins: string[] = [];
  readonly #table: string;
  /** The key of the one that a row is about. */
  readonly key: string;

  constructor(test: RecordTest, { table, key }: Among) {
    this.#table = test.table;
    this.#aliases.set('[]', 't');
    const last = test.path.at(-1);
    if (last === undefined) this.key = `t.${sqlName(key)}`;
    else if (last.to === table && last.references[0] === key)
      this.key = `${this.#join(test.path.slice(0, -1))}.${sqlName(last.columns[0] ?? '')}`;
    else this.key = `${this.#join(test.path)}.${sqlName(key)}`;
  }

  column({ column, via = [] }: ColumnRef): string {
    return `${this.#join(via)}.${sqlName(column)}`;
  }

  condition({ column, is }: Condition): string {
    return conditionSql(this.column(column), is);
  }

  statement(columns: readonly string[], where: readonly string[]): string {
    const filter = where.length === 0 ? '' : `\nWHERE ${where.join(' AND ')}`;
    return `SELECT ${columns.join(', ')}\nFROM ${sqlName(this.#table)} AS t${this.#joins.join('')}${filter}`;
  }

  #join(path: readonly KeyStep[]): string {
    const known = this.#aliases.get(JSON.stringify(path));
    if (known !== undefined) return known;
    const step = path.at(-1);
    if (step === undefined) return 't';
    const from = this.#join(path.slice(0, -1));
    const alias = `t${this.#aliases.size + 1}`;
    this.#aliases.set(JSON.stringify(path), alias);
    const on = step.columns.map(
      (column, at) => `${alias}.${sqlName(step.references[at] ?? column)} = ${from}.${sqlName(column)}`,
    );
    this.#joins.push(`\nJOIN ${sqlName(step.to)} AS ${alias} ON ${on.join(' AND ')}`);
    return alias;
  }
}

function unique(items: readonly string[]): string[] {
  return [...new Set(items)];
}
