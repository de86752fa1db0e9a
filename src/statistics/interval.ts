import { criticalZ } from './normal';

/** Lower and upper bound in the measure's unit, as a board stores it. */
export type Interval = [lower: number, upper: number];

/** A measure with its standard error on the scale on which it is about normal. */
export interface Estimate {
  readonly estimate: number;
  readonly standardError: number;
}

/** estimate ± z · standard error (Wald). */
export function waldInterval({ estimate, standardError }: Estimate, level: number): Interval {
  const margin = criticalZ(level) * standardError;
  return [estimate - margin, estimate + margin];
}
