import type OpenAI from 'openai';
import { askAgain, type Attempt } from '../http/ask-again';
import {
  addUsage,
  NO_USAGE,
  type LanguageModel,
  type ModelEvent,
  type ModelRequest,
  type StopReason,
  type TokenUsage,
} from '../port';
import { cost, promptTokens, type PriceTable } from '../prices';
import { Answer } from './answer';
import { keyHeaders, openClient, type OpenAiConnection } from './connection';
import { COMMON_DIALECT, learn, type Dialect } from './dialect';
import { brokeOff, failureOf, refusalIn } from './failure';
import { toParams } from './request';

/** Without a price, costs are unknown. */
export type OpenAiOptions = OpenAiConnection & { readonly model: string; readonly prices?: PriceTable };

/**
 * A model behind an OpenAI-compatible endpoint: Ollama, LM Studio, vLLM, llama.cpp, OpenAI and others. What a server does not count or
 * has no price for is unknown, never estimated. The constructor throws a `Fault` for a key or an address that cannot be used.
 */
export class OpenAiModel implements LanguageModel {
  readonly id: string;
  readonly #options: OpenAiOptions;
  readonly #client: OpenAI;
  #dialect: Dialect = COMMON_DIALECT;

  constructor(options: OpenAiOptions) {
    this.id = options.model;
    this.#options = options;
    this.#client = openClient(options);
  }

  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent, void, undefined> {
    if (signal.aborted) return yield { type: 'end', reason: { kind: 'aborted' }, content: [], usage: NO_USAGE };
    const { last, before } = yield* askAgain(() => this.#ask(request, signal), this.#options, signal);
    const { answer, failure } = last;
    const usage = [...before, answer].map((each) => this.#usage(each)).reduce(addUsage, NO_USAGE);
    const end = (reason: StopReason): ModelEvent => ({ type: 'end', reason, content: answer.content, usage });
    if (signal.aborted) yield end({ kind: 'aborted' });
    else yield end(failure === undefined ? stopReason(answer) : { kind: 'error', ...failure });
  }

  async *#ask(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent, Attempt<Answer>, undefined> {
    const answer = new Answer(`call_${request.messages.length}`);
    let streaming = false;
    let spoke = false;
    try {
      const chunks = await this.#open(request, signal);
      streaming = true;
      for await (const chunk of chunks) {
        const text = answer.take(chunk);
        if (text === '') continue;
        spoke = true;
        yield { type: 'text', text };
      }
    } catch (error) {
      return { answer, failure: failureOf(error, this.id, this.#options), streaming, spoke };
    }
    return answer.finish === undefined
      ? { answer, failure: brokeOff(this.#options, answer.began), streaming, spoke }
      : { answer, streaming, spoke };
  }

  /** The chunks of an answer. Where the server refuses how it was asked, it is asked as it wants. */
  async #open(request: ModelRequest, signal: AbortSignal): Promise<AsyncIterable<unknown>> {
    const dialect = this.#dialect;
    const options = { signal, headers: keyHeaders(this.#options) };
    try {
      return await this.#client.chat.completions.create(toParams(this.id, request, dialect), options);
    } catch (error) {
      const learnt = learn(dialect, refusalIn(error) ?? '');
      if (learnt === undefined) throw error;
      this.#dialect = learnt;
      return this.#open(request, signal);
    }
  }

  #usage({ began, billed }: Answer): TokenUsage {
    if (!began) return NO_USAGE;
    if (billed === undefined) return { inputTokens: 0, outputTokens: 0, usd: undefined };
    const usd = cost(billed, this.id, this.#options.prices ?? {});
    return { inputTokens: promptTokens(billed), outputTokens: billed.output, usd };
  }
}

function stopReason({ finish, refusal, content }: Answer): StopReason {
  if (refusal !== '') return { kind: 'refusal', message: `the model declined to answer: ${refusal}` };
  if (finish === 'length') return { kind: 'max-tokens' };
  if (finish === 'content_filter') return { kind: 'refusal', message: 'a content filter stopped the answer' };
  // Servers tell the other ends in words of their own, and some say `stop` where tools are called.
  return { kind: content.some((block) => block.type === 'tool-call') ? 'tool-calls' : 'done' };
}
