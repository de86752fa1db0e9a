import { FUNCTION_WORDS } from '../understanding/mentions';
import { numeralOf } from './numerals';
import { wordsIn, type Span } from './prose';

/** What texts call each of several who are looked for. */
export type Labelled = { readonly label: string; readonly places: ReadonlyMap<string, Span> };

const SHORTEST = 2;
const LONGEST = 8;
const MOST_CANDIDATES = 40;

const PEOPLE =
  /^(?:people|persons?|men|women|man|woman|attackers?|culprits?|perpetrators?|offenders?|suspects?|killers?|murderers?|thieves|thief|intruders?|assailants?|robbers?|individuals?|figures?|accomplices?|of|hands|were|did|acted|worked|together)$/;

/** How many did it, where a text says so: `two people did it together`, `a single attacker`, `the pair`. */
export function culpritsIn(text: string): number | undefined {
  const words = wordsIn(text).map(({ word }) => word);
  for (const [index, word] of words.entries()) {
    const next = words.slice(index + 1, index + 3);
    if (/^(?:single|sole|lone)$/.test(word) && next.some((each) => PEOPLE.test(each))) return 1;
    if (/^(?:pair|duo|both)$/.test(word)) return 2;
    if (word === 'trio') return 3;
    const number = numeralOf(word);
    if (number === undefined || number < 1 || number > 6) continue;
    if (next[0] !== undefined && PEOPLE.test(next[0]) && !/witness/.test(next.join(' '))) return number;
  }
  return undefined;
}

/**
 * What sentences call those whom they describe, when there are several: as many phrases as there are culprits, no two of which stand in
 * one sentence, that come back in most sentences. Found by repetition, not by what they say.
 */
export function labelsIn(sentences: readonly string[], count: number): readonly Labelled[] {
  const places = new Map<string, Map<string, Span>>();
  for (const sentence of new Set(sentences)) {
    const words = wordsIn(sentence);
    for (let from = 0; from < words.length; from++) {
      for (let length = SHORTEST; length <= LONGEST && from + length <= words.length; length++) {
        const part = words.slice(from, from + length);
        const [first, last] = [part[0], part.at(-1)];
        if (part.some(({ start }, at) => isName(sentence, start, from + at))) break;
        if (!first || !last || FUNCTION_WORDS.has(last.word) || !part.some(({ word }) => !FUNCTION_WORDS.has(word)))
          continue;
        if (length === 2 && ANYBODY.test(last.word)) continue;
        const phrase = part.map(({ word }) => word).join(' ');
        const found = places.get(phrase) ?? new Map<string, Span>();
        found.set(sentence, { start: first.start, end: last.end });
        places.set(phrase, found);
      }
    }
  }
  const repeated = [...places].filter(([, found]) => found.size > 1);
  // Of phrases in the same sentences the longest stands for all.
  const longest = new Map<string, readonly [string, Map<string, Span>]>();
  for (const [phrase, found] of repeated) {
    const key = [...found.keys()].sort().join('\u0000');
    const known = longest.get(key);
    if (known === undefined || known[0].length < phrase.length) longest.set(key, [phrase, found]);
  }
  const candidates = [...longest.values()]
    .sort((a, b) => b[1].size * wordCount(b[0]) - a[1].size * wordCount(a[0]))
    .slice(0, MOST_CANDIDATES);
  let best: { readonly chosen: readonly (readonly [string, Map<string, Span>])[]; readonly value: number } | undefined;
  const choose = (
    from: number,
    chosen: readonly (readonly [string, Map<string, Span>])[],
    covered: ReadonlySet<string>,
  ): void => {
    if (chosen.length === count) {
      const value =
        covered.size * 100 +
        chosen.reduce((sum, [phrase]) => sum + wordCount(phrase), 0) +
        (chosen.every(([phrase]) => isSubject(phrase)) ? 150 : 0);
      if (best === undefined || value > best.value) best = { chosen, value };
      return;
    }
    for (let at = from; at < candidates.length; at++) {
      const next = candidates[at];
      if (next === undefined || [...next[1].keys()].some((sentence) => covered.has(sentence))) continue;
      choose(at + 1, [...chosen, next], new Set([...covered, ...next[1].keys()]));
    }
  };
  choose(0, [], new Set());
  return (best?.chosen ?? []).map(([label, found]) => ({ label, places: found }));
}

/** Words that alone tell nobody from others. */
const ANYBODY =
  /^(?:one|person|man|woman|guy|figure|individual|fellow|lady|gentleman|killer|murderer|thief|culprit|hair)$/;

/** Names and numbers are what is told of somebody, not what they are called. */
function isName(sentence: string, start: number, at: number): boolean {
  return at > 0 && /[\p{Lu}\d]/u.test(sentence.charAt(start)) && !/^I\b/.test(sentence.slice(start));
}

/** A phrase that begins as one for somebody does. */
function isSubject(phrase: string): boolean {
  return /^(?:the|that|this|a|whoever|one|him|her|someone|somebody|who)\b/.test(phrase);
}

function wordCount(phrase: string): number {
  return phrase.split(' ').length;
}
