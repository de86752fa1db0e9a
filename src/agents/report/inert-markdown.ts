import { inertText } from '../../base/inert';

/**
 * Markdown that somebody wrote, without what it could do beyond saying something: no HTML, no pictures, no links but those within it.
 * Code stays as it is.
 */
export function inertMarkdown(markdown: string): string {
  return inertText(markdown)
    .split(/(^```[^]*?^```|`[^`\n]*`)/m)
    .map((part, index) => (index % 2 === 1 ? part : inert(part)))
    .join('');
}

function inert(text: string): string {
  return text
    .replaceAll('<', '&lt;')
    .replaceAll('![', '!\\[')
    .replaceAll(/\](?=\((?!#)|:)/g, '\\]');
}

/** Text from data as Markdown that shows just this text, on one line, also in a cell of a table. */
export function plainMarkdown(text: string): string {
  return inertText(text)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[\\`*[\]|&<>~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|^(?:[#+-]|\d+[.)])(?=\s)/gu, (mark) =>
      mark === '<' ? '&lt;' : mark === '&' ? '&amp;' : mark.replace(/.$/, (last) => `\\${last}`),
    );
}

/** Code in a fence that it cannot leave. */
export function fenced(language: string, code: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${inertText(code)}\n${fence}`;
}
