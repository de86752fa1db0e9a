import type { Word } from './prose';

const ONES: readonly string[] =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS: readonly string[] = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/** A number in words or digits, as one word says it; undefined for other words. */
export function numeralOf(word: string): number | undefined {
  if (/^\d+$/.test(word)) return Number(word);
  const one = ONES.indexOf(word);
  if (one >= 0) return one;
  const ten = TENS.indexOf(word);
  if (ten >= 0) return 20 + 10 * ten;
  return undefined;
}

/** A digit that is spelled out, as people dictate codes. */
export function spelledDigit(word: string): string | undefined {
  if (word === 'oh' || word === 'nought') return '0';
  const one = ONES.indexOf(word);
  return one >= 0 && one < 10 ? String(one) : undefined;
}

/** `forty`, `forties` → 40; undefined for other words. */
export function decadeOf(word: string): number | undefined {
  const digits = /^([2-9]0)s$/.exec(word);
  if (digits) return Number(digits[1]);
  const ten = TENS.findIndex((name) => word === name.replace(/y$/, 'ies'));
  return ten >= 0 ? 20 + 10 * ten : undefined;
}

export type Numeral = { readonly value: number; readonly from: number; readonly to: number };

/** Numbers among words: `forty-two`, `two hundred and five`, `1,400`, `a dozen`. Positions count words; `to` is exclusive. */
export function numeralsIn(words: readonly Word[]): readonly Numeral[] {
  const found: Numeral[] = [];
  for (let at = 0; at < words.length; at++) {
    const first = numeralOf(words[at]?.word ?? '');
    const next = words[at + 1]?.word ?? '';
    if (first === undefined) {
      const counted = /^(?:a|half)$/.test(words[at]?.word ?? '') ? GROUPS[next] : undefined;
      if (counted !== undefined) found.push({ value: counted, from: at, to: at + 2 });
      continue;
    }
    let [value, to] = [first, at + 1];
    const word = words[at]?.word ?? '';
    const one = ONES.indexOf(next);
    if (TENS.includes(word) && one > 0 && one < 10) [value, to] = [value + one, to + 1];
    for (let scale = SCALES[words[to]?.word ?? '']; scale !== undefined; scale = SCALES[words[to]?.word ?? '']) {
      value *= scale;
      to++;
      const skip = words[to]?.word === 'and' ? 1 : 0;
      const rest = numeralOf(words[to + skip]?.word ?? '');
      if (rest === undefined || rest >= scale) continue;
      value += rest;
      to += skip + 1;
    }
    found.push({ value, from: at, to });
    at = to - 1;
  }
  return found;
}

const SCALES: Readonly<Record<string, number>> = { hundred: 100, thousand: 1000, grand: 1000, k: 1000 };
const GROUPS: Readonly<Record<string, number>> = { dozen: 12, couple: 2, pair: 2, hundred: 100, thousand: 1000 };
