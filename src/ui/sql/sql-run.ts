import type * as vscode from 'vscode';
import type { Value } from '../../board/value';
import type { ResultSet } from '../../database/port';
import type { Order } from '../../protocol/results-messages';
import { orderedRows } from './results/order';

/** What a person runs. */
export type SqlRequest = {
  /** One statement. */
  readonly sql: string;
  readonly database: vscode.Uri;
  /** Where the statement stands in a document that is open. */
  readonly place?: { readonly document: vscode.Uri; readonly start: number };
  /** The board that it belongs to, and the query of the board that it may repeat. */
  readonly board?: vscode.Uri;
  readonly query?: string;
};

/** Places in the statement, from its start. */
export type Span = { readonly start: number; readonly end: number };

export type RunState =
  | { readonly kind: 'running' }
  | {
      readonly kind: 'rows';
      readonly result: ResultSet;
      /** The recorded query that it repeats, and whether the answer is the recorded one. */
      readonly recorded?: { readonly query: string; readonly same: boolean | undefined };
    }
  | { readonly kind: 'failed'; readonly message: string; readonly span?: Span }
  | { readonly kind: 'cancelled' };

/** One statement that was run, with what came of it. */
export class SqlRun {
  readonly #abort = new AbortController();
  #state: RunState = { kind: 'running' };
  #order: { readonly by: Order; readonly rows: Uint32Array } | undefined;
  #bytes = 0;

  constructor(
    readonly id: number,
    readonly request: SqlRequest,
    /** Milliseconds since the epoch. */
    readonly startedAt: number,
  ) {}

  get state(): RunState {
    return this.#state;
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** How the rows are ordered; undefined: as they came. */
  get order(): Order | undefined {
    return this.#order?.by;
  }

  /** About how much memory its rows take. */
  get bytes(): number {
    return this.#bytes;
  }

  cancel(): void {
    this.#abort.abort();
  }

  end(state: Exclude<RunState, { readonly kind: 'running' }>): void {
    this.#state = state;
    if (state.kind === 'rows') this.#bytes = bytesOf(state.result.rows);
  }

  sort(by: Order | undefined): void {
    this.#order =
      by && this.#state.kind === 'rows' ? { by, rows: orderedRows(this.#state.result.rows, by) } : undefined;
  }

  /** Rows in the order that is shown; fewer at the end of the result. */
  rows(first: number, count: number): readonly (readonly Value[])[] {
    if (this.#state.kind !== 'rows') return [];
    const { rows } = this.#state.result;
    if (this.#order === undefined) return rows.slice(first, first + count);
    return Array.from(this.#order.rows.subarray(first, first + count), (row) => rows[row] ?? []);
  }
}

const BYTES_OF_A_CELL = 16;

function bytesOf(rows: readonly (readonly Value[])[]): number {
  let bytes = 0;
  for (const row of rows) {
    bytes += row.length * BYTES_OF_A_CELL;
    for (const value of row) {
      if (typeof value === 'string') bytes += 2 * value.length;
      else if (value instanceof Uint8Array) bytes += value.length;
    }
  }
  return bytes;
}
