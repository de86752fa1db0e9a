import { z } from 'zod';

/*
 * What servers of OpenAI's Chat Completions API refuse, as far as this product can run into it: what all refuse, and what only some do
 * (`Manners`).
 */

const object = z.record(z.string(), z.unknown());
const name = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/, 'expected a name of the pattern ^[a-zA-Z0-9_-]+$');

const toolCall = z.strictObject({
  id: z.string().min(1),
  type: z.literal('function'),
  function: z.strictObject({ name, arguments: z.string() }),
});

const message = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('system'), content: z.string().min(1) }),
  z.strictObject({ role: z.literal('user'), content: z.string().min(1) }),
  z
    .strictObject({
      role: z.literal('assistant'),
      content: z.string().nullish(),
      tool_calls: z.array(toolCall).min(1).optional(),
    })
    .refine((each) => each.content || each.tool_calls, 'expected content or tool_calls'),
  z.strictObject({ role: z.literal('tool'), tool_call_id: z.string().min(1), content: z.string() }),
]);

const tool = z.strictObject({
  type: z.literal('function'),
  function: z.strictObject({
    name,
    description: z.string().optional(),
    parameters: object.refine((schema) => schema['type'] === 'object', 'schema must have type "object"'),
  }),
});

const completion = z.strictObject({
  model: z.string().min(1),
  messages: z.array(message).min(1),
  stream: z.literal(true),
  stream_options: z.strictObject({ include_usage: z.boolean() }).optional(),
  max_tokens: z.int().min(1).optional(),
  max_completion_tokens: z.int().min(1).optional(),
  tools: z.array(tool).min(1).optional(),
});

export type CompletionRequest = z.infer<typeof completion>;
export type CompletionMessage = CompletionRequest['messages'][number];

/** How a server differs from others. */
export type Manners = {
  /** `max_tokens` is refused, as OpenAI's newer models do. */
  readonly completionTokensOnly?: boolean;
  /** Unknown fields are refused, `stream_options` among them. */
  readonly noStreamOptions?: boolean;
  /** Prompt and limit of the answer together must fit, as in vLLM. */
  readonly countsLimit?: boolean;
  /** The chat template wants user and assistant to alternate, calls and results left out. */
  readonly strictTemplate?: boolean;
  /** The model cannot call tools. */
  readonly noTools?: boolean;
};

export type Verdict = { readonly request: CompletionRequest } | { readonly refusal: string };

/** Checks the body of `POST /v1/chat/completions`. */
export function checkCompletion(body: unknown, manners: Manners): Verdict {
  const parsed = completion.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { refusal: `Invalid type for '${issue?.path.join('.')}': ${issue?.message}.` };
  }
  const request = parsed.data;
  const refusal = mannersRefusal(request, manners) ?? conversationRefusal(request.messages, manners);
  return refusal === undefined ? { request } : { refusal };
}

function mannersRefusal(request: CompletionRequest, manners: Manners): string | undefined {
  if (manners.completionTokensOnly && request.max_tokens !== undefined) {
    return "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
  }
  if (manners.noStreamOptions && request.stream_options !== undefined) {
    return "[{'type': 'extra_forbidden', 'loc': ('body', 'stream_options'), 'msg': 'Extra inputs are not permitted'}]";
  }
  if (manners.noTools && request.tools !== undefined) {
    return `registry.ollama.ai/library/${request.model} does not support tools`;
  }
  return undefined;
}

/** Each call is answered by the tool messages right after it; a result answers a call. */
function conversationRefusal(messages: readonly CompletionMessage[], manners: Manners): string | undefined {
  let waiting: string[] = [];
  const turns: string[] = [];
  for (const [index, each] of messages.entries()) {
    if (each.role === 'tool') {
      if (!waiting.includes(each.tool_call_id)) {
        return "Invalid parameter: messages with role 'tool' must be a response to a preceding message with 'tool_calls'.";
      }
      waiting = waiting.filter((id) => id !== each.tool_call_id);
      continue;
    }
    if (waiting.length > 0) {
      return `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id': ${waiting.join(', ')}`;
    }
    if (each.role === 'system' && index > 0 && manners.strictTemplate)
      return 'System message must be at the beginning.';
    if (each.role === 'assistant' && each.tool_calls) {
      waiting = each.tool_calls.map(({ id }) => id);
      if (!each.tool_calls.every((call) => isObject(call.function.arguments))) return 'invalid tool call arguments';
    } else if (each.role !== 'system') turns.push(each.role);
  }
  if (waiting.length > 0) return `tool_call_ids did not have response messages: ${waiting.join(', ')}`;
  const isOdd = turns.some((role, index) => (role === 'user') !== (index % 2 === 0));
  return manners.strictTemplate && isOdd
    ? 'Conversation roles must alternate user/assistant/user/assistant/...'
    : undefined;
}

/** Chat templates read the arguments. */
function isObject(json: string): boolean {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
