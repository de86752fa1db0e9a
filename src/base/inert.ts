/** Control characters but newline and tab, and marks that turn the direction of text around. */
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Text from data that cannot hide or reorder what stands beside it. */
export function inertText(text: string): string {
  return text.replace(CONTROL, '\uFFFD');
}

/** The same on one line. */
export function inertLine(text: string): string {
  return inertText(text).replace(/\s+/g, ' ').trim();
}
