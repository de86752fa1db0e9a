import { Worker } from 'node:worker_threads';
import { messageOf } from '../../base/fault';
import { QueryError } from '../port';
import { timeout, type Failure, type FromWorker, type Task, type TaskResult, type WorkerSetup } from './messages';

/** Work for a thread, and who waits for it. */
export type Job = {
  readonly task: Task;
  readonly resolve: (result: TaskResult[Task['kind']]) => void;
  readonly reject: (reason: Error) => void;
};

export type ThreadEvents = {
  /** It has nothing to do, or nothing left to do. */
  idle(): void;
  ended(): void;
};

/** The file is no longer as the workers have it: nothing was done. */
export class StaleSnapshot extends Error {
  override readonly name = 'StaleSnapshot';
}

/** How long a worker may take to stop when asked, before it is ended. */
const PATIENCE = 250;
const IDLE = 60_000;
/** The memory of WebAssembly never shrinks: a worker that once needed more than this is replaced. */
const RECYCLE_ABOVE = 128 * 1024 * 1024;
const JAVASCRIPT_MEGABYTES = 512;

/** One worker thread as the host sees it: it does one job at a time and ends rather than hang. */
export class Thread {
  /** Rejects when the worker cannot open the file. */
  readonly ready: Promise<void>;
  readonly #worker: Worker;
  readonly #stop = new Int32Array(new SharedArrayBuffer(4));
  readonly #events: ThreadEvents;
  #state: 'starting' | 'idle' | 'busy' | 'ending' = 'starting';
  #job: Job | undefined;
  #timer: NodeJS.Timeout | undefined;
  #crash: unknown;

  constructor(script: string, setup: Omit<WorkerSetup, 'stop'>, events: ThreadEvents) {
    this.#events = events;
    const workerData: WorkerSetup = { ...setup, stop: this.#stop.buffer };
    this.#worker = new Worker(script, {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: JAVASCRIPT_MEGABYTES },
    });
    this.ready = new Promise((resolve, reject) => {
      this.#worker.on('message', (message: FromWorker) => {
        if (message.kind === 'ready') {
          resolve();
          this.#rest();
        } else if (message.kind === 'unreadable') {
          reject(new Error(message.message));
          void this.end();
        } else {
          this.#finish(message);
        }
      });
      this.#worker.on('error', (error) => (this.#crash = error));
      this.#worker.on('exit', () => {
        reject(new Error(`the database's worker could not start: ${messageOf(this.#crash ?? 'it ended')}`));
        this.#ended();
      });
    });
  }

  get isIdle(): boolean {
    return this.#state === 'idle';
  }

  get isStarting(): boolean {
    return this.#state === 'starting';
  }

  run(job: Job): void {
    this.#state = 'busy';
    this.#job = job;
    Atomics.store(this.#stop, 0, 0);
    this.#worker.ref();
    this.#worker.postMessage(job.task);
    const { task } = job;
    if (task.kind === 'query') {
      this.#after(task.limits.milliseconds + PATIENCE, () => void this.end(timeout(task.sql, task.limits)));
    } else {
      clearTimeout(this.#timer);
    }
  }

  /** Stops this job if it is the one that runs; the caller no longer waits for it. */
  stop(job: Job): void {
    if (this.#job !== job || this.#state !== 'busy') return;
    Atomics.store(this.#stop, 0, 1);
    this.#after(PATIENCE, () => void this.end());
  }

  /** Ends the thread at once; what it runs is rejected with the reason. */
  async end(reason?: Error): Promise<void> {
    clearTimeout(this.#timer);
    this.#state = 'ending';
    if (reason !== undefined) this.#job?.reject(reason);
    await this.#worker.terminate();
  }

  #finish(message: Extract<FromWorker, { kind: 'done' | 'failed' }>): void {
    const job = this.#job;
    this.#job = undefined;
    if (this.#state !== 'busy') return;
    if (message.memory > RECYCLE_ABOVE) void this.end();
    else this.#rest();
    if (message.kind === 'done') job?.resolve(message.result);
    else job?.reject(errorOf(message.failure, job.task));
  }

  #rest(): void {
    if (this.#state === 'ending') return;
    this.#state = 'idle';
    // An idle worker keeps no program alive.
    this.#worker.unref();
    this.#after(IDLE, () => void this.end());
    this.#timer?.unref();
    this.#events.idle();
  }

  #ended(): void {
    clearTimeout(this.#timer);
    this.#state = 'ending';
    this.#job?.reject(errorOf(failureOfCrash(this.#crash), this.#job.task));
    this.#job = undefined;
    this.#events.ended();
  }

  #after(milliseconds: number, action: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(action, milliseconds);
  }
}

function failureOfCrash(error: unknown): Failure {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return { kind: 'memory', message: 'the result needs more memory than a worker may take' };
  }
  return { kind: 'crashed', message: `the database's worker ended: ${messageOf(error ?? 'without a reason')}` };
}

function errorOf(failure: Failure, task: Task): Error {
  if (failure.kind === 'stale') return new StaleSnapshot();
  if (failure.kind === 'cancelled') return new Error(failure.message);
  return new QueryError(failure.kind, failure.message, task.kind === 'query' ? task.sql : '');
}
