import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Fault, messageOf } from '../../base/fault';
import type { Database, DatabaseIdentity, QueryLimits, ResultSet, Schema } from '../port';
import { QueryError } from '../port';
import { stampOf } from './file';
import { Pool } from './pool';
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

  async fingerprint(signal: AbortSignal): Promise<string> {
    const { pool } = await this.#current(signal);
    return pool.run({ kind: 'fingerprint' }, signal);
  }

  async schema(signal: AbortSignal): Promise<Schema> {
    const { pool, snapshot } = await this.#current(signal);
    const schema = await pool.run({ kind: 'schema' }, signal);
    return { tables: schema.tables, notes: [...snapshot.notes, ...schema.notes] };
  }

  async query(sql: string, limits: QueryLimits, signal: AbortSignal): Promise<ResultSet> {
    const { pool, snapshot } = await this.#current(signal).catch((error: unknown) => {
      if (error instanceof Fault) throw new QueryError('changed', error.message, sql, { cause: error });
      throw error;
    });
    const result = await pool.run({ kind: 'query', sql, limits }, signal);
    // Pages read from the disk may come from two states of the file.
    if (snapshot.source.kind === 'pages' && (await stampOf(this.#path)) !== snapshot.stamp) {
      throw new QueryError('changed', 'another program changed the file while the query ran', sql);
    }
    return result;
  }

  async close(): Promise<void> {
    this.#closed = true;
    const state = await this.#state.catch(() => undefined);
    await state?.pool.close();
  }

  /** The state of the file as it is now. */
  async #current(signal: AbortSignal): Promise<State> {
    signal.throwIfAborted();
    const known = this.#state;
    const [state, stamp] = await Promise.all([known.catch(() => undefined), stampOf(this.#path)]);
    if (this.#closed) throw new Error('the database was closed');
    signal.throwIfAborted();
    if (state?.snapshot.stamp === stamp) return state;
    // The first of several callers reloads; the others wait for it.
    if (this.#state === known) {
      this.#state = this.#load();
      state?.pool.retire();
    }
    const loaded = await this.#state;
    signal.throwIfAborted();
    return loaded;
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
