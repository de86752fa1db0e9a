import type { Query } from '../../board/board';
import type { Value } from '../../board/value';
import { sqlName } from '../../database/name';
import { quoteValue } from '../../database/quote';
import type { DataReader } from '../roles';
import { levelSql, type Comparison, type Covariate } from './covariates';
import type { Keys } from './keys';
import { means, readStrata, shares, type Scale, type Stratum } from './strata';
import { Units, type UnitColumn } from './units';

/** A stratified answer of the database: the query it came from and the strata in it. */
export type Stratified = { readonly query: Query; readonly strata: readonly Stratum[] };
export type UnitCount = { readonly rows: number; readonly units: number; readonly missing: number };

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
    const sql = `${await this.#units([])}\nSELECT exposed, ${aggregates}\nFROM units${join}\nGROUP BY exposed\nORDER BY exposed DESC`;
    const query = await this.#run(sql, 'outcome by exposure');
    return { query, strata: readStrata(query.rows, 0, this.scale) };
  }

  /** Rows, distinct units and missing outcomes by arm, exposed first. */
  async units(): Promise<{ readonly query: Query; readonly arms: readonly UnitCount[] }> {
    const table = this.data.schema.tables.find(({ name }) => name === this.comparison.unit);
    const key = table?.primaryKey.length === 1 ? table.primaryKey[0] : undefined;
    const unit = key === undefined ? undefined : `${sqlName(this.comparison.unit)}.${sqlName(key)}`;
    const distinct = unit === undefined ? 'COUNT(*)' : 'COUNT(DISTINCT unit)';
    const sql =
      `${await this.#units([], new Map(), unit)}\nSELECT exposed, COUNT(*) AS row_count, ${distinct} AS units, COUNT(*) - COUNT(outcome) AS missing\n` +
      'FROM units\nGROUP BY exposed\nORDER BY exposed DESC';
    const query = await this.#run(sql, 'whether each unit is counted once and its outcome known');
    const arms = [1, 0].map((exposed) => {
      const [, rows, units, missing] = query.rows.find((row) => Number(row[0]) === exposed) ?? [];
      return { rows: Number(rows ?? 0), units: Number(units ?? 0), missing: Number(missing ?? 0) };
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
    const { rows } = await this.#run(sql, 'where the quarters of numeric covariates lie');
    for (const covariate of numeric) {
      const lower = rows
        .filter(([name, quarter]) => name === covariate.label && Number(quarter) > 1)
        .map((row) => row[2] ?? null);
      cuts.set(covariate, [...new Set(lower)]);
    }
    return cuts;
  }

  /** Strata by each covariate alone, all from one statement. */
  async screen(
    covariates: readonly Covariate[],
    cuts: ReadonlyMap<Covariate, readonly Value[]>,
  ): Promise<{ readonly query: Query; readonly strata: ReadonlyMap<Covariate, readonly Stratum[]> }> {
    const { aggregates, join } = this.scale;
    const parts = covariates.map(
      ({ label }) =>
        `SELECT ${quoteValue(label)} AS covariate, ${sqlName(label)} AS level, exposed, ${aggregates}\nFROM units${join}\nGROUP BY level, exposed`,
    );
    const sql = `${await this.#units(covariates, cuts)}\n${parts.join('\nUNION ALL ')}`;
    const query = await this.#run(sql, 'outcome by exposure within each covariate');
    const strata = new Map<Covariate, readonly Stratum[]>();
    for (const covariate of covariates) {
      const rows = query.rows.filter((row) => row[0] === covariate.label).map((row) => row.slice(1));
      strata.set(covariate, readStrata(rows, 1, this.scale));
    }
    return { query, strata };
  }

  /** Strata by covariates jointly, in their order. */
  async joint(covariates: readonly Covariate[], cuts: ReadonlyMap<Covariate, readonly Value[]>): Promise<Stratified> {
    const { aggregates, join } = this.scale;
    const names = covariates.map(({ label }) => sqlName(label));
    const list = names.join(', ');
    const sql =
      `${await this.#units(covariates, cuts)}\nSELECT ${list}, exposed, ${aggregates}\n` +
      `FROM units${join}\nGROUP BY ${list}, exposed\nORDER BY ${list}, exposed DESC`;
    const labels = covariates.map(({ label }) => label);
    const query = await this.#run(sql, `outcome by exposure within ${labels.join(' × ')}`);
    return { query, strata: readStrata(query.rows, labels.length, this.scale) };
  }

  async #units(
    covariates: readonly Covariate[],
    cuts: ReadonlyMap<Covariate, readonly Value[]> = new Map(),
    key?: string,
  ): Promise<string> {
    const { unit, exposure, versus, outcome } = this.comparison;
    const units = new Units(unit, this.keys, this.signal);
    const exposed = await units.condition(exposure);
    const columns: UnitColumn[] = [
      ...(key === undefined ? [] : [{ name: 'unit', sql: key }]),
      { name: 'exposed', sql: exposed },
      { name: 'outcome', sql: await units.outcome(outcome) },
    ];
    for (const covariate of covariates) {
      columns.push({ name: covariate.label, sql: await levelSql(covariate, units, cuts.get(covariate) ?? []) });
    }
    const where = await this.#population(units);
    if (versus) where.push(`(${exposed} OR ${await units.condition(versus)})`);
    return `WITH units AS (\n${units.select(columns, where, [exposed])}\n)`;
  }

  async #population(units: Units): Promise<string[]> {
    const where: string[] = [];
    for (const condition of this.comparison.population) where.push(await units.condition(condition));
    return where;
  }

  #run(sql: string, purpose: string): Promise<Query> {
    return this.data.run(sql, purpose, this.signal);
  }
}
