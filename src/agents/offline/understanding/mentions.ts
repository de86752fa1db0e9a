import type { Breathe } from '../../../base/breathe';
import type { Value } from '../../../board/value';
import type { ColumnProfile } from '../../analysis/profile';
import { wordsOf } from '../../analysis/words';
import type { Atlas } from './atlas';
import { OUTCOME_WORDS } from './cues';
import { likeness } from './similarity';

/** A word of the question and where it stands. */
export type Token = { readonly word: string; readonly start: number; readonly end: number };

/** A stretch of the question that names something in the database. Positions count tokens; `to` is exclusive. */
export type Mention = {
  readonly from: number;
  readonly to: number;
  /** The tokens that matched, where others only lie between. */
  readonly hits: readonly number[];
  readonly score: number;
  /** The words name the contrary of what the item names. */
  readonly contrary: boolean;
} & Item;

type Item =
  | { readonly kind: 'table'; readonly table: string }
  | { readonly kind: 'column'; readonly table: string; readonly column: string; readonly profile: ColumnProfile }
  | {
      readonly kind: 'value';
      readonly table: string;
      readonly column: string;
      readonly value: Value;
      readonly profile: ColumnProfile;
    };

/** Below this a likeness is chance. */
const LEAST_SCORE = 0.45;
const LONGEST_SPAN = 4;

/** Words that name nothing in a database, whatever it holds. */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  `a about after all also am among an and any are as at be been before being between both but by can could did do does doing done
  during each either every explain find for from further get gets give gives given had has have having he her his how i if in into
  is it its itself just look made make makes many may me might more most much must my no nor not of off on once only or other our
  out over own please same shall she should show so some such tell than that the their them then there these they this those
  through to too under until up us very was we were what when where whether which while who whom whose why will with within would
  you your really actually data database table column significantly significant any`.split(/\s+/),
);

/** What columns often code by one letter: women and men, north and south. */
const CODED = ['sex', 'region'];

/** Parts of identifiers that say how a value is stored, not what it is. */
const STORAGE_WORDS: ReadonlySet<string> = new Set([
  'id',
  'key',
  'code',
  'no',
  'nr',
  'num',
  'flag',
  'is',
  'has',
  'was',
  'fk',
  'pk',
  'tbl',
  'dim',
  'fact',
  'the',
  'of',
  'and',
  'name',
]);

const ORDINALS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    first: '1st',
    second: '2nd',
    third: '3rd',
    fourth: '4th',
    fifth: '5th',
    sixth: '6th',
    one: '1',
    two: '2',
    three: '3',
    four: '4',
    five: '5',
  }),
);

export function tokensOf(question: string): readonly Token[] {
  const tokens: Token[] = [];
  for (const match of question.matchAll(/[\p{L}\p{N}_]+(?:['’][\p{L}]+)?/gu)) {
    const text = match[0].replace(/['’]s$/, '');
    // An identifier in the question (`died_on`, `dieOn`) is split as those of the schema are.
    for (const word of wordsOf(text)) tokens.push({ word, start: match.index, end: match.index + match[0].length });
  }
  return tokens;
}

/** Everything in the database that the question names, best first. A stretch may name several things. */
export async function mentionsIn(
  tokens: readonly Token[],
  atlas: Atlas,
  breathe: Breathe,
): Promise<readonly Mention[]> {
  const found: Mention[] = [];
  for (const table of atlas.tables)
    found.push(...matches({ kind: 'table', table: table.name }, wordsOf(table.name), [], tokens));
  for (const profile of atlas.profiles) {
    await breathe();
    const { table, column } = profile;
    const context = wordsOf(table);
    const words = wordsOf(column);
    // `cancelled_on` says when somebody cancelled.
    const said = profile.kind === 'date' && words.length > 1 && /^(?:on|at|date|time)$/.test(words.at(-1) ?? '');
    found.push(
      ...matches({ kind: 'column', table, column, profile }, said ? words.slice(0, -1) : words, context, tokens),
    );
    for (const { value } of profile.values) {
      if (typeof value !== 'string' && !(typeof value === 'number' && profile.kind === 'category')) continue;
      // A bare digit names a value only next to its column: "class 3".
      const own = wordsOf(String(value));
      const needsColumn = typeof value === 'number' || own.every((word) => word.length === 1);
      found.push(...matches({ kind: 'value', table, column, value, profile }, own, words, tokens, needsColumn));
    }
  }
  return found.sort((a, b) => b.score - a.score || b.to - b.from - (a.to - a.from));
}

function matches(
  item: Item,
  words: readonly string[],
  context: readonly string[],
  tokens: readonly Token[],
  needsContext = false,
): Mention[] {
  const meaning = words.filter((word) => !STORAGE_WORDS.has(word));
  const own = meaning.length > 0 ? meaning : words;
  if (own.length === 0) return [];
  const asOne = own.length > 1 ? own.join('') : undefined;
  let best: Mention | undefined;
  const all: Mention[] = [];
  for (let from = 0; from < tokens.length; from++) {
    const first = tokens[from]?.word ?? '';
    if (FUNCTION_WORDS.has(first) && (own.length === 1 || !own.includes(first))) continue;
    for (let to = from + 1; to <= Math.min(tokens.length, from + LONGEST_SPAN); to++) {
      const last = tokens[to - 1]?.word ?? '';
      if (FUNCTION_WORDS.has(last) && !own.includes(last)) continue;
      const span = tokens.slice(from, to).map(({ word }) => word);
      // Two words in the schema, one in the question: `seat_belt`, "seatbelt".
      const isCompound = asOne !== undefined && span.length === 1 && likeness(first, asOne).score >= 0.97;
      const alike = isCompound
        ? { score: 1, contrary: false, hits: [0] }
        : compareSpan(span, own, context, item.kind === 'value', needsContext);
      if (!alike || alike.score < LEAST_SCORE) continue;
      const mention = { ...item, from, to, ...alike, hits: alike.hits.map((at) => from + at) };
      // Of overlapping stretches for one item the best one stays; a second mention elsewhere is its own.
      if (best && best.to > from) {
        // As good without words in between: "orders get returned" is about `returned`.
        const isTighter = mention.score === best.score && hasGap(best);
        if (mention.score > best.score || isTighter) {
          all[all.length - 1] = mention;
          best = mention;
        }
      } else {
        all.push(mention);
        best = mention;
      }
    }
  }
  return all;
}

function hasGap({ hits }: Mention): boolean {
  return (hits.at(-1) ?? 0) - (hits[0] ?? 0) >= hits.length;
}

/** Likeness of a stretch of words and an item's words: the last word of each, its head, counts double. */
function compareSpan(
  span: readonly string[],
  own: readonly string[],
  context: readonly string[],
  isValue: boolean,
  needsContext: boolean,
): { score: number; contrary: boolean; hits: readonly number[] } | undefined {
  const hits: number[] = [];
  const used = new Set<number>();
  let [matched, spanWeight, hasContext] = [0, 0, false];
  let contrary = false;
  const ownWeight = own.reduce((sum, _, index) => sum + (index === own.length - 1 && own.length > 1 ? 2 : 1), 0);
  for (const [index, raw] of span.entries()) {
    const word = ORDINALS.get(raw) ?? raw;
    const weight = index === span.length - 1 && span.length > 1 ? 2 : 1;
    let top = { score: 0, contrary: false, at: -1 };
    for (const [at, other] of own.entries()) {
      if (used.has(at)) continue;
      const alike = wordLikeness(word, raw, other, isValue);
      if (alike.score > top.score) top = { ...alike, at };
    }
    if (top.at >= 0) {
      hits.push(index);
      // A letter stands for its word where the column says what it codes: F for women under sex.
      const letter = own[top.at]?.length === 1 && raw.length > 1 && top.score >= 0.8;
      hasContext ||= letter && context.some((other) => CODED.some((coded) => likeness(other, coded).score >= 0.8));
      used.add(top.at);
      spanWeight += weight;
      matched += top.score * Math.max(weight, top.at === own.length - 1 && own.length > 1 ? 2 : 1);
      contrary ||= top.contrary;
    } else if (context.some((other) => likeness(raw, other).score >= 0.7)) {
      hasContext = true;
      hits.push(index);
    } else if (!FUNCTION_WORDS.has(raw)) {
      spanWeight += weight;
    }
  }
  if (used.size === 0 || (needsContext && !hasContext)) return undefined;
  const score = matched / Math.max(ownWeight, spanWeight, matched);
  // Naming the column or table too makes a mention surer than one without.
  return { score: Math.min(1, score + (hasContext ? 0.03 : 0)), contrary, hits };
}

function wordLikeness(
  word: string,
  raw: string,
  other: string,
  isValue: boolean,
): { score: number; contrary: boolean } {
  if (isValue && word !== raw && (other === word || `${other}` === word.replace(/(st|nd|rd|th)$/, '')))
    return { score: 1, contrary: false };
  const alike = likeness(raw, other);
  // "Rate" and "number" introduce an outcome: they name a column only when it is called just so.
  if (OUTCOME_WORDS.has(raw) && alike.score < 0.97) return { score: 0, contrary: false };
  // A short code stands for the word it begins: ENG for engineering.
  if (isValue && other.length >= 3 && other.length <= 4 && raw.length > other.length + 1 && raw.startsWith(other)) {
    return { score: 0.82, contrary: false };
  }
  // Values are data: only the same word, an inflection or a synonym names one, not one that is spelt alike.
  if (isValue && alike.score < 0.85 && alike.score > 0)
    return raw.length >= 6 && alike.score === 0.8 ? alike : { score: 0, contrary: false };
  return isValue && alike.contrary ? { score: 0, contrary: false } : alike;
}

export function overlaps(left: Pick<Mention, 'from' | 'to'>, right: Pick<Mention, 'from' | 'to'>): boolean {
  return left.from < right.to && right.from < left.to;
}

export function sameColumn(left: Mention, right: Mention): boolean {
  return left.kind !== 'table' && right.kind !== 'table' && left.table === right.table && left.column === right.column;
}

type ValueMention = Extract<Mention, { kind: 'value' }>;

/** Two values of one column that a question names: the groups of a comparison, in its order. */
export function pairOf(mentions: readonly Mention[]): readonly [ValueMention, ValueMention] | undefined {
  const values = mentions
    .filter((each): each is ValueMention => each.kind === 'value' && each.score >= 0.8)
    .sort((a, b) => b.score - a.score);
  for (const first of values) {
    const second = values.find(
      (each) => sameColumn(each, first) && !overlaps(each, first) && each.value !== first.value,
    );
    if (second) return first.from < second.from ? [first, second] : [second, first];
  }
  return undefined;
}
