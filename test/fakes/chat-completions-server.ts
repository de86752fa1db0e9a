import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { checkCompletion, type CompletionRequest, type Manners } from './chat-completions-rules';
import { inPieces, readJson, sendEvents, sendJson, serveLocally, type LineFailure } from './http';

type ScriptedCall = {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>> | string;
};

/** An answer of the model; calls come as servers send them. */
export type ScriptedCompletion = {
  /** Sent beside the answer by models that think. */
  readonly reasoning?: string;
  readonly text?: string;
  readonly refusal?: string;
  /** An `input` that is text is sent as it is, JSON or not. */
  readonly tools?: readonly ScriptedCall[];
  readonly finish?: string;
  /** Milliseconds before the response begins. */
  readonly delay?: number;
  /** After so many chunks the line fails, or the server reports an error within the stream. */
  readonly breaks?: { readonly after: number; readonly by: LineFailure | 'error' };
  /** Replaces the whole stream. */
  readonly raw?: { readonly body: string; readonly type?: string };
};

/** The body of an error as the server writes it, which differs between servers. */
export type ScriptedError = { readonly status: number; readonly body: unknown };

export type Script = (request: CompletionRequest, index: number) => ScriptedCompletion | ScriptedError;

export type CompletionsServer = {
  /** Ends in `/v1`. */
  readonly baseURL: string;
  /** Everything that arrived, refused or not. */
  readonly received: readonly {
    readonly path: string;
    readonly headers: IncomingMessage['headers'];
    readonly body: unknown;
  }[];
  readonly accepted: readonly CompletionRequest[];
  readonly abandoned: () => number;
  close(): Promise<void>;
};

export type CallManners = {
  /** `pieces`: id and name first, arguments in pieces, as OpenAI; `whole`: each call in one chunk, as Ollama. */
  readonly calls?: 'pieces' | 'whole';
  /** Ids of calls: the server's own, empty, left out, or the same for all. */
  readonly ids?: 'own' | 'empty' | 'none' | 'same';
  /** Indexes of calls: counted, all 0, or left out. */
  readonly indexes?: 'counted' | 'zero' | 'none';
  /** The end of an answer with calls is told as `stop`. */
  readonly stopsAtCalls?: boolean;
  /** Tokens are not counted. */
  readonly noUsage?: boolean;
};

export type ServerOptions = Manners &
  CallManners & {
    /** The only key that is accepted; without it none is asked for. */
    readonly apiKey?: string;
    readonly models?: readonly string[];
    /** In tokens. */
    readonly contextWindow?: number;
  };

/** Starts a local server that speaks the Chat Completions API, refuses what real ones refuse, and has the manners of one of them. */
export async function startCompletionsServer(script: Script, options: ServerOptions = {}): Promise<CompletionsServer> {
  const { models = ['small', 'large'], contextWindow = 128_000 } = options;
  const received: CompletionsServer['received'][number][] = [];
  const accepted: CompletionRequest[] = [];

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    const body = await readJson(request);
    received.push({ path, headers: request.headers, body });
    const key = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (options.apiKey !== undefined && key !== options.apiKey) {
      const said = key === undefined ? 'You didn’t provide an API key.' : `Incorrect API key provided: ${key}.`;
      return fail(response, 401, said, 'invalid_request_error', 'invalid_api_key');
    }
    if (request.method === 'GET' && path === '/v1/models') {
      return sendJson(response, 200, { object: 'list', data: models.map((id) => ({ id, object: 'model' })) });
    }
    if (request.method !== 'POST' || path !== '/v1/chat/completions') {
      response.writeHead(404, { 'content-type': 'text/plain' });
      response.end('404 page not found');
      return;
    }
    const verdict = checkCompletion(body, options);
    if ('refusal' in verdict) return fail(response, 400, verdict.refusal, 'invalid_request_error');
    const params = verdict.request;
    if (!models.includes(params.model)) {
      return fail(response, 404, `model "${params.model}" not found, try pulling it first`, 'not_found_error');
    }
    const tokens = estimateTokens([params.messages, params.tools]);
    const limit = options.countsLimit ? (params.max_tokens ?? params.max_completion_tokens ?? 0) : 0;
    if (tokens + limit > contextWindow) {
      const parts = `${tokens} in the messages, ${limit} in the completion`;
      const said = `This model's maximum context length is ${contextWindow} tokens. However, you requested ${tokens + limit} tokens (${parts}).`;
      return fail(response, 400, said, 'invalid_request_error', 'context_length_exceeded');
    }
    const index = accepted.push(params) - 1;
    const answer = script(params, index);
    if ('status' in answer) return sendJson(response, answer.status, answer.body, { 'retry-after-ms': '5' });
    if (answer.delay !== undefined) await setTimeout(answer.delay);
    if (answer.raw) {
      response.writeHead(200, { 'content-type': answer.raw.type ?? 'text/event-stream' });
      response.end(answer.raw.body);
      return;
    }
    const chunks = chunksOf(answer, params, index, options);
    const sent = chunks.slice(0, answer.breaks?.after).map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`);
    if (answer.breaks?.by === 'error')
      sent.push('data: {"error":{"message":"The model crashed.","type":"server_error"}}\n\n');
    if (answer.breaks === undefined) sent.push('data: [DONE]\n\n');
    await sendEvents(response, sent.join(''), answer.breaks?.by === 'error' ? 'end' : answer.breaks?.by);
  }

  const server = await serveLocally(handle, (response, error) => fail(response, 500, String(error), 'server_error'));
  return {
    baseURL: `${server.origin}/v1`,
    received,
    accepted,
    abandoned: server.abandoned,
    close: () => server.close(),
  };
}

function fail(
  response: ServerResponse,
  status: number,
  message: string,
  type: string,
  code: string | null = null,
): void {
  sendJson(response, status, { error: { message, type, param: null, code } }, { 'retry-after-ms': '5' });
}

function estimateTokens(value: unknown): number {
  return Math.ceil(JSON.stringify(value).length / 4);
}

function chunksOf(answer: ScriptedCompletion, request: CompletionRequest, index: number, manners: CallManners) {
  const head = {
    id: `chatcmpl-${index}`,
    object: 'chat.completion.chunk',
    created: 1_790_000_000,
    model: request.model,
  };
  const chunk = (delta: object, finish_reason: string | null = null) => ({
    ...head,
    choices: [{ index: 0, delta, logprobs: null, finish_reason }],
  });
  const isCalling = (answer.tools?.length ?? 0) > 0 && !manners.stopsAtCalls;
  const usage = {
    prompt_tokens: estimateTokens([request.messages, request.tools]),
    completion_tokens: estimateTokens([answer.text, answer.tools]),
    prompt_tokens_details: { cached_tokens: 10 },
  };
  const isCounted = request.stream_options?.include_usage === true && !manners.noUsage;
  return [
    chunk({ role: 'assistant', content: '' }),
    ...inPieces(answer.reasoning ?? '', 9).map((reasoning_content) => chunk({ reasoning_content })),
    ...inPieces(answer.text ?? '', 9).map((content) => chunk({ content })),
    ...inPieces(answer.refusal ?? '', 9).map((refusal) => chunk({ refusal })),
    ...(answer.tools ?? []).flatMap((call, position) =>
      callDeltas(call, index, position, manners).map((delta) => chunk({ tool_calls: [delta] })),
    ),
    chunk({}, answer.finish ?? (isCalling ? 'tool_calls' : 'stop')),
    ...(isCounted ? [{ ...head, choices: [], usage }] : []),
  ];
}

function callDeltas(call: ScriptedCall, answer: number, position: number, manners: CallManners): readonly object[] {
  const { calls = 'pieces', ids = 'own', indexes = 'counted' } = manners;
  const json = typeof call.input === 'string' ? call.input : JSON.stringify(call.input);
  const index = indexes === 'none' ? {} : { index: indexes === 'zero' ? 0 : position };
  const id = { own: { id: `call_${answer}x${position}` }, empty: { id: '' }, none: {}, same: { id: 'call_same' } }[ids];
  const first = { ...index, ...id, type: 'function' };
  if (calls === 'whole') return [{ ...first, function: { name: call.name, arguments: json } }];
  return [
    { ...first, function: { name: call.name, arguments: '' } },
    ...inPieces(json, 5).map((part) => ({ ...index, function: { arguments: part } })),
  ];
}
