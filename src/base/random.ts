/** A seeded generator of uniform numbers in [0, 1). */
export type Random = () => number;

/**
 * sfc32 (Chris Doty-Humphrey, PractRand): small, fast, passes PractRand; the same sequence on every platform.
 * @param seed any text; equal seeds give equal sequences
 */
export function seededRandom(seed: string): Random {
  let [a, b, c, d] = [0x9e3779b9, 0x243f6a88, 0xb7e15162, 1];
  const next = (): number => {
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + t) | 0;
    return (t >>> 0) / 4294967296;
  };
  for (const letter of seed) {
    a = (a ^ (letter.codePointAt(0) ?? 0)) | 0;
    next();
  }
  for (let warmUp = 0; warmUp < 16; warmUp++) next();
  return next;
}
