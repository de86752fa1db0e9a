import betainc from '@stdlib/math-base-special-betainc';

/** P(F > f) with the degrees of freedom of numerator and denominator, with relative accuracy in the tail. DLMF 8.17. */
export function fUpperTail(f: number, numerator: number, denominator: number): number {
  if (!(numerator > 0 && denominator > 0) || Number.isNaN(f)) {
    throw new RangeError(`F of ${f} with ${numerator} and ${denominator} degrees of freedom`);
  }
  if (f <= 0) return 1;
  return betainc(denominator / (denominator + numerator * f), denominator / 2, numerator / 2);
}
