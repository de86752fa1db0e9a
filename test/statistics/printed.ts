import { expect } from 'vitest';

/** Compares numbers with what a table prints, to the digits printed: `printed(.74835, '.7483')`, `printed(8.01e-22, '8e-22')`. */
export function printed(actual: number | undefined, expected: string): void {
  expect(actual === undefined ? undefined : asPrinted(actual, expected)).toBe(expected);
}

/** Compares several numbers with what a table prints on one line: `[.5146,1.0883]`. */
export function printedAll(actual: readonly (number | undefined)[] | undefined, expected: string): void {
  const texts = expected.split(/\s*,\s*/);
  expect(actual?.map((number, i) => (number === undefined ? undefined : asPrinted(number, texts[i] ?? '')))).toEqual(
    texts,
  );
}

function asPrinted(number: number, like: string): string {
  const [mantissa = '', exponent] = like.split('e');
  const decimals = mantissa.split('.')[1]?.length ?? 0;
  const text = exponent === undefined ? number.toFixed(decimals) : number.toExponential(decimals).replace('e+', 'e');
  return text.replace(/^(-?)0\./, '$1.');
}

/** The relative distance of two numbers. */
export function relativeError(actual: number, expected: number): number {
  return expected === 0 ? Math.abs(actual) : Math.abs(actual / expected - 1);
}
