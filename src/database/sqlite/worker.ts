import { openSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../../base/fault';
import { QueryError } from '../port';
import { SqliteError } from './connection';
import { PagedContents, SharedContents } from './contents';
import { fingerprintOf } from './fingerprint';
import { hooksWork } from './hooks';
import type { Failure, FromWorker, Source, Task, TaskResult, WorkerSetup } from './messages';
import { Cancelled, Session } from './session';
import { loadSqlJs, type FileContents } from './sqljs';

const PAGE_CACHE = { image: 16 * 1024 * 1024, pages: 64 * 1024 * 1024 };

const setup = workerData as WorkerSetup;
const stop = new Int32Array(setup.stop);

function send(message: FromWorker): void {
  parentPort?.postMessage(message);
}

function isStopped(): boolean {
  return Atomics.load(stop, 0) !== 0;
}

function openContents(source: Source): FileContents {
  return source.kind === 'image'
    ? new SharedContents(source.image)
    : new PagedContents(openSync(source.path, 'r'), source.length, source.patches);
}

function perform(session: Session, contents: FileContents, task: Task): TaskResult[Task['kind']] {
  switch (task.kind) {
    case 'query':
      return session.query(task.sql, task.limits);
    case 'schema':
      return session.schema();
    case 'fingerprint':
      return fingerprintOf(contents, isStopped);
  }
}

/** @throws what is neither SQLite's nor ours: pages that SQLite keeps may then be wrong, so the thread must end */
function failureOf(error: unknown): Failure {
  if (error instanceof QueryError) return { kind: error.kind, message: error.message };
  if (error instanceof SqliteError) return { kind: 'sql', message: error.message };
  if (error instanceof Cancelled) return { kind: 'cancelled', message: error.message };
  throw error;
}

async function start(): Promise<void> {
  const sqlJs = await loadSqlJs(setup.compiled);
  const contents = openContents(setup.source);
  let session: Session;
  try {
    const options = {
      heapLimit: setup.heapLimit,
      pageCache: PAGE_CACHE[setup.source.kind],
      hooks: hooksWork(sqlJs),
    };
    session = new Session(sqlJs, contents, options, isStopped);
  } catch (error) {
    send({ kind: 'unreadable', message: messageOf(error) });
    return;
  }
  parentPort?.on('message', (task: Task) => {
    try {
      send({ kind: 'done', result: perform(session, contents, task), memory: sqlJs.memory.buffer.byteLength });
    } catch (error) {
      send({ kind: 'failed', failure: failureOf(error), memory: sqlJs.memory.buffer.byteLength });
    }
  });
  send({ kind: 'ready' });
}

void start();
