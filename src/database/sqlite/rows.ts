import type { Value } from '../../board/value';
import type { QueryLimits } from '../port';
import { CELL, type Cells } from './cells';
import { MultisetDigest, OrderedDigest, type RowBytes, type RowDigest } from './digest';

/**
 * Takes the rows of a result one by one: keeps the first ones within the limits, counts and hashes all. A row is hashed as
 * its cells: the storage class, then eight bytes of a number, or the length and the bytes of a text or BLOB.
 */
export class RowReader {
  readonly rows: Value[][] = [];
  count = 0;
  cutCharacters = 0;
  /** Of the rows handed out, once not all are. */
  digestOfKept: string | undefined;
  readonly #cells: Cells;
  readonly #columns: number;
  readonly #limits: QueryLimits;
  readonly #digest: RowDigest;
  #keptBytes = 0;
  #row = rowBuffer(4096);
  #view = new DataView(this.#row.bytes.buffer);
  #used = 0;

  constructor(cells: Cells, columns: number, ordered: boolean, limits: QueryLimits) {
    this.#cells = cells;
    this.#columns = columns;
    this.#limits = limits;
    this.#digest = ordered ? new OrderedDigest() : new MultisetDigest();
  }

  get digest(): string {
    return this.#digest.text();
  }

  get cutRows(): number {
    return this.count - this.rows.length;
  }

  /** Takes the statement's current row. */
  take(): void {
    if (this.digestOfKept === undefined && this.#isFull()) this.digestOfKept = this.digest;
    const kept: Value[] | undefined = this.digestOfKept === undefined ? [] : undefined;
    this.#used = 0;
    for (let column = 0; column < this.#columns; column++) {
      const value = this.#takeCell(column, kept !== undefined);
      kept?.push(value);
    }
    if (kept) this.rows.push(kept);
    this.count++;
    this.#digest.add(this.#row, this.#used);
  }

  #isFull(): boolean {
    return this.rows.length >= this.#limits.rows || this.#keptBytes >= this.#limits.bytes;
  }

  /** @returns the value when it is to be kept, else null */
  #takeCell(column: number, keep: boolean): Value {
    const type = this.#cells.type(column);
    this.#reserve(32);
    this.#row.bytes[this.#used++] = type;
    switch (type) {
      case CELL.integer: {
        const integer = this.#cells.integer(column);
        this.#writeInteger(integer);
        return integer;
      }
      case CELL.real: {
        const real = this.#cells.real(column);
        this.#view.setFloat64(this.#used, real, true);
        this.#used += 8;
        return real;
      }
      case CELL.text:
      case CELL.blob: {
        this.#cells.locate(column, type);
        this.#writeLocated();
        return keep ? this.#keep(this.#cells.located(type)) : null;
      }
      default:
        return null;
    }
  }

  #keep(whole: string | Uint8Array): Value {
    const { cell } = this.#limits;
    let value = whole;
    if (value.length > cell) {
      this.cutCharacters += value.length - cell;
      value = typeof value === 'string' ? wholeCharacters(value.slice(0, cell)) : value.slice(0, cell);
    }
    this.#keptBytes += value.length;
    return value;
  }

  #writeInteger(integer: number | bigint): void {
    if (typeof integer === 'bigint') {
      this.#view.setBigInt64(this.#used, integer, true);
    } else {
      this.#view.setInt32(this.#used, integer | 0, true);
      this.#view.setInt32(this.#used + 4, Math.floor(integer / 4_294_967_296), true);
    }
    this.#used += 8;
  }

  #writeLocated(): void {
    const { memory, start, length } = this.#cells;
    this.#reserve(length + 32);
    this.#view.setUint32(this.#used, length, true);
    this.#used += 4;
    // A loop is faster than a call for short texts, of which most are.
    if (length < 48) {
      for (let at = 0; at < length; at++) this.#row.bytes[this.#used + at] = memory[start + at] ?? 0;
    } else {
      this.#row.bytes.set(memory.subarray(start, start + length), this.#used);
    }
    this.#used += length;
  }

  #reserve(more: number): void {
    if (this.#used + more <= this.#row.bytes.length) return;
    const grown = rowBuffer(2 * (this.#used + more));
    grown.bytes.set(this.#row.bytes.subarray(0, this.#used));
    this.#row = grown;
    this.#view = new DataView(grown.bytes.buffer);
  }
}

function rowBuffer(size: number): RowBytes {
  const buffer = new ArrayBuffer((size + 15) & ~15);
  return { bytes: new Uint8Array(buffer), words: new Int32Array(buffer) };
}

/** Without the first half of a surrogate pair at the end. */
function wholeCharacters(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last < 0xdc00 ? text.slice(0, -1) : text;
}
