import { blocksOf, type MessagesRequest } from './messages-rules';

/** How the prompt of one request was billed, in tokens. */
export type CachedUsage = {
  readonly input_tokens: number;
  readonly cache_creation_input_tokens: number;
  readonly cache_read_input_tokens: number;
};

/** A prompt shorter than this is not cached. */
const MINIMUM_TOKENS = 1_024;
/** How many blocks before a breakpoint the API looks for a prefix that it knows. */
const LOOK_BACK = 20;

/** A rough count: 3.5 characters of JSON a token. */
export function estimateTokens(value: unknown): number {
  return Math.ceil((JSON.stringify(value) ?? '').length / 3.5);
}

/** A prompt cache that works as the real one does: whole prefixes, up to a marked block, per model. */
export class PromptCache {
  readonly #prefixes = new Set<string>();

  /** Bills a request and remembers its marked prefixes. */
  bill(request: MessagesRequest): CachedUsage {
    const blocks = [
      ...(request.tools ?? []),
      ...(typeof request.system === 'string' ? [{ text: request.system }] : (request.system ?? [])),
      ...request.messages.flatMap((message) =>
        blocksOf(message.content).map((block) => ({ ...block, role: message.role })),
      ),
    ];
    const total = estimateTokens(blocks);
    let read = 0;
    let written = 0;
    let prefix = request.model;
    let tokens = 0;
    const prefixes = blocks.map((block) => {
      const { cache_control: mark, ...rest } = { cache_control: undefined, ...block };
      prefix += JSON.stringify(rest);
      tokens += estimateTokens(rest);
      return { prefix, tokens, marked: mark !== undefined };
    });
    for (const [index, each] of prefixes.entries()) {
      if (!each.marked || each.tokens < MINIMUM_TOKENS) continue;
      const known = prefixes
        .slice(Math.max(0, index - LOOK_BACK), index + 1)
        .findLast((one) => this.#prefixes.has(one.prefix));
      read = Math.max(read, known?.tokens ?? 0);
      written = each.tokens;
    }
    for (const each of prefixes) if (each.marked && each.tokens >= MINIMUM_TOKENS) this.#prefixes.add(each.prefix);
    const created = Math.max(0, written - read);
    return {
      input_tokens: Math.max(0, total - read - created),
      cache_creation_input_tokens: created,
      cache_read_input_tokens: read,
    };
  }
}
