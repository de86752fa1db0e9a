import type {
  AssistantBlock,
  LanguageModel,
  ModelEvent,
  ModelRequest,
  StopReason,
  TokenUsage,
} from '../../src/models/port';

/** What a scripted model answers: text, calls, or another end (`reason`). */
export type ScriptedTurn = {
  readonly thinking?: string;
  readonly text?: string;
  /** An `input` that is a string stands for JSON that could not be read. */
  readonly tools?: readonly { readonly tool: string; readonly input: unknown }[];
  readonly reason?: StopReason;
  readonly usage?: Partial<TokenUsage>;
};

/** Called once a request, in order of arrival; `index` counts from 0. */
export type TurnScript = (
  request: ModelRequest,
  index: number,
  signal: AbortSignal,
) => ScriptedTurn | Promise<ScriptedTurn>;

/**
 * A language model in memory whose answers are a function of the request. It keeps the contract of the port: one `end`,
 * also when aborted (at once, even while the script still waits). A request that no provider would take throws, so that
 * the test fails.
 */
export class ScriptedLanguageModel implements LanguageModel {
  readonly requests: ModelRequest[] = [];
  readonly #script: TurnScript;

  constructor(
    script: TurnScript,
    readonly id = 'scripted',
  ) {
    this.#script = script;
  }

  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent, void, undefined> {
    assertAcceptable(request);
    const index = this.requests.push(request) - 1;
    const turn = await unlessAborted(this.#script(request, index, signal), signal);
    const inputTokens = tokens([request.system, request.tools, request.messages]);
    if (turn === undefined || signal.aborted) {
      yield { type: 'end', reason: { kind: 'aborted' }, content: [], usage: { inputTokens, outputTokens: 0, usd: 0 } };
      return;
    }
    const content = contentOf(turn, index);
    if (turn.text) yield { type: 'text', text: turn.text };
    const usage = { inputTokens, outputTokens: tokens(content), usd: 0, ...turn.usage };
    if (signal.aborted) yield { type: 'end', reason: { kind: 'aborted' }, content, usage };
    else
      yield {
        type: 'end',
        reason: turn.reason ?? { kind: turn.tools?.length ? 'tool-calls' : 'done' },
        content,
        usage,
      };
  }
}

function contentOf(turn: ScriptedTurn, index: number): readonly AssistantBlock[] {
  return [
    ...(turn.thinking === undefined ? [] : [{ type: 'opaque', provider: 'scripted', value: turn.thinking } as const]),
    ...(turn.text ? [{ type: 'text', text: turn.text } as const] : []),
    ...(turn.tools ?? []).map(({ tool, input }, position) => {
      return { type: 'tool-call', id: `call-${index}-${position}`, tool, input } as const;
    }),
  ];
}

/** What the script answers, or undefined when the signal comes first. */
async function unlessAborted<T>(answer: T | Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  if (signal.aborted) return undefined;
  const answered = new AbortController();
  const aborted = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { signal: answered.signal });
  });
  try {
    return await Promise.race([answer, aborted]);
  } finally {
    answered.abort();
  }
}

function tokens(value: unknown): number {
  return Math.ceil(JSON.stringify(value).length / 4);
}

function assertAcceptable({ messages, tools }: ModelRequest): void {
  if (messages[0]?.role !== 'user') throw new Error('request refused: the first message is not the user’s');
  if (messages.at(-1)?.role !== 'user') throw new Error('request refused: the last message is not the user’s');
  const schema = tools.find((tool) => tool.input['type'] !== 'object');
  if (schema !== undefined) throw new Error(`request refused: the input of ${schema.name} is not an object`);
  for (const [index, message] of messages.entries()) {
    const before = messages[index - 1];
    const calls =
      before?.role === 'assistant' ? before.content.flatMap((b) => (b.type === 'tool-call' ? [b.id] : [])) : [];
    const results =
      message.role === 'user' ? message.content.flatMap((b) => (b.type === 'tool-result' ? [b.call] : [])) : [];
    const [odd] = [...calls.filter((id) => !results.includes(id)), ...results.filter((id) => !calls.includes(id))];
    if (odd !== undefined)
      throw new Error(`request refused: message ${index} does not answer exactly the calls before it (${odd})`);
  }
}
