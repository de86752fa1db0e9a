import { z } from 'zod';

/** What the Messages API (version 2026-10-21) refuses with 400, as far as this product can run into it. */

const cacheControl = z.strictObject({ type: z.literal('ephemeral'), ttl: z.enum(['5m', '1h']).optional() }).optional();
const object = z.record(z.string(), z.unknown());

const text = z.strictObject({
  type: z.literal('text'),
  text: z.string().refine((value) => value.trim() !== '', 'text content blocks must contain non-whitespace text'),
  cache_control: cacheControl,
});
const toolUse = z.strictObject({
  type: z.literal('tool_use'),
  id: z.string().regex(/^[a-zA-Z0-9_-]+$/),
  name: z.string().min(1),
  input: object,
  cache_control: cacheControl,
});
const toolResult = z.strictObject({
  type: z.literal('tool_result'),
  tool_use_id: z.string(),
  content: z.union([z.string(), z.array(text)]).optional(),
  is_error: z.boolean().optional(),
  cache_control: cacheControl,
});
const thinking = z.strictObject({ type: z.literal('thinking'), thinking: z.string(), signature: z.string() });
const redactedThinking = z.strictObject({ type: z.literal('redacted_thinking'), data: z.string() });

const block = z.discriminatedUnion('type', [text, toolUse, toolResult, thinking, redactedThinking]);
const content = z.union([
  z.string().min(1, 'content must be non-empty'),
  z.array(block).min(1, 'content must be non-empty'),
]);
const tool = z.strictObject({
  name: z.string().regex(/^[a-zA-Z0-9_-]{1,128}$/),
  description: z.string().optional(),
  input_schema: object
    .refine((schema) => schema['type'] === 'object', 'input_schema.type must be "object"')
    .refine(
      (schema) => !['oneOf', 'allOf', 'anyOf'].some((name) => name in schema),
      'input_schema does not support oneOf, allOf, or anyOf at the top level',
    ),
  strict: z.boolean().optional(),
  cache_control: cacheControl,
});

const common = {
  model: z.string().min(1),
  messages: z
    .array(z.strictObject({ role: z.enum(['user', 'assistant']), content }))
    .min(1, 'at least one message is required'),
  system: z.union([z.string(), z.array(text)]).optional(),
  tools: z.array(tool).optional(),
  tool_choice: z
    .looseObject({ type: z.enum(['auto', 'none'], 'forcing a tool is not supported by this model') })
    .optional(),
  thinking: z.looseObject({ type: z.enum(['adaptive', 'between_tools', 'disabled']) }).optional(),
  cache_control: cacheControl,
};
const counting = z.strictObject(common);
const creating = z.strictObject({
  ...common,
  max_tokens: z.int('field required').min(1).max(128_000),
  stream: z.boolean().optional(),
  output_config: z
    .strictObject({ effort: z.enum(['low', 'medium', 'high', 'xhigh', 'max']).optional(), format: object.optional() })
    .optional(),
  stop_sequences: z.array(z.string()).optional(),
  metadata: object.optional(),
});

export type MessagesRequest = z.infer<typeof creating>;
export type RequestBlock = z.infer<typeof block>;

/** What the server remembers of its own answers. */
export type Issued = {
  /** Thinking text by signature: it must come back unchanged. */
  readonly thinking: ReadonlyMap<string, string>;
  /** The last text of answers that paused: such a turn may end a request, no other assistant turn may. */
  readonly pausedTexts: ReadonlySet<string>;
};

export type Verdict = { readonly request: MessagesRequest } | { readonly refusal: string };

/** Checks the body of `POST /v1/messages`. */
export function checkCreate(body: unknown, issued: Issued): Verdict {
  for (const name of ['temperature', 'top_p', 'top_k']) {
    if (typeof body === 'object' && body !== null && name in body) {
      return { refusal: `${name}: not supported by this model` };
    }
  }
  const parsed = creating.safeParse(body);
  if (!parsed.success) return { refusal: firstIssue(parsed.error) };
  const refusal = conversationRefusal(parsed.data, issued);
  return refusal === undefined ? { request: parsed.data } : { refusal };
}

/** Checks the body of `POST /v1/messages/count_tokens`; undefined when it is accepted. */
export function countRefusal(body: unknown): string | undefined {
  const parsed = counting.safeParse(body);
  return parsed.success ? undefined : firstIssue(parsed.error);
}

/** The content of a message as blocks. */
export function blocksOf(value: z.infer<typeof content>): readonly RequestBlock[] {
  return typeof value === 'string' ? [{ type: 'text', text: value }] : value;
}

function firstIssue(error: z.ZodError): string {
  const [issue] = error.issues;
  return `${issue?.path.join('.')}: ${issue?.message}`;
}

function conversationRefusal(request: MessagesRequest, issued: Issued): string | undefined {
  const names = (request.tools ?? []).map((each) => each.name);
  if (new Set(names).size < names.length) return 'tools: Tool names must be unique.';
  const marked = [
    ...(request.tools ?? []),
    ...(typeof request.system === 'object' ? request.system : []),
    ...request.messages.flatMap((message) => blocksOf(message.content)),
  ].filter((each) => 'cache_control' in each && each.cache_control !== undefined).length;
  if (marked > 4) return `A maximum of 4 blocks with cache_control may be provided. Found ${marked}.`;

  const turns = combined(request.messages);
  if (turns[0]?.role !== 'user') return 'messages: first message must use the "user" role';
  const last = turns.at(-1);
  if (last?.role === 'assistant') {
    const ending = last.blocks.at(-1);
    if (!(ending?.type === 'text' && issued.pausedTexts.has(ending.text))) {
      return 'messages: prefilling the assistant turn is not supported by this model';
    }
  }
  const seen = new Set<string>();
  for (const [index, turn] of turns.entries()) {
    const refusal = turnRefusal(turn, turns[index - 1], seen, issued);
    if (refusal !== undefined) return `messages.${index}: ${refusal}`;
  }
  return undefined;
}

type Turn = { readonly role: 'user' | 'assistant'; readonly blocks: readonly RequestBlock[] };

/** "Consecutive `user` or `assistant` turns in your request will be combined into a single turn." (API reference) */
function combined(messages: MessagesRequest['messages']): readonly Turn[] {
  const turns: Turn[] = [];
  for (const { role, content } of messages) {
    const previous = turns.at(-1);
    if (previous?.role === role) turns[turns.length - 1] = { role, blocks: [...previous.blocks, ...blocksOf(content)] };
    else turns.push({ role, blocks: blocksOf(content) });
  }
  return turns;
}

function turnRefusal(turn: Turn, before: Turn | undefined, seen: Set<string>, issued: Issued): string | undefined {
  const called = (before?.blocks ?? []).flatMap((each) => (each.type === 'tool_use' ? [each.id] : []));
  const answered = turn.blocks.flatMap((each) => (each.type === 'tool_result' ? [each.tool_use_id] : []));
  if (answered.some((id) => !called.includes(id))) return 'unexpected `tool_use_id` found in `tool_result` blocks';
  if (called.some((id) => !answered.includes(id)))
    return '`tool_use` ids were found without `tool_result` blocks immediately after';
  if (new Set(answered).size < answered.length) return 'each tool_use must have a single result';
  const leading = turn.blocks.slice(0, answered.length);
  if (leading.some((each) => each.type !== 'tool_result')) return '`tool_result` blocks must come before other content';

  for (const each of turn.blocks) {
    if (turn.role === 'user' && each.type !== 'text' && each.type !== 'tool_result') {
      return `${each.type} blocks are not allowed in user turns`;
    }
    if (turn.role === 'assistant' && each.type === 'tool_result')
      return 'tool_result blocks are not allowed in assistant turns';
    if (each.type === 'tool_result' && each.is_error && (each.content ?? '').length === 0) {
      return 'content cannot be empty if `is_error` is true';
    }
    if (each.type === 'thinking' && issued.thinking.get(each.signature) !== each.thinking) {
      return 'Invalid `signature` in `thinking` block';
    }
    if (each.type === 'tool_use') {
      if (seen.has(each.id)) return '`tool_use` ids must be unique';
      seen.add(each.id);
    }
  }
  return undefined;
}
