import type Anthropic from '@anthropic-ai/sdk';
import {
  addUsage,
  NO_USAGE,
  type AssistantBlock,
  type LanguageModel,
  type ModelEvent,
  type ModelRequest,
  type StopReason,
  type TokenUsage,
} from '../port';
import { Answer } from './answer';
import { keyHeaders, openClient, type AnthropicConnection } from './connection';
import { brokeOff, failureOf, type Failure } from './failure';
import { cost, PRICES, promptTokens, type PriceTable } from './prices';
import { toParams } from './request';

/** `prices` adds to the built-in table or overrides it. */
export type AnthropicOptions = AnthropicConnection & { readonly model: string; readonly prices?: PriceTable };

/** What came of asking once. `streaming`: the failure came after the answer had begun, where the SDK does not ask again. */
type Attempt = {
  readonly answer: Answer;
  readonly failure?: Failure;
  readonly streaming: boolean;
  readonly spoke: boolean;
};

/** A turn that pauses longer than this is taken for one that does not end. */
const MOST_PAUSES = 5;
/** Milliseconds. */
const LONGEST_DELAY = 8_000;

/** A model of the Anthropic Messages API. The constructor throws a `Fault` for a key or an address that cannot be used. */
export class AnthropicModel implements LanguageModel {
  readonly id: string;
  readonly #options: AnthropicOptions;
  readonly #client: Anthropic;
  readonly #prices: PriceTable;

  constructor(options: AnthropicOptions) {
    this.id = options.model;
    this.#options = options;
    this.#client = openClient(options);
    this.#prices = { ...PRICES, ...options.prices };
  }

  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent, void, undefined> {
    let content: readonly AssistantBlock[] = [];
    let usage = NO_USAGE;
    const end = (reason: StopReason): ModelEvent => ({ type: 'end', reason, content, usage });

    let retries = 0;
    let pauses = 0;
    for (;;) {
      if (signal.aborted) return yield end({ kind: 'aborted' });
      const attempt = yield* this.#ask(continued(request, content), signal);
      usage = addUsage(usage, this.#usage(attempt.answer));
      if (this.#worthRepeating(attempt, retries) && !signal.aborted) {
        this.#options.logger?.warn(`${this.id}: ${attempt.failure?.message}; asking again`);
        await pause(backoff(this.#options.retryDelay, retries++), signal);
        continue;
      }
      content = [...content, ...attempt.answer.content];
      if (signal.aborted) return yield end({ kind: 'aborted' });
      if (attempt.failure !== undefined) return yield end({ kind: 'error', ...attempt.failure });
      if (attempt.answer.stop !== 'pause_turn') return yield end(stopReason(attempt.answer));
      if (++pauses > MOST_PAUSES) {
        return yield end({ kind: 'error', message: `${this.id} paused its turn ${pauses} times`, retriable: false });
      }
    }
  }

  async *#ask(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent, Attempt, undefined> {
    const params = toParams(this.id, request);
    const answer = new Answer();
    let streaming = false;
    let spoke = false;
    try {
      const events = await this.#client.messages.create(params, {
        signal,
        headers: keyHeaders(this.#options),
      });
      streaming = true;
      for await (const event of events) {
        const text = answer.take(event);
        if (text === '') continue;
        spoke = true;
        yield { type: 'text', text };
      }
    } catch (error) {
      return { answer, failure: failureOf(error, this.id, this.#options), streaming, spoke };
    }
    return answer.complete
      ? { answer, streaming, spoke }
      : { answer, failure: brokeOff(this.#options), streaming, spoke };
  }

  /** An answer of which the reader has seen nothing can be asked for again unnoticed. */
  #worthRepeating({ failure, streaming, spoke }: Attempt, retries: number): boolean {
    return failure !== undefined && failure.retriable && streaming && !spoke && retries < this.#options.retries;
  }

  #usage({ billed }: Answer): TokenUsage {
    if (billed === undefined) return NO_USAGE;
    return {
      inputTokens: promptTokens(billed),
      outputTokens: billed.output,
      usd: cost(billed, this.id, this.#prices),
    };
  }
}

/** After a pause the API wants its own turn back and goes on where it stopped. */
function continued(request: ModelRequest, content: readonly AssistantBlock[]): ModelRequest {
  return content.length === 0
    ? request
    : { ...request, messages: [...request.messages, { role: 'assistant', content }] };
}

function stopReason({ stop, refusal, content }: Answer): StopReason {
  switch (stop) {
    case 'end_turn':
    case 'stop_sequence':
    case 'tool_use':
      return { kind: content.some((block) => block.type === 'tool-call') ? 'tool-calls' : 'done' };
    case 'max_tokens':
      return { kind: 'max-tokens' };
    case 'refusal':
      return { kind: 'refusal', message: refusalMessage(refusal?.category, refusal?.explanation) };
    case 'model_context_window_exceeded':
      return { kind: 'error', message: 'context window exceeded: the answer did not fit', retriable: false };
    default:
      return { kind: 'error', message: `unexpected stop reason: ${stop}`, retriable: false };
  }
}

function refusalMessage(category: string | null | undefined, explanation: string | null | undefined): string {
  return `the model declined to answer${category ? ` (${category})` : ''}${explanation ? `: ${explanation}` : ''}`;
}

/** Doubles up to the longest delay, less up to a quarter so that parallel requests do not come back together. */
function backoff(first: number, retries: number): number {
  return Math.min(first * 2 ** retries, Math.max(first, LONGEST_DELAY)) * (1 - Math.random() / 4);
}

/** Waits; an abort ends it early. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done, { once: true });
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
}
