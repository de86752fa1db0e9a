import type { ColumnRef, Outcome } from '../../../board/claim';
import { asConstant, describeOutcome, yesNoOf } from '../../analysis/describe';
import type { ColumnProfile } from '../../analysis/profile';
import { wordsOf } from '../../analysis/words';
import type { Atlas } from './atlas';
import { OUTCOME_WORDS, POPULATION_WORDS } from './cues';
import type { Mention, Token } from './mentions';
import { isNumeric } from './population';
import { likeness, lookUp, newsOf } from './similarity';

/** What the question wants to know about, and whether more of it is good news. */
export type ReadOutcome = {
  readonly outcome: Outcome;
  readonly news: 'good' | 'bad' | undefined;
  /** The question names the contrary of the column: "survival" where the data say who died. */
  readonly contrary: boolean;
  readonly mention: Mention | undefined;
  /** The word of the question that named it, where no mention did. */
  readonly word?: number;
  readonly assumption: string | undefined;
};

/** Names that say "result" without saying of what. */
export const GENERIC_OUTCOMES: readonly string[] = [
  'outcome',
  'result',
  'response',
  'target',
  'label',
  'endpoint',
  'status',
  'event',
];
const TOTALS = [
  'total',
  'sum',
  'revenue',
  'sale',
  'sales',
  'sell',
  'sells',
  'sold',
  'spend',
  'spent',
  'turnover',
  'income',
  'earn',
  'earns',
];
/** What a table calls its money. */
export const MONEY: readonly string[] = ['total', 'amount', 'revenue', 'sales', 'subtotal'];
const PRICES = ['price', 'unitprice', 'cost', 'fee', 'charge'];
const QUANTITIES = ['quantity', 'qty', 'units', 'pieces', 'count'];
/** Quantities that wait or are planned: nothing of them was sold. */
const UNSOLD = ['stock', 'reorder', 'inventory', 'minimum', 'backorder'];
const PACE = /^(?:quick|fast|slow|prompt|swift)(?:er|est|ly)?$|^(?:long|short)(?:er|est)$/;
const DURATIONS = ['seconds', 'secs', 'minutes', 'mins', 'hours', 'hrs', 'days', 'duration', 'latency', 'elapsed'];
const DISCOUNTS = ['discount', 'rebate', 'reduction'];

/** Where the word stands that says which way the question looks, and whether it is what the exposure does. */
export type OutcomeCue = { readonly at: number; readonly to: number; readonly isVerb: boolean };

/** The outcome that the question names, the best of its mentions; undefined when it names none. */
export function namedOutcome(
  mentions: readonly Mention[],
  tokens: readonly Token[],
  cue: OutcomeCue,
  atlas: Atlas,
): ReadOutcome | undefined {
  const scored = mentions
    .map((mention) => ({ mention, score: outcomeScore(mention, tokens, cue) }))
    .filter(({ score }) => score >= 0.75)
    .sort((a, b) => b.score - a.score);
  for (const { mention } of scored) {
    const read = fromMention(mention, tokens, atlas);
    if (read) return read;
  }
  return money(tokens, atlas) ?? lasting(tokens, atlas);
}

/** "Quicker", "take longer" where no column is called so: how long things take. */
function lasting(tokens: readonly Token[], atlas: Atlas): ReadOutcome | undefined {
  const at = tokens.findIndex(({ word }) => PACE.test(word));
  if (at < 0) return undefined;
  const lasts = atlas.profiles.filter(
    (profile) => isNumeric(profile) && wordsOf(profile.column).some((word) => DURATIONS.includes(word)),
  );
  const [only] = lasts;
  if (!only || lasts.length > 1) return undefined;
  const outcome = { column: { table: only.table, column: only.column }, measure: 'mean' as const };
  const assumption = `“${tokens[at]?.word}” is read as the mean of ${only.table}.${only.column}`;
  return { outcome, news: 'bad', contrary: false, mention: undefined, word: at, assumption };
}

/** The outcome that the data suggest when the question only asks what is best: a column whose name or values say how it went. */
export function suggestedOutcome(
  from: string,
  taken: (profile: ColumnProfile) => boolean,
  tokens: readonly Token[],
  atlas: Atlas,
): ReadOutcome | undefined {
  const scored = atlas.profiles
    .filter((profile) => !taken(profile))
    .flatMap((profile) => {
      const path = atlas.path(from, profile.table);
      if (!path) return [];
      const score = suggestion(profile) + 0.3 * echo(profile, tokens) - 0.05 * path.length;
      return score >= 0.5 ? [{ profile, score }] : [];
    })
    .sort((a, b) => b.score - a.score);
  const [best, ...others] = scored;
  if (!best) return undefined;
  const outcome = outcomeOf(best.profile, undefined, false);
  if (!outcome) return undefined;
  const rivals = others.filter(({ score }) => score >= best.score - 0.15).map(({ profile }) => profile.column);
  const also = rivals.length > 0 ? ` (not ${rivals.slice(0, 3).join(' or ')})` : '';
  return {
    ...outcome,
    contrary: false,
    mention: undefined,
    assumption: `how it went is read from ${best.profile.table}.${best.profile.column}: ${describeOutcome(outcome.outcome)}${also}`,
  };
}

/** A column as an outcome: an event where its values say yes and no or good and bad, a mean or a sum where they are numbers. */
export function outcomeOf(
  profile: ColumnProfile,
  value: Mention | undefined,
  total: boolean,
): { outcome: Outcome; news: 'good' | 'bad' | undefined } | undefined {
  const column: ColumnRef = { table: profile.table, column: profile.column };
  const named = newsOf(wordsOf(profile.column));
  if (profile.kind === 'date')
    return { outcome: { column, event: { known: true }, named: profile.column }, news: named };
  const said = yesNoOf(profile.values.map((each) => each.value));
  if (value?.kind === 'value') {
    const isNo = said !== undefined && value.value === said.no;
    const isYes = said !== undefined && value.value === said.yes;
    const own = newsOf(wordsOf(String(value.value)));
    const news = isNo ? opposite(named) : isYes ? named : (own ?? named);
    return { outcome: { column, event: asConstant(value.value) }, news };
  }
  if (profile.kind === 'category' && said) {
    return { outcome: { column, event: asConstant(said.yes), named: profile.column }, news: named };
  }
  if (isNumeric(profile) || (profile.kind === 'category' && typeof profile.least === 'number')) {
    return { outcome: { column, measure: total ? 'sum' : 'mean' }, news: named };
  }
  if (profile.kind !== 'category' || profile.distinct > 12) return undefined;
  const told = profile.values.map((each) => ({ ...each, news: newsOf(wordsOf(String(each.value))) }));
  const event = told.find(({ news }) => news === 'bad') ?? told.find(({ news }) => news === 'good');
  if (event) return { outcome: { column, event: asConstant(event.value) }, news: event.news };
  const rarer = profile.values.at(-1);
  return profile.distinct === 2 && rarer
    ? { outcome: { column, event: asConstant(rarer.value) }, news: undefined }
    : undefined;
}

export function opposite(news: 'good' | 'bad' | undefined): 'good' | 'bad' | undefined {
  return news === undefined ? undefined : news === 'good' ? 'bad' : 'good';
}

function outcomeScore(mention: Mention, tokens: readonly Token[], cue: OutcomeCue): number {
  if (mention.kind === 'table')
    return /^(number|count|many)$/.test(before(tokens, mention, 2)[0] ?? '') ||
      before(tokens, mention, 2).includes('number')
      ? mention.score + 0.3
      : 0;
  const { profile } = mention;
  if (mention.score < (mention.kind === 'value' ? 0.8 : 0.55) || profile.distinct < 2) return 0;
  if (before(tokens, mention, 1).includes('than')) return 0;
  if (profile.kind === 'key' || profile.kind === 'empty') return 0;
  // A date that is not always there is an event: cancelled on, returned at.
  if (profile.kind === 'date' && (profile.filled === profile.rows || newsOf(wordsOf(profile.column)) === undefined))
    return 0;
  const led = before(tokens, mention, 3);
  const afterMeasure = led.some((word) => OUTCOME_WORDS.has(word)) || OUTCOME_WORDS.has(tokens[mention.to]?.word ?? '');
  const start = tokens[mention.from]?.start ?? 0;
  const end = tokens[mention.to - 1]?.end ?? 0;
  const afterCue = cue.to >= 0 && start >= cue.to && start - cue.to <= 20;
  // "Spend more": the word just before the comparative. "Promotions increase …": what does something is no outcome.
  const beforeCue = cue.at >= 0 && !cue.isVerb && cue.at - end >= 0 && cue.at - end <= 1;
  const acts = cue.isVerb && end <= cue.at;
  const inPopulation = !afterMeasure && before(tokens, mention, 2).some((word) => POPULATION_WORDS.has(word));
  // A value is an outcome by its own words: that its column could be one says nothing of it.
  const news = newsOf(wordsOf(mention.kind === 'value' ? String(mention.value) : profile.column));
  const measurable = profile.distinct === 2 || isNumeric(profile);
  return (
    mention.score +
    (afterMeasure ? 0.5 : 0) +
    (afterCue ? 0.3 : 0) +
    (beforeCue ? 0.2 : 0) -
    (acts ? 0.6 : 0) +
    (news ? 0.4 : 0) +
    (measurable ? 0.1 : 0) -
    (inPopulation ? 0.5 : 0) -
    (mention.kind === 'value' && !afterMeasure ? (news ? 0.25 : 0.6) : 0)
  );
}

function before(tokens: readonly Token[], mention: Mention, count: number): readonly string[] {
  return tokens.slice(Math.max(0, mention.from - count), mention.from).map(({ word }) => word);
}

function fromMention(mention: Mention, tokens: readonly Token[], atlas: Atlas): ReadOutcome | undefined {
  if (mention.kind === 'table') {
    const key = atlas.table(mention.table)?.columns[0]?.name;
    if (key === undefined) return undefined;
    return {
      outcome: { column: { table: mention.table, column: key }, measure: 'count' },
      news: newsOf(wordsOf(mention.table)),
      contrary: false,
      mention,
      assumption: undefined,
    };
  }
  const words = tokens.slice(Math.max(0, mention.from - 2), mention.to).map(({ word }) => word);
  const read = outcomeOf(
    mention.profile,
    mention.kind === 'value' ? mention : undefined,
    words.some((word) => TOTALS.includes(word)),
  );
  if (!read) return undefined;
  const rare = 'event' in read.outcome && read.news === undefined && mention.kind === 'column';
  const assumption =
    rare || mention.score < 0.9
      ? `“${words.slice(-(mention.to - mention.from)).join(' ')}” is read as ${describeOutcome(read.outcome)}`
      : undefined;
  return { ...read, contrary: mention.contrary, mention, assumption };
}

/** "Sales" where no column is called so: price × quantity, less a discount. */
function money(tokens: readonly Token[], atlas: Atlas): ReadOutcome | undefined {
  const at = tokens.findIndex(({ word }) => TOTALS.slice(2).includes(word));
  if (at < 0) return undefined;
  const total = atlas.profiles.find(
    (profile) => isNumeric(profile) && wordsOf(profile.column).some((word) => MONEY.includes(word)),
  );
  if (total)
    return {
      outcome: { column: { table: total.table, column: total.column }, measure: 'sum' },
      news: 'good',
      contrary: false,
      mention: undefined,
      word: at,
      assumption: `“${tokens[at]?.word}” is read as the sum of ${total.table}.${total.column}`,
    };
  for (const { name } of atlas.tables) {
    const outcome = linesOf(name, atlas);
    if (!outcome) continue;
    return {
      outcome,
      news: 'good',
      contrary: false,
      mention: undefined,
      word: at,
      assumption: `“${tokens[at]?.word}” is read as ${describeOutcome(outcome)} in ${name}`,
    };
  }
  return undefined;
}

/** The money of a table of lines: price × quantity, less a discount. Undefined for a table without them. */
export function linesOf(table: string, atlas: Atlas): Outcome | undefined {
  const own = atlas.profiles.filter(
    (profile) => profile.table === table && profile.kind !== 'key' && typeof profile.greatest === 'number',
  );
  const named = (names: readonly string[], taken?: ColumnProfile) =>
    own.find((profile) => {
      const words = wordsOf(profile.column);
      const sold = !words.some((word) => UNSOLD.includes(word));
      return (
        profile !== taken && sold && words.some((word) => names.some((each) => likeness(word, each).score >= 0.97))
      );
    });
  const price = named(PRICES);
  const [quantity, discount] = [named(QUANTITIES, price), named(DISCOUNTS, price)];
  if (!price || !quantity) return undefined;
  const less = discount && Number(discount.greatest) <= 1 ? { table, column: discount.column } : undefined;
  return {
    column: { table, column: price.column },
    measure: 'sum',
    times: { table, column: quantity.column },
    ...(less && { less }),
  };
}

/** How much a word of the question sounds like the column, 0–1. */
function echo({ column }: ColumnProfile, tokens: readonly Token[]): number {
  const words = wordsOf(column);
  const alike = tokens.flatMap(({ word }) => words.map((other) => (word.length > 2 ? likeness(word, other).score : 0)));
  return Math.max(0, ...alike);
}

/** How much a column looks like how something went, 0–1. */
export function suggestion(profile: ColumnProfile): number {
  if (profile.kind === 'date' && profile.filled < profile.rows && newsOf(wordsOf(profile.column))) return 0.75;
  const words = wordsOf(profile.column);
  const named = newsOf(words) !== undefined;
  const binary = profile.kind === 'category' && profile.distinct === 2;
  const generic = words.some((word) => GENERIC_OUTCOMES.includes(word));
  const valued =
    profile.kind === 'category' &&
    profile.distinct <= 12 &&
    profile.values.some(({ value }) => typeof value === 'string' && newsOf(wordsOf(value)) !== undefined);
  const told =
    yesNoOf(profile.values.map(({ value }) => value)) !== undefined || typeof profile.least === 'number' || valued;
  if (binary && named && told) return 1;
  if (valued && (named || generic)) return 0.95;
  // Among many levels one that sounds like news does not make an outcome of them.
  if (valued) return binary ? 0.8 : 0.45;
  if (generic && binary) return 0.75;
  // How long things take is an outcome only when nothing else says how they went.
  const lasts = words.some((word) => lookUp(word).some(({ concept }) => concept.words.includes('duration')));
  if (isNumeric(profile) && named) return lasts ? 0.55 : 0.65;
  return 0;
}
