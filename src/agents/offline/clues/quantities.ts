import { decadeOf, numeralsIn } from './numerals';
import { wordsIn, type Span, type Word } from './prose';

export type Dimension = 'length' | 'age' | 'money' | 'weight' | 'number';

/** An amount that a text tells: its bounds, in inches for `length in inches`, else in the unit that is told. */
export type Quantity = Span & {
  readonly dimension: Dimension;
  readonly low: number;
  readonly high: number;
  /** Of a length: how many centimetres one of its unit are; of a weight: how many kilograms. */
  readonly unit?: number;
};

const CM = 1;
const INCH = 2.54;
/** "About five foot nine" is meant to the inch, "about 700 dollars" to a fifth. */
const NEAR_LENGTH = 1;
const NEAR_SHARE = 0.2;
const NEAR_YEARS = 2;

const APPROXIMATE =
  /\b(?:about|around|roughly|approximately|approx|circa|close to|near(?:ly)?|almost|some|say|or so|or thereabouts|give or take|more or less|in the (?:region|neighbou?rhood|vicinity) of|just (?:over|under|shy of)|somewhere)\b|~/i;

/** Amounts in a sentence: lengths, ages, money, and plain ranges. */
export function quantitiesIn(sentence: string): readonly Quantity[] {
  const words = wordsIn(sentence);
  const found: Quantity[] = [...feetIn(sentence, words), ...decadesIn(words)];
  const free = (span: Span): boolean => !found.some((each) => span.start < each.end && each.start < span.end);
  const numbers = numbersIn(sentence, words);
  for (let at = 0; at < numbers.length; at++) {
    const first = numbers[at];
    if (first === undefined || !free(first)) continue;
    const second = numbers[at + 1];
    const joined = second && free(second) && isRange(sentence, first, second) ? second : undefined;
    const last = joined ?? first;
    const dimension = dimensionOf(sentence, first, last);
    if (dimension === undefined) continue;
    const unit = UNIT_WORDS.exec(sentence.slice(last.end))?.[0] ?? '';
    const span = { start: first.start, end: last.end + unit.length };
    const [low, high] = joined
      ? [Math.min(first.value, joined.value), Math.max(first.value, joined.value)]
      : spread(first.value, dimension, sentence, first);
    found.push({ ...span, ...dimension, low, high });
    if (joined) at++;
  }
  return found.sort((a, b) => a.start - b.start);
}

/** What follows a number and belongs to it. */
const UNIT_WORDS =
  /^[\s-]*(?:cms?\b\.?|centimet\p{L}*|met(?:er|re)s?\b|inch\p{L}*|["″]|kgs?\b|kilo\p{L}*|lbs?\b|pounds?|dollars?|euros?|bucks|quid|years? (?:old|of age)|years?\b|year-olds?)(?:\s+tall\b)?/iu;

/** Numbers that stand without a unit: they are amounts of whatever the words around them name. */
export function bareNumbersIn(sentence: string): readonly Quantity[] {
  return numbersIn(sentence, wordsIn(sentence)).map((found) => {
    const [low, high] = spread(found.value, { dimension: 'number' }, sentence, found);
    return { dimension: 'number', low, high, start: found.start, end: found.end };
  });
}

type Found = Span & { readonly value: number };

function numbersIn(sentence: string, words: readonly Word[]): readonly Found[] {
  const digits = [
    ...sentence.matchAll(/(?<![\p{L}\d.,:])\d{1,3}(?:,\d{3})+(?![\d:])|(?<![\p{L}\d:])\d+(?:\.\d+)?(?![\d:])/gu),
  ]
    .filter((match) => !/^(?:st|nd|rd|th)\b|^\p{Lu}/u.test(sentence.slice(match.index + match[0].length)))
    .map((match) => ({
      value: Number(match[0].replaceAll(',', '')),
      start: match.index,
      end: match.index + match[0].length,
    }));
  const spelled = numeralsIn(words)
    .map(({ value, from, to }) => ({ value, start: words[from]?.start ?? 0, end: words[to - 1]?.end ?? 0 }))
    .filter((each) => !digits.some(({ start, end }) => each.start < end && start < each.end));
  return [...digits, ...spelled].sort((a, b) => a.start - b.start);
}

/** `between 41 and 44`, `41 to 44`, `41–44`, `at least 41 but not more than 44`. */
function isRange(sentence: string, first: Span, second: Span): boolean {
  const between = sentence.slice(first.end, second.start);
  const before = sentence.slice(Math.max(0, first.start - 40), first.start);
  if (/^\s*(?:to|–|—|-|through|till?|up to)\s*$/i.test(between)) return true;
  const unit = String.raw`\s*(?:\p{L}+\.?|["”″$€£])?(?:\s+\p{L}+)?`;
  if (/\b(?:between|from|anywhere|somewhere|in the range(?: of)?|ranging)\s*(?:\p{L}+\s+)?[$€£]?\s*$/iu.test(before))
    return new RegExp(String.raw`^${unit}\s*,?\s*(?:and|to|or|through|–|-)\s*[$€£]?\s*$`, 'iu').test(between);
  if (/^\s*["”″]?\s*(?:and|or)\s*$/i.test(between) && /\b(?:either|around|about|she[’']?s|he[’']?s)\b/i.test(before))
    return true;
  return (
    /\b(?:at least|no(?:t)? (?:less|fewer|younger|shorter|under|below)(?: than)?|over|above|more than|upwards of)\s*[$€£]?\s*$/i.test(
      before,
    ) &&
    /\b(?:at most|no(?:t)? (?:more|older|taller|over|above)(?: than)?|under|below|less than|and|but|up to)\b/i.test(
      between,
    ) &&
    between.length < 50
  );
}

function dimensionOf(
  sentence: string,
  first: Span,
  last: Span,
): { readonly dimension: Dimension; readonly unit?: number } | undefined {
  const after = sentence.slice(last.end, last.end + 40);
  const before = sentence.slice(Math.max(0, first.start - 40), first.start);
  const inside = sentence.slice(first.end, last.start);
  if (/^\s*(?:cms?\b|centimet)/i.test(after)) return { dimension: 'length', unit: CM };
  if (/^\s*(?:m\b|met(?:er|re)s?\b)(?!\s+away)/i.test(after) && /tall|high|height|stature/i.test(sentence))
    return { dimension: 'length', unit: 100 };
  const isQuoted = /["“]\s*$/.test(before);
  if (/^\s*inch/i.test(after) || (!isQuoted && /^["″]/.test(after))) return { dimension: 'length', unit: INCH };
  if (/^\s*(?:kg|kilo)/i.test(after)) return { dimension: 'weight', unit: 1 };
  if (/^\s*(?:lbs?\b|pounds? (?:in weight|heavy))/i.test(after)) return { dimension: 'weight', unit: 0.4536 };
  if (
    /^[\s-]*(?:years?[\s-](?:old|of age)|year[\s-]olds?|y\/?o\b|yrs?\b|years? of age|winters|summers)/i.test(after) ||
    /\b(?:aged?|age of|age is|age was|years? old|older than|younger than)\s*(?:between|from|about|around|roughly|some|somewhere)?\s*$/i.test(
      before,
    ) ||
    (/^\s*years?\b/i.test(after) && /\b(?:age|aged|old|young|born)\b/i.test(sentence))
  )
    return { dimension: 'age' };
  if (
    /[$€£]\s*$/.test(before) ||
    /[$€£]/.test(inside) ||
    /^\s*(?:dollars?|euros?|pounds?|bucks|quid|usd|eur|gbp|crowns?|francs?|[$€£])/i.test(after)
  )
    return { dimension: 'money' };
  if (last !== first) return { dimension: 'number' };
  return undefined;
}

function spread(
  value: number,
  { dimension, unit }: { readonly dimension: Dimension; readonly unit?: number },
  sentence: string,
  span: Span,
): readonly [number, number] {
  const before = sentence.slice(Math.max(0, span.start - 45), span.start);
  const after = sentence.slice(span.end, span.end + 30);
  if (
    /\b(?:over|above|more than|at least|no less than|not less than|upwards of|exceeding|beyond|older than|past)\s*[$€£]?\s*$/i.test(
      before,
    )
  )
    return [value, Infinity];
  if (/\b(?:under|below|less than|at most|no more than|not more than|up to|younger than)\s*[$€£]?\s*$/i.test(before))
    return [-Infinity, value];
  const isNear =
    APPROXIMATE.test(before) ||
    /^[^,.;]{0,12}\b(?:or so|or thereabouts|give or take|ish)\b|^-?ish\b/i.test(after) ||
    APPROXIMATE.test(after.slice(0, 20));
  switch (dimension) {
    case 'length':
      return [value - (NEAR_LENGTH * INCH) / (unit ?? 1), value + (NEAR_LENGTH * INCH) / (unit ?? 1)];
    case 'age':
      return isNear ? [value - NEAR_YEARS, value + NEAR_YEARS] : [value, value];
    case 'money':
    case 'weight':
    case 'number':
      return isNear ? [value * (1 - NEAR_SHARE), value * (1 + NEAR_SHARE)] : [value, value];
  }
}

/** `five foot nine`, `5 ft 9 in`, `5'9"`, `six feet`, `5'5" or 5'7"`. */
function feetIn(sentence: string, words: readonly Word[]): readonly Quantity[] {
  const found: (Span & { readonly inches: number })[] = [];
  for (const match of sentence.matchAll(/\b([3-7])\s*[’'′]\s*(\d{1,2})?(?:\s*["”″]|[’']{2})?/g))
    if (match[2] !== undefined)
      found.push({
        inches: Number(match[1]) * 12 + Number(match[2]),
        start: match.index,
        end: match.index + match[0].length,
      });
  const numbers = numeralsIn(words);
  for (const { value, to, from } of numbers) {
    if (!/^(?:foot|feet|ft)$/.test(words[to]?.word ?? '') || value > 8) continue;
    const skip = words[to + 1]?.word === 'and' ? 1 : 0;
    const inches = numbers.find((each) => each.from === to + 1 + skip && each.value < 12);
    const half = words[to + 1]?.word === 'and' && words[to + 3]?.word === 'half' ? 6 : 0;
    const tail = inches && /^inch/.test(words[inches.to]?.word ?? '') ? inches.to + 1 : (inches?.to ?? to + 1);
    found.push({
      inches: value * 12 + (inches?.value ?? half),
      start: words[from]?.start ?? 0,
      end: words[tail - 1]?.end ?? 0,
    });
  }
  const sorted = found.sort((a, b) => a.start - b.start);
  const [first, second] = sorted;
  if (
    first &&
    second &&
    /\b(?:or|and|to)\b|–/.test(sentence.slice(first.end, second.start)) &&
    second.start - first.end < 20
  ) {
    const [low, high] = [Math.min(first.inches, second.inches), Math.max(first.inches, second.inches)];
    return [{ dimension: 'length', unit: INCH, low, high, start: first.start, end: second.end }];
  }
  return sorted.map(({ inches, start, end }) => ({
    dimension: 'length',
    unit: INCH,
    low: inches - NEAR_LENGTH,
    high: inches + NEAR_LENGTH,
    start,
    end,
  }));
}

const EARLY = /^(?:early|lower|first|younger|beginning|start|low|barely|just)$/;
const LATE = /^(?:late|later|upper|second|latter|end|high|older|far|well)$/;
const MIDDLE = /^(?:mid|middle)$/;

/** `in the early forties`, `late 30s`, `forty-something`. */
function decadesIn(words: readonly Word[]): readonly Quantity[] {
  return words.flatMap(({ word, start, end }, index): Quantity[] => {
    const next = words[index + 1]?.word ?? '';
    const decade =
      decadeOf(word) ?? (/^(?:something|odd)$/.test(next) ? decadeOf(`${word.replace(/y$/, 'ie')}s`) : undefined);
    if (decade === undefined) return [];
    const near = words.slice(Math.max(0, index - 5), index).map((each) => each.word);
    const after = words.slice(index + 1, index + 3).map((each) => each.word);
    const says = (pattern: RegExp): boolean => near.some((each) => pattern.test(each));
    const [low, high] = says(MIDDLE)
      ? [decade + 3, decade + 7]
      : says(EARLY)
        ? [decade, decade + 4]
        : says(LATE) || after.includes('end')
          ? [decade + 5, decade + 9]
          : [decade, decade + 9];
    return [{ dimension: 'age', low, high, start, end }];
  });
}

/** How often: `three times`, `twice`, `on four evenings`. */
export function countsIn(sentence: string): readonly (Span & { readonly times: number })[] {
  const words = wordsIn(sentence);
  const numbers = numeralsIn(words);
  const found: (Span & { readonly times: number })[] = [];
  for (const [index, { word, start, end }] of words.entries()) {
    const adverb = { twice: 2, thrice: 3 }[word];
    if (adverb !== undefined) found.push({ times: adverb, start, end });
    if (!COUNTED.test(word)) continue;
    // "three separate evenings", "a couple of times"
    const number = numbers.find(({ to }) => to <= index && index - to <= 2);
    if (number === undefined) continue;
    const between = words.slice(number.to, index).map((each) => each.word);
    if (!between.every((each) => /^(?:of|separate|different|distinct|whole|full|or|such)$/.test(each))) continue;
    found.push({ times: number.value, start: words[number.from]?.start ?? start, end });
  }
  return found;
}

const COUNTED =
  /^(?:times?|occasions?|evenings?|nights?|visits?|days?|sessions?|dates|instances|appearances?|performances?|shows?|nights|afternoons?|mornings?|trips?|entries)$/;
