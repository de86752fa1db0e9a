import { isUtf8 } from 'node:buffer';
import type { Value } from '../../board/value';
import type { SqlJs } from './sqljs';

export const CELL = { integer: 1, real: 2, text: 3, blob: 4, null: 5 } as const;

/** The cells of a statement's current row, read exactly from SQLite's memory. */
export class Cells {
  readonly #sqlJs: SqlJs;
  readonly #statement: number;
  #memory = Buffer.alloc(0);

  constructor(sqlJs: SqlJs, statement: number) {
    this.#sqlJs = sqlJs;
    this.#statement = statement;
  }

  /** The storage class, one of `CELL`. */
  type(column: number): number {
    return this.#sqlJs._sqlite3_column_type(this.#statement, column);
  }

  real(column: number): number {
    return this.#sqlJs._sqlite3_column_double(this.#statement, column);
  }

  /** Within ±2^53 a number, beyond a bigint. */
  integer(column: number): number | bigint {
    const rounded = this.real(column);
    if (Number.isSafeInteger(rounded)) return rounded;
    const digits = this.#sqlJs.textAt(this.#sqlJs._sqlite3_column_text(this.#statement, column));
    return BigInt(digits);
  }

  /** Bytes of a text or BLOB where they lie: valid until the next step. */
  bytes(column: number, type: number): Buffer {
    const { _sqlite3_column_text: text, _sqlite3_column_blob: blob } = this.#sqlJs;
    const pointer = type === CELL.text ? text(this.#statement, column) : blob(this.#statement, column);
    const length = this.#sqlJs._sqlite3_column_bytes(this.#statement, column);
    // Memory that grew is another buffer.
    if (this.#memory.buffer !== this.#sqlJs.memory.buffer) this.#memory = Buffer.from(this.#sqlJs.memory.buffer);
    return this.#memory.subarray(pointer, pointer + length);
  }

  value(column: number): Value {
    const type = this.type(column);
    switch (type) {
      case CELL.integer:
        return this.integer(column);
      case CELL.real:
        return this.real(column);
      case CELL.text:
        return decode(this.bytes(column, type));
      case CELL.blob:
        return Uint8Array.from(this.bytes(column, type));
      default:
        return null;
    }
  }
}

/** Text, or the bytes themselves when they are not UTF-8. */
export function decode(bytes: Buffer): string | Uint8Array {
  const text = bytes.toString('utf8');
  // The replacement character is rare: only then is it worth asking whether it was there before.
  return text.includes('\ufffd') && !isUtf8(bytes) ? Uint8Array.from(bytes) : text;
}
