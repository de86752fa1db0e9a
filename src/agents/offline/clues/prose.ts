/** A word of a text and where it stands; `word` is lower case and without accents. */
export type Word = { readonly word: string; readonly start: number; readonly end: number };

export type Span = { readonly start: number; readonly end: number };

/** How a sentence begins that corrects the one before: it is read with it. */
const CORRECTION =
  /^["“'‘(]?(?:no(?=\s*[,.;:!—–-])|no[, ]+(?:wait|sorry|not|it|that|i|make|hang|hold)\b|nope|nah\b|sorry|wait\b|hang on|hold on|scratch|strike|correction|corrected|actually|or rather|rather\b|i mean|i meant|make (?:that|it)|let me correct|my mistake|pardon|apologies|excuse me|not\b|on (?:reflection|second thought)|in fact|er\b|erm\b|uh\b|um\b|that is\b|i take (?:it|that) back|i (?:withdraw|retract)|i stand corrected|i misspoke|amend|oops)/i;

/** The sentences of a text, in order; one that corrects the one before is part of it. */
export function sentencesOf(text: string): readonly string[] {
  const sentences: string[] = [];
  for (const part of text.split(/(?<=[.!?…]["”’)]?)\s+(?=["“‘(]?[\p{Lu}\p{N}])|\n+/u)) {
    const sentence = part.trim();
    if (!/[\p{L}\p{N}]/u.test(sentence)) continue;
    const before = sentences.at(-1);
    if (before !== undefined && CORRECTION.test(sentence)) sentences[sentences.length - 1] = `${before} ${sentence}`;
    else sentences.push(sentence);
  }
  return sentences;
}

/** Words with their place; `’s` and `n’t` stand alone, so that what they say of the word before can be read. */
export function wordsIn(text: string): readonly Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(/[\p{L}\p{N}]+(?:['’](?!s\b|t\b)\p{L}+)?|['’][st]\b/gu)) {
    const [raw] = match;
    const end = match.index + raw.length;
    const word = folded(raw).replace('’', "'");
    const last = words.at(-1);
    // "isn’t": the n belongs to the not.
    if (word === "'t" && last?.word.endsWith('n')) {
      words[words.length - 1] = { ...last, word: last.word.slice(0, -1), end: last.end - 1 };
      words.push({ word: 'not', start: last.end - 1, end });
    } else words.push({ word, start: match.index, end });
  }
  return words;
}

export function folded(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** Stretches in quotation marks, without them. */
export function quotesIn(text: string): readonly (Span & { readonly text: string })[] {
  const found = [...text.matchAll(/“([^”]+)”|"([^"]+)"|‘([^’]+)’|`([^`]+)`/g)];
  return found.flatMap((match) => {
    const quoted = (match[1] ?? match[2] ?? match[3] ?? match[4] ?? '').trim();
    // Inches: 5'5" (65").
    if (quoted === '' || /^\D?\s*(?:or|and)\b/.test(quoted)) return [];
    return [{ text: quoted, start: match.index + 1, end: match.index + match[0].length - 1 }];
  });
}

/** The text with stretches blanked out. Positions stay. */
export function blanked(text: string, spans: readonly Span[]): string {
  let left = text;
  for (const { start, end } of spans) left = left.slice(0, start) + ' '.repeat(end - start) + left.slice(end);
  return left;
}

export function overlap(left: Span, right: Span): boolean {
  return left.start < right.end && right.start < left.end;
}

/** Where the parts of a sentence between commas, colons, dashes and conjunctions begin and end. */
export function clausesOf(sentence: string): readonly Span[] {
  const clauses: Span[] = [];
  let from = 0;
  for (const match of sentence.matchAll(/[,;:()]|\s[–—-]\s|—|\b(?:but|because|although|while|whereas)\b/g)) {
    clauses.push({ start: from, end: match.index });
    from = match.index + match[0].length;
  }
  clauses.push({ start: from, end: sentence.length });
  return clauses.filter(({ start, end }) => sentence.slice(start, end).trim() !== '');
}
