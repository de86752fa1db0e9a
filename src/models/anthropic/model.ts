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
import { askAgain, type Attempt } from '../http/ask-again';
import { cost, promptTokens, type PriceTable } from '../prices';
import { Answer } from './answer';
import { keyHeaders, openClient, type AnthropicConnection } from './connection';
import { brokeOff, failureOf } from './failure';
import { PRICES } from './prices';
import { toParams } from './request';

/** `prices` adds to the built-in table or overrides it. */
export type AnthropicOptions = AnthropicConnection & { readonly model: string; readonly prices?: PriceTable };

/** A turn that pauses longer than this is taken for one that does not end. */
const MOST_PAUSES = 5;

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

    let pauses = 0;
    for (;;) {
      if (signal.aborted) return yield end({ kind: 'aborted' });
      const turn = continued(request, content);
      const { last: attempt, before } = yield* askAgain(() => this.#ask(turn, signal), this.#options, signal);
      usage = [...before, attempt.answer].map((answer) => this.#usage(answer)).reduce(addUsage, usage);
      content = [...content, ...attempt.answer.content];
      if (signal.aborted) return yield end({ kind: 'aborted' });
      if (attempt.failure !== undefined) return yield end({ kind: 'error', ...attempt.failure });
      if (attempt.answer.stop !== 'pause_turn') return yield end(stopReason(attempt.answer));
      if (++pauses > MOST_PAUSES) {
        return yield end({ kind: 'error', message: `${this.id} paused its turn ${pauses} times`, retriable: false });
      }
    }
  }

  async *#ask(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent, Attempt<Answer>, undefined> {
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
