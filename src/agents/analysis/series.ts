import type { Query } from '../../board/board';
import type { ClaimOf, Condition, Period } from '../../board/claim';
import { Fault } from '../../base/fault';
import { quoteValue } from '../../database/quote';
import type { Summary } from '../../statistics/welch';
import type { DataReader } from '../roles';
import { dayNumber, daySql, isoDay } from './dates';
import type { Keys } from './keys';
import { profileTable } from './profile';
import { means } from './strata';
import { Units } from './units';
import { whole } from './whole';

/** What is followed over time: rows of a table, a number of each, and the column that dates them. */
export type Series = Pick<ClaimOf<'change'>, 'unit' | 'population' | 'outcome' | 'when'>;

/** One calendar day: rows, and the totals inside and outside a condition (all inside without one). */
export type Day = { readonly day: string; readonly rows: number; readonly inside: number; readonly outside: number };

/** A series before and after, inside and outside a condition. */
export type Levels = {
  readonly inside: { readonly earlier: Summary; readonly later: Summary };
  readonly outside: { readonly earlier: Summary; readonly later: Summary };
};

/** Daily sums are asked of the database for at most this many days, so that an answer is handed out whole. */
const MOST_DAYS = 900;

/** Puts a series to the database: what it covers, and its daily totals. */
export class SeriesQueries {
  constructor(
    readonly series: Series,
    readonly keys: Keys,
    readonly data: DataReader,
    readonly signal: AbortSignal,
  ) {}

  get unit(): string {
    return this.series.unit ?? this.series.outcome.column.table;
  }

  /** First and last day of the data. */
  async coverage(): Promise<{ readonly query: Query; readonly first: string; readonly last: string }> {
    const units = new Units(this.unit, this.keys, this.signal);
    const day = await this.#day(units);
    const table = units.select([{ name: 'day', sql: day }], await this.#population(units));
    const sql = `WITH units AS (\n${table}\n)\nSELECT MIN(day) AS first_day, MAX(day) AS last_day, COUNT(DISTINCT day) AS days, COUNT(*) AS row_count\nFROM units\nWHERE day IS NOT NULL`;
    const query = await this.data.run(sql, `what ${this.series.when.column} covers`, this.signal);
    const [first, last] = query.rows[0] ?? [];
    if (typeof first !== 'string' || typeof last !== 'string')
      throw new Fault(`${this.series.when.column} holds no dates`);
    return { query, first, last };
  }

  /** Totals of every day with rows within a period. */
  async daily(
    period: Period,
    condition?: Condition,
  ): Promise<{ readonly query: Query; readonly days: readonly Day[] }> {
    if (dayNumber(period.end) - dayNumber(period.start) > MOST_DAYS) {
      throw new Fault(`${period.start} to ${period.end} is more than ${MOST_DAYS} days`, 'compare shorter periods');
    }
    const units = new Units(this.unit, this.keys, this.signal);
    const day = await this.#day(units);
    const columns = [
      { name: 'day', sql: day },
      { name: 'amount', sql: await this.#amount(units) },
      ...(condition ? [{ name: 'inside', sql: await units.condition(condition) }] : []),
    ];
    const within = `${day} >= ${quoteValue(period.start)} AND ${day} < ${quoteValue(period.end)}`;
    const table = units.select(columns, [...(await this.#population(units)), within]);
    const sums = condition
      ? 'COALESCE(SUM(amount) FILTER (WHERE inside), 0) AS inside, COALESCE(SUM(amount) FILTER (WHERE NOT COALESCE(inside, 0)), 0) AS outside'
      : 'SUM(amount) AS total';
    const sql = `WITH units AS (\n${table}\n)\nSELECT day, COUNT(*) AS row_count, ${sums}\nFROM units\nGROUP BY day\nORDER BY day`;
    const query = whole(await this.data.run(sql, `daily totals from ${period.start}`, this.signal));
    const days = query.rows.map(([at, rows, inside, outside]) => ({
      day: String(at),
      rows: Number(rows),
      inside: Number(inside ?? 0),
      outside: Number(outside ?? 0),
    }));
    return { query, days };
  }

  /** Mean and spread of the rows' amounts in two periods, for data that are dated by the week or month. */
  async perRow(before: Period, after: Period, condition?: Condition): Promise<Levels & { readonly query: Query }> {
    const units = new Units(this.unit, this.keys, this.signal);
    const day = await this.#day(units);
    const columns = [
      { name: 'later', sql: `${day} >= ${quoteValue(after.start)}` },
      { name: 'inside', sql: condition ? `COALESCE(${await units.condition(condition)}, 0)` : '1' },
      { name: 'outcome', sql: await this.#amount(units) },
    ];
    const within = ({ start, end }: Period) => `(${day} >= ${quoteValue(start)} AND ${day} < ${quoteValue(end)})`;
    const where = [...(await this.#population(units)), `(${within(before)} OR ${within(after)})`];
    const sql = `WITH units AS (\n${units.select(columns, where)}\n)\nSELECT later, inside, ${means.aggregates}\nFROM units${means.join}\nGROUP BY later, inside`;
    const query = whole(await this.data.run(sql, `amounts a row from ${before.start}`, this.signal));
    const of = (later: number, inside: number): Summary => {
      const row = query.rows.find((each) => Number(each[0]) === later && Number(each[1]) === inside);
      const { n, total, squares } = row ? means.arm(row, 2) : { n: 0, total: 0, squares: 0 };
      return { n, mean: n === 0 ? 0 : total / n, variance: n < 2 ? undefined : Math.max(0, squares) / (n - 1) };
    };
    return {
      query,
      inside: { earlier: of(0, 1), later: of(1, 1) },
      outside: { earlier: of(0, 0), later: of(1, 0) },
    };
  }

  async #amount(units: Units): Promise<string> {
    const { outcome } = this.series;
    if (!('measure' in outcome)) return units.outcome(outcome);
    if (outcome.measure === 'mean' || outcome.measure === 'rate') {
      throw new Fault(
        `a ${outcome.measure} of ${outcome.column.column} has no daily totals`,
        'follow a sum or a count',
      );
    }
    return outcome.measure === 'count' ? '1' : units.outcome(outcome);
  }

  async #day(units: Units): Promise<string> {
    const { when } = this.series;
    const table = this.data.schema.tables.find(({ name }) => name === when.table);
    const profile =
      table && (await profileTable(table, this.data, this.signal)).find(({ column }) => column === when.column);
    if (!profile?.dateFormat) throw new Fault(`${when.table}.${when.column} holds no dates`, 'name a column of dates');
    return daySql(await units.value(when), profile.dateFormat);
  }

  async #population(units: Units): Promise<string[]> {
    const where: string[] = [];
    for (const condition of this.series.population ?? []) where.push(await units.condition(condition));
    return where;
  }
}

/** Mean and variance of daily totals over all calendar days of a period; a day without rows counts as 0. */
export function perDay(days: readonly Day[], period: Period, side: 'inside' | 'outside' = 'inside'): Summary {
  const n = Math.max(0, dayNumber(period.end) - dayNumber(period.start));
  const values = days.filter(({ day }) => day >= period.start && day < period.end).map((each) => each[side]);
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, n);
  const empty = n - values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) + empty * mean ** 2;
  return { n, mean, variance: n < 2 ? undefined : squares / (n - 1) };
}

/** Levels by calendar day. */
export function daily(days: readonly Day[], before: Period, after: Period): Levels {
  const of = (side: 'inside' | 'outside') => ({
    earlier: perDay(days, before, side),
    later: perDay(days, after, side),
  });
  return { inside: of('inside'), outside: of('outside') };
}

/** How many days of a period have rows. */
export function activeDays(days: readonly Day[], { start, end }: Period): number {
  return days.filter(({ day }) => day >= start && day < end).length;
}

export function totalOf(days: readonly Day[], period: Period, side: 'inside' | 'outside' = 'inside'): number {
  return days.filter(({ day }) => day >= period.start && day < period.end).reduce((sum, each) => sum + each[side], 0);
}

/** The longest stretch without rows between days with rows, in days; 1 when every day has some. */
export function longestGap(days: readonly Day[]): number {
  const numbers = days.map(({ day }) => dayNumber(day)).sort((a, b) => a - b);
  return numbers.slice(1).reduce((longest, day, index) => Math.max(longest, day - (numbers[index] ?? day)), 1);
}

/** The first so many days of a period. */
export function firstDays(period: Period, days: number): Period {
  const end = Math.min(dayNumber(period.end), dayNumber(period.start) + days);
  return { start: period.start, end: isoDay(end) };
}

export function daysIn(period: Period): number {
  return dayNumber(period.end) - dayNumber(period.start);
}
