import { describe, expect, it, vi } from 'vitest';
import type { LanguageModelChat } from 'vscode';
import { EditorModel } from '../../src/models/vscode/model';
import { editorProvider } from '../../src/models/vscode/provider';
import { calls, FakeChatModel, says, type ChatScript } from '../fakes/chat-model';
import { editor, LanguageModelError } from '../fakes/vscode';
import { ask, assistant, outcome, results, RUN_SQL, user } from './requests';

vi.mock('vscode', async () => import('../fakes/vscode'));

function modelOf(script: ChatScript): { readonly chat: FakeChatModel; readonly model: EditorModel } {
  const chat = new FakeChatModel(script);
  return { chat, model: new EditorModel(chat as unknown as LanguageModelChat, 'To investigate.') };
}

describe('a model of the editor', () => {
  it('streams its text, counts tokens as its tokenizer does, and has no price', async () => {
    const { model, chat } = modelOf(() => [says('It rose '), says('because of the price.')]);
    const { text, end } = await outcome(model, ask());
    expect(text).toBe('It rose because of the price.');
    expect(end.reason).toEqual({ kind: 'done' });
    expect(end.content).toEqual([{ type: 'text', text }]);
    expect(end.usage).toEqual({ inputTokens: expect.any(Number) as number, outputTokens: 8, usd: undefined });
    expect(end.usage.inputTokens).toBeGreaterThan(0);
    expect(chat.requests[0]?.options.justification).toBe('To investigate.');
  });

  it('gets the instructions as the first part of the first message, set off from what the user says', async () => {
    const { model, chat } = modelOf(() => [says('Yes.')]);
    await outcome(
      model,
      ask({ system: [{ text: 'The method.', cache: true }, { text: ' ' }, { text: 'You judge.' }] }),
    );
    expect(chat.requests[0]?.messages).toEqual([
      {
        role: 'user',
        content: [says('<instructions>\nThe method.\n\nYou judge.\n</instructions>'), says('Why?')],
      },
    ]);
  });

  it('calls tools, and gets their results before what else is said', async () => {
    const { model, chat } = modelOf((_, index) =>
      index === 0
        ? [says('I look.'), calls('run_sql', { sql: 'SELECT 1' }, 'a'), calls('run_sql', {}, 'b')]
        : [says('So.')],
    );
    const first = await outcome(model, ask({ tools: [RUN_SQL] }));
    expect(first.end.reason).toEqual({ kind: 'tool-calls' });
    expect(first.end.content).toEqual([
      { type: 'text', text: 'I look.' },
      { type: 'tool-call', id: 'a', tool: 'run_sql', input: { sql: 'SELECT 1' } },
      { type: 'tool-call', id: 'b', tool: 'run_sql', input: {} },
    ]);
    const answered = results(first.end.content);
    const content = [{ type: 'text', text: 'Go on.' } as const, ...answered.content];
    const messages = [user('Why?'), assistant(first.end.content), { role: 'user', content } as const];
    expect((await outcome(model, ask({ tools: [RUN_SQL], messages }))).end.reason).toEqual({ kind: 'done' });
    expect(chat.requests[1]?.options.tools).toEqual([
      { name: 'run_sql', description: 'Runs one query.', inputSchema: RUN_SQL.input },
    ]);
    expect(chat.requests[1]?.messages[2]?.content).toEqual([
      { callId: 'a', content: [says('1 row')] },
      { callId: 'b', content: [says('1 row')] },
      says('Go on.'),
    ]);
  });

  it('says of a failed call that it failed, and sends no input that is no object', async () => {
    const { model, chat } = modelOf(() => [says('So.')]);
    const call = { type: 'tool-call', id: 'a', tool: 'run_sql', input: '{"sql":' } as const;
    const failed = { type: 'tool-result', call: 'a', text: '', failed: true } as const;
    await outcome(model, ask({ messages: [user('Why?'), assistant([call]), { role: 'user', content: [failed] }] }));
    expect(chat.requests[0]?.messages.slice(1)).toEqual([
      { role: 'assistant', content: [calls('run_sql', {}, 'a')] },
      { role: 'user', content: [{ callId: 'a', content: [says('This call failed.\n\n(empty)')] }] },
    ]);
  });

  it('may send parts that this version does not know', async () => {
    const { model } = modelOf(() => [{ value: 'thinking' }, says('So.'), { data: new Uint8Array(1) }, undefined]);
    const { text, end } = await outcome(model, ask());
    expect([text, end.reason]).toEqual(['So.', { kind: 'done' }]);
  });

  it('that cannot count is told to have used nobody knows how much', async () => {
    const { model, chat } = modelOf(() => [says('So.')]);
    chat.countTokens = () => Promise.reject(new Error('no tokenizer'));
    expect((await outcome(model, ask())).end.usage).toEqual({ inputTokens: 0, outputTokens: 0, usd: undefined });
  });
});

describe('a failure', () => {
  it.each([
    [
      LanguageModelError.NoPermissions('Denied.'),
      /^Fake Chat may not be used by this extension: Denied\.; allow it under/,
      false,
    ],
    [LanguageModelError.Blocked('Quota reached.'), /^Fake Chat is blocked: Quota reached\.; wait/, false],
    [LanguageModelError.NotFound('Gone.'), /^Fake Chat is not there any more: Gone\.; choose another model$/, false],
    [
      new Error('', { cause: new Error('Message exceeds token limit.') }),
      /^context window exceeded: Message exceeds/,
      false,
    ],
    [new Error('net::ERR_NETWORK_CHANGED'), /^Fake Chat failed: net::ERR_NETWORK_CHANGED$/, true],
  ])('%s is the end of the stream, with what helps', async (error, message, retriable) => {
    const { model } = modelOf(() => [error]);
    const { end } = await outcome(model, ask());
    expect(end).toMatchObject({ reason: { kind: 'error', retriable }, content: [] });
    if (end.reason.kind === 'error') expect(end.reason.message).toMatch(message);
    expect(end.usage).toEqual({ inputTokens: 0, outputTokens: 0, usd: 0 });
  });

  it('in the middle of an answer keeps the calls that are whole, and what was used', async () => {
    const { model } = modelOf(() => [says('I'), calls('run_sql', {}), says('th'), new Error('reset')]);
    const { text, end } = await outcome(model, ask());
    expect(text).toBe('Ith');
    expect(end.content).toEqual([{ type: 'tool-call', id: 'call-1', tool: 'run_sql', input: {} }]);
    expect(end.reason).toEqual({ kind: 'error', message: 'Fake Chat failed: reset', retriable: true });
    expect(end.usage.usd).toBeUndefined();
  });
});

describe('an abort', () => {
  it('before the request sends none', async () => {
    const { model, chat } = modelOf(() => [says('So.')]);
    expect((await outcome(model, ask(), AbortSignal.abort())).end.reason).toEqual({ kind: 'aborted' });
    expect(chat.requests).toEqual([]);
  });

  it.each<[string, ChatScript]>([
    ['while nothing came yet', () => new Promise(() => undefined)],
    ['of a provider that does not heed it', () => [says('I'), ...Array.from({ length: 10_000 }, () => says(' go on'))]],
  ])('%s ends the answer and cancels the request', async (_, script) => {
    const { model, chat } = modelOf(script);
    const stop = new AbortController();
    const running = outcome(model, ask(), stop.signal);
    await vi.waitFor(() => expect(chat.requests).toHaveLength(1));
    stop.abort();
    expect((await running).end).toMatchObject({ reason: { kind: 'aborted' }, content: [] });
    expect(chat.token?.isCancellationRequested).toBe(true);
  });

  it('by a reader that stops reading cancels the request', async () => {
    const { model, chat } = modelOf(() => [says('I'), says(' go on')]);
    for await (const event of model.stream(ask(), new AbortController().signal)) {
      expect(event.type).toBe('text');
      break;
    }
    expect(chat.token?.isCancellationRequested).toBe(true);
  });
});

describe('the models that the editor offers', () => {
  it('are listed with who provides them; there may be none', async () => {
    const { signal } = new AbortController();
    expect(await editorProvider.listModels({}, signal)).toEqual([]);
    editor.chatModels = [new FakeChatModel(() => [], 'gpt-x', 'GPT X')];
    expect(await editorProvider.listModels({}, signal)).toEqual([{ id: 'gpt-x', name: 'GPT X (copilot)' }]);
    expect((await editorProvider.openModel('gpt-x', {})).id).toBe('gpt-x');
    await expect(editorProvider.openModel('gpt-y', {})).rejects.toThrow('the editor does not offer the model gpt-y');
  });
});
