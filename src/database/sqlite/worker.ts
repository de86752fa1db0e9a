import { openSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../../base/fault';
import { QueryError } from '../port';
import { SqliteError } from './connection';
import { PagedContents, SharedContents } from './contents';
import { lastWriteOf, stampOf } from './file';
import { fingerprintOf } from './fingerprint';
import { hooksWork } from './hooks';
import type { Failure, FromWorker, Source, Task, TaskResult, WorkerSetup } from './messages';
import { Cancelled, Session } from './session';
import { loadSqlJs, type FileContents, type SqlJs } from './sqljs';

const PAGE_CACHE = { image: 16 * 1024 * 1024, pages: 64 * 1024 * 1024 };

const setup = workerData as WorkerSetup;
const stop = new Int32Array(setup.stop);

function send(message: FromWorker): void {
  parentPort?.postMessage(message);
}

function isStopped(): boolean {
  return Atomics.load(stop, 0) !== 0;
}

/** Thrown before any work when the file is no longer as it was: the host takes it anew. */
class Stale extends Error {}

class Performer {
  readonly #session: Session;
  readonly #contents: FileContents;
  readonly #source: Source;
  readonly #file: number;

  /** @throws SqliteError when the file is no readable database */
  constructor(sqlJs: SqlJs, { source, heapLimit }: WorkerSetup) {
    this.#source = source;
    this.#file = openSync(source.path, 'r');
    this.#contents =
      source.kind === 'image'
        ? new SharedContents(source.image)
        : new PagedContents(this.#file, source.length, source.patches);
    const options = { heapLimit, pageCache: PAGE_CACHE[source.kind], hooks: hooksWork(sqlJs) };
    this.#session = new Session(sqlJs, this.#contents, options, isStopped);
  }

  perform(task: Task): TaskResult[Task['kind']] {
    if (this.#isStale()) throw new Stale();
    let result: TaskResult[Task['kind']];
    try {
      result = this.#run(task);
    } catch (error) {
      this.#throwIfMixed(task);
      throw error;
    }
    this.#throwIfMixed(task);
    return result;
  }

  /** Pages that were read one by one may have come from two states of the file. */
  #throwIfMixed(task: Task): void {
    if (this.#source.kind !== 'pages' || !this.#isStale()) return;
    const sql = task.kind === 'query' ? task.sql : '';
    throw new QueryError('changed', 'another program changed the file while it was read', sql);
  }

  #run(task: Task): TaskResult[Task['kind']] {
    switch (task.kind) {
      case 'query':
        return this.#session.query(task.sql, task.limits);
      case 'schema':
        return this.#session.schema();
      case 'fingerprint':
        return fingerprintOf(this.#contents, lastWriteOf(this.#source.path), isStopped);
    }
  }

  #isStale(): boolean {
    return stampOf(this.#source.path, this.#file) !== this.#source.stamp;
  }
}

/** @throws what is neither SQLite's nor ours: pages that SQLite keeps may then be wrong, so the thread must end */
function failureOf(error: unknown): Failure {
  if (error instanceof QueryError) return { kind: error.kind, message: error.message };
  if (error instanceof SqliteError) return { kind: 'sql', message: error.message };
  if (error instanceof Stale) return { kind: 'stale', message: 'the file changed' };
  if (error instanceof Cancelled) return { kind: 'cancelled', message: error.message };
  throw error;
}

async function start(): Promise<void> {
  const sqlJs = await loadSqlJs(setup.compiled);
  let performer: Performer;
  try {
    performer = new Performer(sqlJs, setup);
  } catch (error) {
    send({ kind: 'unreadable', message: messageOf(error) });
    return;
  }
  parentPort?.on('message', (task: Task) => {
    try {
      send({ kind: 'done', result: performer.perform(task), memory: sqlJs.memory.buffer.byteLength });
    } catch (error) {
      send({ kind: 'failed', failure: failureOf(error), memory: sqlJs.memory.buffer.byteLength });
    }
  });
  send({ kind: 'ready' });
}

void start();
