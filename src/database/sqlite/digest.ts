import { createHash } from 'node:crypto';

/** The bytes of one row, and the same memory as words. */
export type RowBytes = { readonly bytes: Uint8Array; readonly words: Int32Array };

/** A hash over the rows of a result, fed row by row. */
export interface RowDigest {
  /** @param row the row's `length` bytes, followed by at least 16 that may be overwritten */
  add(row: RowBytes, length: number): void;
  /** The digest of the rows so far; more may follow. */
  text(): string;
}

/** SHA-256 of the rows in order. */
export class OrderedDigest implements RowDigest {
  readonly #hash = createHash('sha256');
  readonly #pending = new Uint8Array(65_536);
  #used = 0;

  add({ bytes }: RowBytes, length: number): void {
    if (this.#used + length > this.#pending.length) this.#flush();
    if (length > this.#pending.length) {
      this.#hash.update(bytes.subarray(0, length));
    } else {
      this.#pending.set(bytes.subarray(0, length), this.#used);
      this.#used += length;
    }
  }

  text(): string {
    this.#flush();
    return `sha256:${this.#hash.copy().digest('hex')}`;
  }

  #flush(): void {
    this.#hash.update(this.#pending.subarray(0, this.#used));
    this.#used = 0;
  }
}

/**
 * A hash of the rows as a multiset: MurmurHash3 x86-128 (Austin Appleby, public domain) of each row, added up modulo 2^32
 * in each of its four words (the additive construction of Clarke et al., 2003). It finds changes, not forgeries.
 */
export class MultisetDigest implements RowDigest {
  readonly #sums = new Uint32Array(4);
  #rows = 0;

  add({ bytes, words }: RowBytes, length: number): void {
    const sums = this.#sums;
    const end = ((length + 15) & ~15) >> 2;
    for (let at = length; at < end << 2; at++) bytes[at] = 0;
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let at = 0; at < end; at += 4) {
      a ^= scramble(words[at] ?? 0, 0x239b961b, 15, 0xab0e9789);
      a = (Math.imul(rotate(a, 19) + b, 5) + 0x561ccd1b) | 0;
      b ^= scramble(words[at + 1] ?? 0, 0xab0e9789, 16, 0x38b34ae5);
      b = (Math.imul(rotate(b, 17) + c, 5) + 0x0bcaa747) | 0;
      c ^= scramble(words[at + 2] ?? 0, 0x38b34ae5, 17, 0xa1e38b93);
      c = (Math.imul(rotate(c, 15) + d, 5) + 0x96cd1c35) | 0;
      d ^= scramble(words[at + 3] ?? 0, 0xa1e38b93, 18, 0x239b961b);
      d = (Math.imul(rotate(d, 13) + a, 5) + 0x32ac3b17) | 0;
    }
    a ^= length;
    b ^= length;
    c ^= length;
    d ^= length;
    a = (a + b + c + d) | 0;
    [b, c, d] = [b + a, c + a, d + a];
    a = avalanche(a);
    b = avalanche(b);
    c = avalanche(c);
    d = avalanche(d);
    a = (a + b + c + d) | 0;
    sums[0] = (sums[0] ?? 0) + a;
    sums[1] = (sums[1] ?? 0) + b + a;
    sums[2] = (sums[2] ?? 0) + c + a;
    sums[3] = (sums[3] ?? 0) + d + a;
    this.#rows++;
  }

  text(): string {
    const words = Array.from(this.#sums, (sum) => sum.toString(16).padStart(8, '0'));
    return `multiset:${words.join('')}-${this.#rows}`;
  }
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}

function scramble(word: number, before: number, bits: number, after: number): number {
  return Math.imul(rotate(Math.imul(word, before), bits), after);
}

function avalanche(word: number): number {
  let mixed = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
