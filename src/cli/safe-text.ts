import { stripVTControlCharacters } from 'node:util';

/** Control characters but newline and tab, and marks that turn the direction of text around. */
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Text from data that cannot move the cursor, colour, hide or reorder what a terminal shows. */
export function safeText(text: string): string {
  return stripVTControlCharacters(text).replace(CONTROL, '\uFFFD');
}

/** The same data with every text in it safe for a terminal. */
export function safeData<T>(data: T): T {
  return mapTexts(data) as T;
}

/** Text on one line. */
export function oneLine(text: string): string {
  return safeText(text).replace(/\s+/g, ' ').trim();
}

function mapTexts(data: unknown): unknown {
  if (typeof data === 'string') return safeText(data);
  if (Array.isArray(data)) return data.map(mapTexts);
  if (typeof data !== 'object' || data === null || data instanceof Uint8Array) return data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, mapTexts(value)]));
}
