import { afterEach, describe, expect, it, vi } from 'vitest';
import type { StopReason } from '../../src/models/port';
import { startMessagesServer, type MessagesServer, type Script, type ServerOptions } from '../fakes/messages-server';
import { ask, KEY, modelAt, outcome, user } from './requests';

const servers: MessagesServer[] = [];

async function serve(script: Script, options?: ServerOptions): Promise<MessagesServer> {
  const server = await startMessagesServer(script, options);
  servers.push(server);
  return server;
}

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

function failed(reason: StopReason): Extract<StopReason, { kind: 'error' }> {
  if (reason.kind !== 'error') throw new Error(`not failed: ${reason.kind}`);
  return reason;
}

const failing = (status: number, type: string, message = 'Because.', details?: unknown): Script => {
  return () => ({ error: { status, type, message, details } });
};

describe('a request that is refused', () => {
  it.each([
    [400, 'invalid_request_error', 'request refused: Because. (400)'],
    [402, 'billing_error', 'payment required: Because. (402)'],
    [403, 'permission_error', 'permission denied for claude-sonnet-5-5: Because. (403)'],
    [413, 'request_too_large', 'request too large: Because. (413)'],
  ])('with %i %s is asked once and says why', async (status, type, message) => {
    const server = await serve(failing(status, type));
    const { end } = await outcome(modelAt(server.baseURL), ask());
    expect(end.reason).toEqual({ kind: 'error', message, retriable: false });
    expect(end.usage).toEqual({ inputTokens: 0, outputTokens: 0, usd: 0 });
    expect(server.accepted).toHaveLength(1);
  });

  it('for its key says so', async () => {
    const server = await serve(() => ({}), { apiKey: 'another' });
    const { end } = await outcome(modelAt(server.baseURL), ask());
    const message = 'authentication failed: the API key was refused (401)';
    expect(end.reason).toEqual({ kind: 'error', message, retriable: false });
    expect(server.received).toHaveLength(1);
  });

  it('for its model names it', async () => {
    const server = await serve(() => ({}));
    const { end } = await outcome(modelAt(server.baseURL, { model: 'claude-typo' }), ask());
    expect(failed(end.reason).message).toMatch(/^unknown model or address: claude-typo .*\(404\)$/);
    expect(failed(end.reason).retriable).toBe(false);
  });

  it('for its length is an exceeded context window', async () => {
    const server = await serve(() => ({}), { contextWindow: 100 });
    const { end } = await outcome(modelAt(server.baseURL), ask({ messages: [user('Why? '.repeat(200))] }));
    expect(failed(end.reason).message).toMatch(/^context window exceeded: prompt is too long/);
    expect(failed(end.reason).retriable).toBe(false);
  });

  it('for a limit on spending is not worth another try', async () => {
    const server = await serve(
      failing(429, 'rate_limit_error', 'Spent.', { error_code: 'enforced_spend_limit_reached' }),
    );
    const { end } = await outcome(modelAt(server.baseURL), ask());
    expect(end.reason).toEqual({ kind: 'error', message: 'limit reached: Spent. (429)', retriable: false });
  });
});

describe('a passing failure', () => {
  it.each([
    [408, 'timeout_error', / failed: Because\. \(408\)$/],
    [409, 'conflict_error', / failed: Because\. \(409\)$/],
    [429, 'rate_limit_error', /^rate limit reached: Because\. \(429\)$/],
    [500, 'api_error', / failed: Because\. \(500\)$/],
    [503, 'api_error', / failed: Because\. \(503\)$/],
    [529, 'overloaded_error', / is overloaded: Because\. \(529\)$/],
  ])('(%i %s) is overcome by asking again, and else reported as retriable', async (status, type, message) => {
    const script = failing(status, type);
    const passing = await serve((request, index) => (index < 2 ? script(request, index) : { text: 'Yes.' }));
    expect((await outcome(modelAt(passing.baseURL), ask())).end.reason).toEqual({ kind: 'done' });
    expect(passing.accepted).toHaveLength(3);

    const lasting = await serve(script);
    const { end } = await outcome(modelAt(lasting.baseURL), ask());
    expect(failed(end.reason).message).toMatch(message);
    expect(failed(end.reason).retriable).toBe(true);
    expect(lasting.accepted).toHaveLength(3);
  });

  it.each([0, 1])('is asked again as often as the connection says: %i', async (retries) => {
    const server = await serve(failing(529, 'overloaded_error'));
    await outcome(modelAt(server.baseURL, { retries }), ask());
    expect(server.accepted).toHaveLength(retries + 1);
  });

  it('of the line names the host and the cause', async () => {
    const server = await serve(() => ({}));
    await server.close();
    const { end } = await outcome(modelAt(server.baseURL, { retries: 0 }), ask());
    expect(failed(end.reason).message).toMatch(/^cannot reach 127\.0\.0\.1:\d+: .*ECONNREFUSED/);
    expect(failed(end.reason).retriable).toBe(true);
  });

  it('of a server that never answers is a time-out', async () => {
    const server = await serve(() => ({ delay: 10_000 }));
    const { end } = await outcome(modelAt(server.baseURL, { retries: 0, timeout: 50 }), ask());
    expect(failed(end.reason).message).toMatch(/^no answer from 127\.0\.0\.1:\d+ within 0\.05 s$/);
    expect(failed(end.reason).retriable).toBe(true);
  });
});

describe('an answer that breaks off', () => {
  const ways = [
    ['cut', /broke off: other side closed$/],
    ['overload', /is overloaded: Overloaded$/],
    ['silence', /stalled: no data for 1 s$/],
    ['end', /broke off$/],
  ] as const;

  it.each(ways)('(by %s) before its first text is asked for again', async (by) => {
    const server = await serve((_, index) => ({
      thinking: 'Hm.',
      text: 'Yes.',
      ...(index < 2 && { breaks: { after: 4, by } }),
    }));
    const logger = { error: vi.fn(), warn: vi.fn(), info: vi.fn(), debug: vi.fn() };
    const { text, end } = await outcome(modelAt(server.baseURL, { timeout: 1_000, logger }), ask());
    expect(text).toBe('Yes.');
    expect(end.reason).toEqual({ kind: 'done' });
    expect(end.content).toHaveLength(2);
    expect(server.accepted).toHaveLength(3);
    expect(logger.warn).toHaveBeenCalledTimes(2);
  });

  it.each(ways)('(by %s) again and again ends as retriable', async (by, message) => {
    const server = await serve(() => ({ thinking: 'Hm.', text: 'Yes.', breaks: { after: 4, by } }));
    const { end } = await outcome(modelAt(server.baseURL, { timeout: 1_000 }), ask());
    const reason = failed(end.reason);
    expect(reason.message).toMatch(message);
    expect(reason.retriable).toBe(true);
    expect(server.accepted).toHaveLength(3);
  });

  it('after its first text is not asked for again, since the reader has seen it', async () => {
    const server = await serve(() => ({ text: 'It rose because of the price.', breaks: { after: 5, by: 'overload' } }));
    const { text, end } = await outcome(modelAt(server.baseURL), ask());
    expect(text).toBe('It rose because of');
    expect(end).toMatchObject({ reason: { kind: 'error', retriable: true }, content: [] });
    expect(server.accepted).toHaveLength(1);
  });

  it('in the middle of a call does not hand the half call on', async () => {
    const tools = [{ name: 'run_sql', input: { sql: 'SELECT 1 FROM patients' } }];
    const server = await serve(() => ({ thinking: 'Hm.', tools, breaks: { after: 8, by: 'cut' } }));
    const { end } = await outcome(modelAt(server.baseURL, { retries: 0 }), ask());
    expect(end.reason).toMatchObject({ kind: 'error', retriable: true });
    expect(end.content.map((block) => block.type)).toEqual(['opaque']);
  });

  it('because the context window is full is not worth another try', async () => {
    const server = await serve(() => ({ text: 'It', stopReason: 'model_context_window_exceeded' }));
    const { end } = await outcome(modelAt(server.baseURL), ask());
    expect(end.reason).toMatchObject({ kind: 'error', retriable: false });
    expect(server.accepted).toHaveLength(1);
  });

  it.each([
    ['a page of a proxy', '<html>Please log in</html>', 'text/html'],
    ['events that are not JSON', 'event: message_start\ndata: {oops\n\n', 'text/event-stream'],
    [
      'events out of place',
      'event: content_block_stop\ndata: {"type":"content_block_stop","index":7}\n\n',
      'text/event-stream',
    ],
  ])('since it is %s is reported, not thrown', async (_, body, type) => {
    const fetch = (): Promise<Response> => Promise.resolve(new Response(body, { headers: { 'content-type': type } }));
    const { end } = await outcome(modelAt('http://proxy.test', { fetch, retries: 1 }), ask());
    expect(failed(end.reason).message).toMatch(/proxy\.test broke off/);
    expect(failed(end.reason).retriable).toBe(true);
  });
});

describe('an abort', () => {
  it('before the request sends none', async () => {
    const server = await serve(() => ({ text: 'Yes.' }));
    const { end } = await outcome(modelAt(server.baseURL), ask(), AbortSignal.abort());
    expect(end).toMatchObject({ reason: { kind: 'aborted' }, content: [] });
    expect(server.received).toHaveLength(0);
  });

  it('while nothing came yet ends the wait and the request', async () => {
    const server = await serve(() => ({ delay: 20_000 }));
    const stop = new AbortController();
    const running = outcome(modelAt(server.baseURL), ask(), stop.signal);
    await vi.waitFor(() => expect(server.accepted).toHaveLength(1));
    stop.abort();
    expect((await running).end.reason).toEqual({ kind: 'aborted' });
    await vi.waitFor(() => expect(server.abandoned()).toBe(1));
  });

  it('in the middle of an answer ends it, with what it cost so far', async () => {
    const server = await serve(() => ({ text: 'A long story. '.repeat(20), breaks: { after: 8, by: 'silence' } }));
    const stop = new AbortController();
    const events = [];
    for await (const event of modelAt(server.baseURL).stream(ask(), stop.signal)) {
      events.push(event);
      stop.abort();
    }
    expect(events.at(-1)).toMatchObject({ type: 'end', reason: { kind: 'aborted' }, content: [] });
    expect(events.at(-1)).toMatchObject({ usage: { outputTokens: 1 } });
    expect(server.accepted).toHaveLength(1);
    await vi.waitFor(() => expect(server.abandoned()).toBe(1));
  });

  it.each([
    [
      'the SDK waits to ask again',
      { error: { status: 529, type: 'overloaded_error', message: '' }, headers: { 'retry-after-ms': '600000' } },
    ],
    [
      'an answer that broke off waits to be asked for again',
      { thinking: 'Hm.', breaks: { after: 3, by: 'cut' } as const },
    ],
  ])('while %s ends the wait', async (_, answer) => {
    const server = await serve(() => answer);
    const stop = new AbortController();
    const running = outcome(modelAt(server.baseURL, { retryDelay: 600_000 }), ask(), stop.signal);
    await vi.waitFor(() => expect(server.accepted).toHaveLength(1));
    await new Promise((resolve) => setTimeout(resolve, 100));
    stop.abort();
    expect((await running).end.reason).toEqual({ kind: 'aborted' });
    expect(server.accepted).toHaveLength(1);
  });

  it('by a reader that stops reading gives the request up', async () => {
    const server = await serve(() => ({ text: 'A long story. '.repeat(20), breaks: { after: 8, by: 'silence' } }));
    for await (const event of modelAt(server.baseURL).stream(ask(), new AbortController().signal)) {
      expect(event.type).toBe('text');
      break;
    }
    await vi.waitFor(() => expect(server.abandoned()).toBe(1));
  });
});

describe('the API key', () => {
  it('is in no message, even where the server or fetch quotes it', async () => {
    const server = await serve(failing(400, 'invalid_request_error', `bad header: Bearer ${KEY}`));
    const quoted = await outcome(modelAt(server.baseURL), ask());
    expect(quoted.end.reason).toMatchObject({ message: 'request refused: bad header: Bearer *** (400)' });

    const fetch = (): Promise<Response> =>
      Promise.reject(new TypeError('fetch failed', { cause: new Error(`no ${KEY}`) }));
    const thrown = await outcome(modelAt('http://proxy.test', { fetch, retries: 0 }), ask());
    expect(thrown.end.reason).toMatchObject({ message: 'cannot reach proxy.test: no ***' });
  });

  it('is in no log, even with ANTHROPIC_LOG=debug', async () => {
    vi.stubEnv('ANTHROPIC_LOG', 'debug');
    const lines: unknown[] = [];
    const take = (...line: unknown[]): void => void lines.push(line);
    const logger = { error: take, warn: take, info: take, debug: take };
    const spies = (['log', 'info', 'debug', 'warn', 'error'] as const).map((name) =>
      vi.spyOn(console, name).mockImplementation(take),
    );
    try {
      const server = await serve((_, index) => ({
        thinking: KEY,
        text: 'Yes.',
        ...(index === 0 && { breaks: { after: 3, by: 'cut' } }),
      }));
      await outcome(modelAt(server.baseURL, { logger }), ask());
      await outcome(modelAt(server.baseURL), ask());
    } finally {
      vi.unstubAllEnvs();
      for (const spy of spies) spy.mockRestore();
    }
    expect(lines).toHaveLength(1);
    expect(JSON.stringify(lines)).not.toContain(KEY);
  });
});
