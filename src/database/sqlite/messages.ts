import { QueryError, type QueryLimits, type ResultSet, type Schema } from '../port';
import type { Patch } from './contents';

/** A file's bytes, as long as its stamp is still this one. */
export type Source = { readonly path: string; readonly stamp: string } & (
  | { readonly kind: 'image'; readonly image: SharedArrayBuffer }
  | { readonly kind: 'pages'; readonly length: number; readonly patches: readonly Patch[] }
);

/** What a worker gets when it starts. */
export type WorkerSetup = {
  readonly compiled: WebAssembly.Module;
  readonly source: Source;
  /** One 32-bit number; anything but 0 asks the worker to stop what it runs. */
  readonly stop: SharedArrayBuffer;
  readonly heapLimit: number;
};

/** What a worker does, one at a time; each kind with its own result. */
export type Task =
  | { readonly kind: 'query'; readonly sql: string; readonly limits: QueryLimits }
  | { readonly kind: 'schema' }
  | { readonly kind: 'fingerprint' };

export type TaskResult = { readonly query: ResultSet; readonly schema: Schema; readonly fingerprint: string };

export type Failure = { readonly kind: QueryError['kind'] | 'cancelled' | 'stale'; readonly message: string };

export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'unreadable'; readonly message: string }
  | { readonly kind: 'done'; readonly result: TaskResult[Task['kind']]; readonly memory: number }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly memory: number };

/** What a query is rejected with at its deadline, whether it stopped itself or was ended. */
export function timeout(sql: string, { milliseconds }: QueryLimits): QueryError {
  return new QueryError('timeout', `not finished within ${milliseconds / 1000} s; read fewer rows, or join less`, sql);
}
