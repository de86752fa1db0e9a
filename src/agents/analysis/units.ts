import type { ColumnRef, Condition, KeyStep, Outcome } from '../../board/claim';
import { Fault } from '../../base/fault';
import { sqlName } from '../../database/name';
import { conditionSql } from './condition';
import type { Keys } from './keys';
import { comparableSql, numberSql } from './numbers';

/** A column of the table of units that an analysis groups by or sums. */
export type UnitColumn = { readonly name: string; readonly sql: string };

/**
 * Writes the SQL of an analysis table with one row a unit (patient, customer, order): joins what has one row a unit, asks with
 * `IN` for what has many, and adds up numbers of many rows before joining them, so that no join multiplies units.
 */
export class Units {
  readonly #aliases = new Map<string, string>();
  readonly #joins: string[] = [];

  constructor(
    /** The table whose rows are the units. */
    readonly unit: string,
    readonly keys: Keys,
    readonly signal: AbortSignal,
  ) {
    this.#aliases.set('[]', unit);
  }

  /** A column with one value a unit. Rejects for one with many: ask a condition of it, or add it up. */
  async value(ref: ColumnRef): Promise<string> {
    const path = this.pathTo(ref);
    const many = path[await this.keys.toOneSteps(path, this.signal)];
    if (many) throw new Fault(`${ref.table}.${ref.column} has several values for each row of ${this.unit}`);
    return `${this.#join(path)}.${sqlName(ref.column)}`;
  }

  /** Whether the unit has one value or several of a column. */
  async isSingle(ref: ColumnRef): Promise<boolean> {
    const path = this.pathTo(ref);
    return (await this.keys.toOneSteps(path, this.signal)) === path.length;
  }

  /** True for a unit when its value, or any of its values, meets the condition. */
  async condition(condition: Condition): Promise<string> {
    const { column, is } = condition;
    const comparable = (expression: string) => comparableSql(expression, condition, this.keys.data, this.signal);
    const path = this.pathTo(column);
    const single = await this.keys.toOneSteps(path, this.signal);
    const step = path[single];
    if (!step) return conditionSql(await comparable(await this.value(column)), is);
    const near = this.#join(path.slice(0, single));
    const rest = path.slice(single + 1);
    const target = sqlName(rest.at(-1)?.to ?? step.to);
    const from = `${sqlName(step.to)}${rest.map(innerJoin).join('')}`;
    const keyColumns = step.references.map((name) => `${sqlName(step.to)}.${sqlName(name)}`);
    const met = conditionSql(await comparable(`${target}.${sqlName(column.column)}`), is);
    // One NULL among the keys would make `IN` unknown for every unit that is not among them.
    const known = keyColumns.map((name) => ` AND ${name} IS NOT NULL`).join('');
    // The sign keeps SQLite from looking units up by the list: it takes that for a few rows and joins without an index.
    const own = step.columns.map((name) => `${near}.${sqlName(name)}`);
    const unit = own.length === 1 ? `+${own[0]}` : tuple(own);
    return `${unit} IN (SELECT ${keyColumns.join(', ')} FROM ${from} WHERE ${met}${known})`;
  }

  /** The outcome of a unit: 1 or 0 for an event, a number for a measure, NULL where it is not known. */
  async outcome(outcome: Outcome): Promise<string> {
    if ('event' in outcome) return this.condition({ column: outcome.column, is: outcome.event });
    const path = this.pathTo(outcome.column);
    const single = await this.keys.toOneSteps(path, this.signal);
    const step = path[single];
    if (outcome.measure === 'sum') await this.#countedOnce(outcome.column, path);
    if (!step) return outcome.measure === 'count' ? '1' : this.#product(outcome, async (ref) => this.value(ref));
    return this.#addedUp(outcome, path.slice(0, single), step, path.slice(single + 1));
  }

  /** The table's text. */
  select(columns: readonly UnitColumn[], where: readonly string[]): string {
    const list = columns.map(({ name, sql }) => `    ${sql} AS ${sqlName(name)}`).join(',\n');
    const filter = where.length === 0 ? '' : `\n  WHERE ${where.join('\n    AND ')}`;
    return `  SELECT\n${list}\n  FROM ${sqlName(this.unit)}${this.#joins.map((join) => `\n  ${join}`).join('')}${filter}`;
  }

  /** The keys from the unit to a column's table. Rejects when nothing connects them. */
  pathTo(ref: ColumnRef): readonly KeyStep[] {
    if (ref.table === this.unit && !ref.via?.length) return [];
    const path = ref.via?.[0]?.from === this.unit ? ref.via : this.keys.path(this.unit, ref.table);
    if (!path) throw new Fault(`no key leads from ${this.unit} to ${ref.table}`, 'choose a unit that both tables know');
    return path;
  }

  /** Joins along to-one steps, once each; gives the alias of the last table. */
  #join(path: readonly KeyStep[]): string {
    let alias = sqlName(this.unit);
    for (const [index, step] of path.entries()) {
      const key = JSON.stringify(path.slice(0, index + 1));
      const known = this.#aliases.get(key);
      const next = known ?? this.#newAlias(step.to);
      if (known === undefined) {
        this.#aliases.set(key, next);
        const renamed = next === step.to ? sqlName(next) : `${sqlName(step.to)} AS ${sqlName(next)}`;
        this.#joins.push(`LEFT JOIN ${renamed} ON ${pairs(step, alias, sqlName(next))}`);
      }
      alias = sqlName(next);
    }
    return alias;
  }

  async #product(outcome: Extract<Outcome, { measure: string }>, expression: (ref: ColumnRef) => Promise<string>) {
    const value = async (ref: ColumnRef) => numberSql(await expression(ref), ref, this.keys.data, this.signal);
    const factors = [await value(outcome.column)];
    if (outcome.times) factors.push(await value(outcome.times));
    if (outcome.less) factors.push(`(1 - ${await value(outcome.less)})`);
    return factors.join(' * ');
  }

  /** Rejects a sum of what several units share: each of them would get the whole of it. Lists of links share what they list. */
  async #countedOnce({ table, column }: ColumnRef, path: readonly KeyStep[]): Promise<void> {
    const last = path.at(-1);
    const own = last !== undefined && this.keys.isLink(last.from) ? path.slice(0, -1) : path;
    if (await this.keys.isWithin(own, this.signal)) return;
    throw new Fault(
      `${table}.${column} cannot be added up for each row of ${this.unit}: several of them share one row of ${table}`,
      `add up a column of ${this.unit}, or of a table whose rows each belong to one row of it`,
    );
  }

  async #addedUp(
    outcome: Extract<Outcome, { measure: string }>,
    before: readonly KeyStep[],
    step: KeyStep,
    rest: readonly KeyStep[],
  ): Promise<string> {
    const near = this.#join(before);
    const target = rest.at(-1)?.to ?? step.to;
    const number = await this.#product(outcome, async (ref) => {
      if (ref.table === target) return `${sqlName(target)}.${sqlName(ref.column)}`;
      throw new Fault(`${ref.table}.${ref.column} is not in ${target}`, 'multiply columns of one table');
    });
    const mean = outcome.measure === 'mean' || outcome.measure === 'rate';
    const total = outcome.measure === 'count' ? 'COUNT(*)' : `${mean ? 'AVG' : 'SUM'}(${number})`;
    const groups = step.references.map((name) => `${sqlName(step.to)}.${sqlName(name)}`);
    const named = groups.map((group, index) => `${group} AS k${index + 1}`).join(', ');
    const alias = this.#newAlias('totals');
    const from = `${sqlName(step.to)}${rest.map(innerJoin).join('')}`;
    const on = step.columns.map((name, index) => `${alias}.k${index + 1} = ${near}.${sqlName(name)}`).join(' AND ');
    this.#joins.push(
      `LEFT JOIN (SELECT ${named}, ${total} AS total FROM ${from} GROUP BY ${groups.join(', ')}) AS ${alias} ON ${on}`,
    );
    // A unit without rows has sold nothing; its mean is not known.
    return mean ? `${alias}.total` : `COALESCE(${alias}.total, 0)`;
  }

  #newAlias(name: string): string {
    const taken = new Set([...this.#aliases.values()].map((alias) => alias.toLowerCase()));
    for (const join of this.#joins) taken.add(/ AS (\w+) ON /.exec(join)?.[1]?.toLowerCase() ?? '');
    let alias = name;
    for (let number = 2; taken.has(alias.toLowerCase()); number++) alias = `${name}_${number}`;
    return alias;
  }
}

function innerJoin(step: KeyStep): string {
  return ` JOIN ${sqlName(step.to)} ON ${pairs(step, sqlName(step.from), sqlName(step.to))}`;
}

function pairs(step: KeyStep, from: string, to: string): string {
  return step.columns
    .map((column, index) => `${to}.${sqlName(step.references[index] ?? column)} = ${from}.${sqlName(column)}`)
    .join(' AND ');
}

function tuple(items: readonly string[]): string {
  return items.length === 1 ? (items[0] ?? '') : `(${items.join(', ')})`;
}
