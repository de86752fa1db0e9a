import type { ModelEvent } from '../port';
import type { Connection } from './connection';
import type { Failure } from './failure';

/** What came of asking once. `streaming`: the failure came after the answer had begun, where an SDK does not ask again. */
export type Attempt<A> = {
  readonly answer: A;
  readonly failure?: Failure;
  readonly streaming: boolean;
  /** Whether the reader has seen text of it. */
  readonly spoke: boolean;
};

/** Milliseconds. */
const LONGEST_DELAY = 8_000;

/**
 * Asks until an answer comes or asking again is pointless. Only an answer that broke off before its first text is asked for again:
 * the reader sees nothing of it. All attempts are returned, since each is paid for; the last one is the answer.
 */
export async function* askAgain<A>(
  ask: () => AsyncGenerator<ModelEvent, Attempt<A>, undefined>,
  { retries, retryDelay, logger }: Connection,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent, { readonly last: Attempt<A>; readonly before: readonly A[] }, undefined> {
  const before: A[] = [];
  for (;;) {
    const last = yield* ask();
    const { failure, streaming, spoke, answer } = last;
    const isWorthIt = failure !== undefined && failure.retriable && streaming && !spoke && before.length < retries;
    if (!isWorthIt || signal.aborted) return { last, before };
    logger?.warn(`${failure.message}; asking again`);
    await pause(backoff(retryDelay, before.length), signal);
    if (signal.aborted) return { last, before };
    before.push(answer);
  }
}

/** Doubles up to the longest delay, less up to a quarter so that parallel requests do not come back together. */
function backoff(first: number, retries: number): number {
  return Math.min(first * 2 ** retries, Math.max(first, LONGEST_DELAY)) * (1 - Math.random() / 4);
}

/** Waits; an abort ends it early. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done, { once: true });
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
}
