import { afterEach, describe, expect, it, vi } from 'vitest';
import type { StopReason } from '../../src/models/port';
import type { Script } from '../fakes/chat-completions-server';
import { closeServers, openAiModelAt, serve } from './openai-requests';
import { ask, outcome, RUN_SQL, user } from './requests';

afterEach(closeServers);

function failed(reason: StopReason): Extract<StopReason, { kind: 'error' }> {
  if (reason.kind !== 'error') throw new Error(`not failed: ${reason.kind}`);
  return reason;
}

const failing = (status: number, body: unknown): Script => {
  return () => ({ status, body });
};

describe('a request that is refused', () => {
  it.each<[string, number, unknown, string | RegExp]>([
    [
      'as OpenAI does',
      403,
      { error: { message: 'No.', type: 't', code: null } },
      'permission denied for small: No. (403)',
    ],
    ['with a plain text', 400, { error: 'Unexpected endpoint.' }, 'request refused: Unexpected endpoint. (400)'],
    [
      'as vLLM did',
      400,
      { object: 'error', message: 'Bad.', type: 'BadRequestError', code: 400 },
      'request refused: Bad. (400)',
    ],
    ['as web frameworks do', 422, { detail: 'Field required' }, 'request refused: Field required (422)'],
    [
      'because a quota is used up',
      429,
      { error: { message: 'Spent.', code: 'insufficient_quota' } },
      'limit reached: Spent. (429)',
    ],
    ['for its size', 413, { error: { message: 'Too big.' } }, 'request too large: Too big. (413)'],
    [
      'for its length, as llama.cpp does',
      400,
      {
        error: {
          code: 400,
          message: 'the request exceeds the available context size',
          type: 'exceed_context_size_error',
        },
      },
      /^context window exceeded: the request exceeds .* context size; give the server a larger one/,
    ],
  ])('%s is not worth another try and says why', async (_, status, body, message) => {
    const server = await serve(failing(status, body));
    const { end } = await outcome(openAiModelAt(server.baseURL, { retries: 0 }), ask());
    const reason = failed(end.reason);
    if (typeof message === 'string') expect(reason.message).toBe(message);
    else expect(reason.message).toMatch(message);
    expect(reason.retriable).toBe(false);
    expect(end.usage).toEqual({ inputTokens: 0, outputTokens: 0, usd: 0 });
    expect(server.accepted).toHaveLength(1);
  });

  it('for its key says so, without the key', async () => {
    const server = await serve(() => ({}), { apiKey: 'sk-right' });
    const wrong = await outcome(openAiModelAt(server.baseURL, { apiKey: 'sk-wrong' }), ask());
    expect(failed(wrong.end.reason).message).toBe('authentication failed: the API key was refused (401)');
    const none = await outcome(openAiModelAt(server.baseURL), ask());
    expect(failed(none.end.reason).message).toMatch(
      /^authentication failed: 127\.0\.0\.1:\d+ wants an API key \(401\)$/,
    );
  });

  it('for its model names it', async () => {
    const server = await serve(() => ({}));
    const { end } = await outcome(openAiModelAt(server.baseURL, { model: 'typo' }), ask());
    expect(failed(end.reason).message).toMatch(/^unknown model: typo at .*: model "typo" not found/);
  });

  it('at an address without /v1 says what is missing', async () => {
    const server = await serve(() => ({}));
    const { end } = await outcome(openAiModelAt(server.baseURL.replace('/v1', '')), ask());
    const reason = failed(end.reason);
    expect(reason.message).toMatch(/^no chat completions at .*: 404 page not found; the address usually ends in \/v1/);
    expect(reason.retriable).toBe(false);
  });

  it('for its length is an exceeded context window', async () => {
    const server = await serve(() => ({}), { contextWindow: 100 });
    const { end } = await outcome(openAiModelAt(server.baseURL), ask({ messages: [user('Why? '.repeat(200))] }));
    expect(failed(end.reason).message).toMatch(/^context window exceeded: This model's maximum context length is 100/);
    expect(failed(end.reason).retriable).toBe(false);
  });

  it('because the model cannot call tools says which model to take', async () => {
    const server = await serve(() => ({}), { noTools: true });
    const { end } = await outcome(openAiModelAt(server.baseURL), ask({ tools: [RUN_SQL] }));
    expect(failed(end.reason).message).toMatch(/^small cannot call tools at .*; take a model that can \(400\)$/);
  });
});

describe('a passing failure', () => {
  it.each([
    [408, / failed: Because\. \(408\)$/],
    [429, /^rate limit reached: Because\. \(429\)$/],
    [500, / failed: Because\. \(500\)$/],
    [503, / failed: Because\. \(503\)$/],
  ])('(%i) is overcome by asking again, and else reported as retriable', async (status, message) => {
    const script = failing(status, { error: { message: 'Because.' } });
    const passing = await serve((request, index) => (index < 2 ? script(request, index) : { text: 'Yes.' }));
    expect((await outcome(openAiModelAt(passing.baseURL), ask())).end.reason).toEqual({ kind: 'done' });

    const lasting = await serve(script);
    const { end } = await outcome(openAiModelAt(lasting.baseURL), ask());
    expect(failed(end.reason).message).toMatch(message);
    expect(failed(end.reason).retriable).toBe(true);
    expect(lasting.accepted).toHaveLength(3);
  });

  it.each([
    ['http://127.0.0.1:11434/v1', /^cannot reach 127\.0\.0\.1:11434: .*refused.*; start Ollama \(ollama serve\)$/],
    ['http://127.0.0.1:1234/v1', /^cannot reach 127\.0\.0\.1:1234: .*refused.*; start the server of LM Studio/],
    ['http://127.0.0.1:9/v1', /^cannot reach 127\.0\.0\.1:9: .*refused.*; is the server running\?$/],
  ])('of %s, where nothing listens, says what to start', async (baseURL, message) => {
    const fetch = (): Promise<Response> =>
      Promise.reject(new TypeError('fetch failed', { cause: new Error('connect refused') }));
    const { end } = await outcome(openAiModelAt(baseURL, { retries: 0, fetch }), ask());
    expect(failed(end.reason).message).toMatch(message);
    expect(failed(end.reason).retriable).toBe(true);
  });

  it('of a server that never answers is a time-out', async () => {
    const server = await serve(() => ({ delay: 10_000 }));
    const { end } = await outcome(openAiModelAt(server.baseURL, { retries: 0, timeout: 50 }), ask());
    expect(failed(end.reason).message).toMatch(/^no answer from 127\.0\.0\.1:\d+ within 0\.05 s$/);
  });
});

describe('an answer that breaks off', () => {
  const ways = [
    ['cut', /broke off: other side closed$/],
    ['error', /failed: The model crashed\.$/],
    ['silence', /stalled: no data for 1 s$/],
    ['end', /broke off$/],
  ] as const;

  it.each(ways)('(by %s) before its first text is asked for again', async (by) => {
    const server = await serve((_, index) => ({
      reasoning: 'Hm.',
      text: 'Yes.',
      ...(index < 2 && { breaks: { after: 2, by } }),
    }));
    const logger = { error: vi.fn(), warn: vi.fn(), info: vi.fn(), debug: vi.fn() };
    const { text, end } = await outcome(openAiModelAt(server.baseURL, { timeout: 1_000, logger }), ask());
    expect(text).toBe('Yes.');
    expect(end.reason).toEqual({ kind: 'done' });
    expect(server.accepted).toHaveLength(3);
    expect(logger.warn).toHaveBeenCalledTimes(2);
    // What broke off was paid for, and nobody knows how much.
    expect(end.usage.usd).toBeUndefined();
  });

  it.each(ways)('(by %s) again and again ends as retriable', async (by, message) => {
    const server = await serve(() => ({ reasoning: 'Hm.', text: 'Yes.', breaks: { after: 2, by } }));
    const { end } = await outcome(openAiModelAt(server.baseURL, { timeout: 1_000 }), ask());
    expect(failed(end.reason).message).toMatch(message);
    expect(failed(end.reason).retriable).toBe(true);
    expect(server.accepted).toHaveLength(3);
  });

  it('after its first text is not asked for again, since the reader has seen it', async () => {
    const server = await serve(() => ({ text: 'It rose because of the price.', breaks: { after: 3, by: 'cut' } }));
    const { text, end } = await outcome(openAiModelAt(server.baseURL), ask());
    expect(text).toBe('It rose because of');
    expect(end).toMatchObject({ reason: { kind: 'error', retriable: true }, content: [] });
    expect(server.accepted).toHaveLength(1);
  });

  it('in the middle of a call does not hand the half call on', async () => {
    const tools = [{ name: 'run_sql', input: { sql: 'SELECT 1 FROM patients' } }];
    const server = await serve(() => ({ tools, breaks: { after: 4, by: 'end' } }));
    const { end } = await outcome(openAiModelAt(server.baseURL, { retries: 0 }), ask({ tools: [RUN_SQL] }));
    expect(end).toMatchObject({ reason: { kind: 'error', retriable: true }, content: [] });
  });

  it.each([
    [
      'a page of a proxy',
      { body: '<html>Please log in</html>', type: 'text/html' },
      /no chat completion came from http.*\/v1/,
    ],
    ['one JSON object', { body: '{"choices":[]}', type: 'application/json' }, /no chat completion came from/],
    ['events that are not JSON', { body: 'data: {oops\n\n' }, /broke off: .*JSON/],
    ['events of another kind', { body: 'data: {"choices":"none"}\n\n' }, /broke off: not a chat completion/],
  ])('since it is %s is reported, not thrown', async (_, raw, message) => {
    const server = await serve(() => ({ raw }));
    const { end } = await outcome(openAiModelAt(server.baseURL, { retries: 1 }), ask());
    expect(failed(end.reason).message).toMatch(message);
    expect(failed(end.reason).retriable).toBe(true);
  });
});

describe('an abort', () => {
  it('before the request sends none', async () => {
    const server = await serve(() => ({ text: 'Yes.' }));
    const { end } = await outcome(openAiModelAt(server.baseURL), ask(), AbortSignal.abort());
    expect(end).toMatchObject({ reason: { kind: 'aborted' }, content: [] });
    expect(server.received).toHaveLength(0);
  });

  it('while nothing came yet ends the wait and the request', async () => {
    const server = await serve(() => ({ delay: 20_000 }));
    const stop = new AbortController();
    const running = outcome(openAiModelAt(server.baseURL), ask(), stop.signal);
    await vi.waitFor(() => expect(server.accepted).toHaveLength(1));
    stop.abort();
    expect((await running).end.reason).toEqual({ kind: 'aborted' });
    await vi.waitFor(() => expect(server.abandoned()).toBe(1));
  });

  it('in the middle of an answer ends it', async () => {
    const server = await serve(() => ({ text: 'A long story. '.repeat(20), breaks: { after: 8, by: 'silence' } }));
    const stop = new AbortController();
    const events = [];
    for await (const event of openAiModelAt(server.baseURL).stream(ask(), stop.signal)) {
      events.push(event);
      stop.abort();
    }
    expect(events.at(-1)).toMatchObject({ type: 'end', reason: { kind: 'aborted' }, content: [] });
    expect(server.accepted).toHaveLength(1);
    await vi.waitFor(() => expect(server.abandoned()).toBe(1));
  });

  it('by a reader that stops reading gives the request up', async () => {
    const server = await serve(() => ({ text: 'A long story. '.repeat(20), breaks: { after: 8, by: 'silence' } }));
    for await (const event of openAiModelAt(server.baseURL).stream(ask(), new AbortController().signal)) {
      expect(event.type).toBe('text');
      break;
    }
    await vi.waitFor(() => expect(server.abandoned()).toBe(1));
  });
});

describe('what is said', () => {
  it('holds no key, even where the server quotes it', async () => {
    const server = await serve(failing(400, { error: { message: 'bad header: Bearer sk-mine' } }));
    const { end } = await outcome(openAiModelAt(server.baseURL, { apiKey: 'sk-mine' }), ask());
    expect(failed(end.reason).message).toBe('request refused: bad header: Bearer *** (400)');
  });

  it('is one short line, whatever a proxy sends', async () => {
    const server = await serve(failing(502, { error: { message: `<html>\n${'<p>Bad gateway</p>\n'.repeat(200)}` } }));
    const { end } = await outcome(openAiModelAt(server.baseURL, { retries: 0 }), ask());
    expect(failed(end.reason).message).toMatch(
      /^127\.0\.0\.1:\d+ failed: <html> <p>Bad gateway<\/p> .{1,450}… \(502\)$/,
    );
  });

  it('is in no log of the console, with OPENAI_LOG=debug neither', async () => {
    vi.stubEnv('OPENAI_LOG', 'debug');
    const lines: unknown[] = [];
    const spies = (['log', 'info', 'debug', 'warn', 'error'] as const).map((name) =>
      vi.spyOn(console, name).mockImplementation((...line: unknown[]) => void lines.push(line)),
    );
    try {
      const server = await serve((_, index) => (index === 0 ? { raw: { body: 'data: {oops\n\n' } } : { text: 'Yes.' }));
      await outcome(openAiModelAt(server.baseURL), ask());
    } finally {
      vi.unstubAllEnvs();
      for (const spy of spies) spy.mockRestore();
    }
    expect(lines).toEqual([]);
  });
});
