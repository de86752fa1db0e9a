import type { Constant } from '../../../board/claim';
import type { Clue, RecordTest } from '../../../board/clue';
import type { Query } from '../../../board/board';
import { sqlName } from '../../../database/name';
import { quoteValue } from '../../../database/quote';
import { passingSql, recordsSql } from '../../clues/record-sql';
import { anyOf, stateOf, type State } from '../../clues/record-state';
import type { DataReader } from '../../roles';
import type { Atlas } from '../understanding/atlas';
import { Catalogue, type Kind } from './catalogue';
import { culpritsIn, labelsIn, type Labelled } from './labels';
import { awayTests, contactTests, presenceTests, whereaboutsTests, windowIn } from './opportunity';
import { blanked, sentencesOf } from './prose';
import { pointedTo } from './references';
import { seedsOf, textsOf, type Text } from './seeds';
import { describeTest } from './describe-test';
import { SentenceReader, type Told } from './sentence';
import { Values } from './values';

/** A text that was read, and what it tells of whom is looked for. */
export type ReadText = {
  readonly query: Query;
  /** `the statement of …`, `the report`. */
  readonly title: string;
  readonly clues: readonly Clue[];
};

/** What the texts of a case tell, before anybody is suspected. */
export type CaseFile = {
  readonly kind: Kind;
  readonly texts: readonly ReadText[];
  readonly suspects: readonly { readonly key: Constant; readonly label: string }[];
  /** The query that says who is suspected. */
  readonly suspectQuery: Query | undefined;
  readonly assumptions: readonly string[];
  readonly limitations: readonly string[];
};

const MOST_TEXTS = 40;
const MOST_SUSPECTS = 32;
/** Without a record that all must have, those are suspected for whom at least this share of the best one's weight speaks. */
const LEAST_SHARE = 0.3;
const MOST_BY_WEIGHT = 8;
const MOST_WEIGHED = 500;

/** Reads the texts that a question points to, those of people whom they point to, and so on; then says who is suspected. */
export async function openCase(
  question: string,
  atlas: Atlas,
  data: DataReader,
  signal: AbortSignal,
): Promise<CaseFile | undefined> {
  const catalogue = await Catalogue.open(question, atlas, data, signal);
  if (catalogue === undefined) return undefined;
  return new Investigation(question, catalogue, data, signal).run();
}

type Statement = {
  readonly query: Query;
  readonly title: string;
  readonly speaker: Constant | undefined;
  /** Sentences that may describe whom is looked for. */
  readonly sentences: readonly string[];
  readonly doubt: string | undefined;
};

class Investigation {
  readonly #values: Values;
  readonly #reader: SentenceReader;
  readonly #assumptions: string[] = [];
  readonly #limitations: string[] = [];
  #day: number | undefined;
  #culprits: number | undefined;

  constructor(
    readonly question: string,
    readonly catalogue: Catalogue,
    readonly data: DataReader,
    readonly signal: AbortSignal,
  ) {
    const columns = catalogue.atlas.profiles;
    this.#values = new Values(columns, data, signal);
    this.#reader = new SentenceReader(catalogue, this.#values, data, signal);
  }

  async run(): Promise<CaseFile> {
    const { kind } = this.catalogue;
    await this.#values.prepare(this.question);
    const seeds = await seedsOf(this.question, this.catalogue, this.#values, this.data, this.signal);
    this.#day = seeds.find(({ day }) => day !== undefined)?.day;
    const opening: Clue[] = [];
    const statements: Statement[] = [];
    const read = new Set<Constant>();
    const queue: Constant[] = [];
    for (const seed of seeds) {
      await this.#values.prepare(seed.text);
      this.#culprits ??= culpritsIn(seed.text);
      const opens = await this.#openingOf(seed);
      if (opens) opening.push(opens);
      const sentences: string[] = [];
      for (const sentence of sentencesOf(seed.text)) {
        if (opens && opens.says.includes(sentence)) continue;
        const found = await this.#reachable(sentence, read);
        if (found.length > 0) queue.push(...found);
        else sentences.push(sentence);
      }
      statements.push({
        query: seed.query,
        title: `the ${seed.table.replaceAll('_', ' ')}`,
        speaker: undefined,
        sentences: opens ? [] : sentences,
        doubt: undefined,
      });
    }
    for (let key = queue.shift(); key !== undefined && statements.length < MOST_TEXTS; key = queue.shift()) {
      if (read.has(key)) continue;
      read.add(key);
      statements.push(...(await this.#hear(key, read, queue)));
    }
    const texts = await this.#cluesOf(statements, opening);
    const { suspects, query } = await this.#suspects(texts);
    const settled = await this.#settle(
      texts,
      suspects.map(({ key }) => key),
    );
    return {
      kind,
      texts: settled,
      suspects,
      suspectQuery: query,
      assumptions: this.#assumptions,
      limitations: this.#limitations,
    };
  }

  /** Where a record has to be for somebody to come into question at all, where a text says so. */
  async #openingOf({ text, day }: Text): Promise<Clue | undefined> {
    const window = windowIn(text, day ?? this.#day);
    if (window === undefined) return undefined;
    const people = await this.#reader.people(`${text} ${this.question}`);
    const tests = [
      ...presenceTests(text, window, this.catalogue, this.#values),
      ...contactTests(text, window.day, people, this.catalogue),
    ];
    if (tests.length === 0) return undefined;
    let matches = 0;
    for (const test of tests) matches += await this.#reader.count(test);
    if (matches === 0) return undefined;
    return { about: '', opens: true, says: 'opportunity', tests, matches, of: this.catalogue.rows() };
  }

  /** Whom a sentence points to, of those who have a text that is not read yet. */
  async #reachable(sentence: string, read: ReadonlySet<Constant>): Promise<readonly Constant[]> {
    const keys = (await pointedTo(sentence, this.#reader, this.data, this.signal)).filter((key) => !read.has(key));
    if (keys.length === 0) return [];
    const speaking: Constant[] = [];
    for (const key of keys) if ((await this.#textsOf(key)).length > 0) speaking.push(key);
    return speaking.length === 1 ? speaking : [];
  }

  async #textsOf(key: Constant): Promise<readonly Text[]> {
    const found: Text[] = [];
    for (const prose of this.catalogue.prose) {
      if (prose.way === undefined || prose.way.length === 0) continue;
      const first = prose.way[0];
      if (first === undefined || prose.way.length > 1) continue;
      const column = first.columns[0] ?? '';
      const sql = `SELECT ${sqlName(column)}, ${sqlName(prose.column)} FROM ${sqlName(prose.table)} WHERE ${sqlName(column)} = ${quoteValue(key)} ORDER BY ${sqlName(prose.column)}`;
      found.push(
        ...textsOf(
          await this.data.run(sql, `the ${prose.column} of one in ${prose.table}`, this.signal),
          prose,
          this.catalogue.atlas,
        ),
      );
    }
    return found;
  }

  /** Reads what somebody says: where they say to have been, whom they point to, and the rest, which may describe. */
  async #hear(key: Constant, read: ReadonlySet<Constant>, queue: Constant[]): Promise<readonly Statement[]> {
    const label = await this.#labelOf(key);
    const statements: Statement[] = [];
    for (const { query, text, table } of await this.#textsOf(key)) {
      await this.#values.prepare(text);
      const sentences: string[] = [];
      let doubt: string | undefined;
      for (const sentence of sentencesOf(text)) {
        const whereabouts =
          this.#day === undefined ? [] : whereaboutsTests(sentence, this.#day, this.catalogue, this.#values);
        if (whereabouts.length > 0) {
          doubt ??= await this.#doubtOf(label, key, whereabouts);
          continue;
        }
        const found = await this.#reachable(sentence, read);
        if (found.length > 0) queue.push(...found);
        else sentences.push(sentence);
      }
      statements.push({
        query,
        title: `the ${table.replaceAll('_', ' ')} of ${label}`,
        speaker: key,
        sentences,
        doubt,
      });
    }
    return statements;
  }

  /** Why a witness is not believed: no record of being there that day, and one of being elsewhere. */
  async #doubtOf(label: string, key: Constant, whereabouts: readonly RecordTest[]): Promise<string | undefined> {
    if (this.#day === undefined) return undefined;
    for (const test of whereabouts) if ((await this.#records(test, [key])).rows.length > 0) return undefined;
    for (const away of awayTests(this.#day, this.catalogue)) {
      const { rows } = await this.#records(away, [key]);
      if (stateOf(away, rows) !== 'yes') continue;
      const [there] = whereabouts;
      const doubt = `${label} was not there: ${there?.table ?? 'the log'} has no entry of that day, and ${away.table} has a journey over it`;
      this.#limitations.push(
        `what ${label} says is set aside: ${there?.table ?? ''} has no entry of them that day, and ${away.table} has a journey over it`,
      );
      return doubt;
    }
    return undefined;
  }

  async #records(test: RecordTest, keys: readonly Constant[]): Promise<Query> {
    return this.data.run(recordsSql(test, this.catalogue.kind, keys), `records: ${describeTest(test)}`, this.signal);
  }

  async #labelOf(key: Constant): Promise<string> {
    const { kind } = this.catalogue;
    const sql = `SELECT ${sqlName(kind.key)}, ${sqlName(kind.label)} FROM ${sqlName(kind.table)} WHERE ${sqlName(kind.key)} = ${quoteValue(key)}`;
    const { rows } = await this.data.run(sql, `who ${String(key)} is`, this.signal);
    return String(rows[0]?.[1] ?? key);
  }

  /** What all statements tell of whom is looked for, each by what they call them where there are several. */
  async #cluesOf(statements: readonly Statement[], opening: readonly Clue[]): Promise<readonly ReadText[]> {
    const sentences = statements.flatMap((statement) => (statement.speaker === undefined ? [] : statement.sentences));
    const labels = this.#culprits !== undefined && this.#culprits > 1 ? labelsIn(sentences, this.#culprits) : [];
    const texts: ReadText[] = [];
    for (const [index, { query, title, sentences: own, doubt }] of statements.entries()) {
      const clues: Clue[] = index === 0 ? [...opening] : [];
      for (const { sentence, about } of passagesOf(own, labels)) {
        const people = await this.#reader.people(sentence);
        for (const told of await this.#reader.read(sentence, this.#day, people))
          clues.push(this.#clue(told, about, doubt));
      }
      texts.push({ query, title, clues });
    }
    return texts;
  }

  #clue({ test, says, matches }: Told, about: string, doubt: string | undefined): Clue {
    return {
      about,
      says,
      tests: [test],
      matches,
      of: this.catalogue.rows(),
      ...(doubt !== undefined && { doubted: doubt }),
    };
  }

  /** Those who have the record that all must have, else those for whom most clues speak. */
  async #suspects(
    texts: readonly ReadText[],
  ): Promise<{ suspects: readonly { key: Constant; label: string }[]; query: Query | undefined }> {
    const { kind } = this.catalogue;
    const clues = texts.flatMap((text) => text.clues);
    const opening = clues.filter(({ opens }) => opens);
    const named = (keys: string): string =>
      `SELECT ${sqlName(kind.key)}, ${sqlName(kind.label)} FROM ${sqlName(kind.table)} WHERE ${sqlName(kind.key)} IN (${keys})\nORDER BY 1`;
    if (opening.length > 0) {
      const keys = opening.flatMap(({ tests }) => tests.map((test) => passingSql(test, kind))).join('\nUNION ');
      const query = await this.data.run(named(keys), 'who comes into question', this.signal);
      const people = await this.#reader.people(this.question);
      const found = query.rows.flatMap(([key, label]) =>
        isKey(key) && !people.some((each) => each.key === key) ? [{ key, label: String(label) }] : [],
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
  async #settle(texts: readonly ReadText[], suspects: readonly Constant[]): Promise<readonly ReadText[]> {
    if (suspects.length === 0) return texts;
    const states = new Map<Clue, ReadonlyMap<Constant, State>>();
    const all = texts.flatMap(({ clues }) => clues).filter(({ opens, doubted }) => !opens && doubted === undefined);
    for (const clue of all) states.set(clue, await this.#statesOf(clue, suspects));
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

  async #statesOf(clue: Clue, keys: readonly Constant[]): Promise<ReadonlyMap<Constant, State>> {
    const results: { readonly test: RecordTest; readonly query: Query }[] = [];
    for (const test of clue.tests) results.push({ test, query: await this.#records(test, keys) });
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

/**
 * The sentences of a statement with what they call the one whom they describe, that phrase left out. Where there are several, one
 * that names none of them goes on about the one before.
 */
function passagesOf(
  sentences: readonly string[],
  labels: readonly Labelled[],
): readonly { readonly sentence: string; readonly about: string }[] {
  if (labels.length === 0) return sentences.map((sentence) => ({ sentence, about: '' }));
  const passages: { sentence: string; about: string }[] = [];
  for (const sentence of sentences) {
    const labelled = labels.find(({ places }) => places.has(sentence));
    const place = labelled?.places.get(sentence);
    const last = passages.at(-1);
    if (labelled && place) passages.push({ sentence: blanked(sentence, [place]), about: labelled.label });
    else if (last) last.sentence += ` ${sentence}`;
  }
  return passages;
}

function isKey(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}
