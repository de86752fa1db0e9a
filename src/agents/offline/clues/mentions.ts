import type { ColumnProfile } from '../../analysis/profile';
import { familiesOf, familyNamed, tells, type Family } from './meanings';
import { clausesOf, wordsIn, type Span } from './prose';
import { takenBack } from './repairs';
import type { Values } from './values';

/** Values of one column that a sentence tells, word by word or in other words; several where it does not say which. */
export type Mention = Span & {
  readonly values: readonly string[];
  /** 0–1: how surely it is these. */
  readonly score: number;
  readonly exact: boolean;
};

/** Below this other words tell nothing; below the second they do not tell which of several. */
const LEAST = 0.4;
const LEAST_OF_SEVERAL = 0.6;
const ALIKE = 0.05;
/** Words of companies' names that say nothing of what they do. */
const EMPTY_WORDS: ReadonlySet<string> = new Set(
  'sons son brothers co company ltd inc group partners and the of'.split(' '),
);

/** What a sentence says word by word of a column's values, corrections made. */
export function exactMentions(profile: ColumnProfile, sentence: string, values: Values): readonly Mention[] {
  const said = values.said(profile, sentence).map(({ value, start, end, quoted }): Mention => ({
    values: [value],
    start,
    end,
    exact: true,
    score: quoted || /\s|\d/.test(value) ? 1 : /^\p{Lu}/u.test(value) ? 0.9 : 0.6,
  }));
  return said;
}

/** What it says in other words. Only what a word of the sentence stands for counts. */
export function describedMentions(
  profile: ColumnProfile,
  sentence: string,
  taken: readonly Span[],
): readonly Mention[] {
  const named = profile.values.flatMap(({ value }) => {
    if (typeof value !== 'string') return [];
    const own = wordsIn(value).map(({ word }) => word);
    // A hyphen may be left out: ex-partner, expartner.
    return [
      {
        value,
        words: own.length > 1 && own.join('').length < 12 && value.includes('-') ? [...own, own.join('')] : own,
      },
    ];
  });
  if (named.length === 0) return [];
  const family = familyOf(named);
  return segmentsOf(sentence).flatMap((segment): Mention[] => {
    const words = wordsIn(sentence.slice(segment.start, segment.end))
      .map((each) => ({ ...each, start: each.start + segment.start, end: each.end + segment.start }))
      .filter(({ start, end, word }) => !taken.some((span) => start < span.end && span.start < end) && word.length > 1);
    const scored = named.map(({ value, words: own }) => {
      const hits = words
        .map((said) => ({
          said,
          score: Math.max(0, ...own.map((name) => tellsOf(said.word, name, own.length, family))),
        }))
        .filter(({ score }) => score > 0);
      return { value, hits, score: hits.reduce((sum, { score }) => sum + score, 0) };
    });
    const top = Math.max(...scored.map(({ score }) => score));
    if (top < LEAST) return byExclusion(named, words, family);
    const best = scored.filter(({ score }) => score >= top - ALIKE);
    if (best.length > Math.max(1, named.length / 2) || (best.length > 1 && top < LEAST_OF_SEVERAL)) return [];
    const places = best.flatMap(({ hits }) => hits.map(({ said }) => said));
    return [
      {
        values: best.map(({ value }) => value),
        score: Math.min(0.85, top),
        exact: false,
        start: Math.min(...places.map(({ start }) => start)),
        end: Math.max(...places.map(({ end }) => end)),
      },
    ];
  });
}

/** A word that only happens to stand in a longer name tells little of it. */
function tellsOf(said: string, name: string, words: number, family: Family | undefined): number {
  if (EMPTY_WORDS.has(name)) return 0;
  return familyNamed(name) !== undefined ? tells(said, name, family) : tells(said, name, family) / words;
}

type Named = { readonly value: string; readonly words: readonly string[] };

/** At least this share of a column's values has to be of a kind for the column to be. */
const LEAST_OF_A_KIND = 0.3;

/** What kind of things a column names, where many of its values tell. */
function familyOf(named: readonly Named[]): Family | undefined {
  const counts = new Map<Family, number>();
  for (const { words } of named)
    for (const family of familiesNamed(words)) counts.set(family, (counts.get(family) ?? 0) + 1);
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  return most && most[1] >= LEAST_OF_A_KIND * named.length ? most[0] : undefined;
}

function familiesNamed(words: readonly string[]): ReadonlySet<Family> {
  return new Set(words.flatMap((word) => (EMPTY_WORDS.has(word) ? [] : (familyNamed(word) ?? []))));
}

/** A trade that no name tells is that of those whose name tells none. */
function byExclusion(
  named: readonly Named[],
  words: readonly (Span & { readonly word: string })[],
  family: Family | undefined,
): Mention[] {
  if (family === undefined || named.length < 4) return [];
  const silent = named.filter((each) => familiesNamed(each.words).size === 0);
  const first = words.find(({ word }) => familiesOf(word).has(family));
  if (first === undefined || silent.length === 0 || silent.length > 2) return [];
  return [{ values: silent.map(({ value }) => value), score: LEAST, exact: false, start: first.start, end: first.end }];
}

/** Corrections made: of two mentions the one that stands, both where both may. */
export function standing<M extends Span & { readonly exact?: boolean }>(
  sentence: string,
  mentions: readonly M[],
): readonly M[] {
  const kept: M[] = [];
  const sorted = [...mentions].sort((a, b) => a.start - b.start);
  for (const mention of sorted) {
    const last = kept.at(-1);
    const back = last && takenBack(sentence, last, mention);
    if (back === 'first') kept.pop();
    if (back !== 'second') kept.push(mention);
  }
  return kept;
}

/** Where somebody corrects themselves: what is taken back, what stands for it, and all between. */
export function repairsIn(sentence: string, mentions: readonly Span[]): readonly Span[] {
  const sorted = [...mentions].sort((a, b) => a.start - b.start);
  return sorted.flatMap((mention, index): Span[] => {
    const next = sorted[index + 1];
    if (next === undefined || takenBack(sentence, mention, next) === undefined) return [];
    // "not green, blue": the denial stands before the first.
    return [{ start: Math.max(0, mention.start - LEAD_IN), end: next.end }];
  });
}

const LEAD_IN = 8;

/** The parts of a sentence that may tell different things of one matter: clauses, cut again where somebody corrects themselves. */
export function segmentsOf(sentence: string): readonly Span[] {
  return clausesOf(sentence).flatMap((clause) => {
    const parts: Span[] = [];
    let from = clause.start;
    const text = sentence.slice(clause.start, clause.end);
    for (const match of text.matchAll(
      /\b(?:sorry|wait|i mean|correction|rather than|rather|instead of|not|actually|make that|and not|it was|was really)\b|\?/gi,
    )) {
      const at = clause.start + match.index;
      if (at > from) parts.push({ start: from, end: at });
      from = at + match[0].length;
    }
    parts.push({ start: from, end: clause.end });
    return parts.filter(({ start, end }) => sentence.slice(start, end).trim() !== '');
  });
}
