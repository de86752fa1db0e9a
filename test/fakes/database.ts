import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import initSqlJs from 'sql.js';
import type { Database, DatabaseIdentity, QueryLimits, ResultSet, Schema } from '../../src/database/port';
import { fingerprintOf } from '../../src/database/sqlite/fingerprint';
import { Session } from '../../src/database/sqlite/session';
import { loadSqlJs } from '../../src/database/sqlite/sqljs';

// Loaded before any test runs: sql.js keeps one instance a process, and the engine must be the one that made it.
const wasm = createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm');
const sqlJs = await loadSqlJs(await WebAssembly.compile(readFileSync(wasm)));

/** The bytes of a database file that the SQL makes. */
export async function sqliteBytes(sql: string): Promise<Uint8Array> {
  const { Database } = await initSqlJs();
  const database = new Database();
  try {
    database.run(sql);
    return database.export();
  } finally {
    database.close();
  }
}

/**
 * The Database port on the real engine, in this thread and in memory: SQL guard, limits, digests and deadlines are those of
 * the product. A query blocks, so its signal is looked at before and after it.
 * @param content SQL that makes the database, or the bytes of a database file
 */
export async function fakeDatabase(content: string | Uint8Array): Promise<Database> {
  return new FakeDatabase(typeof content === 'string' ? await sqliteBytes(content) : content);
}

class FakeDatabase implements Database {
  readonly identity: DatabaseIdentity = { engine: 'SQLite', location: '/fake/database.sqlite' };
  readonly #bytes: Uint8Array;
  readonly #session: Session;
  #isClosed = false;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    const options = { heapLimit: 256 * 1024 * 1024, pageCache: 16 * 1024 * 1024, hooks: true };
    this.#session = new Session(sqlJs, bytes, options, () => false);
  }

  async fingerprint(signal: AbortSignal): Promise<string> {
    return this.#run(signal, () => fingerprintOf(this.#bytes, '', () => false));
  }

  async schema(signal: AbortSignal): Promise<Schema> {
    return this.#run(signal, () => this.#session.schema());
  }

  async query(sql: string, limits: QueryLimits, signal: AbortSignal): Promise<ResultSet> {
    return this.#run(signal, () => this.#session.query(sql, limits));
  }

  async close(): Promise<void> {
    if (!this.#isClosed) this.#session.close();
    this.#isClosed = true;
  }

  #run<Result>(signal: AbortSignal, work: () => Result): Result {
    signal.throwIfAborted();
    if (this.#isClosed) throw new Error('the database was closed');
    const result = work();
    signal.throwIfAborted();
    return result;
  }
}
