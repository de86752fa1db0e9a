import { FairQueue } from './queue';
import type { Task, TaskResult, WorkerSetup } from './messages';
import { StaleSnapshot, Thread, type Job } from './thread';

export type PoolOptions = {
  readonly script: string;
  /** At most. */
  readonly workers: number;
  readonly setup: Omit<WorkerSetup, 'stop'>;
};

/** Worker threads over one state of a file, made when needed; callers that share no signal take turns. */
export class Pool {
  readonly #options: PoolOptions;
  readonly #queue = new FairQueue<AbortSignal, Job>();
  readonly #threads = new Set<Thread>();
  #retired = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Starts the first worker. Rejects with what SQLite says when the file is no readable database. */
  async warm(): Promise<void> {
    await this.#add().ready;
  }

  /** Rejects with QueryError, or with the signal's reason. */
  run(task: Extract<Task, { kind: 'query' }>, signal: AbortSignal): Promise<TaskResult['query']>;
  run(task: Extract<Task, { kind: 'schema' }>, signal: AbortSignal): Promise<TaskResult['schema']>;
  run(task: Extract<Task, { kind: 'fingerprint' }>, signal: AbortSignal): Promise<TaskResult['fingerprint']>;
  run(task: Task, signal: AbortSignal): Promise<TaskResult[Task['kind']]> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const abort = (): void => {
        this.#queue.remove(signal, job);
        for (const thread of this.#threads) thread.stop(job);
        reject(signal.reason as Error);
      };
      const job: Job = {
        task,
        resolve: (result) => {
          signal.removeEventListener('abort', abort);
          resolve(result);
        },
        reject: (reason) => {
          signal.removeEventListener('abort', abort);
          reject(reason);
        },
      };
      signal.addEventListener('abort', abort, { once: true });
      this.#queue.add(signal, job);
      this.#next();
    });
  }

  /** Lets what was asked for come to its end, then ends the workers. */
  retire(): void {
    this.#retired = true;
    this.#endIdle();
  }

  /** Ends everything at once. */
  async close(): Promise<void> {
    this.#retired = true;
    const closed = new Error('the database was closed');
    for (let job = this.#queue.take(); job !== undefined; job = this.#queue.take()) job.reject(closed);
    await Promise.all([...this.#threads].map((thread) => thread.end(closed)));
  }

  #next(): void {
    for (const thread of this.#threads) {
      const job = thread.isIdle ? this.#queue.take() : undefined;
      if (job !== undefined) thread.run(job);
    }
    const starting = [...this.#threads].filter((thread) => thread.isStarting).length;
    if (this.#queue.size > starting && this.#threads.size < this.#options.workers) this.#add();
    if (this.#retired) this.#endIdle();
  }

  #endIdle(): void {
    for (const thread of this.#threads) if (thread.isIdle) void thread.end();
  }

  #add(): Thread {
    const thread = new Thread(this.#options.script, this.#options.setup, {
      idle: () => this.#next(),
      ended: () => {
        this.#threads.delete(thread);
        this.#next();
      },
    });
    this.#threads.add(thread);
    // A worker that can no longer start is one more sign that the file changed: it is then taken anew, or told why not.
    thread.ready.catch((cause: unknown) => this.#queue.take()?.reject(new StaleSnapshot('no worker', { cause })));
    return thread;
  }
}
