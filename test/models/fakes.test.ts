import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AssistantBlock } from '../../src/models/port';
import { ScriptedLanguageModel } from '../fakes/language-model';
import { startMessagesServer } from '../fakes/messages-server';
import { ask, assistant, modelAt, outcome, results, RUN_SQL, user } from './requests';

const valid = { model: 'claude-sonnet-5-5', max_tokens: 10, messages: [{ role: 'user', content: 'Why?' }] };
const call = { type: 'tool_use', id: 'a', name: 'run_sql', input: {} };
const result = { type: 'tool_result', tool_use_id: 'a', content: '1' };
const turns = (...content: readonly unknown[]): object => ({
  messages: content.map((each, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content: each })),
});
const tool = (input_schema: object): object => ({ tools: [{ name: 'run_sql', input_schema }] });

async function post(
  body: object,
  headers: Record<string, string>,
  path = '/v1/messages',
): Promise<readonly [number, string]> {
  const server = await startMessagesServer(() => ({ text: 'Yes.', thinking: 'Hm.' }));
  try {
    const response = await fetch(server.baseURL + path, { method: 'POST', body: JSON.stringify(body), headers });
    return [response.status, await response.text()];
  } finally {
    await server.close();
  }
}

const headers = { authorization: 'Bearer key', 'anthropic-version': '2026-10-21' };

describe('the local Messages API', () => {
  it('answers a valid request in one piece when no stream is asked for', async () => {
    const [status, body] = await post(valid, headers);
    expect(status).toBe(200);
    expect(JSON.parse(body)).toMatchObject({
      type: 'message',
      stop_reason: 'end_turn',
      content: [{ type: 'thinking' }, { text: 'Yes.' }],
    });
  });

  it('counts tokens', async () => {
    const counted = { ...valid, max_tokens: undefined };
    const [status, body] = await post(counted, headers, '/v1/messages/count_tokens');
    expect([status, body]).toEqual([200, expect.stringMatching(/^\{"input_tokens":\d+\}$/)]);
  });

  it.each([
    ['no key', { 'anthropic-version': '2026-10-21' }, 401],
    ['no version', { authorization: 'Bearer key' }, 400],
  ])('refuses %s', async (_, each, status) => {
    expect((await post(valid, each))[0]).toBe(status);
  });

  it.each<[string, object, RegExp]>([
    ['sampling parameters', { temperature: 1 }, /temperature: not supported/],
    ['a forced tool', { tool_choice: { type: 'any' } }, /forcing a tool/],
    ['unknown parameters', { max_output_tokens: 5 }, /Unrecognized key/],
    ['no limit of tokens', { max_tokens: undefined }, /max_tokens/],
    ['too high a limit', { max_tokens: 200_000 }, /max_tokens/],
    ['no messages', { messages: [] }, /at least one message/],
    ['a prefilled answer', turns('Why?', 'Because'), /prefilling/],
    [
      'an answer first',
      {
        messages: [
          { role: 'assistant', content: 'Hi' },
          { role: 'user', content: 'Why?' },
        ],
      },
      /first message/,
    ],
    ['blank text', turns([{ type: 'text', text: ' ' }]), /non-whitespace/],
    ['empty content', turns([]), /non-empty/],
    ['a result without a call', turns([result]), /unexpected `tool_use_id`/],
    ['a call without a result', turns('Why?', [call], 'Go on'), /without `tool_result`/],
    ['text before a result', turns('Why?', [call], [{ type: 'text', text: 'So' }, result]), /must come before/],
    ['an input that is no object', turns('Why?', [{ ...call, input: '{' }], [result]), /input/],
    ['an empty failed result', turns('Why?', [call], [{ ...result, content: '', is_error: true }]), /cannot be empty/],
    [
      'thinking that it never issued',
      turns('Why?', [{ type: 'thinking', thinking: 'Hm', signature: 's' }], 'So?'),
      /signature/,
    ],
    ['a tool whose input is no object', tool({ type: 'string' }), /must be \\"object\\"/],
    ['a tool whose input is a union', tool({ type: 'object', anyOf: [] }), /does not support/],
    [
      'five cache breakpoints',
      { system: Array(5).fill({ type: 'text', text: 'a', cache_control: { type: 'ephemeral' } }) },
      /maximum of 4/,
    ],
    ['an unknown effort', { output_config: { effort: 'huge' } }, /effort/],
  ])('refuses %s', async (_, changes, message) => {
    const [status, body] = await post({ ...valid, ...changes }, headers);
    expect(status).toBe(400);
    expect(body).toMatch(message);
  });

  it('refuses an unknown model', async () => {
    expect((await post({ ...valid, model: 'claude-typo' }, headers))[0]).toBe(404);
  });

  it('takes whatever conversation the port allows, once the adapter has written it', async () => {
    const server = await startMessagesServer(() => ({ text: 'Yes.' }));
    const model = modelAt(server.baseURL);
    const text = fc.record({ type: fc.constant('text' as const), text: fc.string({ unit: 'grapheme' }) });
    const input = fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.string());
    const turn = fc.tuple(fc.array(text, { maxLength: 2 }), fc.array(input, { maxLength: 3 }), fc.string());
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(turn, { maxLength: 4 }), async (all) => {
          const messages = [user('Why?')];
          for (const [index, [texts, inputs, answer]] of all.entries()) {
            const calls = inputs.map((each, position): AssistantBlock => {
              return { type: 'tool-call', id: `c${index}_${position}`, tool: 'run_sql', input: each };
            });
            const { content } = results(calls, answer);
            messages.push(assistant([...texts, ...calls]), { role: 'user', content: [...texts, ...content] });
          }
          messages.push(...(all.length > 0 ? [user('Go on.')] : []));
          const { end } = await outcome(model, ask({ tools: [RUN_SQL], messages }));
          expect(end.reason).toEqual({ kind: 'done' });
        }),
        { numRuns: 40 },
      );
    } finally {
      await server.close();
    }
  });
});

describe('the scripted model', () => {
  const { signal } = new AbortController();

  it('answers from its script and keeps what it was asked', async () => {
    const model = new ScriptedLanguageModel((request, index) =>
      index === 0
        ? { thinking: 'Hm.', text: 'I look.', tools: [{ tool: 'run_sql', input: {} }] }
        : { text: `${request.messages.length}` },
    );
    const first = await outcome(model, ask(), signal);
    expect(first).toMatchObject({ text: 'I look.', end: { reason: { kind: 'tool-calls' }, usage: { usd: 0 } } });
    const messages = [user('Why?'), assistant(first.end.content), results(first.end.content)];
    const second = await outcome(model, ask({ messages }), signal);
    expect(second).toMatchObject({ text: '3', end: { reason: { kind: 'done' } } });
    expect(model.requests).toHaveLength(2);
  });

  it('ends as the script says', async () => {
    const reason = { kind: 'error', message: 'overloaded', retriable: true } as const;
    const model = new ScriptedLanguageModel(() => ({ reason, usage: { usd: 2 } }));
    expect((await outcome(model, ask(), signal)).end).toMatchObject({ reason, content: [], usage: { usd: 2 } });
  });

  it('ends at once when aborted, even while the script waits', async () => {
    const stop = new AbortController();
    const model = new ScriptedLanguageModel(() => new Promise(() => undefined));
    const running = outcome(model, ask(), stop.signal);
    stop.abort();
    expect((await running).end.reason).toEqual({ kind: 'aborted' });
  });

  it.each([
    [
      'a call without a result',
      [user('Why?'), assistant([{ type: 'tool-call', id: 'a', tool: 'run_sql', input: {} }]), user('So?')],
    ],
    ['an answer last', [user('Why?'), assistant([{ type: 'text', text: 'Because' }])]],
  ])('throws for %s', async (_, messages) => {
    const model = new ScriptedLanguageModel(() => ({ text: 'Yes.' }));
    await expect(outcome(model, ask({ messages }), signal)).rejects.toThrow('request refused');
  });
});
