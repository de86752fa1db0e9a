import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { inPieces, readJson, sendEvents, sendJson, serveLocally } from './http';
import { estimateTokens, PromptCache } from './messages-cache';
import { checkCreate, countRefusal, type MessagesRequest } from './messages-rules';

/** A message of the model, and what the line does while it is sent. */
export type ScriptedMessage = {
  readonly thinking?: string;
  /** The data of a redacted thinking block. */
  readonly redactedThinking?: string;
  readonly text?: string;
  readonly tools?: readonly (
    | { readonly name: string; readonly input: Readonly<Record<string, unknown>> }
    | { readonly name: string; readonly malformedInput: string }
  )[];
  readonly refusal?: { readonly category: string | null; readonly explanation: string | null };
  readonly stopReason?: string;
  /** Replaces counts of the usage that the server would send. */
  readonly usage?: Readonly<Record<string, unknown>>;
  /** Replaces counts of the totals at the end of a stream; undefined leaves one out. */
  readonly finalUsage?: Readonly<Record<string, unknown>>;
  /** Milliseconds before the response begins. */
  readonly delay?: number;
  /** Breaks the stream off after so many events: the socket is cut, the server says that it is overloaded, nothing comes any more, or it ends. */
  readonly breaks?: { readonly after: number; readonly by: 'cut' | 'overload' | 'silence' | 'end' };
};

export type ScriptedError = {
  readonly error: {
    readonly status: number;
    readonly type: string;
    readonly message: string;
    readonly details?: unknown;
  };
  readonly headers?: Readonly<Record<string, string>>;
};

/** Says what is answered to a request that was accepted; `index` counts those from 0. */
export type Script = (request: MessagesRequest, index: number) => ScriptedMessage | ScriptedError;

export type ReceivedRequest = {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
};

export type MessagesServer = {
  readonly baseURL: string;
  /** Everything that arrived, refused or not. */
  readonly received: readonly ReceivedRequest[];
  /** The bodies of the messages that were accepted. */
  readonly accepted: readonly MessagesRequest[];
  /** How many responses the client gave up before their end. */
  readonly abandoned: () => number;
  close(): Promise<void>;
};

export type ServerOptions = {
  /** The only key that is accepted; without it any is. */
  readonly apiKey?: string;
  readonly models?: readonly string[];
  /** In tokens. */
  readonly contextWindow?: number;
};

type Event = { readonly type: string } & Readonly<Record<string, unknown>>;

/** Starts a local server that speaks the Messages API (2026-10-21) and refuses what the real one refuses. */
export async function startMessagesServer(script: Script, options: ServerOptions = {}): Promise<MessagesServer> {
  const { models = ['claude-sonnet-5-5', 'claude-haiku-5-5', 'claude-opus-5-5'], contextWindow = 1_000_000 } = options;
  const received: ReceivedRequest[] = [];
  const accepted: MessagesRequest[] = [];
  const thinking = new Map<string, string>();
  const pausedTexts = new Set<string>();
  const cache = new PromptCache();

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    const body = await readJson(request);
    received.push({ path, headers: request.headers, body });

    const key = request.headers['x-api-key'] ?? /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (key === undefined) return fail(response, 401, 'authentication_error', 'x-api-key header is required');
    if (options.apiKey !== undefined && key !== options.apiKey) {
      return fail(response, 401, 'authentication_error', 'invalid x-api-key');
    }
    if (request.headers['anthropic-version'] === undefined)
      return refuse(response, 'anthropic-version: header is required');
    const route = `${request.method} ${path.replace(/\?.*$/, '')}`;
    if (route === 'GET /v1/models') return json(response, 200, modelPage(models));
    if (route === 'POST /v1/messages/count_tokens') {
      const refusal = countRefusal(body);
      return refusal === undefined
        ? json(response, 200, { input_tokens: estimateTokens(body) })
        : refuse(response, refusal);
    }
    if (route !== 'POST /v1/messages') return fail(response, 404, 'not_found_error', `Not found: ${path}`);

    const verdict = checkCreate(body, { thinking, pausedTexts });
    if ('refusal' in verdict) return refuse(response, verdict.refusal);
    const { request: params } = verdict;
    if (!models.includes(params.model)) return fail(response, 404, 'not_found_error', `model: ${params.model}`);
    const tokens = estimateTokens([params.system, params.tools, params.messages]);
    if (tokens > contextWindow)
      return refuse(response, `prompt is too long: ${tokens} tokens > ${contextWindow} maximum`);

    const index = accepted.push(params) - 1;
    const answer = script(params, index);
    if ('error' in answer) {
      const { status, type, message, details } = answer.error;
      return fail(response, status, type, message, details, answer.headers);
    }
    const message = toMessage(answer, params, index, cache);
    if (answer.thinking !== undefined) thinking.set(signature(index), answer.thinking);
    if (answer.stopReason === 'pause_turn' && answer.text !== undefined) pausedTexts.add(answer.text);
    if (answer.delay !== undefined) await setTimeout(answer.delay);
    if (!params.stream) return json(response, 200, message);
    await stream(response, eventsOf(message, answer), answer.breaks);
  }

  const server = await serveLocally(handle, (response, error) => fail(response, 500, 'api_error', String(error)));
  return { baseURL: server.origin, received, accepted, abandoned: server.abandoned, close: () => server.close() };
}

function json(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  sendJson(response, status, value, { 'request-id': 'req_fake', ...headers });
}

function fail(
  response: ServerResponse,
  status: number,
  type: string,
  message: string,
  details?: unknown,
  headers?: Readonly<Record<string, string>>,
): void {
  const body = { type: 'error', error: { type, message, details }, request_id: 'req_fake' };
  json(response, status, body, { 'retry-after-ms': '5', ...headers });
}

function refuse(response: ServerResponse, message: string): void {
  fail(response, 400, 'invalid_request_error', message);
}

function modelPage(models: readonly string[]): unknown {
  const data = models.map((id) => ({ type: 'model', id, display_name: id, created_at: '2026-01-01T00:00:00Z' }));
  return { data, has_more: false, first_id: models[0] ?? null, last_id: models.at(-1) ?? null };
}

function signature(index: number): string {
  return `signature-${index}`;
}

type Block =
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | { readonly type: 'redacted_thinking'; readonly data: string }
  | { readonly type: 'text'; readonly text: string; readonly citations: null }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: object };

function contentOf(answer: ScriptedMessage, index: number): readonly Block[] {
  const content: Block[] = [];
  if (answer.thinking !== undefined) {
    content.push({ type: 'thinking', thinking: answer.thinking, signature: signature(index) });
  }
  if (answer.redactedThinking !== undefined) content.push({ type: 'redacted_thinking', data: answer.redactedThinking });
  if (answer.text !== undefined) content.push({ type: 'text', text: answer.text, citations: null });
  for (const [position, call] of (answer.tools ?? []).entries()) {
    const input = 'input' in call ? call.input : {};
    content.push({ type: 'tool_use', id: `toolu_${index}_${position}`, name: call.name, input });
  }
  return content;
}

function toMessage(answer: ScriptedMessage, request: MessagesRequest, index: number, cache: PromptCache) {
  const content = contentOf(answer, index);
  const stopReason = answer.refusal ? 'refusal' : answer.tools?.length ? 'tool_use' : 'end_turn';
  const billed = cache.bill(request);
  return {
    id: `msg_${index}`,
    type: 'message',
    role: 'assistant',
    model: request.model,
    content,
    stop_reason: answer.stopReason ?? stopReason,
    stop_sequence: null,
    stop_details: answer.refusal ? { type: 'refusal', ...answer.refusal } : null,
    usage: {
      ...billed,
      cache_creation: {
        ephemeral_5m_input_tokens: billed.cache_creation_input_tokens,
        ephemeral_1h_input_tokens: 0,
      },
      output_tokens: estimateTokens(content),
      service_tier: 'standard',
      ...answer.usage,
    },
  };
}

/** The events of a streamed message, as the real API sends them: empty blocks first, then deltas, totals at the end. */
function eventsOf(message: ReturnType<typeof toMessage>, answer: ScriptedMessage): readonly Event[] {
  const { content, stop_reason, stop_sequence, stop_details, usage, ...head } = message;
  const blank = { stop_reason: null, stop_sequence: null, stop_details: null };
  const raw = (answer.tools ?? []).map((call) => ('input' in call ? JSON.stringify(call.input) : call.malformedInput));
  const beforeTools = content.length - raw.length;
  const { input_tokens, cache_creation_input_tokens, cache_read_input_tokens, output_tokens } = usage;
  const totals = {
    input_tokens,
    cache_creation_input_tokens,
    cache_read_input_tokens,
    output_tokens,
    ...answer.finalUsage,
  };
  return [
    { type: 'message_start', message: { ...head, ...blank, content: [], usage: { ...usage, output_tokens: 1 } } },
    ...content.flatMap((block, index) => [
      { type: 'content_block_start', index, content_block: emptied(block) },
      ...(index === 0 ? [{ type: 'ping' }] : []),
      ...deltasOf(block, raw[index - beforeTools] ?? '').map((delta) => ({
        type: 'content_block_delta',
        index,
        delta,
      })),
      { type: 'content_block_stop', index },
    ]),
    { type: 'message_delta', delta: { stop_reason, stop_sequence, stop_details }, usage: totals },
    { type: 'message_stop' },
  ];
}

function emptied(block: Block): Block {
  switch (block.type) {
    case 'thinking':
      return { ...block, thinking: '', signature: '' };
    case 'redacted_thinking':
      return block;
    case 'text':
      return { ...block, text: '' };
    case 'tool_use':
      return { ...block, input: {} };
  }
}

function deltasOf(block: Block, rawInput: string): readonly object[] {
  switch (block.type) {
    case 'thinking':
      return [
        ...inPieces(block.thinking, 9).map((thinking) => ({ type: 'thinking_delta', thinking })),
        { type: 'signature_delta', signature: block.signature },
      ];
    case 'redacted_thinking':
      return [];
    case 'text':
      return inPieces(block.text, 9).map((text) => ({ type: 'text_delta', text }));
    case 'tool_use':
      // A call without arguments sends no JSON at all.
      return ['', ...inPieces(rawInput === '{}' ? '' : rawInput, 5)].map((partial_json) => {
        return { type: 'input_json_delta', partial_json };
      });
  }
}

async function stream(
  response: ServerResponse,
  events: readonly Event[],
  breaks: ScriptedMessage['breaks'],
): Promise<void> {
  const sent = events.slice(0, breaks?.after);
  if (breaks?.by === 'overload') {
    sent.push({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } });
  }
  const text = sent.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
  const failure = breaks?.by === 'overload' ? 'end' : breaks?.by;
  await sendEvents(response, text, failure, { 'request-id': 'req_fake' });
}
