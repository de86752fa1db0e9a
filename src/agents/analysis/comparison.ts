import type { Query } from '../../board/board';
import type { ColumnRef, Condition } from '../../board/claim';
import type { Value } from '../../board/value';
import { sqlName } from '../../database/name';
import { DEFAULT_LIMITS } from '../../database/port';
import { quoteValue } from '../../database/quote';
import type { DataReader } from '../roles';
import { conditionSql } from './condition';
import { levelSql, OWN_NAMES, type Comparison, type Covariate } from './covariates';
import { asConstant } from './describe';
import type { Keys } from './keys';
import { profileTable } from './profile';
import { means, readStrata, shares, type Scale, type Stratum } from './strata';
import { Units, type UnitColumn } from './units';
import { whole } from './whole';

/** A stratified answer of the database: the query it came from and the strata in it. */
export type Stratified = { readonly query: Query; readonly strata: readonly Stratum[] };
/** `units` is undefined where no key tells them apart. */
export type UnitCount = { readonly rows: number; readonly units: number | undefined; readonly missing: number };

/** Up to this many groups are kept apart in one answer. */
const MOST_GROUPS = 6;

/** Puts one comparison to the database: crude, by each covariate alone, and by covariates jointly. */
export class ComparisonQueries {
  readonly scale: Scale;

  constructor(
    readonly comparison: Comparison,
    readonly keys: Keys,
    readonly data: DataReader,
    readonly signal: AbortSignal,
  ) {
    this.scale = 'event' in comparison.outcome ? shares : means;
  }

  async crude(): Promise<Stratified> {
    const { aggregates, join } = this.scale;
    const { table, group, isExposed } = await this.#units([]);
    const sql = `${table}\nSELECT ${group}, ${aggregates}\nFROM units${join}\nGROUP BY ${group}\nORDER BY ${group} DESC`;
    const query = await this.#whole(sql, 'outcome by exposure');
    return { query, strata: readStrata(query.rows, 0, this.scale, isExposed) };
  }

  /** Rows, distinct units and missing outcomes by arm, exposed first. */
  async units(): Promise<{ readonly query: Query; readonly arms: readonly UnitCount[] }> {
    const unit = this.#unitKey();
    const distinct = unit === undefined ? '' : ' COUNT(DISTINCT unit) AS units,';
    const { table, group, isExposed } = await this.#units([], new Map(), unit);
    const sql =
      `${table}\nSELECT ${group}, COUNT(*) AS row_count,${distinct} COUNT(*) - COUNT(outcome) AS missing\n` +
      `FROM units\nGROUP BY ${group}\nORDER BY ${group} DESC`;
    const query = await this.#whole(sql, 'whether each unit is counted once and its outcome known');
    const arms = [true, false].map((exposed) => {
      const rows = query.rows.filter(([value]) => isExposed(value ?? null) === exposed);
      const sum = (column: number) => rows.reduce((total, row) => total + Number(row[column] ?? 0), 0);
      return unit === undefined
        ? { rows: sum(1), units: undefined, missing: sum(2) }
        : { rows: sum(1), units: sum(2), missing: sum(3) };
    });
    return { query, arms };
  }

  /** Lower bounds of the quarters of each numeric covariate among the units, empty for the others. */
  async quarters(covariates: readonly Covariate[]): Promise<ReadonlyMap<Covariate, readonly Value[]>> {
    const numeric = covariates.filter(({ inQuarters }) => inQuarters);
    const cuts = new Map<Covariate, readonly Value[]>();
    if (numeric.length === 0) return cuts;
    const units = new Units(this.comparison.unit, this.keys, this.signal);
    const where = await this.#population(units);
    const columns: UnitColumn[] = [];
    for (const covariate of numeric) columns.push({ name: covariate.label, sql: await units.value(covariate.column) });
    const parts = columns.map(
      ({ name }) =>
        `SELECT ${quoteValue(name)} AS covariate, quarter, MIN(value) AS lower\n` +
        `FROM (SELECT ${sqlName(name)} AS value, NTILE(4) OVER (ORDER BY ${sqlName(name)}) AS quarter FROM units WHERE ${sqlName(name)} IS NOT NULL)\nGROUP BY quarter`,
    );
    const sql = `WITH units AS (\n${units.select(columns, where)}\n)\n${parts.join('\nUNION ALL ')}`;
    const { rows } = await this.#whole(sql, 'where the quarters of numeric covariates lie');
    for (const covariate of numeric) {
      const lower = rows
        .filter(([name, quarter]) => name === covariate.label && Number(quarter) > 1)
        .map((row) => row[2] ?? null);
      cuts.set(covariate, [...new Set(lower)]);
    }
    return cuts;
  }

  /** Strata by each covariate alone, all from one statement; where its answer was cut, some are not whole. */
  async screen(
    covariates: readonly Covariate[],
    cuts: ReadonlyMap<Covariate, readonly Value[]>,
  ): Promise<{ readonly query: Query; readonly strata: ReadonlyMap<Covariate, readonly Stratum[]> }> {
    const { aggregates, join } = this.scale;
    const { table, group, isExposed } = await this.#units(covariates, cuts);
    const parts = covariates.map(
      ({ label }) =>
        `SELECT ${quoteValue(label)} AS covariate, ${sqlName(label)} AS level, ${group}, ${aggregates}\nFROM units${join}\nGROUP BY level, ${group}`,
    );
    const query = await this.#run(
      `${table}\n${parts.join('\nUNION ALL ')}`,
      'outcome by exposure within each covariate',
    );
    const strata = new Map<Covariate, readonly Stratum[]>();
    for (const covariate of covariates) {
      const rows = query.rows.filter((row) => row[0] === covariate.label).map((row) => row.slice(1));
      strata.set(covariate, readStrata(rows, 1, this.scale, isExposed));
    }
    return { query, strata };
  }

  /** Strata by covariates jointly, in their order; where the answer was cut, they are not whole. */
  async joint(covariates: readonly Covariate[], cuts: ReadonlyMap<Covariate, readonly Value[]>): Promise<Stratified> {
    const { aggregates, join } = this.scale;
    const names = covariates.map(({ label }) => sqlName(label));
    const list = names.join(', ');
    const { table, group, isExposed } = await this.#units(covariates, cuts);
    const sql =
      `${table}\nSELECT ${list}, ${group}, ${aggregates}\n` +
      `FROM units${join}\nGROUP BY ${list}, ${group}\nORDER BY ${list}, ${group} DESC`;
    const labels = covariates.map(({ label }) => label);
    const query = await this.#run(sql, `outcome by exposure within ${labels.join(' × ')}`);
    return { query, strata: readStrata(query.rows, labels.length, this.scale, isExposed) };
  }

  async #units(
    covariates: readonly Covariate[],
    cuts: ReadonlyMap<Covariate, readonly Value[]> = new Map(),
    key?: string,
  ): Promise<{ readonly table: string; readonly group: string; readonly isExposed: (group: Value) => boolean }> {
    const units = new Units(this.comparison.unit, this.keys, this.signal);
    const { column, where, isExposed } = await this.#groups(units, covariates);
    const columns: UnitColumn[] = [
      ...(key === undefined ? [] : [{ name: 'unit', sql: key }]),
      column,
      { name: 'outcome', sql: await units.outcome(this.comparison.outcome) },
    ];
    for (const covariate of covariates) {
      columns.push({ name: covariate.label, sql: await levelSql(covariate, units, cuts.get(covariate) ?? []) });
    }
    const conditions = [...(await this.#population(units)), ...where];
    return {
      table: `WITH units AS (\n${units.select(columns, conditions)}\n)`,
      group: sqlName(column.name),
      isExposed,
    };
  }

  /**
   * What splits the units. Few values of one column stay apart, so that the candidates of a question share their queries and a
   * reader sees all groups; elsewhere it is whether the exposure holds.
   */
  async #groups(units: Units, covariates: readonly Covariate[]) {
    const { exposure, versus } = this.comparison;
    const apart = (await units.isSingle(exposure.column)) ? await this.#keptApart(covariates) : undefined;
    if (apart) {
      const value = await units.value(exposure.column);
      const plain = exposure.column.column.toLowerCase();
      const taken = OWN_NAMES.has(plain) || covariates.some(({ label }) => label.toLowerCase() === plain);
      const name = taken ? `${exposure.column.table}.${exposure.column.column}` : exposure.column.column;
      const listed = versus ? conditionSql(value, [...apart].sort()) : `${value} IS NOT NULL`;
      return {
        column: { name, sql: value },
        where: [listed],
        isExposed: (group: Value) => asConstant(group) === exposure.is,
      };
    }
    const exposed = await units.condition(exposure);
    const where = versus ? [`(${exposed} OR ${await units.condition(versus)})`] : [];
    return {
      column: { name: 'exposed', sql: exposed },
      where: [...where, `${exposed} IS NOT NULL`],
      isExposed: (group: Value) => Number(group) === 1,
    };
  }

  /**
   * The values of the exposure's column that are kept apart: the two that are compared, else all when they are few and every level of
   * the covariates by each of them still fits into one answer. Undefined where the column holds the compared values in another way
   * than the comparison writes them (`1` for `'1'`): only the database can tell then which are meant.
   */
  async #keptApart(covariates: readonly Covariate[]): Promise<readonly (string | number)[] | undefined> {
    const { exposure, versus } = this.comparison;
    if (versus && !sameColumn(exposure.column, versus.column)) return undefined;
    const compared = versus ? [exposure.is, versus.is] : [exposure.is];
    const { table, column } = exposure.column;
    const source = this.data.schema.tables.find(({ name }) => name === table);
    const profiles = source ? await profileTable(source, this.data, this.signal) : [];
    const held = profiles.find((profile) => profile.column === column)?.values ?? [];
    const values = held.map(({ value }) => asConstant(value)).filter(isScalar);
    if (!compared.every((is) => isScalar(is) && values.includes(is))) return undefined;
    const apart = versus ? compared.filter(isScalar) : values;
    const levels = covariates.reduce((sum, covariate) => sum + covariate.levels, 0);
    return apart.length <= MOST_GROUPS && apart.length * levels <= DEFAULT_LIMITS.rows ? apart : undefined;
  }

  /** SQL of what tells the units apart; undefined for a table without a key. */
  #unitKey(): string | undefined {
    const { unit } = this.comparison;
    const key = this.data.schema.tables.find(({ name }) => name === unit)?.primaryKey ?? [];
    const columns = key.map((column) => `${sqlName(unit)}.${sqlName(column)}`);
    return columns.length > 1 ? columns.map((column) => `quote(${column})`).join(" || ',' || ") : columns[0];
  }

  async #population(units: Units): Promise<string[]> {
    const where: string[] = [];
    for (const condition of this.comparison.population) where.push(await units.condition(condition));
    return where;
  }

  #run(sql: string, purpose: string): Promise<Query> {
    return this.data.run(sql, purpose, this.signal);
  }

  async #whole(sql: string, purpose: string): Promise<Query> {
    return whole(await this.#run(sql, purpose));
  }
}

function isScalar(is: Condition['is']): is is string | number {
  return typeof is === 'string' || typeof is === 'number';
}

function sameColumn(left: ColumnRef, right: ColumnRef): boolean {
  return left.table === right.table && left.column === right.column;
}
