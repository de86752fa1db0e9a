import type { ColumnRef, Condition, Outcome } from '../../../board/claim';
import { formatList } from '../../../base/format';
import { describeOutcome } from '../../analysis/describe';
import { wordsOf } from '../../analysis/words';
import type { DataReader } from '../../roles';
import type { Atlas } from './atlas';
import { type directionOf, type Direction } from './cues';
import { FUNCTION_WORDS, mentionsIn, overlaps, tokensOf, type Mention, type Token } from './mentions';
import { atGrain } from './grain';
import type { ReadOutcome } from './outcome';
import { conditionOf, relativeConditions, thresholdConditions } from './population';
import { readTime } from './read-time';
import type { EffectDirection, Reading, Subject } from './reading';
import { thresholdsIn, without } from './thresholds';
import { unknownWord } from './unknown-words';

export type Cue = ReturnType<typeof directionOf>;

/** A question on its way to being understood: its words, what they name, and what was read of it so far. */
export class Reader {
  readonly assumptions: string[] = [];
  population: Condition[] = [];
  /** "High income", "long waiting time": a quarter of a column that may narrow the population or be what is asked about. */
  quarter: Condition | undefined;
  /** The question without what is read already. */
  text: string;
  /** What the words name that are not read yet. */
  free: readonly Mention[] = [];

  private constructor(
    readonly question: string,
    readonly tokens: readonly Token[],
    readonly mentions: readonly Mention[],
    readonly atlas: Atlas,
    readonly data: DataReader,
    readonly signal: AbortSignal,
  ) {
    this.text = question;
  }

  /** Reads thresholds and relative words such as "older" first: what remains is easier. */
  static async begin(question: string, atlas: Atlas, data: DataReader, signal: AbortSignal): Promise<Reader> {
    const tokens = tokensOf(question);
    const mentions = await mentionsIn(tokens, atlas, data.breathe);
    const reader = new Reader(question, tokens, mentions, atlas, data, signal);
    const thresholds = thresholdsIn(question);
    const limits = thresholdConditions(thresholds, tokens, reader.mentions, atlas);
    reader.population = [...limits.conditions];
    reader.assumptions.push(...limits.assumptions);
    reader.text = without(question, thresholds);
    await data.breathe();
    const relative = await relativeConditions(
      reader.text,
      tokens,
      reader.mentions,
      reader.population,
      atlas,
      data,
      signal,
    );
    reader.assumptions.push(...relative.assumptions);
    reader.text = without(reader.text, relative.places);
    if (relative.isAge) reader.population.push(...relative.conditions);
    else reader.quarter = relative.conditions[0];
    reader.free = reader.mentions.filter(
      (mention) => !limits.used.includes(mention) && !relative.words.some((word) => reader.#says(mention, word)),
    );
    await data.breathe();
    return reader;
  }

  cannot(why: string, next?: string): Reading {
    const full = next === undefined ? why : `${why}: ${next}`;
    return { intent: 'unanswerable', why: full, assumptions: this.assumptions };
  }

  /** The answer when a word that matters names nothing; undefined when every such word is understood. */
  refusal(cue: Cue, outcome: ReadOutcome | undefined): Reading | undefined {
    const word = unknownWord(this, cue, outcome);
    return word === undefined ? undefined : this.cannot(`the data hold no “${word}”`);
  }

  /** Where a mention stands in the question, in characters. */
  place({ from, to }: Pick<Mention, 'from' | 'to'>): { readonly start: number; readonly end: number } {
    return { start: this.tokens[from]?.start ?? 0, end: this.tokens[to - 1]?.end ?? 0 };
  }

  /** The words just before a mention, nearest last. */
  before({ from }: Pick<Mention, 'from'>, count: number): readonly string[] {
    return this.tokens.slice(Math.max(0, from - count), from).map(({ word }) => word);
  }

  names(index: number): boolean {
    return this.mentions.some(({ hits, score }) => hits.includes(index) && score >= 0.6);
  }

  direction(direction: Direction, { news, contrary, outcome }: ReadOutcome): EffectDirection {
    if (direction === 'raises' || direction === 'lowers') return contrary ? flipped(direction) : direction;
    if (direction === 'differs') return contrary ? 'lowers' : 'differs';
    const known = news ?? 'good';
    if (news === undefined) this.assumptions.push(`more of ${describeOutcome(outcome)} is taken as good news`);
    return (known === 'good') === (direction === 'good') ? 'raises' : 'lowers';
  }

  /** Remaining values narrow the population: "for parcels of glass". */
  narrow(rest: readonly Mention[], exposure: ColumnRef | undefined, outcome: Outcome): void {
    const taken: Mention[] = [];
    for (const mention of rest) {
      if (mention.kind !== 'value' || mention.score < 0.8 || taken.some((each) => overlaps(each, mention))) continue;
      const isSubject = exposure?.column === mention.column;
      const isOutcome = mention.table === outcome.column.table && mention.column === outcome.column.column;
      const known = this.population.some(
        ({ column }) => column.table === mention.table && column.column === mention.column,
      );
      // A value that every row has narrows nothing.
      const everywhere = mention.profile.distinct === 1 && mention.profile.filled === mention.profile.rows;
      if (isSubject || isOutcome || known || everywhere) continue;
      const condition = conditionOf(mention);
      if (condition) this.population.push(condition);
      taken.push(mention);
    }
  }

  /**
   * Whom and what the question is about; a refusal where it names a time that the data do not cover.
   * @param compared the table whose rows are compared with each other: they are no units of their own comparison
   */
  async subject(
    exposureTable: string,
    outcome: ReadOutcome,
    compared?: string,
  ): Promise<Subject | Extract<Reading, { intent: 'unanswerable' }>> {
    const whole = this.#linked(exposureTable, outcome.outcome.column.table);
    const read = await atGrain(outcome, whole, this);
    if (!read) return { intent: 'unanswerable', why: shared(outcome, whole), assumptions: this.assumptions };
    if (read.assumption !== undefined) this.assumptions.push(read.assumption);
    const unit = await this.#unit(exposureTable, whole, read, compared);
    const time = await readTime(this, unit);
    if (typeof time === 'string') return { intent: 'unanswerable', why: time, assumptions: this.assumptions };
    const population = [...this.population, ...time].filter(
      ({ column }) => column.table === unit || this.atlas.path(unit, column.table) !== undefined,
    );
    return { unit, population, outcome: read.outcome, assumptions: this.assumptions };
  }

  /** Columns of a table that could be an outcome, for what to ask instead. */
  examples(table: string): string {
    const columns = this.atlas.profiles
      .filter((each) => each.table === table && (each.distinct === 2 || each.kind === 'number'))
      .sort((a, b) => Number(b.kind === 'number') - Number(a.kind === 'number'))
      .map(({ column }) => column);
    return columns.length > 0 ? `name one, such as ${formatList(columns.slice(0, 4), 'or')}` : 'name one';
  }

  firstNoun(): string | undefined {
    const start = /\b(?:which|what|does|do|did|is|are|was|were|why|who)\b/i.exec(this.text);
    const from = start ? start.index + start[0].length : 0;
    return this.tokens.find(({ start: at, word }) => at >= from && !FUNCTION_WORDS.has(word))?.word;
  }

  /**
   * The independent unit: the table that the question calls by name when everything hangs on it, else the outcome's table for an
   * event or a mean, and the exposure's for what is added up.
   */
  async #unit(
    exposureTable: string,
    whole: string,
    { outcome, mention, word }: ReadOutcome,
    compared: string | undefined,
  ): Promise<string> {
    const namesOutcome = ({ from, to }: Mention) =>
      (mention !== undefined && from < mention.to && mention.from < to) ||
      (word !== undefined && from <= word && word < to);
    const outcomeTable = outcome.column.table;
    const added = 'measure' in outcome && (outcome.measure === 'sum' || outcome.measure === 'count');
    const fallback = added ? whole : outcomeTable;
    const reaches = (table: string) =>
      this.atlas.path(table, exposureTable) !== undefined && this.atlas.path(table, outcomeTable) !== undefined;
    const named = this.mentions
      .filter((each) => each.kind === 'table' && each.score >= 0.8 && !namesOutcome(each))
      .map(({ table }) => table)
      .filter((table) => table !== exposureTable && table !== compared)
      .filter((table) => reaches(table) && !this.atlas.keys.isLink(table))
      .filter((table) => this.#isUnitOf(table, exposureTable, outcomeTable));
    // A unit that is finer than what is measured would count each of its rows several times.
    for (const table of named)
      if (await this.atlas.keys.isWithin(this.atlas.path(table, outcomeTable) ?? [], this.signal)) return table;
    return reaches(fallback) ? fallback : exposureTable;
  }

  /** A link table is no unit: what it links on the way to the outcome is. */
  #linked(exposureTable: string, outcomeTable: string): string {
    if (exposureTable === outcomeTable || !this.atlas.keys.isLink(exposureTable)) return exposureTable;
    return this.atlas.path(exposureTable, outcomeTable)?.[0]?.to ?? exposureTable;
  }

  /** A unit has at least as many rows as there are groups, and is not a mere list of them. */
  #isUnitOf(table: string, exposureTable: string, outcomeTable: string): boolean {
    return this.atlas.rows(table) >= 0.2 * Math.min(this.atlas.rows(exposureTable), this.atlas.rows(outcomeTable));
  }

  #says(mention: Mention, word: string): boolean {
    const words = wordsOf(word);
    return mention.to - mention.from === 1 && words.includes(this.tokens[mention.from]?.word ?? '');
  }
}

function shared({ outcome }: ReadOutcome, table: string): string {
  const measured = outcome.column.table;
  return `several rows of ${table} share one row of ${measured}, so ${outcome.column.column} cannot be added up for them: ask for the average, or compare what ${measured} itself has`;
}

function flipped(direction: 'raises' | 'lowers'): 'raises' | 'lowers' {
  return direction === 'raises' ? 'lowers' : 'raises';
}
