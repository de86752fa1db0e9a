import * as vscode from 'vscode';
import {
  NO_USAGE,
  type AssistantBlock,
  type LanguageModel,
  type ModelEvent,
  type ModelRequest,
  type StopReason,
  type TokenUsage,
} from '../port';
import { failureOf } from './failure';
import { toMessages, toOptions } from './request';

/**
 * A model that the editor offers to extensions. Its first request makes the editor ask the person, so it is used for what a person
 * began only. Nobody tells what a request used: tokens are counted by the model's own tokenizer, and the price is unknown.
 */
export class EditorModel implements LanguageModel {
  readonly id: string;
  readonly #chat: vscode.LanguageModelChat;
  readonly #justification: string;

  /** @param justification tells the person what the access is for */
  constructor(chat: vscode.LanguageModelChat, justification: string) {
    this.id = chat.id;
    this.#chat = chat;
    this.#justification = justification;
  }

  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent, void, undefined> {
    if (signal.aborted) return yield { type: 'end', reason: { kind: 'aborted' }, content: [], usage: NO_USAGE };
    const cancellation = new vscode.CancellationTokenSource();
    const cancel = (): void => cancellation.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    const content: AssistantBlock[] = [];
    let reason: StopReason | undefined;
    let isAnswering = false;
    const messages = toMessages(request);
    try {
      const options = toOptions(request, this.#justification);
      const { stream } = await orAborted(this.#chat.sendRequest(messages, options, cancellation.token), signal);
      isAnswering = true;
      for await (const part of untilAborted(stream, signal)) {
        if (part instanceof vscode.LanguageModelTextPart) {
          addText(content, part.value);
          yield { type: 'text', text: part.value };
        } else if (part instanceof vscode.LanguageModelToolCallPart) {
          content.push({ type: 'tool-call', id: part.callId, tool: part.name, input: part.input });
        }
        // Parts of a later version of the editor are left alone.
      }
    } catch (error) {
      reason = failureOf(error, this.#chat.name);
    } finally {
      signal.removeEventListener('abort', cancel);
      // A reader that stops reading gives the request up.
      cancellation.cancel();
      cancellation.dispose();
    }
    if (signal.aborted) reason = { kind: 'aborted' };
    // Of an answer that broke off only whole calls are finished.
    const finished = reason === undefined ? content : content.filter((block) => block.type === 'tool-call');
    const usage = !isAnswering ? NO_USAGE : signal.aborted ? UNKNOWN : await this.#usage(messages, content);
    yield {
      type: 'end',
      reason: reason ?? { kind: content.some((block) => block.type === 'tool-call') ? 'tool-calls' : 'done' },
      content: finished,
      usage,
    };
  }

  async #usage(
    messages: readonly vscode.LanguageModelChatMessage[],
    content: readonly AssistantBlock[],
  ): Promise<TokenUsage> {
    try {
      const written = content.map((block) =>
        block.type === 'text' ? block.text : JSON.stringify(block.type === 'tool-call' ? block.input : block.value),
      );
      const count = async (texts: readonly (string | vscode.LanguageModelChatMessage)[]): Promise<number> => {
        const counts = await Promise.all(texts.map((text) => this.#chat.countTokens(text)));
        return counts.reduce((sum, tokens) => sum + tokens, 0);
      };
      return { inputTokens: await count(messages), outputTokens: await count(written), usd: undefined };
    } catch {
      // A model that cannot count is as good as one that does not tell.
      return UNKNOWN;
    }
  }
}

const UNKNOWN: TokenUsage = { inputTokens: 0, outputTokens: 0, usd: undefined };

/** Texts that follow each other are one block. */
function addText(content: AssistantBlock[], text: string): void {
  const last = content.at(-1);
  if (last?.type === 'text') content[content.length - 1] = { type: 'text', text: last.text + text };
  else content.push({ type: 'text', text });
}

/** Providers are other extensions, and not all heed a cancellation. */
async function orAborted<T>(answer: Thenable<T>, signal: AbortSignal): Promise<T> {
  const settled = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    const give = (): void => reject(new vscode.CancellationError());
    if (signal.aborted) give();
    else signal.addEventListener('abort', give, { signal: settled.signal });
  });
  try {
    return await Promise.race([answer, aborted]);
  } finally {
    settled.abort();
  }
}

async function* untilAborted<T>(stream: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T, void, undefined> {
  const iterator = stream[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await orAborted(iterator.next(), signal);
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    void iterator.return?.()?.then(undefined, () => undefined);
  }
}
