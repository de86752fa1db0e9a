/** Time as a parameter: the core never reads the system's clock by itself. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

/** An instant as ISO 8601 in UTC with seconds, as boards store it. */
export function timestamp(clock: Clock): string {
  return new Date(clock.now()).toISOString().replace(/\.\d+Z$/, 'Z');
}
