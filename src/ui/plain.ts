import { inertLine } from '../base/inert';

/**
 * Text of data, of a board or of a model, for lists and messages of the editor. There `$(…)` is an icon, a link in a message can run a
 * command, and what is pointed at in a list is read as Markdown, whose pictures would be fetched.
 */
export function plain(text: string): string {
  return inertLine(text).replaceAll(/\$(?=\()|\](?=[([])/g, '$&\u200b');
}

/**
 * The same as Markdown that is nothing but text. The editor's own `appendText` makes every space one that does not break, so that lines
 * break within words.
 */
export function plainMarkdown(text: string): string {
  return inertLine(text).replaceAll(/[\\`*_{}[\]()#+\-.!|<>&~$:]/g, (mark) => `&#${mark.charCodeAt(0)};`);
}
