import type { ColumnRef, Condition, Outcome, Period } from '../../../board/claim';
import { formatList } from '../../../base/format';
import type { DataReader } from '../../roles';
import { asConstant, describeOutcome, yesNoOf } from '../../analysis/describe';
import { wordsOf } from '../../analysis/words';
import { Atlas } from './atlas';
import { directionOf, intentOf, POPULATION_WORDS, type Direction } from './cues';
import { FUNCTION_WORDS, mentionsIn, tokensOf, type Mention, type Token } from './mentions';
import { namedOutcome, suggestedOutcome, type ReadOutcome } from './outcome';
import { namesTime } from './periods';
import { conditionOf, isNumeric, relativeConditions, thresholdConditions } from './population';
import { readChange } from './read-change';
import { thresholdsIn, without } from './thresholds';

/** A question as the offline team understood it. */
export type Reading =
  | ({
      readonly intent: 'compare';
      readonly among: ColumnRef;
      readonly candidates: readonly Condition[];
      readonly direction: EffectDirection;
    } & Common)
  | ({
      readonly intent: 'effect';
      readonly exposure: Condition;
      readonly versus?: Condition;
      readonly direction: EffectDirection;
    } & Common)
  | ({ readonly intent: 'drivers' } & Common)
  | {
      readonly intent: 'change';
      readonly outcome: Outcome;
      readonly when: ColumnRef;
      readonly from: Period;
      readonly to: Period;
      readonly names: { readonly from: string; readonly to: string };
      readonly direction: 'rose' | 'fell';
      readonly population: readonly Condition[];
      readonly assumptions: readonly string[];
    }
  | { readonly intent: 'unanswerable'; readonly why: string; readonly assumptions: readonly string[] };

export type EffectDirection = 'raises' | 'lowers' | 'differs';

type Common = {
  readonly unit: string;
  readonly population: readonly Condition[];
  readonly outcome: Outcome;
  readonly assumptions: readonly string[];
};

const MOST_CANDIDATES = 12;

/** Verbs that follow what is asked for and may also name an outcome: "which shop sells the most". */
const VERB =
  /^(?:sells?|sold|makes?|made|earns?|works?|performs?|shows?|leads?|causes?|produces?|brings?|generates?|yields?|reduces?|lowers?|raises?|increases?|spends?|spent|buys?|pays?|loses?|fails?|wins?|results?|survived?s?|dies|die|died|churns?)$/;

/** Reads a question against a database: which columns it speaks of, for which units, and what would answer it. */
export async function readQuestion(
  question: string,
  atlas: Atlas,
  data: DataReader,
  signal: AbortSignal,
): Promise<Reading> {
  return new Reader(question, atlas, data, signal).read();
}

class Reader {
  readonly #tokens: readonly Token[];
  readonly #mentions: readonly Mention[];
  readonly #assumptions: string[] = [];
  #population: Condition[] = [];

  constructor(
    readonly question: string,
    readonly atlas: Atlas,
    readonly data: DataReader,
    readonly signal: AbortSignal,
  ) {
    this.#tokens = tokensOf(question);
    this.#mentions = mentionsIn(this.#tokens, atlas);
  }

  async read(): Promise<Reading> {
    const thresholds = thresholdsIn(this.question);
    const limits = thresholdConditions(thresholds, this.#tokens, this.#mentions, this.atlas);
    this.#population = [...limits.conditions];
    this.#assumptions.push(...limits.assumptions);
    const text = without(this.question, thresholds);
    const relative = await relativeConditions(
      text,
      this.#tokens,
      this.#mentions,
      this.#population,
      this.atlas,
      this.data,
      this.signal,
    );
    this.#population.push(...relative.conditions);
    this.#assumptions.push(...relative.assumptions);
    const intent = intentOf(text, namesTime(text));
    const free = this.#mentions.filter(
      (mention) => !limits.used.includes(mention) && !relative.words.some((word) => this.#says(mention, word)),
    );
    if (intent === 'identify')
      return this.#cannot(
        'questions for a single culprit are not answered by the offline team yet: ask what differs between groups, or use a language model',
      );
    if (intent === 'change')
      return readChange(
        text,
        this.#tokens,
        free,
        this.#population,
        this.#assumptions,
        this.atlas,
        this.data,
        this.signal,
      );
    const cue = directionOf(text);
    switch (intent) {
      case 'compare':
        return this.#compare(free, cue, text);
      case 'effect':
        return this.#effect(free, cue);
      case 'drivers':
        return this.#drivers(free, cue);
    }
  }

  #compare(free: readonly Mention[], cue: Cue, text: string): Reading {
    const subject = this.#subject(free, cue, text);
    if (subject.kind === 'unknown') return this.#cannot(`the data hold no ${subject.word}`);
    const { mention } = subject;
    const others = free.filter((each) => !overlaps(each, mention));
    const read = namedOutcome(others, this.#tokens, cue.to, this.atlas);
    const from = mention.table;
    const outcome =
      read ??
      suggestedOutcome(from, new Set([`${from}.${mention.kind === 'table' ? '' : mention.column}`]), this.atlas);
    if (!outcome)
      return this.#cannot(
        'the question does not say by what result to compare, and no column suggests one',
        this.#examples(from),
      );
    const among = this.#groupColumn(mention, outcome.outcome.column.table);
    if (!among) return this.#drivers(free, cue);
    const profile = this.atlas.profile(among.table, among.column);
    const values = (profile?.values ?? []).map(({ value }) => asConstant(value));
    if (values.length < 2)
      return this.#cannot(
        `${among.table}.${among.column} has ${values.length === 1 ? 'only one value' : `${profile?.distinct ?? 0} values`}: there are no groups to compare`,
      );
    if (values.length > MOST_CANDIDATES)
      this.#assumptions.push(
        `of ${values.length} values of ${among.column}, the ${MOST_CANDIDATES} most frequent are compared`,
      );
    const candidates = values.slice(0, MOST_CANDIDATES).map((is): Condition => ({ column: among, is }));
    const direction = this.#direction(cue.direction, outcome);
    this.#addPopulation(
      others.filter((each) => each !== outcome.mention),
      among,
      outcome.outcome,
    );
    return { intent: 'compare', among, candidates, direction, ...this.#common(among.table, outcome) };
  }

  #effect(free: readonly Mention[], cue: Cue): Reading {
    const groups = free.filter((each) => each.kind !== 'table' && each.profile.kind !== 'date');
    const pair = this.#pair(groups);
    const others = groups.filter((each) => !pair || (!overlaps(each, pair[0]) && !overlaps(each, pair[1])));
    const named = namedOutcome(others, this.#tokens, cue.to, this.atlas);
    const rest = others.filter(
      (each) => !named?.mention || (!overlaps(each, named.mention) && !sameColumn(each, named.mention)),
    );
    const [exposure, versus] = pair ?? [[...rest].sort((a, b) => this.#exposureScore(b) - this.#exposureScore(a))[0]];
    if (!exposure) {
      if (named) return this.#drivers(free, cue);
      const word = this.#firstNoun(this.question);
      return this.#cannot(
        word === undefined ? 'the question names nothing that the data hold' : `the data hold no ${word}`,
      );
    }
    const outcome =
      named ??
      suggestedOutcome(
        exposure.table,
        new Set([`${exposure.table}.${exposure.kind === 'table' ? '' : exposure.column}`]),
        this.atlas,
      );
    if (!outcome)
      return this.#cannot(
        'the question does not say which result is meant, and no column suggests one',
        this.#examples(exposure.table),
      );
    const condition = conditionOf(exposure);
    const direction = this.#direction(cue.direction, outcome);
    const column = exposure.kind === 'table' ? undefined : { table: exposure.table, column: exposure.column };
    this.#addPopulation(
      rest.filter((each) => each !== exposure && each !== versus),
      column,
      outcome.outcome,
    );
    if (!condition && column && exposure.kind === 'column' && !isNumeric(exposure.profile)) {
      const candidates = exposure.profile.values
        .slice(0, MOST_CANDIDATES)
        .map(({ value }): Condition => ({ column, is: asConstant(value) }));
      if (candidates.length < 2) return this.#cannot(`${column.table}.${column.column} forms no groups to compare`);
      return { intent: 'compare', among: column, candidates, direction, ...this.#common(column.table, outcome) };
    }
    const chosen =
      condition ??
      (column && exposure.kind === 'column' ? { column, is: { above: this.#middle(exposure) } } : undefined);
    if (!chosen) return this.#cannot('the question names no groups to compare');
    const against = versus ? conditionOf(versus) : this.#negative(exposure);
    return {
      intent: 'effect',
      exposure: chosen,
      ...(against && { versus: against }),
      direction,
      ...this.#common(chosen.column.table, outcome),
    };
  }

  #drivers(free: readonly Mention[], cue: Cue): Reading {
    const outcome = namedOutcome(free, this.#tokens, cue.to, this.atlas) ?? this.#onlyOutcome();
    if (!outcome) {
      const word = this.#firstNoun(this.question);
      return this.#cannot(
        word === undefined ? 'the question names no result that the data hold' : `the data hold no ${word}`,
        this.#examples(this.atlas.tables[0]?.name ?? ''),
      );
    }
    this.#addPopulation(
      free.filter((each) => !outcome.mention || (each !== outcome.mention && !overlaps(each, outcome.mention))),
      undefined,
      outcome.outcome,
    );
    return { intent: 'drivers', ...this.#common(outcome.outcome.column.table, outcome) };
  }

  /** What is compared: the noun after which or what, or after the superlative. */
  #subject(
    free: readonly Mention[],
    cue: Cue,
    text: string,
  ): { kind: 'found'; mention: Mention } | { kind: 'unknown'; word: string } {
    const head = this.#headNoun(text, cue);
    const scored = free
      .filter((each) => each.kind !== 'value' && (each.kind === 'table' || each.profile.kind !== 'date'))
      .map((mention) => {
        const isHead = head !== undefined && mention.from <= head && mention.to > head ? 1 : 0;
        const before = this.#tokens.slice(Math.max(0, mention.from - 2), mention.from);
        const led = before.some(({ word }) => POPULATION_WORDS.has(word)) ? -0.5 : 0;
        const isGroup =
          mention.kind === 'column' && (mention.profile.kind === 'category' || mention.profile.values.length > 1);
        return { mention, score: mention.score + isHead + led + (isGroup ? 0.3 : 0) };
      })
      .sort((a, b) => b.score - a.score);
    const best = scored[0];
    if (best && best.score >= (head === undefined ? 0.9 : 1.4)) return { kind: 'found', mention: best.mention };
    const noun = head === undefined ? this.#firstNoun(text) : `“${this.#tokens[head]?.word}”`;
    return { kind: 'unknown', word: noun ?? 'such thing' };
  }

  /**
   * The token that names what is asked for: the last noun of the phrase after which or what (`which sales rep has …`: rep), or
   * the first one after the superlative (`what is the best treatment`: treatment).
   */
  #headNoun(text: string, cue: Cue): number | undefined {
    const wh = /\b(?:which|what|whose)\b(?:\s+of\s+the)?(?:\s+(?:kind|type|sort)s?\s+of)?\s+/i.exec(text);
    const after = wh ? wh.index + wh[0].length : Infinity;
    let head: number | undefined;
    for (const [index, token] of this.#tokens.entries()) {
      if (token.start < after) continue;
      const atCue = cue.at >= 0 && token.start >= cue.at && token.start < cue.to;
      // A verb ends the phrase: a word that names nothing after one that does.
      const ends = head !== undefined && this.#names(head) && (!this.#names(index) || VERB.test(token.word));
      if (FUNCTION_WORDS.has(token.word) || atCue || ends) break;
      head = index;
    }
    if (head !== undefined) return head;
    const behind = this.#tokens.findIndex(
      ({ start, word }) => cue.to >= 0 && start >= cue.to && !FUNCTION_WORDS.has(word),
    );
    return behind >= 0 ? behind : undefined;
  }

  #names(index: number): boolean {
    return this.#mentions.some((each) => each.from <= index && each.to > index && each.score >= 0.6);
  }

  /** The column whose values are the groups: the mentioned one, or the key that points to the mentioned table. */
  #groupColumn(mention: Mention, outcomeTable: string): ColumnRef | undefined {
    if (mention.kind !== 'table') {
      if (mention.profile.values.length > 1) return { table: mention.table, column: mention.column };
      return this.#groupColumn({ ...mention, kind: 'table' }, outcomeTable);
    }
    const path = this.atlas.path(outcomeTable, mention.table);
    const step = path?.at(-1);
    if (!step) {
      const named = this.atlas.profiles.find(
        (each) => each.table === mention.table && each.kind === 'category' && each.distinct > 1,
      );
      return named && outcomeTable === mention.table ? { table: named.table, column: named.column } : undefined;
    }
    const column = step.columns[0];
    const profile = column === undefined ? undefined : this.atlas.profile(step.from, column);
    return profile && profile.values.length > 1 ? { table: profile.table, column: profile.column } : undefined;
  }

  /** Two values of one column are the groups of a comparison. */
  #pair(mentions: readonly Mention[]): readonly [Mention, Mention] | undefined {
    const values = mentions
      .filter((each) => each.kind === 'value' && each.score >= 0.8)
      .sort((a, b) => b.score - a.score);
    for (const first of values) {
      const second = values.find(
        (each) =>
          sameColumn(each, first) &&
          !overlaps(each, first) &&
          each.kind === 'value' &&
          first.kind === 'value' &&
          each.value !== first.value,
      );
      if (second) return first.from < second.from ? [first, second] : [second, first];
    }
    return undefined;
  }

  #exposureScore(mention: Mention): number {
    const led = this.#tokens
      .slice(Math.max(0, mention.from - 1), mention.from)
      .some(({ word }) => ['in', 'among', 'within', 'during'].includes(word));
    return mention.score + (mention.kind === 'value' ? 0.1 : 0) - (led ? 0.4 : 0) - 0.01 * mention.from;
  }

  /** Yes is compared with no: what is neither does not apply. */
  #negative(exposure: Mention): Condition | undefined {
    if (exposure.kind === 'table' || exposure.profile.distinct <= 2) return undefined;
    const said = yesNoOf(exposure.profile.values.map(({ value }) => value));
    if (!said || (exposure.kind === 'value' && exposure.value !== said.yes)) return undefined;
    const others = exposure.profile.values
      .map(({ value }) => value)
      .filter((value) => value !== said.yes && value !== said.no);
    if (others.length > 0) {
      this.#assumptions.push(
        `${exposure.column}: yes is compared with no; ${formatList(others.map(String))} does not count`,
      );
    }
    const column = { table: exposure.table, column: exposure.column };
    return { column, is: asConstant(said.no), named: `no ${exposure.column}` };
  }

  #middle(exposure: Mention): number {
    if (exposure.kind === 'table') return 0;
    const { least, greatest, column } = exposure.profile;
    const middle = (Number(least) + Number(greatest)) / 2;
    this.#assumptions.push(`${column} is split at the middle of its range, ${middle}`);
    return middle;
  }

  /** Remaining values narrow the population: "for customers with fiber optic". */
  #addPopulation(rest: readonly Mention[], exposure: ColumnRef | undefined, outcome: Outcome): void {
    const taken: Mention[] = [];
    for (const mention of rest) {
      if (mention.kind !== 'value' || mention.score < 0.85 || taken.some((each) => overlaps(each, mention))) continue;
      const isSubject = exposure && mention.table === exposure.table && mention.column === exposure.column;
      const isOutcome = mention.table === outcome.column.table && mention.column === outcome.column.column;
      const known = this.#population.some(
        ({ column }) => column.table === mention.table && column.column === mention.column,
      );
      // A value that every row has narrows nothing.
      const everywhere = mention.profile.distinct === 1 && mention.profile.filled === mention.profile.rows;
      if (isSubject || isOutcome || known || everywhere) continue;
      const condition = conditionOf(mention);
      if (condition) this.#population.push(condition);
      taken.push(mention);
    }
  }

  #common(exposureTable: string, read: ReadOutcome): Common {
    const { outcome, assumption } = read;
    if (assumption !== undefined) this.#assumptions.push(assumption);
    const unit = this.#unit(exposureTable, read);
    this.#population = this.#population.filter(
      ({ column }) => column.table === unit || this.atlas.path(unit, column.table) !== undefined,
    );
    return { unit, population: this.#population, outcome, assumptions: this.#assumptions };
  }

  /**
   * The independent unit: the table that the question calls by name when everything hangs on it, else the outcome's table for an
   * event or a mean, and the exposure's for what is added up.
   */
  #unit(exposureTable: string, { outcome, mention, word }: ReadOutcome): string {
    const namesOutcome = ({ from, to }: Mention) =>
      (mention !== undefined && from < mention.to && mention.from < to) ||
      (word !== undefined && from <= word && word < to);
    const outcomeTable = outcome.column.table;
    const added = 'measure' in outcome && (outcome.measure === 'sum' || outcome.measure === 'count');
    const fallback = added ? exposureTable : outcomeTable;
    const named = this.#mentions
      .filter((each) => each.kind === 'table' && each.score >= 0.8 && !namesOutcome(each))
      .map(({ table }) => table)
      .find(
        (table) =>
          table !== exposureTable &&
          this.atlas.path(table, exposureTable) &&
          this.atlas.path(table, outcomeTable) &&
          this.#isUnitOf(table, exposureTable, outcomeTable),
      );
    if (named !== undefined) return named;
    return this.atlas.path(fallback, exposureTable) && this.atlas.path(fallback, outcomeTable)
      ? fallback
      : exposureTable;
  }

  /** A unit has at least as many rows as there are groups, and is not a mere list of them. */
  #isUnitOf(table: string, exposureTable: string, outcomeTable: string): boolean {
    return this.atlas.rows(table) >= 0.2 * Math.min(this.atlas.rows(exposureTable), this.atlas.rows(outcomeTable));
  }

  #direction(direction: Direction, { news, contrary, outcome }: ReadOutcome): EffectDirection {
    if (direction === 'raises' || direction === 'lowers') return contrary ? flipped(direction) : direction;
    if (direction === 'differs') return contrary ? 'lowers' : 'differs';
    const known = news ?? 'good';
    if (news === undefined) this.#assumptions.push(`more of ${describeOutcome(outcome)} is taken as good news`);
    return (known === 'good') === (direction === 'good') ? 'raises' : 'lowers';
  }

  /** The one outcome that the whole database suggests, for questions that name none. */
  #onlyOutcome(): ReadOutcome | undefined {
    const tables = this.atlas.tables.map(({ name }) => name);
    return tables.map((table) => suggestedOutcome(table, new Set(), this.atlas)).find((read) => read !== undefined);
  }

  #cannot(why: string, next?: string): Reading {
    return {
      intent: 'unanswerable',
      why: next === undefined ? why : `${why}: ${next}`,
      assumptions: this.#assumptions,
    };
  }

  #examples(table: string): string {
    const columns = this.atlas.profiles
      .filter((each) => each.table === table && (each.distinct === 2 || each.kind === 'number'))
      .map(({ column }) => column);
    return columns.length > 0 ? `name one, such as ${formatList(columns.slice(0, 4), 'or')}` : 'name one';
  }

  #nounAfter(position: number): Token | undefined {
    return this.#tokens.find(({ start, word }) => start >= position && !FUNCTION_WORDS.has(word));
  }

  #firstNoun(text: string): string | undefined {
    const start = /\b(?:which|what|does|do|did|is|are|why|who)\b/i.exec(text);
    const noun = this.#nounAfter(start ? start.index + start[0].length : 0);
    return noun && `“${noun.word}”`;
  }

  #says(mention: Mention, word: string): boolean {
    const words = wordsOf(word);
    return mention.to - mention.from === 1 && words.includes(this.#tokens[mention.from]?.word ?? '');
  }
}

type Cue = ReturnType<typeof directionOf>;

function overlaps(left: Mention, right: Mention): boolean {
  return left.from < right.to && right.from < left.to;
}

function sameColumn(left: Mention, right: Mention): boolean {
  return left.kind !== 'table' && right.kind !== 'table' && left.table === right.table && left.column === right.column;
}

function flipped(direction: 'raises' | 'lowers'): 'raises' | 'lowers' {
  return direction === 'raises' ? 'lowers' : 'raises';
}
