import type { Constant } from '../../../board/claim';
import type { Clue, RecordTest } from '../../../board/clue';
import type { Query } from '../../../board/board';
import { sqlName } from '../../../database/name';
import { quoteValue } from '../../../database/quote';
import { stateOf } from '../../clues/record-state';
import type { DataReader } from '../../roles';
import type { Atlas } from '../understanding/atlas';
import { Catalogue, type Kind } from './catalogue';
import { culpritsIn, labelsIn, type Labelled } from './labels';
import { awayTests, contactTests, presenceTests, whereaboutsTests, windowIn } from './opportunity';
import { daysIn } from './moments';
import { blanked, sentencesOf } from './prose';
import { Records } from './records';
import { pointedTo } from './references';
import { asksBehind, isAboutSought, mayPoint } from './roles';
import { seedsOf, textsOf, type Text } from './seeds';
import { SentenceReader, type Told } from './sentence';
import { Values } from './values';

/** A text that was read, and what it tells of whom is looked for. */
export type ReadText = {
  readonly query: Query;
  /** `the statement of …`, `the report`. */
  readonly title: string;
  readonly clues: readonly Clue[];
};

export type Suspect = { readonly key: Constant; readonly label: string };

/** What the texts tell of those who are looked for as one and the same, and who comes into question. */
export type Search = {
  /** Those who did it, or the one who had it done. */
  readonly for: 'who did it' | 'who is behind it';
  readonly texts: readonly ReadText[];
  /** What is told by the question itself. */
  readonly asked: readonly Clue[];
  readonly suspects: readonly Suspect[];
  /** The query that says who is suspected. */
  readonly query: Query | undefined;
};

/** What the texts of a case tell, before anybody is suspected. */
export type CaseFile = {
  readonly kind: Kind;
  readonly searches: readonly Search[];
  readonly limitations: readonly string[];
};

const MOST_TEXTS = 40;

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
  readonly #records: Records;
  readonly #limitations: string[] = [];
  #day: number | undefined;
  #culprits: number | undefined;
  /** Those who have the record that all must have. */
  #suspected: ReadonlySet<Constant> = new Set();

  constructor(
    readonly question: string,
    readonly catalogue: Catalogue,
    readonly data: DataReader,
    readonly signal: AbortSignal,
  ) {
    const columns = catalogue.atlas.profiles;
    this.#values = new Values(columns, data, signal);
    this.#reader = new SentenceReader(catalogue, this.#values, data, signal);
    this.#records = new Records(catalogue, data, signal);
  }

  async run(): Promise<CaseFile> {
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
      if (opens) this.#suspected = await this.#records.passing(opens);
      const sentences: string[] = [];
      for (const sentence of sentencesOf(seed.text)) {
        const found = await this.#reachable(sentence, read);
        if (found.length > 0) queue.push(...found);
        else sentences.push(sentence);
      }
      statements.push({
        query: seed.query,
        title: `the ${seed.table.replaceAll('_', ' ')}`,
        speaker: undefined,
        sentences: opens ? sentences.filter((each) => isAboutSought(each) && !saysOpening(each, opens)) : sentences,
        doubt: undefined,
      });
    }
    for (let key = queue.shift(); key !== undefined && statements.length < MOST_TEXTS; key = queue.shift()) {
      if (read.has(key)) continue;
      read.add(key);
      statements.push(...(await this.#hear(key, read, queue)));
    }
    const asked = opening.length > 0 ? [] : await this.#askedClues();
    const first = await this.#search('who did it', await this.#cluesOf(statements, opening), asked);
    const searches = [first];
    if (asksBehind(this.question)) searches.push(...(await this.#searchBehind(first, read)));
    return { kind: this.catalogue.kind, searches, limitations: this.#limitations };
  }

  /** What the question itself says of when and where, in place of a text that does. */
  async #askedClues(): Promise<readonly Clue[]> {
    const day = this.#day ?? daysIn(this.question, undefined)[0]?.first;
    const opens = await this.#openingOf({ text: this.question, day });
    return opens ? [opens] : [];
  }

  async #search(what: Search['for'], texts: readonly ReadText[], asked: readonly Clue[]): Promise<Search> {
    const innocent = (await this.#reader.people(this.question)).map(({ key }) => key);
    const clues = [...asked, ...texts.flatMap((text) => text.clues)];
    const { suspects, query } = await this.#records.suspects(clues, innocent);
    const settled = await this.#records.settled(
      texts,
      suspects.map(({ key }) => key),
    );
    return { for: what, texts: settled, asked, suspects, query };
  }

  /** What the one who alone fits says of who had it done. */
  async #searchBehind({ texts, suspects }: Search, read: Set<Constant>): Promise<readonly Search[]> {
    const clues = texts.flatMap((text) => text.clues).filter(({ doubted }) => doubted === undefined);
    const fitting: Suspect[] = [];
    for (const suspect of suspects) {
      let fits = clues.length > 0;
      for (const clue of clues) fits &&= (await this.#records.statesOf(clue, [suspect.key])).get(suspect.key) === 'yes';
      if (fits) fitting.push(suspect);
    }
    const [culprit, ...more] = fitting;
    if (culprit === undefined || more.length > 0) {
      this.#limitations.push('who is behind it cannot be looked for before it is known who did it');
      return [];
    }
    const statements = await this.#hear(culprit.key, read, []);
    const told = await this.#cluesOf(statements, []);
    if (!told.some((text) => text.clues.length > 0)) {
      this.#limitations.push(`nothing that ${culprit.label} says tells who is behind it`);
      return [];
    }
    return [await this.#search('who is behind it', told, [])];
  }

  /** Where a record has to be for somebody to come into question at all, where a text says so. */
  async #openingOf({ text, day }: Pick<Text, 'text' | 'day'>): Promise<Clue | undefined> {
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
    // Where it is known who comes into question, everybody else is pointed to.
    const points = this.#suspected.size > 0 || mayPoint(sentence);
    const found = points
      ? await pointedTo(sentence, this.#reader, this.data, this.signal)
      : (await this.#reader.people(sentence)).map(({ key }) => key);
    const keys = found.filter((key) => !read.has(key) && !this.#suspected.has(key));
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
    const label = await this.#records.labelOf(key);
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
    for (const test of whereabouts) if ((await this.#records.of(test, [key])).rows.length > 0) return undefined;
    for (const away of awayTests(this.#day, this.catalogue)) {
      const { rows } = await this.#records.of(away, [key]);
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
}

/** Whether a sentence speaks of the place, or of the other person, by which somebody comes into question at all. */
function saysOpening(sentence: string, { tests }: Clue): boolean {
  return tests.some(({ where }) =>
    where.some(({ is, named }) => {
      const name = named?.slice(named.indexOf('= ') + 2) ?? is;
      return typeof name === 'string' && sentence.toLowerCase().includes(name.toLowerCase());
    }),
  );
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
