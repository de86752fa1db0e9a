import {
  LanguageModelTextPart,
  LanguageModelToolCallPart,
  type CancellationToken,
  type LanguageModelChatMessage,
} from './vscode';

export type SentRequest = {
  readonly messages: readonly LanguageModelChatMessage[];
  readonly options: { readonly tools?: readonly { readonly name: string }[]; readonly justification?: string };
};

/** Parts of an answer, in order; an error ends it there. */
export type ChatScript = (request: SentRequest, index: number) => readonly unknown[] | Promise<readonly unknown[]>;

/** A model that an extension provides to the editor. It refuses what the editor refuses, and heeds no cancellation. */
export class FakeChatModel {
  readonly vendor = 'copilot';
  readonly family = 'fake';
  readonly version = '1';
  readonly maxInputTokens = 100_000;
  readonly requests: SentRequest[] = [];
  token: CancellationToken | undefined;
  readonly #script: ChatScript;

  constructor(
    script: ChatScript,
    readonly id = 'fake-chat',
    readonly name = 'Fake Chat',
  ) {
    this.#script = script;
  }

  async sendRequest(
    messages: readonly LanguageModelChatMessage[],
    options: SentRequest['options'],
    token: CancellationToken,
  ): Promise<{ readonly stream: AsyncIterable<unknown> }> {
    assertAcceptable(messages);
    this.token = token;
    const index = this.requests.push({ messages, options }) - 1;
    const parts = await this.#script({ messages, options }, index);
    const [first] = parts;
    if (first instanceof Error) throw first;
    return { stream: streamOf(parts) };
  }

  /** As tokenizers go: a token for each four letters. */
  async countTokens(text: string | LanguageModelChatMessage): Promise<number> {
    return Math.ceil((typeof text === 'string' ? text : JSON.stringify(text.content)).length / 4);
  }
}

async function* streamOf(parts: readonly unknown[]): AsyncGenerator<unknown, void, undefined> {
  for (const part of parts) {
    await new Promise((resolve) => setTimeout(resolve, 0));
    if (part instanceof Error) throw part;
    yield part;
  }
}

function assertAcceptable(messages: readonly LanguageModelChatMessage[]): void {
  const [first] = messages;
  if (first?.role !== 'user') throw new Error('the first message is not the user’s');
  for (const [index, { role, content }] of messages.entries()) {
    if (content.length === 0) throw new Error('a message is empty');
    if (role !== 'assistant') continue;
    const calls = content.flatMap((part) => (part instanceof LanguageModelToolCallPart ? [part.callId] : []));
    const answers = (messages[index + 1]?.content ?? []).flatMap((part) =>
      typeof part === 'object' && part !== null && 'callId' in part ? [part.callId] : [],
    );
    if (calls.some((id) => !answers.includes(id))) throw new Error('a call is not answered');
  }
}

export function says(text: string): LanguageModelTextPart {
  return new LanguageModelTextPart(text);
}

export function calls(name: string, input: object, id = 'call-1'): LanguageModelToolCallPart {
  return new LanguageModelToolCallPart(id, name, input);
}
