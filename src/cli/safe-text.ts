import { stripVTControlCharacters } from 'node:util';
import { inertText } from '../base/inert';

/** Text from data that cannot move the cursor, colour, hide or reorder what a terminal shows. */
export function safeText(text: string): string {
  return inertText(stripVTControlCharacters(text));
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
