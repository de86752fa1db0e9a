import { numeralOf, spelledDigit } from './numerals';
import { quotesIn, wordsIn, type Span, type Word } from './prose';

/** Part of a code that a text tells: how it begins, how it ends, or what is in it. */
export type CodePart = Span & { readonly part: string; readonly place: 'prefix' | 'suffix' | 'infix' };

const PREFIX = /^(?:beg[iau]n\w*|start\w*|open(?:s|ed|ing)?|first|lead\w*|led|initial\w*|front|commenc\w*|prefix\w*)$/;
const SUFFIX =
  /^(?:end(?:s|ed|ing)?|finish\w*|last|clos(?:e|es|ed|ing)|final\w*|terminat\w*|conclud\w*|tail\w*|suffix\w*|back)$/;
const INFIX =
  /^(?:contain\w*|includ\w*|has|had|have|having|with|featur\w*|show\w*|middle|somewhere|inside|within|sequence|bore|bears?|carr\w*|read|reads|comprised?|incorporat\w*|held|holds?|spotted|saw|caught|made|remember\w*|characters?|letters?|digits?)$/;
/** How far a word that says where a part stands may be from it. */
const REACH = 5;

/** The parts of codes in a sentence: quoted, in capitals with digits, or spelled out one by one. */
export function codePartsIn(sentence: string): readonly CodePart[] {
  const words = wordsIn(sentence);
  const literals = literalsIn(sentence, words);
  const found: CodePart[] = [];
  for (const [index, literal] of literals.entries()) {
    const from = words.findIndex(({ start }) => start >= literal.start);
    const to = words.findLastIndex(({ end }) => end <= literal.end);
    const place = placeOf(words, from, to, literals[index - 1], literals[index + 1]);
    if (place !== undefined) found.push({ ...literal, part: literal.text, place });
  }
  return found;
}

/** A pattern of `LIKE` for the parts that one code has. */
export function likePattern(parts: readonly CodePart[]): string {
  const of = (place: CodePart['place']): string | undefined => parts.find((each) => each.place === place)?.part;
  const [prefix, infix, suffix] = [of('prefix') ?? '', of('infix'), of('suffix') ?? ''];
  return infix === undefined ? `${prefix}%${suffix}` : `${prefix}%${infix}%${suffix}`;
}

type Literal = Span & { readonly text: string };

function literalsIn(sentence: string, words: readonly Word[]): readonly Literal[] {
  const quoted = quotesIn(sentence).filter(({ text }) => /^[\p{Lu}\d-]{1,12}$/u.test(text));
  const found: Literal[] = [...quoted];
  const isFree = ({ start, end }: Span): boolean => !found.some((each) => start < each.end && each.start < end);
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (word === undefined || !isFree(word)) continue;
    const run = spelledRun(sentence, words, at);
    if (run) {
      found.push(run);
      at = words.findLastIndex(({ end }) => end <= run.end);
      continue;
    }
    const text = sentence.slice(word.start, word.end);
    if (/^[\p{Lu}\d]$/u.test(text) && isCued(words, at)) found.push({ text, start: word.start, end: word.end });
    if (
      /^(?=.*\d)[\p{Lu}\d]{2,}$/u.test(text) ||
      (/^\p{Lu}{2,4}$/u.test(text) && !/^(?:OK|TV|ID|PIN|SUV|USA?|UK)$/.test(text))
    )
      found.push({ text, start: word.start, end: word.end });
  }
  return found.sort((a, b) => a.start - b.start);
}

/** Whether a single sign is said of a code: "started with 9", "the letter B". */
function isCued(words: readonly Word[], at: number): boolean {
  const before = words.slice(Math.max(0, at - 3), at).map(({ word }) => word);
  if (words[at]?.word === 'i' || COUNTED.test(words[at + 1]?.word ?? '')) return false;
  return before.some((word) => PREFIX.test(word) || SUFFIX.test(word) || /^(?:letter|digit)$/.test(word));
}

/** `four one seven`, `a four`, `the letter B`: digits and letters that are said one by one. */
function spelledRun(sentence: string, words: readonly Word[], from: number): Literal | undefined {
  let text = '';
  let to = from;
  for (; to < words.length; to++) {
    const word = words[to];
    if (word === undefined) break;
    const raw = sentence.slice(word.start, word.end);
    const times = word.word === 'double' ? 2 : word.word === 'triple' ? 3 : 1;
    const said = times > 1 ? words[to + 1] : word;
    if (said === undefined) break;
    const sign =
      spelledDigit(said.word) ??
      (/^\p{Lu}$/u.test(sentence.slice(said.start, said.end)) ? said.word.toUpperCase() : undefined);
    if (sign === undefined || raw === 'I' || raw === 'A') break;
    // Between the digits of one code stand only blanks, dashes and commas.
    const previous = words[to - 1];
    if (to > from && previous && !/^[\s,–-]*$/.test(sentence.slice(previous.end, word.start))) break;
    text += sign.repeat(times);
    if (times > 1) to++;
  }
  const before = words[from - 1]?.word ?? '';
  const isNamed = /^(?:a|an|the|digit|letter|number|with|in|by)$/.test(before);
  const last = words[to - 1];
  const first = words[from];
  if (text === '' || first === undefined || last === undefined || (text.length === 1 && !isNamed)) return undefined;
  // "two foot", "three times", "five days": a number of something.
  const next = words[to]?.word ?? '';
  if (text.length === 1 && COUNTED.test(next)) return undefined;
  if (text.length === 1 && numeralOf(next) !== undefined) return undefined;
  // "The one who …" is somebody.
  if (text === '1' && before !== 'a') return undefined;
  return { text, start: first.start, end: last.end };
}

const COUNTED =
  /^(?:f(?:oo|ee)t|inch\w*|times?|days?|nights?|weeks?|months?|years?|hours?|minutes?|people|persons?|men|women|of|occasions?|evenings?|visits?|hundred|thousand)$/;

/** A word before the part that says where it stands, or "at the end" after it; without one it is in it where it is told as part. */
function placeOf(
  words: readonly Word[],
  from: number,
  to: number,
  previous: Literal | undefined,
  next: Literal | undefined,
): CodePart['place'] | undefined {
  const after = words
    .slice(to + 1, to + 1 + REACH)
    .filter(({ start }) => next === undefined || start < next.start)
    .map(({ word }) => word);
  const at = after.findIndex((word) => /^(?:at|up|for|as|in|on|to)$/.test(word));
  if (at >= 0 && at <= 1) {
    const tail = after.slice(at + 1, at + 5);
    if (tail.some((word) => /^(?:end|back|tail|finish|close|rear|last)$/.test(word))) return 'suffix';
    if (tail.some((word) => /^(?:start|beginning|front|head|begin|opening|first)$/.test(word))) return 'prefix';
  }
  const before = words
    .slice(Math.max(0, from - REACH - 1), from)
    .filter(({ start }) => previous === undefined || start >= previous.end)
    .map(({ word }) => word)
    .reverse();
  for (const word of before) {
    if (PREFIX.test(word)) return 'prefix';
    if (SUFFIX.test(word)) return 'suffix';
  }
  if (before.some((word) => INFIX.test(word)) || after.some((word) => INFIX.test(word))) return 'infix';
  return undefined;
}
