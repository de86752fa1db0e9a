import { folded } from './cells';
import type { Examined } from './graph';

export type ClaimCount = { readonly claims: number; readonly unsupported: readonly string[] };

/**
 * Sentences of the report that name a number or a thing of the database, and those of them that no cited evidence bears out: a
 * result that is run again must hold every name and every number, to the printed precision; a − b, a / b and 100 a / b of two
 * cells count, and what an operator computed. What was given (the question, a stated confidence) needs no evidence.
 */
export function unsupportedClaims(examined: Examined): ClaimCount {
  const { report, given } = examined.submission;
  const givenNumbers = numbersOf(given);
  const givenText = folded(given);
  const claims: string[] = [];
  const unsupported: string[] = [];
  for (const { text, cited } of sentencesOf(report)) {
    const names = examined.index.inText(text);
    const numbers = numbersOf(text);
    if (names.length === 0 && numbers.length === 0) continue;
    claims.push(text);
    const sources = cited.flatMap((id) => {
      const [found, evidence] = [
        examined.evidence.get(id),
        examined.submission.evidence.find((each) => each.id === id),
      ];
      return found && evidence ? [{ ...found, computed: evidence.computed }] : [];
    });
    const known = [
      ...sources.flatMap(({ replay, computed }) => [...replay.numbers, ...computed, ...constantsIn(replay.literals)]),
    ];
    const pairs = sources.flatMap(({ replay }) => [...derivedFrom(replay.numbers), ...daysBetween(replay.literals)]);
    const isKnown = (number: Printed): boolean =>
      givenNumbers.some((each) => matches(number, each.value)) ||
      known.some((value) => matches(number, value)) ||
      pairs.some((value) => matches(number, value));
    const isNamed = (key: string): boolean =>
      sources.some(({ entities }) => entities.has(key)) || examined.index.inText(givenText).includes(key);
    if (!numbers.every(isKnown) || !names.every(isNamed)) unsupported.push(text);
  }
  return { claims: claims.length, unsupported };
}

type Printed = { readonly value: number; readonly tolerance: number };

/** Pairs of larger results would bear out almost any number. */
const MOST_FOR_PAIRS = 60;

function derivedFrom(numbers: readonly number[]): readonly number[] {
  if (numbers.length > MOST_FOR_PAIRS) return [];
  return numbers.flatMap((a) => numbers.flatMap((b) => (b === 0 ? [a - b] : [a - b, a / b])));
}

/** How many days lie between dates that a statement names. */
function daysBetween(literals: ReadonlySet<string>): readonly number[] {
  const days = [...literals]
    .filter((text) => /^\d{4}-\d{2}-\d{2}$/.test(text))
    .map((text) => Date.parse(text) / 86_400_000);
  return days.flatMap((from) => days.flatMap((to) => (to > from ? [to - from] : [])));
}

function constantsIn(literals: ReadonlySet<string>): readonly number[] {
  return [...literals].flatMap((text) => (text !== '' && Number.isFinite(Number(text)) ? [Number(text)] : []));
}

/** A percentage and the share that it is are the same number. */
function matches({ value, tolerance }: Printed, known: number): boolean {
  const near = (other: number): boolean => Math.abs(Math.abs(value) - Math.abs(other)) <= tolerance;
  return near(known) || near(100 * known);
}

type Sentence = { readonly text: string; readonly cited: readonly string[] };

/** Sentences outside headings and code, each with the evidence its line cites. */
function sentencesOf(report: string): readonly Sentence[] {
  let isCode = false;
  return report.split('\n').flatMap((line): Sentence[] => {
    if (line.startsWith('```')) isCode = !isCode;
    if (isCode || /^(```|#|\| ---|$)/.test(line)) return [];
    const plain = line.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
    const cited = [...new Set(plain.match(/\bE[1-9]\d*\b/g) ?? [])];
    return plain.split(/(?<=[.!?]\]?)\s+(?=[\p{Lu}“"(])/u).map((text) => ({ text, cited }));
  });
}

/** Numbers that stand alone: not in ids, names and dates, nor the levels of intervals. */
function numbersOf(text: string): readonly Printed[] {
  const pattern =
    /(?<![\p{L}\p{N}_.#-])[−-]?((?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)(?:e([−-]?\d+))?(?![\p{L}\p{N}_]|-\d| % interval)/gu;
  return [...text.matchAll(pattern)].map(([, digits = '', exponent = '0']) => {
    const power = 10 ** Number(exponent.replace('−', '-'));
    const plain = digits.replaceAll(',', '');
    const decimals = plain.split('.')[1]?.length ?? 0;
    return { value: Number(plain) * power, tolerance: 0.5000001 * 10 ** -decimals * power };
  });
}
