/** How a server wants parts of a request that servers disagree on. */
export type Dialect = {
  /** The name of the limit on the answer's tokens; `none`: the server takes none, or none as large as ours. */
  readonly limit: 'max_tokens' | 'max_completion_tokens' | 'none';
  /** Whether it can be asked to count the tokens of a stream. */
  readonly usage: boolean;
};

/** What most servers understand; newer models of OpenAI itself do not know `max_tokens`. */
export const COMMON_DIALECT: Dialect = { limit: 'max_tokens', usage: true };

/** What a refusal teaches; undefined when it is about something else, and asking again would be refused again. */
export function learn(dialect: Dialect, refusal: string): Dialect | undefined {
  if (dialect.usage && /stream_options/.test(refusal)) return { ...dialect, usage: false };
  if (dialect.limit === 'max_tokens' && /use\W+max_completion_tokens/i.test(refusal)) {
    return { ...dialect, limit: 'max_completion_tokens' };
  }
  const isLimit = /max_tokens|max_completion_tokens|in the completion/i.test(refusal);
  return dialect.limit !== 'none' && isLimit ? { ...dialect, limit: 'none' } : undefined;
}
