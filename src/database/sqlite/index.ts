import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Fault, messageOf } from '../../base/fault';
import type { Database, DatabaseIdentity, QueryLimits, ResultSet, Schema } from '../port';
import { QueryError } from '../port';
import { Pool } from './pool';
import { StaleSnapshot } from './thread';
import { takeSnapshot, type Snapshot } from './snapshot';

export type SqliteOptions = {
  /** The bundled worker, with sql-wasm.wasm beside it; next to our own bundle when missing. */
  readonly workerScript?: string;
  /** Threads at most; one less than the machine has cores, up to four, when missing. */
  readonly workers?: number;
  /** Files up to this many bytes are held in memory, larger ones read page by page; 512 MB when missing. */
  readonly imageUpTo?: number;
  /** Bytes that a query may take in SQLite; 256 MB when missing. */
  readonly heapLimit?: number;
};

/**
 * Opens an SQLite file, read-only by construction: nothing is written to it or beside it, and no lock is taken.
 * @throws Fault for what is no readable SQLite file
 */
export async function openSqlite(path: string, options: SqliteOptions = {}): Promise<Database> {
  const script = options.workerScript ?? fileURLToPath(new URL('./database-worker.cjs', import.meta.url));
  const database = new SqliteDatabase(resolve(path), {
    script,
    compiled: await WebAssembly.compile(await readFile(join(dirname(script), 'sql-wasm.wasm'))),
    workers: options.workers ?? Math.max(1, Math.min(availableParallelism() - 1, 4)),
    imageUpTo: options.imageUpTo ?? 512 * 1024 * 1024,
    heapLimit: options.heapLimit ?? 256 * 1024 * 1024,
  });
  await database.open();
  return database;
}

type Settings = {
  readonly script: string;
  readonly compiled: WebAssembly.Module;
  readonly workers: number;
  readonly imageUpTo: number;
  readonly heapLimit: number;
};

type State = { readonly snapshot: Snapshot; readonly pool: Pool };

/** How often a file that keeps changing is taken anew for one question. */
const ATTEMPTS = 3;

class SqliteDatabase implements Database {
  readonly identity: DatabaseIdentity;
  readonly #path: string;
  readonly #settings: Settings;
  #state: Promise<State>;
  #closed = false;

  constructor(path: string, settings: Settings) {
    this.identity = { engine: 'SQLite', location: path };
    this.#path = path;
    this.#settings = settings;
    this.#state = this.#load();
  }

  /** Rejects with Fault for what is no readable SQLite file. */
  async open(): Promise<void> {
    await this.#state;
  }

  fingerprint(signal: AbortSignal): Promise<string> {
    return this.#ask(({ pool }) => pool.run({ kind: 'fingerprint' }, signal), signal);
  }

  schema(signal: AbortSignal): Promise<Schema> {
    return this.#ask(async ({ pool, snapshot }) => {
      const { tables, notes } = await pool.run({ kind: 'schema' }, signal);
      return { tables, notes: [...snapshot.notes, ...notes] };
    }, signal);
  }

  async query(sql: string, limits: QueryLimits, signal: AbortSignal): Promise<ResultSet> {
    try {
      return await this.#ask(({ pool }) => pool.run({ kind: 'query', sql, limits }, signal), signal);
    } catch (error) {
      if (error instanceof Fault) throw new QueryError('changed', error.message, sql, { cause: error });
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    const state = await this.#state.catch(() => undefined);
    await state?.pool.close();
  }

  /** Asks the workers, who look at the file first: when it has changed, it is taken anew and they are asked again. */
  async #ask<Answer>(question: (state: State) => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const known = this.#state;
      const state = await orAborted(known, signal).catch((error: unknown) => {
        // A file that could not be read may be readable now.
        if (error instanceof Fault) return undefined;
        throw error;
      });
      if (this.#closed) throw new Error('the database was closed');
      try {
        if (state) return await question(state);
      } catch (error) {
        if (!(error instanceof StaleSnapshot)) throw error;
      }
      // The first of several callers takes the file anew; the others wait for it.
      if (this.#state === known) {
        this.#state = this.#load();
        state?.pool.retire();
      }
      await orAborted(this.#state, signal);
    }
    throw new Fault(`another program keeps writing to ${this.#path}`, 'Try again when it rests, or work on a copy.');
  }

  async #load(): Promise<State> {
    const { script, workers, compiled, imageUpTo, heapLimit } = this.#settings;
    const snapshot = await takeSnapshot(this.#path, imageUpTo);
    const pool = new Pool({ script, workers, setup: { compiled, source: snapshot.source, heapLimit } });
    try {
      await pool.warm();
    } catch (error) {
      throw new Fault(
        `cannot read ${this.#path}: ${messageOf(error)}`,
        'Restore it from a backup, or repair it with: sqlite3 FILE .recover',
        { cause: error },
      );
    }
    return { snapshot, pool };
  }
}

/** What was awaited, or a rejection with the signal's reason as soon as it is aborted. */
async function orAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted();
  let abort = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    abort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
