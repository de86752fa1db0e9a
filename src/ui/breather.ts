import type { Breathe } from '../base/breathe';

/** So long may a computation keep the extension host for itself, in milliseconds: an eighth of what a person would notice. */
const BREATH = 12;

/** Gives way to what waits in the extension host, at most every few milliseconds. */
export function breather(): Breathe {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < BREATH) return;
    await new Promise((resolve) => setImmediate(resolve));
    since = performance.now();
  };
}
