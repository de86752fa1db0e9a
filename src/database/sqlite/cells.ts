import { isUtf8 } from 'node:buffer';
import type { Value } from '../../board/value';
import type { SqlJs } from './sqljs';

export const CELL = { integer: 1, real: 2, text: 3, blob: 4, null: 5 } as const;

/** The cells of a statement's current row, read exactly from SQLite's memory. */
export class Cells {
  /** Where the last located text or BLOB lies. */
  memory = Buffer.alloc(0);
  start = 0;
  length = 0;
  readonly #sqlJs: SqlJs;
  readonly #statement: number;

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

  /** Finds the bytes of a text or BLOB: `memory` from `start` on, `length` of them, valid until the next step. */
  locate(column: number, type: number): void {
    const { _sqlite3_column_text: text, _sqlite3_column_blob: blob } = this.#sqlJs;
    this.start = type === CELL.text ? text(this.#statement, column) : blob(this.#statement, column);
    this.length = this.#sqlJs._sqlite3_column_bytes(this.#statement, column);
    // Memory that grew is another buffer.
    if (this.memory.length === 0) this.memory = Buffer.from(this.#sqlJs.memory.buffer);
  }

  /** The value of the text or BLOB that was located. */
  located(type: number): string | Uint8Array {
    const end = this.start + this.length;
    if (type === CELL.blob) return Uint8Array.from(this.memory.subarray(this.start, end));
    const text = this.memory.toString('utf8', this.start, end);
    // The replacement character is rare: only then is it worth asking whether it was there before.
    if (!text.includes('\ufffd')) return text;
    const bytes = this.memory.subarray(this.start, end);
    return isUtf8(bytes) ? text : Uint8Array.from(bytes);
  }

  value(column: number): Value {
    const type = this.type(column);
    switch (type) {
      case CELL.integer:
        return this.integer(column);
      case CELL.real:
        return this.real(column);
      case CELL.text:
      case CELL.blob:
        this.locate(column, type);
        return this.located(type);
      default:
        return null;
    }
  }
}
