import { distance } from 'fastest-levenshtein';
import { stemOf } from '../../analysis/words';
import { OUTCOMES, SYNONYMS, type Concept } from './concepts';

type Side = { readonly concept: Concept; readonly contrary: boolean };

const SIDES: ReadonlyMap<string, readonly Side[]> = sides();

function sides(): Map<string, Side[]> {
  const found = new Map<string, Side[]>();
  const add = (word: string, side: Side) => {
    for (const form of new Set([word, stemOf(word)])) found.set(form, [...(found.get(form) ?? []), side]);
  };
  for (const concept of [...OUTCOMES, ...SYNONYMS]) {
    for (const word of concept.words) add(word, { concept, contrary: false });
    for (const word of concept.contrary ?? []) add(word, { concept, contrary: true });
  }
  return found;
}

/** How alike two words are, 0–1; `contrary` when they name opposite outcomes of one matter. */
export type Likeness = { readonly score: number; readonly contrary: boolean };

const UNLIKE: Likeness = { score: 0, contrary: false };

/** Compares words by form, stem, meaning, abbreviation and spelling, in this order. Both lower case. */
export function likeness(left: string, right: string): Likeness {
  if (left === right) return { score: 1, contrary: false };
  const [a, b] = [stemOf(left), stemOf(right)];
  if (a === b && a.length > 1) return { score: 0.97, contrary: false };
  const meaning = sharedMeaning(left, right);
  if (meaning) return { score: 0.85, contrary: meaning.contrary };
  if (
    Math.min(left.length, right.length) >= 3 &&
    (left.startsWith(right) || right.startsWith(left)) &&
    sizes(left, right) >= 0.4
  ) {
    return { score: 0.75, contrary: false };
  }
  if (Math.min(a.length, b.length) >= 4 && (a.startsWith(b) || b.startsWith(a)) && sizes(a, b) >= 0.6) {
    return { score: 0.75, contrary: false };
  }
  if (Math.min(left.length, right.length) >= 4 && (left.endsWith(right) || right.endsWith(left)))
    return { score: 0.7, contrary: false };
  const longest = Math.max(left.length, right.length);
  if (longest >= 5 && left[0] === right[0] && distance(left, right) <= (longest >= 8 ? 2 : 1))
    return { score: 0.8, contrary: false };
  return UNLIKE;
}

/** Good or bad news of an outcome by its name's words; undefined when they do not say. */
export function newsOf(words: readonly string[]): 'good' | 'bad' | undefined {
  for (const word of words) {
    for (const { concept, contrary } of lookUp(word)) {
      if (!concept.news) continue;
      return contrary ? (concept.news === 'good' ? 'bad' : 'good') : concept.news;
    }
  }
  return undefined;
}

/** The concepts of a word. */
export function lookUp(word: string): readonly Side[] {
  return SIDES.get(word) ?? SIDES.get(stemOf(word)) ?? [];
}

function sharedMeaning(left: string, right: string): { contrary: boolean } | undefined {
  const others = lookUp(right);
  for (const side of lookUp(left)) {
    const other = others.find(({ concept }) => concept === side.concept);
    if (other) return { contrary: other.contrary !== side.contrary };
  }
  return undefined;
}

function sizes(left: string, right: string): number {
  return Math.min(left.length, right.length) / Math.max(left.length, right.length);
}
