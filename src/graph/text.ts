/*
 * How wide text is, without a font at hand: widths of DejaVu Sans, the widest of the fonts that stand in for one another, so
 * that what fits here fits with each of them.
 */

const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[ijlIJ|']/, 0.31],
  [/[ .,:;/\\]/, 0.34],
  [/[ftr()[\]{}!"`-]/, 0.42],
  [/[szcxyvkLFTPaeEY?]/, 0.62],
  [/[w+=<>~^±×≤≥–]/, 0.84],
  [/[mWM@%—…]/, 1],
  [/[A-ZÀ-ÞΑ-ΩА-Я]/, 0.79],
  // Marks and controls that take no room of their own.
  [/[\u0300-\u036F\u200B-\u200F\u202A-\u202E\u2060-\u2069]/, 0],
];
const WIDE = 1.05;
const DEFAULT = 0.64;

/** The width of one line of text, in units of the font size, at most exceeded by no common sans-serif font. */
export function widthOf(text: string): number {
  let width = 0;
  for (let index = 0; index < text.length; index += 1) {
    const ascii = ASCII[text.charCodeAt(index)];
    if (ascii !== undefined) width += ascii;
    else {
      const letter = String.fromCodePoint(text.codePointAt(index) ?? 0);
      width += letterWidth(letter);
      index += letter.length - 1;
    }
  }
  return width;
}

const known = new Map<string, number>();

function letterWidth(letter: string): number {
  let width = known.get(letter);
  if (width === undefined) {
    width =
      WIDTHS.find(([letters]) => letters.test(letter))?.[1] ??
      ((letter.codePointAt(0) ?? 0) >= 0x1100 ? WIDE : DEFAULT);
    known.set(letter, width);
  }
  return width;
}

/** Most text is of these letters. */
const ASCII = Array.from({ length: 128 }, (_, code) => letterWidth(String.fromCharCode(code)));
const SPACE = widthOf(' ');

/** Not between a sign and its number, nor between a number and its percent. */
const BREAK = /(?<![≥≤<>=]) (?!%)|(?<=[≥≤<>=]) (?![\d.−+])/;

/**
 * The text in lines no wider than `width`, broken at spaces where there are some, in words where there are none.
 * @param width in units of the font size
 * @param most lines; the last one ends with "…" when there is more
 */
export function wrap(text: string, width: number, most: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  let reached = 0;
  const words = text.replaceAll(/\s+/g, ' ').split(BREAK);
  for (const word of words.flatMap((part) => pieces(part, width))) {
    const long = widthOf(word);
    const further = line === '' ? long : reached + SPACE + long;
    if (further <= width) {
      line = line === '' ? word : `${line} ${word}`;
      reached = further;
      continue;
    }
    if (lines.length === most - 1) return [...lines, ellipsis(line === '' ? word : `${line} ${word}`, width)];
    lines.push(line);
    line = word;
    reached = long;
  }
  return [...lines, line];
}

/** A word that no line holds, in parts that lines hold. */
function pieces(word: string, width: number): string[] {
  if (widthOf(word) <= width) return word === '' ? [] : [word];
  const parts: string[] = [];
  let part = '';
  for (const letter of word) {
    if (part !== '' && widthOf(part + letter) > width) {
      parts.push(part);
      part = '';
    }
    part += letter;
  }
  return [...parts, part];
}

function ellipsis(text: string, width: number): string {
  const room = width - widthOf('…');
  let short = '';
  let reached = 0;
  for (const letter of text) {
    reached += widthOf(letter);
    if (reached > room) break;
    short += letter;
  }
  return `${short.trimEnd()}…`;
}
