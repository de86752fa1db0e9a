import { CONNECTION_DEFAULTS } from '../../src/models/anthropic/connection';
import { AnthropicModel, type AnthropicOptions } from '../../src/models/anthropic/model';
import type { AssistantBlock, LanguageModel, Message, ModelEvent, ModelRequest } from '../../src/models/port';

export const KEY = 'sk-ant-test-0123456789';

/** A model at a local server, quick to ask again. */
export function modelAt(baseURL: string, options: Partial<AnthropicOptions> = {}): AnthropicModel {
  return new AnthropicModel({
    ...CONNECTION_DEFAULTS,
    apiKey: KEY,
    baseURL,
    model: 'claude-sonnet-5-5',
    retryDelay: 1,
    ...options,
  });
}

export const RUN_SQL = {
  name: 'run_sql',
  description: 'Runs one query.',
  input: { type: 'object', properties: { sql: { type: 'string' } }, required: ['sql'] },
} as const;

export function ask(changes: Partial<ModelRequest> = {}): ModelRequest {
  return { system: [], tools: [], messages: [user('Why?')], maxOutputTokens: 1_000, ...changes };
}

export function user(text: string): Message {
  return { role: 'user', content: [{ type: 'text', text }] };
}

export function assistant(content: readonly AssistantBlock[]): Message {
  return { role: 'assistant', content };
}

/** The answers to calls, as a turn of the user. */
export function results(content: readonly AssistantBlock[], text = '1 row'): Extract<Message, { role: 'user' }> {
  const calls = content.flatMap((block) => (block.type === 'tool-call' ? [block.id] : []));
  return { role: 'user', content: calls.map((call) => ({ type: 'tool-result', call, text })) };
}

export type Outcome = { readonly text: string; readonly end: Extract<ModelEvent, { type: 'end' }> };

/** Reads a stream to its end and checks the contract: texts, then exactly one end. */
export async function outcome(
  model: LanguageModel,
  request: ModelRequest,
  signal = new AbortController().signal,
): Promise<Outcome> {
  let text = '';
  let end: Outcome['end'] | undefined;
  for await (const event of model.stream(request, signal)) {
    if (end !== undefined) throw new Error(`an event after the end: ${event.type}`);
    if (event.type === 'end') end = event;
    else text += event.text;
  }
  if (end === undefined) throw new Error('the stream had no end');
  return { text, end };
}
