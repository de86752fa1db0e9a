import { availableParallelism } from 'node:os';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { DEFAULT_BUDGET } from '../../src/agents/budget';
import { OFFLINE_ARMS } from '../arms/offline-arms';
import { loadFrames } from '../generate/frames';
import type { Result } from './result';
import { runCase } from './run-case';
import { casesOf } from './suites';

/** What is run: cases by suite and position, and which arms. */
export type Plan = {
  readonly cases: readonly { readonly suite: string; readonly index: number }[];
  readonly arms: readonly string[];
  /** Folders of frames, first ones first. */
  readonly frames: readonly string[];
};

/** Runs a plan on all cores; results come in the plan's order. @param tell called after each case */
export async function runSharded(
  plan: Plan,
  script: string,
  tell: (done: number, all: number) => void,
): Promise<readonly Result[]> {
  const count = Math.min(availableParallelism(), plan.cases.length);
  const next = plan.cases.map((each, at) => ({ ...each, at }))[Symbol.iterator]();
  const results: (readonly Result[])[] = [];
  let done = 0;
  const work = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const worker = new Worker(script, {
        workerData: { shard: plan },
        resourceLimits: { maxOldGenerationSizeMb: 1_500 },
      });
      const give = (): void => {
        const { value, done: isOver } = next.next();
        worker.postMessage(isOver ? undefined : value);
      };
      worker.on('message', (message: { at: number; results: readonly Result[] } | 'ready') => {
        if (message !== 'ready') {
          results[message.at] = message.results;
          tell(++done, plan.cases.length);
        }
        give();
      });
      worker.on('error', reject);
      worker.on('exit', () => resolve());
    });
  await Promise.all(Array.from({ length: count }, work));
  return results.flat();
}

/** Whether this thread was started by `runSharded`. */
export function isShard(): boolean {
  return parentPort !== null && (workerData as { shard?: Plan } | null)?.shard !== undefined;
}

/** Runs the cases that it is given, one by one. */
export function playShard(): void {
  const port = parentPort;
  const plan = (workerData as { shard: Plan }).shard;
  if (port === null) throw new Error('not a worker thread');
  const frames = loadFrames(plan.frames);
  const arms = OFFLINE_ARMS.filter(({ name }) => plan.arms.includes(name));
  const never = new AbortController().signal;
  port.on('message', (task: { suite: string; index: number; at: number } | undefined) => {
    if (task === undefined) {
      port.close();
      return;
    }
    const planned = casesOf(task.suite)[task.index];
    if (planned === undefined) throw new RangeError(`no case ${task.index} in ${task.suite}`);
    void runCase(planned, arms, frames, DEFAULT_BUDGET, never).then((results) =>
      port.postMessage({ at: task.at, results }),
    );
  });
  port.postMessage('ready');
}
