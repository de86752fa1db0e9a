import { readSync } from 'node:fs';
import type { FileContents } from './sqljs';

/** A piece of the file that is other bytes than those on disk: a page of the write-ahead log, a flag of the header. */
export type Patch = { readonly start: number; readonly bytes: Uint8Array };

/** A whole file in memory that all threads share. */
export class SharedContents implements FileContents {
  readonly length: number;
  readonly #bytes: Uint8Array;

  constructor(image: SharedArrayBuffer) {
    this.#bytes = new Uint8Array(image);
    this.length = image.byteLength;
  }

  subarray(start: number, end: number): Uint8Array {
    return this.#bytes.subarray(start, end);
  }
}

const READ_AHEAD = 262_144;

/** A file of which pages are read when SQLite asks for them. Any failure to read ends the thread. */
export class PagedContents implements FileContents {
  readonly length: number;
  readonly #file: number;
  readonly #patches: readonly Patch[];
  readonly #window = Buffer.allocUnsafe(READ_AHEAD);
  #windowStart = 0;
  #windowEnd = 0;
  #lastEnd = -1;

  /** @param patches in ascending order, not overlapping */
  constructor(file: number, length: number, patches: readonly Patch[]) {
    this.#file = file;
    this.length = length;
    this.#patches = patches;
  }

  subarray(start: number, end: number): Uint8Array {
    if (start < this.#windowStart || end > this.#windowEnd) this.#read(start, end);
    this.#lastEnd = end;
    return this.#window.subarray(start - this.#windowStart, end - this.#windowStart);
  }

  /** Reads ahead when the last read ended where this one starts. */
  #read(start: number, end: number): void {
    const ahead = start === this.#lastEnd ? READ_AHEAD : end - start;
    this.#windowStart = start;
    this.#windowEnd = Math.min(start + Math.max(ahead, end - start), this.length);
    const size = this.#windowEnd - start;
    if (size > this.#window.length) throw new Error(`a read of ${size} bytes`);
    let filled = 0;
    while (filled < size) {
      const count = readSync(this.#file, this.#window, filled, size - filled, start + filled);
      if (count === 0) break;
      filled += count;
    }
    // What lies behind the end of the file comes from the patches: the log may be longer than the file.
    this.#window.fill(0, filled, size);
    this.#patch(start, this.#windowEnd, filled);
  }

  #patch(start: number, end: number, filled: number): void {
    let known = start + filled;
    for (let at = this.#firstPatch(start); at < this.#patches.length; at++) {
      const patch = this.#patches[at];
      if (patch === undefined || patch.start >= end) break;
      const from = Math.max(patch.start, start);
      const to = Math.min(patch.start + patch.bytes.length, end);
      this.#window.set(patch.bytes.subarray(from - patch.start, to - patch.start), from - start);
      if (from <= known) known = Math.max(known, to);
    }
    if (known < end) throw new Error(`the file ends at byte ${known}, before ${end}`);
  }

  /** The first patch that ends behind a place. */
  #firstPatch(place: number): number {
    let [low, high] = [0, this.#patches.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const patch = this.#patches[middle];
      if (patch !== undefined && patch.start + patch.bytes.length <= place) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
