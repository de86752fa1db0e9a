import { afterEach, describe, expect, it, vi } from 'vitest';
import { startMessagesServer, type MessagesServer, type Script, type ServerOptions } from '../fakes/messages-server';
import { ask, assistant, KEY, modelAt, outcome, results, RUN_SQL, user } from './requests';

const servers: MessagesServer[] = [];

async function serve(script: Script, options?: ServerOptions): Promise<MessagesServer> {
  const server = await startMessagesServer(script, options);
  servers.push(server);
  return server;
}

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

describe('an answer', () => {
  it('streams its text as it comes, whole across chunks that cut UTF-8 sequences', async () => {
    const text = 'Die Größe der Stichprobe – 数据 – is “fine” 🙂🙂. '.repeat(8).trim();
    const server = await serve(() => ({ text }));
    const pieces: string[] = [];
    for await (const event of modelAt(server.baseURL).stream(ask(), new AbortController().signal)) {
      if (event.type === 'text') pieces.push(event.text);
      else expect(event).toMatchObject({ reason: { kind: 'done' }, content: [{ type: 'text', text }] });
    }
    expect(pieces.length).toBeGreaterThan(10);
    expect(pieces.join('')).toBe(text);
  });

  it('ends with its tool calls, each with the input that the model wrote', async () => {
    const tools = [
      { name: 'run_sql', input: { sql: 'SELECT \'ä\' AS "ö"' } },
      { name: 'run_sql', input: {} },
    ];
    const server = await serve(() => ({ text: 'I look.', tools }));
    const { end } = await outcome(modelAt(server.baseURL), ask({ tools: [RUN_SQL] }));
    expect(end.reason).toEqual({ kind: 'tool-calls' });
    expect(end.content).toEqual([
      { type: 'text', text: 'I look.' },
      { type: 'tool-call', id: 'toolu_0_0', tool: 'run_sql', input: tools[0]?.input },
      { type: 'tool-call', id: 'toolu_0_1', tool: 'run_sql', input: {} },
    ]);
  });

  it.each(['{"sql": ', '"SELECT 1"', '[1]', 'null'])(
    'keeps the input %s, which is no object, as its text',
    async (json) => {
      const server = await serve((_, index) =>
        index === 0 ? { tools: [{ name: 'run_sql', malformedInput: json }] } : { text: 'Sorry.' },
      );
      const model = modelAt(server.baseURL);
      const { end } = await outcome(model, ask({ tools: [RUN_SQL] }));
      expect(end.reason).toEqual({ kind: 'tool-calls' });
      expect(end.content).toEqual([{ type: 'tool-call', id: 'toolu_0_0', tool: 'run_sql', input: json }]);

      const messages = [user('Why?'), assistant(end.content), results(end.content, 'unreadable input')];
      expect((await outcome(model, ask({ tools: [RUN_SQL], messages }))).end.reason).toEqual({ kind: 'done' });
      expect(server.accepted[1]?.messages[1]?.content).toMatchObject([{ type: 'tool_use', input: {} }]);
    },
  );

  it('says that it was cut at the limit of tokens', async () => {
    const server = await serve(() => ({ text: 'Once upon', stopReason: 'max_tokens' }));
    expect((await outcome(modelAt(server.baseURL), ask())).end.reason).toEqual({ kind: 'max-tokens' });
  });

  it('says why the model declined', async () => {
    const refusal = { category: 'cyber', explanation: 'This looks like an exploit.' };
    const server = await serve(() => ({ refusal }));
    expect((await outcome(modelAt(server.baseURL), ask())).end.reason).toEqual({
      kind: 'refusal',
      message: 'the model declined to answer (cyber): This looks like an exploit.',
    });
  });

  it('goes on after a pause and is one answer in the end', async () => {
    const server = await serve((_, index) =>
      index === 0 ? { text: 'First half,', stopReason: 'pause_turn' } : { text: ' second half.' },
    );
    const { text, end } = await outcome(modelAt(server.baseURL), ask());
    expect(text).toBe('First half, second half.');
    expect(end.reason).toEqual({ kind: 'done' });
    expect(end.content).toEqual([
      { type: 'text', text: 'First half,' },
      { type: 'text', text: ' second half.' },
    ]);
    expect(end.usage.inputTokens).toBeGreaterThan(0);
    expect(server.accepted[1]?.messages.at(-1)).toEqual({
      role: 'assistant',
      content: [{ type: 'text', text: 'First half,' }],
    });
  });

  it('that only pauses is given up', async () => {
    const server = await serve(() => ({ text: 'Well…', stopReason: 'pause_turn' }));
    expect((await outcome(modelAt(server.baseURL), ask())).end.reason).toMatchObject({
      kind: 'error',
      retriable: false,
    });
    expect(server.accepted).toHaveLength(6);
  });

  it('may be empty', async () => {
    const server = await serve(() => ({}));
    expect((await outcome(modelAt(server.baseURL), ask())).end).toMatchObject({
      reason: { kind: 'done' },
      content: [],
    });
  });
});

describe('thinking', () => {
  it('is opaque, goes back unchanged, and is accepted by a server that checks its signature', async () => {
    const thinking = 'Could severity confound this? '.repeat(5);
    const server = await serve((_, index) =>
      index === 0
        ? { thinking, redactedThinking: 'c2VjcmV0', tools: [{ name: 'run_sql', input: { sql: 'SELECT 1' } }] }
        : { text: 'Yes.' },
    );
    const model = modelAt(server.baseURL);
    const first = await outcome(model, ask({ tools: [RUN_SQL] }));
    expect(first.text).toBe('');
    expect(first.end.content.map((block) => block.type)).toEqual(['opaque', 'opaque', 'tool-call']);

    const messages = [user('Why?'), assistant(first.end.content), results(first.end.content)];
    const second = await outcome(model, ask({ tools: [RUN_SQL], messages }));
    expect(second.end.reason).toEqual({ kind: 'done' });
    expect(server.accepted[1]?.messages[1]?.content).toEqual([
      { type: 'thinking', thinking, signature: 'signature-0' },
      { type: 'redacted_thinking', data: 'c2VjcmV0' },
      { type: 'tool_use', id: 'toolu_0_0', name: 'run_sql', input: { sql: 'SELECT 1' } },
    ]);
  });

  it('of another provider stays out, and so does a turn of which nothing is left', async () => {
    const server = await serve(() => ({ text: 'Yes.' }));
    const opaque = { type: 'opaque', provider: 'other', value: { type: 'thinking', thinking: 'hm' } } as const;
    const messages = [user('Why?'), assistant([opaque]), user('Well?')];
    expect((await outcome(modelAt(server.baseURL), ask({ messages }))).end.reason).toEqual({ kind: 'done' });
    expect(server.accepted[0]?.messages.map((message) => message.role)).toEqual(['user', 'user']);
  });
});

describe('a request', () => {
  it('carries the key, the version and the effort, and no sampling parameters', async () => {
    const server = await serve(() => ({ text: 'Yes.' }), { apiKey: KEY });
    await outcome(modelAt(server.baseURL), ask({ effort: 'low' }));
    expect(server.received[0]?.headers).toMatchObject({
      authorization: `Bearer ${KEY}`,
      'anthropic-version': '2026-10-21',
    });
    expect(server.accepted[0]).toEqual({
      model: 'claude-sonnet-5-5',
      max_tokens: 1_000,
      stream: true,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Why?' }] }],
      output_config: { effort: 'low' },
    });
  });

  it('uses the caller’s key whatever the environment says', async () => {
    vi.stubEnv('ANTHROPIC_API_KEY', 'sk-environment');
    vi.stubEnv('ANTHROPIC_AUTH_TOKEN', 'environment-token');
    vi.stubEnv('ANTHROPIC_BASE_URL', 'http://127.0.0.1:1');
    vi.stubEnv('ANTHROPIC_CUSTOM_HEADERS', 'x-api-key: sk-custom\nauthorization: Bearer sk-custom');
    try {
      const server = await serve(() => ({ text: 'Yes.' }), { apiKey: KEY });
      expect((await outcome(modelAt(server.baseURL), ask())).end.reason).toEqual({ kind: 'done' });
      expect(server.received[0]?.headers['x-api-key']).toBeUndefined();
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it('leaves blank texts out, names empty results and puts results first, so that the server accepts it', async () => {
    const server = await serve(() => ({ text: 'Yes.' }));
    const call = { type: 'tool-call', id: 'a', tool: 'run_sql', input: { sql: 'SELECT 1' } } as const;
    const { end } = await outcome(
      modelAt(server.baseURL),
      ask({
        system: [{ text: ' ' }, { text: 'You judge.' }],
        messages: [
          user('Why?'),
          assistant([{ type: 'text', text: '\n' }, call]),
          {
            role: 'user',
            content: [
              { type: 'text', text: 'Go on.' },
              { type: 'text', text: '' },
              { type: 'tool-result', call: 'a', text: '', failed: true },
            ],
          },
        ],
      }),
    );
    expect(end.reason).toEqual({ kind: 'done' });
    expect(server.accepted[0]?.system).toEqual([{ type: 'text', text: 'You judge.' }]);
    expect(server.accepted[0]?.messages[2]?.content).toEqual([
      { type: 'tool_result', tool_use_id: 'a', content: '(empty)', is_error: true },
      { type: 'text', text: 'Go on.' },
    ]);
  });

  it.each([
    ['', 'no API key'],
    ['sk-ant\n', 'malformed API key'],
    ['sk-änt', 'malformed API key'],
  ])('is never made with the key %j', (apiKey, message) => {
    expect(() => modelAt('http://127.0.0.1:1', { apiKey })).toThrow(message);
  });

  it.each(['ftp://host', 'nonsense', 'https://me:secret@host'])('is never made to the address %s', (baseURL) => {
    expect(() => modelAt(baseURL)).toThrow(/address/);
    expect(() => modelAt(baseURL)).not.toThrow(/secret/);
  });

  it('runs beside others, each with its own answer and its own abort', async () => {
    const server = await serve((request) => {
      const text = JSON.stringify(request.messages);
      return { text, delay: text.includes('slow') ? 5_000 : 0 };
    });
    const model = modelAt(server.baseURL);
    const stop = new AbortController();
    const slow = outcome(model, ask({ messages: [user('slow')] }), stop.signal);
    const quick = await Promise.all(
      Array.from({ length: 12 }, (_, index) => outcome(model, ask({ messages: [user(`question ${index};`)] }))),
    );
    stop.abort();
    expect((await slow).end.reason).toEqual({ kind: 'aborted' });
    for (const [index, { text }] of quick.entries()) expect(text).toContain(`question ${index};`);
  });
});

describe('the prompt cache', () => {
  const schema = { text: 'A long schema digest. '.repeat(400), cache: true };
  const role = { text: 'You collect evidence. '.repeat(400), cache: true };
  const marks = (value: unknown): number => JSON.stringify(value).split('cache_control').length - 1;

  it('is told where the stable prefix ends and where the conversation is, in at most four places', async () => {
    const server = await serve((_, index) =>
      index < 4 ? { tools: [{ name: 'run_sql', input: { sql: `SELECT ${index}` } }] } : { text: 'Done.' },
    );
    const model = modelAt(server.baseURL);
    const messages = [user('A long view of the board. '.repeat(300))];
    const system = [{ text: 'Older prefix. '.repeat(400), cache: true }, schema, role];
    for (let turn = 0; turn < 5; turn++) {
      const { end } = await outcome(model, ask({ system, tools: [RUN_SQL], messages }));
      expect(end.reason.kind).toBe(turn < 4 ? 'tool-calls' : 'done');
      messages.push(assistant(end.content), results(end.content));
    }
    const [first, , third] = server.accepted;
    expect(first?.system).toMatchObject([
      {},
      { cache_control: { type: 'ephemeral' } },
      { cache_control: { type: 'ephemeral' } },
    ]);
    expect(marks(first)).toBe(3);
    expect(third?.messages.map((message) => marks(message))).toEqual([0, 0, 1, 0, 1]);
    for (const request of server.accepted) expect(marks(request)).toBeLessThanOrEqual(4);
    expect(new Set(server.accepted.map((request) => JSON.stringify(request.tools))).size).toBe(1);
  });

  it('makes later turns and other conversations with the same prefix cheaper', async () => {
    const server = await serve((_, index) =>
      index === 0 ? { tools: [{ name: 'run_sql', input: { sql: 'SELECT 1' } }] } : { text: 'Done.' },
    );
    const model = modelAt(server.baseURL);
    const opening = user('A long view of the board. '.repeat(300));
    const request = ask({ system: [schema, role], tools: [RUN_SQL], messages: [opening] });
    const first = await outcome(model, request);
    const again = [opening, assistant(first.end.content), results(first.end.content)];
    const second = await outcome(model, { ...request, messages: again });
    const other = await outcome(model, { ...request, messages: [user('Another hypothesis.')] });
    expect(second.end.usage.inputTokens).toBeGreaterThanOrEqual(first.end.usage.inputTokens);
    expect(second.end.usage.usd).toBeLessThan((first.end.usage.usd ?? 0) / 5);
    expect(other.end.usage.usd).toBeLessThan((first.end.usage.usd ?? 0) / 5);
  });

  it('is not paid for by a request that is asked only once', async () => {
    const server = await serve(() => ({ text: 'Done.' }));
    await outcome(modelAt(server.baseURL), ask({ messages: [user('A long view. '.repeat(500))] }));
    expect(marks(server.accepted[0])).toBe(0);
  });
});

describe('usage', () => {
  const usage = {
    input_tokens: 1_000,
    output_tokens: 200,
    cache_creation_input_tokens: 3_000,
    cache_creation: { ephemeral_5m_input_tokens: 2_000, ephemeral_1h_input_tokens: 1_000 },
    cache_read_input_tokens: 10_000,
  };

  it('counts all input tokens and prices each kind', async () => {
    const server = await serve(() => ({ text: 'Yes.', usage }));
    const { end } = await outcome(modelAt(server.baseURL), ask());
    expect(end.usage).toMatchObject({ inputTokens: 14_000, outputTokens: 200 });
    expect(end.usage.usd).toBeCloseTo((1_000 * 2 + 200 * 10 + 2_000 * 2.5 + 1_000 * 4 + 10_000 * 0.1) / 1e6, 12);
  });

  it('is the total at the end of the stream, and what the end leaves out is as at the start', async () => {
    const finalUsage = {
      input_tokens: 1_500,
      cache_creation_input_tokens: undefined,
      cache_read_input_tokens: undefined,
    };
    const server = await serve(() => ({ text: 'Yes.', usage, finalUsage }));
    const { end } = await outcome(modelAt(server.baseURL), ask());
    expect(end.usage).toMatchObject({ inputTokens: 14_500, outputTokens: 200 });
  });

  it('has no price for a model without one, unless the caller gives it', async () => {
    const server = await serve(() => ({ text: 'Yes.', usage }), { models: ['claude-next'] });
    const unknown = await outcome(modelAt(server.baseURL, { model: 'claude-next' }), ask());
    expect(unknown.end.usage).toEqual({ inputTokens: 14_000, outputTokens: 200, usd: undefined });
    const price = { input: 1, output: 1, cacheWrite5m: 1, cacheWrite1h: 1, cacheRead: 1 };
    const options = { model: 'claude-next', prices: { 'claude-next': price } };
    expect((await outcome(modelAt(server.baseURL, options), ask())).end.usage.usd).toBeCloseTo(0.0142, 12);
  });

  it('adds what an answer cost that broke off and was asked for again', async () => {
    const server = await serve((_, index) => ({
      thinking: 'Hm.',
      text: 'Yes.',
      usage,
      ...(index === 0 && { breaks: { after: 4, by: 'cut' } }),
    }));
    const { text, end } = await outcome(modelAt(server.baseURL), ask());
    expect(text).toBe('Yes.');
    expect(end.usage).toMatchObject({ inputTokens: 28_000, outputTokens: 201 });
  });
});
