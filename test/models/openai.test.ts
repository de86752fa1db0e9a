import { afterEach, describe, expect, it, vi } from 'vitest';
import { listModels } from '../../src/models/openai/list';
import { CONNECTION_DEFAULTS } from '../../src/models/openai/connection';
import type { Message } from '../../src/models/port';
import type { CallManners, ServerOptions } from '../fakes/chat-completions-server';
import { closeServers, openAiModelAt, serve } from './openai-requests';
import { ask, assistant, outcome, results, RUN_SQL, user } from './requests';

afterEach(closeServers);

const two = [
  { name: 'run_sql', input: { sql: 'SELECT \'ä\' AS "ö"' } },
  { name: 'run_sql', input: {} },
];

describe('an answer', () => {
  it('streams its text as it comes, whole across chunks that cut UTF-8 sequences, and without what the model thought', async () => {
    const text = 'Die Größe der Stichprobe – 数据 – is “fine” 🙂🙂. '.repeat(8).trim();
    const server = await serve(() => ({ text, reasoning: 'Hm, let me think.' }));
    const pieces: string[] = [];
    for await (const event of openAiModelAt(server.baseURL).stream(ask(), new AbortController().signal)) {
      if (event.type === 'text') pieces.push(event.text);
      else expect(event).toMatchObject({ reason: { kind: 'done' }, content: [{ type: 'text', text }] });
    }
    expect(pieces.length).toBeGreaterThan(10);
    expect(pieces.join('')).toBe(text);
  });

  it.each<[string, CallManners, readonly string[]]>([
    ['in pieces, as OpenAI and vLLM', {}, ['call_0x0', 'call_0x1']],
    ['whole, as LM Studio', { calls: 'whole' }, ['call_0x0', 'call_0x1']],
    ['whole and all with index 0', { calls: 'whole', indexes: 'zero', stopsAtCalls: true }, ['call_0x0', 'call_0x1']],
    ['whole and without index', { calls: 'whole', indexes: 'none' }, ['call_0x0', 'call_0x1']],
    ['in pieces without index', { indexes: 'none' }, ['call_0x0', 'call_0x1']],
    ['without ids', { ids: 'none' }, ['call_1_0', 'call_1_1']],
    ['with empty ids, as llama.cpp did', { ids: 'empty' }, ['call_1_0', 'call_1_1']],
    ['without ids and index', { ids: 'none', indexes: 'none', calls: 'whole' }, ['call_1_0', 'call_1_1']],
    ['without ids, all with index 0', { ids: 'none', indexes: 'zero', calls: 'whole' }, ['call_1_0', 'call_1_1']],
    ['with one id for all', { ids: 'same' }, ['call_same', 'call_1_1']],
  ])('ends with its tool calls, when they are sent %s', async (_, manners, ids) => {
    const server = await serve(
      (__, index) => (index === 0 ? { text: 'I look.', tools: two } : { text: 'So.' }),
      manners,
    );
    const model = openAiModelAt(server.baseURL);
    const { end } = await outcome(model, ask({ tools: [RUN_SQL] }));
    expect(end.reason).toEqual({ kind: 'tool-calls' });
    expect(end.content).toEqual([
      { type: 'text', text: 'I look.' },
      { type: 'tool-call', id: ids[0], tool: 'run_sql', input: two[0]?.input },
      { type: 'tool-call', id: ids[1], tool: 'run_sql', input: {} },
    ]);
    const messages = [user('Why?'), assistant(end.content), results(end.content)];
    expect((await outcome(model, ask({ tools: [RUN_SQL], messages }))).end.reason).toEqual({ kind: 'done' });
  });

  it.each(['{"sql": ', '"SELECT 1"', '[1]', 'null'])(
    'keeps the input %s, which is no object, as its text',
    async (json) => {
      const server = await serve((_, index) =>
        index === 0 ? { tools: [{ name: 'run_sql', input: json }] } : { text: 'Sorry.' },
      );
      const model = openAiModelAt(server.baseURL);
      const { end } = await outcome(model, ask({ tools: [RUN_SQL] }));
      expect(end.reason).toEqual({ kind: 'tool-calls' });
      expect(end.content).toEqual([{ type: 'tool-call', id: 'call_0x0', tool: 'run_sql', input: json }]);
      const messages = [user('Why?'), assistant(end.content), results(end.content, 'unreadable input')];
      expect((await outcome(model, ask({ tools: [RUN_SQL], messages }))).end.reason).toEqual({ kind: 'done' });
    },
  );

  it('may call a tool without arguments and send no JSON, or call one whose name no server takes back', async () => {
    const server = await serve((_, index) =>
      index === 0 ? { tools: [{ name: 'functions.run sql', input: '' }] } : { text: 'Sorry.' },
    );
    const model = openAiModelAt(server.baseURL);
    const { end } = await outcome(model, ask({ tools: [RUN_SQL] }));
    expect(end.content).toMatchObject([{ tool: 'functions.run sql', input: {} }]);
    const messages = [user('Why?'), assistant(end.content), results(end.content, 'unknown tool')];
    expect((await outcome(model, ask({ tools: [RUN_SQL], messages }))).end.reason).toEqual({ kind: 'done' });
    expect(server.accepted[1]?.messages[1]).toMatchObject({
      tool_calls: [{ function: { name: 'functions_run_sql' } }],
    });
  });

  it.each([
    ['was cut at the limit of tokens', { text: 'Once upon', finish: 'length' }, { kind: 'max-tokens' }],
    [
      'was declined by the model',
      { refusal: 'I cannot help with that.' },
      { kind: 'refusal', message: 'the model declined to answer: I cannot help with that.' },
    ],
    [
      'was stopped by a filter',
      { text: 'So', finish: 'content_filter' },
      { kind: 'refusal', message: 'a content filter stopped the answer' },
    ],
    ['ended in words that no other server uses', { text: 'So.', finish: 'eos' }, { kind: 'done' }],
    ['is empty', {}, { kind: 'done' }],
  ])('that %s says so', async (_, script, reason) => {
    const server = await serve(() => script);
    expect((await outcome(openAiModelAt(server.baseURL), ask())).end.reason).toEqual(reason);
  });
});

describe('a request', () => {
  it('holds one system message, the tools, the limit, and asks for the count of tokens', async () => {
    const server = await serve(() => ({ text: 'Yes.' }));
    const system = [{ text: 'The method.', cache: true }, { text: ' ' }, { text: 'You judge.' }];
    await outcome(openAiModelAt(server.baseURL), ask({ system, tools: [RUN_SQL], effort: 'low' }));
    expect(server.accepted[0]).toEqual({
      model: 'small',
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 1_000,
      messages: [
        { role: 'system', content: 'The method.\n\nYou judge.' },
        { role: 'user', content: 'Why?' },
      ],
      tools: [
        { type: 'function', function: { name: 'run_sql', description: 'Runs one query.', parameters: RUN_SQL.input } },
      ],
    });
  });

  it('sends the key when there is one, and no authorization at all without', async () => {
    vi.stubEnv('OPENAI_API_KEY', 'sk-environment');
    vi.stubEnv('OPENAI_BASE_URL', 'http://127.0.0.1:1');
    vi.stubEnv('OPENAI_ORG_ID', 'org-environment');
    vi.stubEnv('OPENAI_PROJECT_ID', 'project-environment');
    vi.stubEnv('OPENAI_CUSTOM_HEADERS', 'authorization: Bearer sk-custom');
    try {
      const server = await serve(() => ({ text: 'Yes.' }));
      await outcome(openAiModelAt(server.baseURL, { apiKey: 'sk-mine' }), ask());
      await outcome(openAiModelAt(server.baseURL), ask());
      expect(server.received.map(({ headers }) => headers.authorization)).toEqual(['Bearer sk-mine', undefined]);
      expect(JSON.stringify(server.received)).not.toMatch(/environment|custom/);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  const call = { type: 'tool-call', id: 'a', tool: 'run_sql', input: { sql: 'SELECT 1' } } as const;
  const conversations: readonly (readonly [string, readonly Message[]])[] = [
    [
      'texts beside results',
      [
        user('Why?'),
        assistant([call]),
        {
          role: 'user',
          content: [
            { type: 'text', text: 'One answer is left.' },
            { type: 'tool-result', call: 'a', text: '', failed: true },
          ],
        },
      ],
    ],
    ['a turn of which nothing is left', [user('Why?'), assistant([]), user('Go on.')]],
    [
      'blocks of another provider',
      [user('Why?'), assistant([{ type: 'opaque', provider: 'other', value: 1 }]), user('Go on.')],
    ],
  ];

  it.each(conversations)('with %s keeps to the turns that strict chat templates want', async (_, messages) => {
    const server = await serve(() => ({ text: 'Yes.' }), { strictTemplate: true });
    const { end } = await outcome(openAiModelAt(server.baseURL), ask({ tools: [RUN_SQL], messages }));
    expect(end.reason).toEqual({ kind: 'done' });
  });

  it('adds to the last result what is said beside it', async () => {
    const server = await serve(() => ({ text: 'Yes.' }));
    await outcome(openAiModelAt(server.baseURL), ask({ tools: [RUN_SQL], messages: conversations[0]?.[1] ?? [] }));
    expect(server.accepted[0]?.messages.slice(1)).toEqual([
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'run_sql', arguments: '{"sql":"SELECT 1"}' } }],
      },
      { role: 'tool', tool_call_id: 'a', content: 'This call failed.\n\n(empty)\n\nOne answer is left.' },
    ]);
  });

  it.each<[string, ServerOptions, object]>([
    ['wants another name for the limit', { completionTokensOnly: true }, { max_completion_tokens: 1_000 }],
    ['does not know how to count', { noStreamOptions: true }, { max_tokens: 1_000 }],
    [
      'has no room for the limit',
      { countsLimit: true, contextWindow: 900 },
      { stream_options: { include_usage: true } },
    ],
  ])('that a server refuses because it %s is asked as the server wants, then and later', async (_, options, asked) => {
    const server = await serve(() => ({ text: 'Yes.' }), options);
    const model = openAiModelAt(server.baseURL);
    expect((await outcome(model, ask())).end.reason).toEqual({ kind: 'done' });
    expect((await outcome(model, ask())).end.reason).toEqual({ kind: 'done' });
    expect(server.received).toHaveLength(3);
    expect(server.accepted[1]).toMatchObject(asked);
    expect(Object.keys(server.accepted[1] ?? {})).toHaveLength(
      3 + Object.keys(asked).length + (options.completionTokensOnly ? 1 : 0),
    );
  });

  it.each(['ftp://host', 'nonsense', 'https://me:secret@host'])('is never made to the address %s', (baseURL) => {
    expect(() => openAiModelAt(baseURL)).toThrow(/address/);
    expect(() => openAiModelAt(baseURL)).not.toThrow(/secret/);
  });

  it('is never made with a key that no header can hold', () => {
    expect(() => openAiModelAt('http://127.0.0.1:1', { apiKey: 'sk-\n' })).toThrow('malformed API key');
  });
});

describe('usage', () => {
  it('is what the server counted; without a price, its cost is unknown', async () => {
    const server = await serve(() => ({ text: 'Yes, because.' }));
    const { end } = await outcome(openAiModelAt(server.baseURL), ask());
    expect(end.usage).toEqual({ inputTokens: 11, outputTokens: 6, usd: undefined });
  });

  it('is priced with the price that the person gave, tokens from the cache apart', async () => {
    const server = await serve(() => ({ text: 'Yes, because.' }));
    const price = { input: 2, output: 8, cacheWrite5m: 2, cacheWrite1h: 2, cacheRead: 0.5 };
    const { end } = await outcome(openAiModelAt(server.baseURL, { prices: { small: price } }), ask());
    expect(end.usage.usd).toBeCloseTo((1 * 2 + 10 * 0.5 + 6 * 8) / 1e6, 15);
  });

  it('of a server that does not count is no number that somebody made up', async () => {
    const server = await serve(() => ({ text: 'Yes.' }), { noUsage: true });
    const { end } = await outcome(openAiModelAt(server.baseURL), ask());
    expect(end.usage).toEqual({ inputTokens: 0, outputTokens: 0, usd: undefined });
  });
});

describe('the list of models', () => {
  const { signal } = new AbortController();

  it('has what the server offers, by name', async () => {
    const server = await serve(() => ({}), { models: ['qwen3:8b', 'llama3.1'] });
    const models = await listModels({ ...CONNECTION_DEFAULTS, baseURL: server.baseURL }, signal);
    expect(models.map(({ id }) => id)).toEqual(['llama3.1', 'qwen3:8b']);
  });

  it('says when the server is down, or wants a key', async () => {
    const server = await serve(() => ({}), { apiKey: 'sk-right' });
    const listing = listModels({ ...CONNECTION_DEFAULTS, baseURL: server.baseURL }, signal);
    await expect(listing).rejects.toThrow(/authentication failed: 127\.0\.0\.1:\d+ wants an API key/);
    await server.close();
    const again = listModels({ ...CONNECTION_DEFAULTS, retries: 0, baseURL: server.baseURL }, signal);
    await expect(again).rejects.toThrow(/cannot reach .*; is the server running\?/);
  });
});
