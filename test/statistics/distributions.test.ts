import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chiSquareUpperTail } from '../../src/statistics/chi-square';
import { fUpperTail } from '../../src/statistics/f-ratio';
import {
  criticalZ,
  normalCumulative,
  normalQuantile,
  normalTwoSided,
  normalUpperTail,
} from '../../src/statistics/normal';
import { betaQuantile } from '../../src/statistics/proportion';
import { studentQuantile, studentTwoSided } from '../../src/statistics/student-t';
import { relativeError } from './printed';

// Expected values from mpmath with 50 digits (tails) and scipy 1.17 (quantiles).
describe('tails keep relative accuracy', () => {
  it.each([
    [0, 0.5],
    [-3, 0.99865010196836991],
    [1.959963984540054, 0.025000000000000014],
    [9.602358065159184, 3.9068001944973439e-22],
    [20, 2.7536241186062337e-89],
    [37, 5.7255712225245768e-300],
  ])('normal beyond %f', (z, tail) => {
    expect(relativeError(normalUpperTail(z), tail)).toBeLessThan(1e-13);
    expect(relativeError(normalCumulative(-z), tail)).toBeLessThan(1e-13);
    expect(relativeError(normalTwoSided(z), 2 * Math.min(tail, 1 - tail))).toBeLessThan(1e-13);
  });

  it.each([
    [3.841458820694124, 1, 0.050000000000000058],
    [92.20528, 1, 7.8136020138285775e-22],
    [1370, 1, 6.9429373646432677e-300],
    [0.001, 3, 0.99999159208094195],
    [18.8255, 5, 0.0020714025086552875],
    [1400, 20, 1.1106924650193636e-284],
    [500, 500, 0.49158937303100904],
    [3600, 3500, 0.11663434649783622],
    [20000, 20000, 0.4986701916600448],
    [0.5, 400, 1],
  ])('chi-square beyond %f with %f degrees of freedom', (x, degrees, tail) => {
    expect(relativeError(chiSquareUpperTail(x, degrees), tail)).toBeLessThan(1e-11);
  });

  it.each([
    [2.228138851964939, 10, 0.050000000001808631],
    [12.706204736432095, 1, 0.049999999998991307],
    [0.001, 3.7, 0.99925367705908632],
    [5, 1.5, 0.065375767621156236],
    [0.00015665209800370676, 7053759.517721479, 0.9998750097145266],
    [30, 55.25, 7.0384585475707358e-36],
    [1e30, 8.5, 2.3687360037910603e-252],
  ])('Student’s t beyond ±%f with %f degrees of freedom', (t, degrees, tail) => {
    expect(relativeError(studentTwoSided(t, degrees), tail)).toBeLessThan(1e-13);
    expect(studentTwoSided(-t, degrees)).toBe(studentTwoSided(t, degrees));
  });

  it.each([
    [4, 2, 7.5, 0.065725798279677742],
    [0.2, 3, 40.3, 0.89577227018981418],
    [60, 5, 7000, 2.1422005154431568e-61],
    [300, 4, 1000, 1.6825875040617311e-169],
    [1e100, 3, 5.5, 1.1193094731275543e-274],
  ])('F beyond %f with %f and %f degrees of freedom', (f, numerator, denominator, tail) => {
    expect(relativeError(fUpperTail(f, numerator, denominator), tail)).toBeLessThan(1e-12);
  });

  it('agrees between distributions where one is the square of another', () => {
    const z = fc.double({ min: 0.01, max: 36, noNaN: true });
    fc.assert(
      fc.property(z, fc.double({ min: 0.6, max: 2000, noNaN: true }), (x, degrees) => {
        expect(relativeError(chiSquareUpperTail(x * x, 1), normalTwoSided(x))).toBeLessThan(1e-11);
        expect(relativeError(fUpperTail(x * x, 1, degrees), studentTwoSided(x, degrees))).toBeLessThan(1e-11);
      }),
    );
  });

  it('is 1 below the support and 0 at infinity', () => {
    expect([chiSquareUpperTail(-1, 2), chiSquareUpperTail(0, 2), chiSquareUpperTail(Infinity, 2)]).toEqual([1, 1, 0]);
    expect([fUpperTail(-1, 2, 3), fUpperTail(Infinity, 2, 3)]).toEqual([1, 0]);
    expect([studentTwoSided(Infinity, 3), studentTwoSided(0, 3)]).toEqual([0, 1]);
  });

  it('refuses what is no argument', () => {
    expect(() => chiSquareUpperTail(NaN, 1)).toThrow('chi-square of NaN with 1 degrees of freedom');
    expect(() => chiSquareUpperTail(1, 0)).toThrow('chi-square of 1 with 0 degrees of freedom');
    expect(() => fUpperTail(2, 1, 0)).toThrow('F of 2 with 1 and 0 degrees of freedom');
    expect(() => criticalZ(1)).toThrow('confidence level outside (0, 1): 1');
    expect(() => studentTwoSided(2, 0)).toThrow('t of 2 with 0 degrees of freedom');
    expect(() => fUpperTail(2, 1, NaN)).toThrow('F of 2 with 1 and NaN degrees of freedom');
  });
});

describe('quantiles', () => {
  it.each([
    [0.975, 1.959963984540054],
    [0.995, 2.5758293035489004],
    [0.8, 0.8416212335729143],
    [1e-10, -6.361340902404056],
    [1e-300, -37.0470962993612],
  ])('normal at %f', (p, z) => {
    expect(relativeError(normalQuantile(p), z)).toBeLessThan(1e-12);
  });

  it.each([
    [0.975, 10, 2.228138851986274],
    [0.95, 3.7, 2.1824938039146007],
    [0.975, 7041.3, 1.9603009496077162],
    [0.6, 2.5, 0.2814595127485477],
    [1e-6, 1.5, -5219.4693247069445],
    [0.5, 4, 0],
  ])('Student’s t at %f with %f degrees of freedom', (p, degrees, t) => {
    expect(relativeError(studentQuantile(p, degrees), t)).toBeLessThan(1e-12);
  });

  it.each([
    [0.025, 3, 28, 0.02111713702972257],
    [0.975, 1, 30, 0.11570330822202778],
    [0.05, 0.5, 0.5, 0.0061558297024311365],
    [0.5, 500, 700, 0.4166203552040237],
  ])('beta at %f with parameters %f and %f', (p, alpha, beta, x) => {
    expect(relativeError(betaQuantile(p, alpha, beta), x)).toBeLessThan(1e-12);
  });

  it('undoes the tail of Student’s t', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-12, max: 0.4999, noNaN: true }),
        fc.double({ min: 0.8, max: 1e5, noNaN: true }),
        (p, degrees) => {
          expect(relativeError(studentTwoSided(studentQuantile(p, degrees), degrees), 2 * p)).toBeLessThan(1e-11);
        },
      ),
    );
  });
});
