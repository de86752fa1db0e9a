import type { Span } from './prose';

/*
 * People correct themselves: "green — no, sorry, blue", "blue, not green", "I first took it for green, it was blue". What is taken
 * back is told apart by the words between the two things, not by the things.
 */

/** Between two things: the second one stands, the first is taken back. */
const TAKES_BACK =
  /\b(?:no|nope|sorry|wait|hang on|hold on|i mean|i meant|meaning|correction|corrected|rather|or rather|actually|make that|scratch|strike|instead|in fact|let me|apologies|pardon|beg|on (?:second thought|reflection)|it was|was really|more like|better|turned out|changed?|amend\w*|revis\w*|mistake\w*|misspoke|i take (?:it|that) back)\b/i;

/** Just before the second thing: the first one stands, the second is denied. */
const DENIES =
  /\b(?:(?:and|but|definitely|certainly|surely)?\s*not|never|rather than|instead of|as opposed to|anything but|isn[’']?t|wasn[’']?t|nor|unlike|no way|without being|far from|definitely no)\s+(?:a |an |the |at all |some |quite |exactly |really )*$/i;

/** Just before the first thing: it is denied, the second one stands. */
const DENIED_FIRST =
  /\b(?:not|never|isn[’']?t|wasn[’']?t|no longer|rather than|instead of|far from)\s+(?:a |an |the )?$/i;

/** Said of the first thing before it: it was a first impression. */
const FIRST_GUESS =
  /\b(?:first|at first|initially|thought|believed|guessed|assumed|would have said|wanted to say|took (?:it|them|him|her) for|looked|seemed|might have|could have|may have)\b/i;

/** Said after the second thing about the first or the second. */
const LATTER_WRONG = /^\W*(?:is|was|would be|being)?\s*(?:wrong|incorrect|ruled out|out of the question|a mistake)\b/i;

/**
 * Of two things of one kind in a sentence, which of them is taken back or denied; undefined where both may stand. Spans in the
 * order of the sentence.
 */
export function takenBack(sentence: string, first: Span, second: Span): 'first' | 'second' | undefined {
  const between = sentence.slice(first.end, second.start);
  const before = sentence.slice(Math.max(0, first.start - 60), first.start);
  const after = sentence.slice(second.end);
  if (LATTER_WRONG.test(after)) return 'second';
  if (DENIES.test(between) && !/\b(?:no|sorry|wait|correction)\b[^\p{L}]+[^.]*\bnot\b/iu.test(between)) return 'second';
  if (DENIED_FIRST.test(before)) return 'first';
  if (TAKES_BACK.test(between)) return 'first';
  // "Green? Blue." "green … blue": a first impression that something else follows.
  if (/\?/.test(between) || FIRST_GUESS.test(before)) return 'first';
  return undefined;
}

const NEGATION =
  /\b(?:not|no|never|none|neither|nor|without|zero|nobody|cannot|lacks?|lacked|lacking|denied|refused|rejected)\b|n[’']t\b/giu;

/** Where a sentence denies something, set phrases left out that deny nothing. */
export function negationsIn(sentence: string): readonly Span[] {
  const idle = [
    ...sentence.matchAll(
      /\b(?:no (?:joke|idea|doubt|kidding|cap|problem|question|less|more|wonder|matter|lie)|not (?:only|just|sure|certain)|nothing (?:more|less|else)|without (?:a |any )?(?:doubt|question|hesitation)|can(?:no|[’'])t (?:miss|mistake|forget)|never forget|why not|if not)\b/giu,
    ),
  ].map((match) => ({ start: match.index, end: match.index + match[0].length }));
  return [...sentence.matchAll(NEGATION)]
    .map((match) => ({ start: match.index, end: match.index + match[0].length }))
    .filter(({ start }) => !idle.some((span) => start >= span.start && start < span.end));
}
