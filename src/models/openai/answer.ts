import { z } from 'zod';
import type { AssistantBlock } from '../port';
import type { BilledTokens } from '../prices';

/** What is read of a chunk. Servers leave out what they like, and add to it. */
const chunkSchema = z.object({
  choices: z
    .array(
      z.object({
        delta: z
          .object({
            content: z.string().nullish(),
            refusal: z.string().nullish(),
            tool_calls: z
              .array(
                z.object({
                  index: z.number().nullish(),
                  id: z.string().nullish(),
                  function: z
                    .object({
                      name: z.string().nullish(),
                      arguments: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish(),
                    })
                    .nullish(),
                }),
              )
              .nullish(),
          })
          .nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  usage: z
    .object({
      prompt_tokens: z.number().nullish(),
      completion_tokens: z.number().nullish(),
      prompt_tokens_details: z.object({ cached_tokens: z.number().nullish() }).nullish(),
    })
    .nullish(),
});

type Chunk = z.output<typeof chunkSchema>;
type Delta = NonNullable<NonNullable<Chunk['choices']>[number]['delta']>;
type CallDelta = NonNullable<Delta['tool_calls']>[number];
/** `named`: the server gave the id. */
type Call = {
  readonly index: number | undefined;
  readonly id: string;
  readonly named: boolean;
  name: string;
  json: string;
};

/** One streamed chat completion, put together from its chunks. */
export class Answer {
  readonly #turn: string;
  #began = false;
  #text = '';
  #refusal = '';
  #finish: string | undefined;
  #billed: BilledTokens | undefined;
  readonly #calls: Call[] = [];

  /** @param turn tells this answer from the others of its conversation, in the ids of calls that come without one */
  constructor(turn: string) {
    this.#turn = turn;
  }

  /** Takes the next chunk and returns the text that it adds for the reader, or ''. Throws for what is none. */
  take(value: unknown): string {
    const parsed = chunkSchema.safeParse(value);
    if (!parsed.success) throw new Error(`not a chat completion: ${z.prettifyError(parsed.error)}`);
    this.#began = true;
    const { choices, usage } = parsed.data;
    if (usage) this.#billed = billed(usage);
    const [choice] = choices ?? [];
    this.#finish = choice?.finish_reason ?? this.#finish;
    this.#refusal += choice?.delta?.refusal ?? '';
    for (const delta of choice?.delta?.tool_calls ?? []) this.#extend(delta);
    const text = choice?.delta?.content ?? '';
    this.#text += text;
    return text;
  }

  /** Whether anything came at all. */
  get began(): boolean {
    return this.#began;
  }

  /** Why the model stopped, in the server's words; undefined when the stream broke off before its end. */
  get finish(): string | undefined {
    return this.#finish;
  }

  get refusal(): string {
    return this.#refusal;
  }

  /** Undefined where the server does not count. */
  get billed(): BilledTokens | undefined {
    return this.#billed;
  }

  /** Nothing in a stream says that a block is finished but the end of the answer: before it, there are none. */
  get content(): readonly AssistantBlock[] {
    if (this.#finish === undefined) return [];
    return [
      ...(this.#text === '' ? [] : [{ type: 'text', text: this.#text } as const]),
      ...this.#calls.map(
        ({ id, name, json }) => ({ type: 'tool-call', id, tool: name, input: parsedOrRaw(json) }) as const,
      ),
    ];
  }

  #extend(delta: CallDelta): void {
    const open =
      typeof delta.index === 'number' ? this.#calls.findLast(({ index }) => index === delta.index) : this.#calls.at(-1);
    const call = open === undefined || this.#begins(delta, open) ? this.#begin(delta) : open;
    call.name ||= delta.function?.name ?? '';
    const written = delta.function?.arguments ?? '';
    call.json += typeof written === 'string' ? written : JSON.stringify(written);
  }

  /** Servers send several whole calls with the same index or with none: another id, or else another name, tells them apart. */
  #begins({ index, id, function: called }: CallDelta, open: Call): boolean {
    if (id) return open.named && id !== open.id;
    return Boolean(called?.name) && open.name !== '' && (typeof index !== 'number' || isWhole(open.json));
  }

  #begin({ index, id }: CallDelta): Call {
    const named = Boolean(id) && this.#calls.every((call) => call.id !== id);
    const call = {
      index: index ?? undefined,
      id: id && named ? id : `${this.#turn}_${this.#calls.length}`,
      named,
      name: '',
      json: '',
    };
    this.#calls.push(call);
    return call;
  }
}

function isWhole(json: string): boolean {
  return json !== '' && typeof parsedOrRaw(json) === 'object';
}

/** A call without arguments may come without JSON. */
function parsedOrRaw(json: string): unknown {
  if (json.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : json;
  } catch {
    return json;
  }
}

function billed({
  prompt_tokens,
  completion_tokens,
  prompt_tokens_details,
}: NonNullable<Chunk['usage']>): BilledTokens {
  const cacheRead = prompt_tokens_details?.cached_tokens ?? 0;
  return {
    input: Math.max(0, (prompt_tokens ?? 0) - cacheRead),
    output: completion_tokens ?? 0,
    cacheWrite5m: 0,
    cacheWrite1h: 0,
    cacheRead,
  };
}
