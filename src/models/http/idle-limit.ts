/** A `fetch` as SDKs and browsers know it. */
export type Fetch = typeof globalThis.fetch;

/** A server that accepted the request and then sent nothing for too long. */
export class StalledError extends Error {
  override readonly name = 'StalledError';

  constructor(readonly milliseconds: number) {
    super(`no data for ${milliseconds / 1000} s`);
  }
}

/**
 * A `fetch` whose response body fails with a `StalledError` when a read waits longer than `milliseconds`. An SDK's own
 * time limit ends with the response's headers, and its stream hides the pings that tell a slow answer from a dead line.
 */
export function withIdleLimit(fetch: Fetch, milliseconds: number): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (response.body === null) return response;
    const { status, statusText, headers } = response;
    return new Response(limited(response.body, milliseconds), { status, statusText, headers });
  };
}

function limited(body: ReadableStream<Uint8Array>, milliseconds: number): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let timer: ReturnType<typeof setTimeout> | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        timer = setTimeout(() => {
          const error = new StalledError(milliseconds);
          controller.error(error);
          void reader.cancel(error).catch(() => undefined);
        }, milliseconds);
        try {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        } finally {
          clearTimeout(timer);
        }
      },
      async cancel(reason) {
        clearTimeout(timer);
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
