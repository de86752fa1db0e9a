import betainc from '@stdlib/math-base-special-betainc';

/** P(F > f) with the degrees of freedom of numerator and denominator, with relative accuracy in the tail. DLMF 8.17. */
export function fUpperTail(f: number, numerator: number, denominator: number): number {
  if (!(numerator > 0 && denominator > 0) || Number.isNaN(f)) {
    throw new RangeError(`F of ${f} with ${numerator} and ${denominator} degrees of freedom`);
  }
  if (f <= 0) return 1;
  const [a, b] = [numerator / 2, denominator / 2];
  // The smaller argument of x and 1 − x is passed on: the other one has lost its digits.
  const scaled = numerator * f;
  return scaled < denominator
    ? betainc(scaled / (denominator + scaled), a, b, true, true)
    : betainc(denominator / (denominator + scaled), b, a);
}
