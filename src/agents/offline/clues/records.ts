import type { Query } from '../../../board/board';
import type { Constant } from '../../../board/claim';
import type { Clue, RecordTest } from '../../../board/clue';
import { sqlName } from '../../../database/name';
import { quoteValue } from '../../../database/quote';
import { passingSql, recordsSql } from '../../clues/record-sql';
import { anyOf, stateOf, type State } from '../../clues/record-state';
import type { DataReader } from '../../roles';
import type { ReadText, Suspect } from './case-file';
import type { Catalogue } from './catalogue';
import { describeTest } from './describe-test';

const MOST_SUSPECTS = 32;
/** Without a record that all must have, those are suspected for whom at least this share of the best one's weight speaks. */
const LEAST_SHARE = 0.3;
const MOST_BY_WEIGHT = 8;
const MOST_WEIGHED = 500;

/** What the records say of those who may be meant. */
export class Records {
  constructor(
    readonly catalogue: Catalogue,
    readonly data: DataReader,
    readonly signal: AbortSignal,
  ) {}

  /** The records of some that a test looks at. */
  async of(test: RecordTest, keys: readonly Constant[]): Promise<Query> {
    return this.data.run(recordsSql(test, this.catalogue.kind, keys), `records: ${describeTest(test)}`, this.signal);
  }

  /** The keys of all whom a clue fits. */
  async passing({ tests }: Clue): Promise<ReadonlySet<Constant>> {
    const keys = tests.map((test) => passingSql(test, this.catalogue.kind)).join('\nUNION ');
    const { rows } = await this.data.run(`${keys}\nORDER BY 1`, 'who comes into question', this.signal);
    return new Set(rows.flatMap(([key]) => (isKey(key) ? [key] : [])));
  }

  async labelOf(key: Constant): Promise<string> {
    const { kind } = this.catalogue;
    const sql = `SELECT ${sqlName(kind.key)}, ${sqlName(kind.label)} FROM ${sqlName(kind.table)} WHERE ${sqlName(kind.key)} = ${quoteValue(key)}`;
    const { rows } = await this.data.run(sql, `who ${String(key)} is`, this.signal);
    return String(rows[0]?.[1] ?? key);
  }

  /**
   * Those who have the record that all must have, else those for whom most clues speak.
   * @param innocent those whom the question names
   */
  async suspects(
    clues: readonly Clue[],
    innocent: readonly Constant[],
  ): Promise<{ readonly suspects: readonly Suspect[]; readonly query: Query | undefined }> {
    const { kind } = this.catalogue;
    const opening = clues.filter(({ opens }) => opens);
    const named = (keys: string): string =>
      `SELECT ${sqlName(kind.key)}, ${sqlName(kind.label)} FROM ${sqlName(kind.table)} WHERE ${sqlName(kind.key)} IN (${keys})\nORDER BY 1`;
    if (opening.length > 0) {
      const keys = opening.flatMap(({ tests }) => tests.map((test) => passingSql(test, kind))).join('\nUNION ');
      const query = await this.data.run(named(keys), 'who comes into question', this.signal);
      const found = query.rows.flatMap(([key, label]) =>
        isKey(key) && !innocent.includes(key) ? [{ key, label: String(label) }] : [],
      );
      if (found.length > 0 && found.length <= MOST_SUSPECTS) return { suspects: found, query };
    }
    const weights = new Map<Constant, number>();
    for (const clue of clues.filter(({ doubted, opens }) => doubted === undefined && !opens)) {
      if (clue.matches > MOST_WEIGHED) continue;
      const keys = clue.tests.map((test) => passingSql(test, kind)).join('\nUNION ');
      const { rows } = await this.data.run(`${keys}\nORDER BY 1`, `who fits: ${clue.says}`, this.signal);
      for (const [key] of rows)
        if (isKey(key)) weights.set(key, (weights.get(key) ?? 0) + Math.log(clue.of / clue.matches));
    }
    const ranked = [...weights].sort((a, b) => b[1] - a[1]);
    const most = ranked[0]?.[1] ?? 0;
    const chosen = ranked
      .filter(([, weight]) => weight >= LEAST_SHARE * most)
      .slice(0, MOST_BY_WEIGHT)
      .map(([key]) => key);
    if (chosen.length === 0) return { suspects: [], query: undefined };
    const query = await this.data.run(
      named(chosen.map(quoteValue).join(', ')),
      'who fits most of what is told',
      this.signal,
    );
    return {
      suspects: query.rows.flatMap(([key, label]) => (isKey(key) ? [{ key, label: String(label) }] : [])),
      query,
    };
  }

  /** Where nobody fits all that is told of one, what leaves somebody when it is left out is doubted: it was misread, or is wrong. */
  async settled(texts: readonly ReadText[], suspects: readonly Constant[]): Promise<readonly ReadText[]> {
    if (suspects.length === 0) return texts;
    const states = new Map<Clue, ReadonlyMap<Constant, State>>();
    const all = texts.flatMap(({ clues }) => clues).filter(({ opens, doubted }) => !opens && doubted === undefined);
    for (const clue of all) states.set(clue, await this.statesOf(clue, suspects));
    const doubted = new Set<Clue>();
    for (const about of new Set(all.map((clue) => clue.about))) {
      const own = all.filter((clue) => clue.about === about);
      const fitting = (clues: readonly Clue[]): number =>
        suspects.filter((key) => clues.every((clue) => states.get(clue)?.get(key) === 'yes')).length;
      if (own.length < 2 || fitting(own) > 0) continue;
      const without = own
        .map((clue) => ({ clue, left: fitting(own.filter((each) => each !== clue)) }))
        .filter(({ left }) => left > 0)
        .sort((a, b) => a.left - b.left);
      const [best, second] = without;
      if (best && (second === undefined || second.left > best.left)) doubted.add(best.clue);
    }
    if (doubted.size === 0) return texts;
    return texts.map((text) => ({
      ...text,
      clues: text.clues.map((clue) =>
        doubted.has(clue) ? { ...clue, doubted: 'nobody who comes into question fits it and the rest' } : clue,
      ),
    }));
  }

  /** Of each key whether a clue fits it. */
  async statesOf(clue: Clue, keys: readonly Constant[]): Promise<ReadonlyMap<Constant, State>> {
    const results: { readonly test: RecordTest; readonly query: Query }[] = [];
    for (const test of clue.tests) results.push({ test, query: await this.of(test, keys) });
    return new Map(
      keys.map((key) => [
        key,
        anyOf(
          results.map(({ test, query }) =>
            stateOf(
              test,
              query.rows.filter(([own]) => own === key),
            ),
          ),
        ),
      ]),
    );
  }
}

function isKey(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}
