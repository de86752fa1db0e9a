import gammaln from '@stdlib/math-base-special-gammaln';

/**
 * P(χ² > x) with `degrees` degrees of freedom, with relative accuracy in the tail down to 1e-300: the regularised upper
 * incomplete gamma function Q(degrees/2, x/2).
 *
 * Below x = degrees + 2 from the series for P (DLMF 8.7.1), above from Legendre's continued fraction for Q (DLMF 8.9.2) by the
 * modified method of Lentz (Thompson & Barnett 1986), as in Press et al., Numerical Recipes, §6.2. Written here because
 * @stdlib's gammainc 0.3.1 is off by some percent near x = degrees from about 400 degrees on.
 */
export function chiSquareUpperTail(x: number, degrees: number): number {
  if (!(degrees > 0) || Number.isNaN(x)) throw new RangeError(`chi-square of ${x} with ${degrees} degrees of freedom`);
  if (x <= 0) return 1;
  if (x === Infinity) return 0;
  const [a, y] = [degrees / 2, x / 2];
  const density = Math.exp(a * Math.log(y) - y - gammaln(a));
  return y < a + 1 ? 1 - density * lowerSeries(a, y) : density * upperFraction(a, y);
}

/** Σ yⁿ / (a (a+1) … (a+n)). */
function lowerSeries(a: number, y: number): number {
  let term = 1 / a;
  let sum = term;
  for (let n = 1; term > sum * Number.EPSILON; n++) {
    term *= y / (a + n);
    sum += term;
  }
  return sum;
}

/** 1/(y+1−a− 1(1−a)/(y+3−a− 2(2−a)/(y+5−a− …))). For y ≥ a + 1 no denominator vanishes. */
function upperFraction(a: number, y: number): number {
  let b = y + 1 - a;
  let c = Infinity;
  let d = 1 / b;
  let fraction = d;
  for (let n = 1, change = Infinity; Math.abs(change - 1) > Number.EPSILON; n++) {
    const numerator = -n * (n - a);
    b += 2;
    d = 1 / (b + numerator * d);
    c = b + numerator / c;
    change = c * d;
    fraction *= change;
  }
  return fraction;
}
