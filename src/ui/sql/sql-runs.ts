import * as vscode from 'vscode';
import { Fault, messageOf } from '../../base/fault';
import { QueryError, type QueryLimits } from '../../database/port';
import type { Boards } from '../boards/boards';
import type { Log } from '../log';
import { errorPlace } from './error-place';
import type { OpenDatabases } from './open-databases';
import { isSameAnswer, recordedAs } from './recorded';
import { SqlRun, type RunState, type SqlRequest } from './sql-run';
import { above0 } from '../setting';

const MOST_RUNS = 30;
/** Of all results that are kept; the last one is kept whatever it takes. */
const MOST_BYTES = 256 * 1024 * 1024;
const RESULT_BYTES = 64 * 1024 * 1024;
const CELL_CHARACTERS = 1_000_000;

type Parts = { readonly databases: OpenDatabases; readonly boards: Boards; readonly log: Log };

/** The statements that were run in this window, the last ones with their results; one of them is shown. */
export class SqlRuns implements vscode.Disposable {
  readonly #parts: Parts;
  readonly #changes = new vscode.EventEmitter<SqlRun>();
  #all: readonly SqlRun[] = [];
  #shown: SqlRun | undefined;
  #last = 0;

  /** A run began or ended, or another one is shown. */
  readonly onDidChange = this.#changes.event;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** In the order in which they began. */
  get all(): readonly SqlRun[] {
    return this.#all;
  }

  get shown(): SqlRun | undefined {
    return this.#shown;
  }

  show(run: SqlRun): void {
    this.#shown = run;
    this.#changes.fire(run);
  }

  /** The run before the one that is shown (−1), or after it (1). */
  beside(step: -1 | 1): SqlRun | undefined {
    return this.#shown && this.#all[this.#all.indexOf(this.#shown) + step];
  }

  /** Runs a statement and shows it. Resolves when it ended, however it ended; what ran from the same document before is cancelled. */
  async run(request: SqlRequest): Promise<SqlRun> {
    const run = new SqlRun(++this.#last, request, Date.now());
    const document = request.place?.document.toString();
    for (const other of this.#all) {
      if (document !== undefined && other.request.place?.document.toString() === document) other.cancel();
    }
    this.#all = [...this.#all, run];
    this.show(run);
    run.end(await this.#outcome(run));
    this.#letGo();
    this.#changes.fire(run);
    return run;
  }

  dispose(): void {
    for (const run of this.#all) run.cancel();
    this.#changes.dispose();
  }

  async #outcome({ request, signal }: SqlRun): Promise<Exclude<RunState, { readonly kind: 'running' }>> {
    const { sql, database, board, query } = request;
    try {
      const result = await this.#parts.databases.use(database.toString(), (open) =>
        open.query(sql, limitsFor(database), signal),
      );
      const recorded = board && (await this.#recorded(board, sql, query));
      return {
        kind: 'rows',
        result,
        ...(recorded && { recorded: { query: recorded.id, same: isSameAnswer(recorded, result) } }),
      };
    } catch (error) {
      if (signal.aborted) return { kind: 'cancelled' };
      return this.#failure(sql, error);
    }
  }

  #failure(sql: string, error: unknown): Extract<RunState, { readonly kind: 'failed' }> {
    if (error instanceof QueryError) {
      const span = errorPlace(sql, error.message);
      return { kind: 'failed', message: error.message, ...(span && { span }) };
    }
    if (error instanceof Fault) return { kind: 'failed', message: [error.message, error.next].join('\n').trim() };
    this.#parts.log.error('running SQL', error);
    return { kind: 'failed', message: messageOf(error) };
  }

  async #recorded(board: vscode.Uri, sql: string, query: string | undefined): Promise<ReturnType<typeof recordedAs>> {
    const state = await this.#parts.boards.at(board).load();
    return state.kind === 'board' ? recordedAs(state.board, sql, query) : undefined;
  }

  #letGo(): void {
    const kept: SqlRun[] = [];
    let bytes = 0;
    for (const run of this.#all.toReversed()) {
      bytes += run.bytes;
      const mustStay = run === this.#shown || run.state.kind === 'running';
      if (mustStay || (kept.length < MOST_RUNS && bytes <= MOST_BYTES)) kept.unshift(run);
    }
    this.#all = kept;
  }
}

/** What a person's statement may take, as they set it. */
export function limitsFor(database: vscode.Uri): QueryLimits {
  const settings = vscode.workspace.getConfiguration('dataDetective', database);
  return {
    milliseconds: above0(settings, 'queryTimeout') * 1000,
    rows: Math.ceil(above0(settings, 'resultRows')),
    bytes: RESULT_BYTES,
    cell: CELL_CHARACTERS,
  };
}
