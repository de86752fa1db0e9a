import type { Span } from './prose';

/*
 * People correct themselves: "green — no, sorry, blue", "blue, not green", "I first took it for green, but it was blue". What is
 * taken back is told by the words around the two things, not by the things. The last cue before a thing governs it.
 */

type Cue = 'denies' | 'corrects' | 'recalls';

const CUES: readonly { readonly cue: Cue; readonly pattern: RegExp }[] = [
  {
    // What follows is not so.
    cue: 'denies',
    pattern:
      /\b(?:not|never|rather than|instead of|as opposed to|anything but|nothing like|nowhere near|nor|unlike|far from|by no means|in no way|no way|in place of|in preference to|as distinct from|to the exclusion of|hardly|contrary to|versus|against|other than|ruling out|excluding|except|without|cannot have been|no(?=\s+\p{L}+\s*$))\b|\b(?:is|was|are|were|did|does|do|could|would|has|had|ca|wo)n[’']t\b/giu,
  },
  {
    // What follows stands in the place of what went before.
    cue: 'corrects',
    pattern:
      /\bno\b(?=\s*[,.;:!—–-]|\s+(?:wait|sorry|hang|hold|make|it|that|i|but|actually)\b)|\b(?:nope|nah|sorry|wait|hang on|hold on|i mean(?:t)?|meaning|that is|correct\w*|or rather|rather(?! than)|actually|make (?:that|it)|scratch|strike|in fact|in truth|in reality|really|let me|apolog\w*|pardon|beg|on (?:second thought|reflection|closer look)|was really|turn(?:s|ed) out|chang\w*|amend\w*|revis\w*|mistak\w*|misspoke|take (?:it|that) back|but|yet|however|then|later|now|should (?:be|read|have)|to be (?:exact|precise|accurate|honest)|more (?:like|precisely|exactly|accurately|likely)|better|closer|nearer|erratum|read|withdraw\w*|retract\w*|wrong|error|slip|oops|er|erm|uh|um|well|it (?:was|is))\b|\?|\.{3}|…/giu,
  },
  {
    // What follows was a first impression, or what others say.
    cue: 'recalls',
    pattern:
      /\b(?:at first|first|initially|originally|earlier|previously|before|thought|believed|guessed|assumed|supposed|mistook|mistaken|took (?:it|them|him|her|this) (?:for|to be)|taken for|would have (?:said|put|sworn)|wanted to say|nearly said|almost said|had said|i said|you might (?:say|think)|may (?:say|think|look)|might (?:look|seem|pass)|looked like|seemed|confused with|some (?:say|said|claim)|others (?:say|said|claim|saw|think)|whatever|whereas|though|although|even if|despite|and less|than|over)\b/giu,
  },
];

const REACH = 70;

function lastCue(text: string): Cue | undefined {
  let last: { readonly cue: Cue; readonly end: number } | undefined;
  for (const { cue, pattern } of CUES)
    for (const match of text.matchAll(pattern)) {
      const end = match.index + match[0].length;
      if (last === undefined || end > last.end) last = { cue, end };
    }
  return last?.cue;
}

/** Said after the second thing: it was a first impression, or wrong. */
const SECOND_WRONG =
  /^\W*(?:(?:it\s+)?(?:is|was|would be|being|were|has been|had been)\s+)?(?:not\b|wrong|incorrect|ruled out|excluded|disregarded|deleted|crossed out|out of the question|a (?:mistake|slip|misprint)|my mistake|an error|in error|by mistake|at first|as i first|as first|what i first|i first|before\b|earlier|my first|struck|withdrawn|retracted|never\b|to be (?:disregarded|ignored|struck))|^\W*(?:is|was|does|did|would|could)n[’']t\b/iu;
/** Said after the second thing: it is what stands. */
const SECOND_RIGHT =
  /^\W*(?:on (?:a )?(?:second|closer)|on reflection|after all|in the end|to be (?:exact|precise|sure)|is (?:right|correct|what|how|more like|it)|it (?:is|was)|that is|for (?:sure|certain)|is the (?:truth|right)|then\b|certainly|definitely|i am sure|i'm sure)/iu;

/**
 * Of two things of one kind in a sentence, which of them is taken back or denied by what stands around them; undefined where nothing
 * says so. Spans in the order of the sentence.
 */
export function saidBack(sentence: string, first: Span, second: Span): 'first' | 'second' | undefined {
  const between = sentence.slice(first.end, second.start);
  const before = sentence.slice(Math.max(0, first.start - REACH), first.start);
  const after = sentence.slice(second.end, second.end + REACH);
  if (/\b(?:less|not so much)\b[^,;]*$/i.test(before) && /\b(?:than|as)\b/i.test(between)) return 'first';
  const cue = lastCue(between);
  if (SECOND_RIGHT.test(after) && cue !== 'denies') return 'first';
  if (SECOND_WRONG.test(after) && cue !== 'corrects') return 'second';
  if (cue === 'denies' || cue === 'recalls') return 'second';
  if (cue === 'corrects') return 'first';
  const lead = lastCue(before.slice(-40));
  return lead === 'denies' || lead === 'recalls' ? 'first' : undefined;
}

/** The same; where nothing says so what is said first stands, and the rest is a remark on it, but for "gold or silver". */
export function takenBack(sentence: string, first: Span, second: Span): 'first' | 'second' | undefined {
  const isChoice = /^\W*(?:or|and|and\/or)\s+(?:\p{L}+\s+){0,2}["“'‘]?$/iu.test(
    sentence.slice(first.end, second.start),
  );
  return saidBack(sentence, first, second) ?? (isChoice ? undefined : 'second');
}

const NEGATION =
  /\b(?:not|no|never|none|neither|nor|without|zero|nobody|cannot|lacks?|lacked|lacking|denied|refused|rejected|barred|banned|turned away|strangers? (?:to|at|in)|outsiders? (?:to|at)|unknown (?:to|at|in)|excluded|expelled|nowhere|anything but|anywhere but|hardly|fails?|failed|yet to|waiting list|turned down|kept out|shut out|struck off|lapsed|former|no longer|missing from|absent from|ineligible|blackballed|nothing to do with|devoid|free of|short of)\b|n[’']t\b/giu;

/** Set phrases that deny nothing of what is told. */
const IDLE =
  /\b(?:no (?:joke|idea|doubt|kidding|cap|problem|question|less|more|wonder|matter|lie|mistake|mistaking|way around)|not (?:only|just|sure|certain|that it matters|to mention|gonna lie|going to lie|kidding|joking)|no(?:body|thing|where|ne)? (?:other than|but|if not)|nothing (?:more|less|else)|without (?:a |any )?(?:doubt|question|hesitation|prejudice|fail)|can(?:no|[’'])t (?:miss|mistake|forget|help)|could(?:n[’']t| not) (?:miss|help|believe|mistake)|never forget|why not|if not|(?:do|does)n[’']t (?:know|ask|get me wrong|quote)|did(?:n[’']t| not) (?:expect|know)|unknown (?:to me|person|man|woman|figure))\b/giu;

/** Where a sentence denies something, set phrases left out that deny nothing. */
export function negationsIn(sentence: string): readonly Span[] {
  const spans = (pattern: RegExp): readonly Span[] =>
    [...sentence.matchAll(pattern)].map((match) => ({ start: match.index, end: match.index + match[0].length }));
  const idle = spans(IDLE);
  return spans(NEGATION).filter(({ start }) => !idle.some((span) => start >= span.start && start < span.end));
}
