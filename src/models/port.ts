import type { PriceTable } from './prices';

/** A language model. It never throws for a model's failure: the stream ends with a reason. */
export interface LanguageModel {
  readonly id: string;
  /** Ends with exactly one `end` event, also when aborted. */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}

export type ModelRequest = {
  /** Stable text first: it is what a provider's prompt cache keeps. */
  readonly system: readonly SystemBlock[];
  readonly tools: readonly ToolDefinition[];
  readonly messages: readonly Message[];
  readonly maxOutputTokens: number;
  readonly effort?: 'low' | 'medium' | 'high';
};

/** `cache` marks the end of a prefix that later requests repeat. */
export type SystemBlock = { readonly text: string; readonly cache?: boolean };

/** `input` is a JSON Schema of an object. */
export type ToolDefinition = {
  readonly name: string;
  readonly description: string;
  readonly input: Readonly<Record<string, unknown>>;
};

export type Message =
  | { readonly role: 'user'; readonly content: readonly UserBlock[] }
  | { readonly role: 'assistant'; readonly content: readonly AssistantBlock[] };

export type UserBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool-result'; readonly call: string; readonly text: string; readonly failed?: boolean };

/**
 * `opaque` is what a provider wants back unchanged (thinking); other providers drop it.
 * The `input` of a call is the JSON object that the model wrote; where it wrote none, the raw text as a string:
 * such a call is answered with an error, never run.
 */
export type AssistantBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool-call'; readonly id: string; readonly tool: string; readonly input: unknown }
  | { readonly type: 'opaque'; readonly provider: string; readonly value: unknown };

/** `content` of an answer that broke off (`aborted`, `error`) holds only the blocks that were finished. */
export type ModelEvent =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'end';
      readonly reason: StopReason;
      readonly content: readonly AssistantBlock[];
      readonly usage: TokenUsage;
    };

/** Why a model stopped. `error`: the provider or the line failed; `message` says how, `retriable` whether asking again can help. */
export type StopReason =
  | { readonly kind: 'done' | 'tool-calls' | 'max-tokens' | 'aborted' }
  | { readonly kind: 'refusal'; readonly message: string }
  | { readonly kind: 'error'; readonly message: string; readonly retriable: boolean };

/** Tokens as the provider counted them, cached input included. `usd` is undefined when no price is known. */
export type TokenUsage = {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly usd: number | undefined;
};

export const NO_USAGE: TokenUsage = { inputTokens: 0, outputTokens: 0, usd: 0 };

/** The usage of two requests together: its price is known only when both are. */
export function addUsage(left: TokenUsage, right: TokenUsage): TokenUsage {
  return {
    inputTokens: left.inputTokens + right.inputTokens,
    outputTokens: left.outputTokens + right.outputTokens,
    usd: left.usd === undefined || right.usd === undefined ? undefined : left.usd + right.usd,
  };
}

/** Where models come from. What it needs is loaded when it is first asked. */
export interface ModelProvider {
  /** The models that it offers. Rejects with a `Fault` when they cannot be listed: a key that is refused shows here. */
  listModels(access: ModelAccess, signal: AbortSignal): Promise<readonly OfferedModel[]>;
  /** Rejects with a `Fault` for an access that cannot be used. */
  openModel(model: string, access: ModelAccess): Promise<LanguageModel>;
}

/** How a provider is reached, as far as it needs to be told. */
export type ModelAccess = {
  readonly apiKey?: string;
  readonly baseURL?: string;
  /** Prices that the person gave, beside those that are known. */
  readonly prices?: PriceTable;
  readonly logger?: Logger;
};

export type OfferedModel = { readonly id: string; readonly name: string };

/** As the console and the editor's log channels have it. */
export type Logger = Readonly<
  Record<'error' | 'warn' | 'info' | 'debug', (message: string, ...rest: unknown[]) => void>
>;
