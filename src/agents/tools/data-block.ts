/*
 * Text from the database, and from the board that quotes it, reaches a model only inside these blocks. Roles are told that a
 * block is evidence, never instruction; what stands here makes sure that text cannot pretend to be outside of its block.
 */

/** Control, format, surrogate, private and unassigned characters, odd line ends, and the selectors that can carry hidden text. */
const INVISIBLE = /[^\P{C}\n\t]|[\p{Zl}\p{Zp}\u{e0100}-\u{e01ef}]/gu;
/** What a reader could take for the delimiter, whatever its case or spacing. */
const DELIMITER = /<(?=[\s/]*data)/gi;

/** @param source our own name for where the text is from: "result of Q4", "board" */
export function dataBlock(source: string, text: string): string {
  return `<data source="${source}">\n${inert(text)}\n</data>`;
}

/** The text with nothing in it that is invisible or reads as a delimiter; line breaks and tabs stay. */
export function inert(text: string): string {
  return text.replace(INVISIBLE, escaped).replace(DELIMITER, '&lt;');
}

/** The text on one line, as a cell or a list item. */
export function onOneLine(text: string): string {
  return text.replaceAll('\r\n', '\\n').replaceAll('\n', '\\n').replaceAll('\r', '\\n').replaceAll('\t', '\\t');
}

/** The text, or its beginning and how much more there was. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most)}… (${text.length - most} more characters)`;
}

function escaped(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`;
}
