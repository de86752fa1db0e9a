import type { Value } from '../../../board/value';
import { sqlName } from '../../../database/name';
import { quoteValue } from '../../../database/quote';
import type { ColumnProfile } from '../../analysis/profile';
import type { DataReader } from '../../roles';
import { FUNCTION_WORDS } from '../understanding/mentions';
import { quotesIn, wordsIn, type Span, type Word } from './prose';

/** A value of a column that a text says word by word. */
export type Said = Span & { readonly value: string; readonly quoted: boolean };

const LONGEST = 6;
const LONGEST_PLAIN = 4;
/** Columns with more values than this are asked only for what looks like a name or a code. */
const MOST_PLAIN_VALUES = 5_000;
const MOST_STRETCHES = 600;

/** Which values of the database a text says: short lists are known, long ones are asked for by SQL once a text. */
export class Values {
  readonly #asked = new Map<string, Map<string, string>>();
  readonly #texts = new Set<string>();
  readonly #phrases = new Map<ColumnProfile, ReadonlyMap<string, string>>();

  constructor(
    readonly columns: readonly ColumnProfile[],
    readonly data: DataReader,
    readonly signal: AbortSignal,
  ) {}

  /** Asks the columns whose values are too many to list for every stretch of a text that could be one of them. */
  async prepare(text: string): Promise<void> {
    if (this.#texts.has(text)) return;
    this.#texts.add(text);
    const { names, codes, plain } = stretchesOf(text);
    const parts = this.columns.flatMap((profile, place) => {
      if (profile.values.length > 0 || !isText(profile)) return [];
      const wanted = isCode(profile) ? 'codes' : profile.distinct <= MOST_PLAIN_VALUES ? 'plain' : 'names';
      if (wanted === 'codes' && codes.length === 0) return [];
      if (wanted === 'names' && names.length === 0) return [];
      const column = sqlName(profile.column);
      return `SELECT DISTINCT ${place} AS place, ${column} AS value FROM ${sqlName(profile.table)} WHERE ${column} COLLATE NOCASE IN (SELECT value FROM ${wanted})`;
    });
    if (parts.length === 0) return;
    const tables = Object.entries({ names, codes, plain }).map(
      ([name, said]) =>
        `${name}(value) AS (VALUES ${(said.length > 0 ? said : ['']).map((each) => `(${quoteValue(each)})`).join(', ')})`,
    );
    const sql = `WITH ${tables.join(',\n')}\n${parts.join('\nUNION ALL ')}`;
    for (const [place, value] of (await this.data.run(sql, 'values that a text names', this.signal)).rows) {
      const profile = this.columns[Number(place)];
      if (profile === undefined || typeof value !== 'string') continue;
      const key = keyOf(profile);
      const known = this.#asked.get(key) ?? new Map<string, string>();
      known.set(phraseOf(value), value);
      this.#asked.set(key, known);
    }
  }

  /** The values of a column that a sentence says, the longest at each place. */
  said(profile: ColumnProfile, sentence: string): readonly Said[] {
    const phrases = this.#phrasesOf(profile);
    if (phrases.size === 0) return [];
    const words = wordsIn(sentence);
    const quotes = quotesIn(sentence);
    const found: Said[] = [];
    for (let from = 0; from < words.length; from++) {
      for (let length = Math.min(LONGEST, words.length - from); length > 0; length--) {
        const part = words.slice(from, from + length);
        const value = phrases.get(part.map(({ word }) => word).join(' '));
        const [start, end] = [part[0]?.start ?? 0, part.at(-1)?.end ?? 0];
        if (value === undefined) continue;
        found.push({ value, start, end, quoted: quotes.some((each) => each.start <= start && each.end >= end) });
        from += length - 1;
        break;
      }
    }
    return found;
  }

  #phrasesOf(profile: ColumnProfile): ReadonlyMap<string, string> {
    if (profile.values.length === 0) return this.#asked.get(keyOf(profile)) ?? new Map<string, string>();
    const known = this.#phrases.get(profile);
    if (known) return known;
    const phrases = new Map(
      profile.values.flatMap(({ value }) => (isSayable(value) ? [[phraseOf(value), value] as const] : [])),
    );
    this.#phrases.set(profile, phrases);
    return phrases;
  }
}

function isSayable(value: Value): value is string {
  return typeof value === 'string' && /\p{L}/u.test(value) && value.length < 60;
}

function keyOf({ table, column }: ColumnProfile): string {
  return `${table}\u0000${column}`;
}

/** Words as they are compared: without a leading article. */
function phraseOf(value: string): string {
  const words = wordsIn(value).map(({ word }) => word);
  return (/^(?:the|an?)$/.test(words[0] ?? '') && words.length > 1 ? words.slice(1) : words).join(' ');
}

function isText({ kind, least, greatest }: ColumnProfile): boolean {
  return (kind === 'text' || kind === 'key' || kind === 'category') && typeof (greatest ?? least) === 'string';
}

/** Codes such as number plates: digits, and no small letters. */
export function isCode({ least, greatest, kind, values }: ColumnProfile): boolean {
  if (kind !== 'text' && kind !== 'key') return false;
  const samples = [least, greatest, ...values.slice(0, 5).map(({ value }) => value)].filter(
    (each): each is string => typeof each === 'string' && each !== '',
  );
  return (
    samples.length > 0 &&
    samples.every((each) => /\d/.test(each) && !/\s\p{L}/u.test(each.trim()) && !/\p{Ll}{2}/u.test(each))
  );
}

/** Stretches of a text that could be a name, a code, or any value. */
function stretchesOf(text: string): { names: readonly string[]; codes: readonly string[]; plain: readonly string[] } {
  const words = wordsIn(text);
  const [names, codes, plain] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const { text: quoted } of quotesIn(text)) {
    names.add(quoted);
    plain.add(quoted);
    if (/\d/.test(quoted)) codes.add(quoted);
  }
  const capital = ({ start }: Word): boolean => /[\p{Lu}\d]/u.test(text.charAt(start));
  for (let from = 0; from < words.length; from++) {
    for (let length = 1; length <= LONGEST && from + length <= words.length; length++) {
      const part = words.slice(from, from + length);
      const [first, last] = [part[0], part.at(-1)];
      if (first === undefined || last === undefined) continue;
      const raw = text.slice(first.start, last.end);
      if (/[.!?;:,]\s/.test(raw)) break;
      if (length === 1 && /\d/.test(raw)) codes.add(raw);
      const isEdge = FUNCTION_WORDS.has(first.word) || FUNCTION_WORDS.has(last.word);
      if (capital(last) && (capital(first) || first.word === 'the') && !(length === 1 && isEdge)) {
        names.add(raw);
        names.add(`the ${raw}`);
        if (plain.size < MOST_STRETCHES) plain.add(raw).add(`the ${raw}`);
      } else if (length <= LONGEST_PLAIN && !isEdge && plain.size < MOST_STRETCHES) plain.add(raw);
    }
  }
  return { names: [...names], codes: [...codes], plain: [...plain] };
}
