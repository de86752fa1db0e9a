import type {
  CacheControlEphemeral,
  ContentBlockParam,
  MessageCreateParamsStreaming,
  MessageParam,
  TextBlockParam,
  Tool,
  ToolResultBlockParam,
} from '@anthropic-ai/sdk/resources/messages';
import type { AssistantBlock, ModelRequest, SystemBlock, ToolDefinition, UserBlock } from '../port';

/** The `provider` of the opaque blocks that belong to this adapter. */
export const PROVIDER = 'anthropic';

const CACHED: CacheControlEphemeral = { type: 'ephemeral' };

/** The API takes four cache breakpoints: two for the stable prefix (tools come before it), two that move with the conversation. */
const SYSTEM_BREAKPOINTS = 2;
/** The last turn is written and the one before it found again, also when more than the 20 blocks that the API looks back lie between. */
const CONVERSATION_BREAKPOINTS = 2;

/**
 * A request as the Messages API takes it: blank text left out (it is refused), tool results before text, and cache
 * breakpoints on the marked system blocks. A request with tools is a turn of a conversation that goes on, so its last
 * turns are cached too; one without is asked once, and caching it would only cost. Throws for a tool whose input is not
 * an object, which is a defect of ours.
 */
export function toParams(model: string, request: ModelRequest): MessageCreateParamsStreaming {
  const system = systemBlocks(request.system);
  return {
    model,
    max_tokens: request.maxOutputTokens,
    stream: true,
    ...(system.length > 0 && { system }),
    ...(request.tools.length > 0 && { tools: request.tools.map(tool) }),
    messages: conversation(request),
    ...(request.effort !== undefined && { output_config: { effort: request.effort } }),
  };
}

function systemBlocks(blocks: readonly SystemBlock[]): TextBlockParam[] {
  const told = blocks.filter((block) => !blank(block.text));
  const kept = new Set(told.filter((block) => block.cache).slice(-SYSTEM_BREAKPOINTS));
  return told.map((block) => ({ ...text(block.text), ...(kept.has(block) && { cache_control: CACHED }) }));
}

function tool({ name, description, input }: ToolDefinition): Tool {
  if (input['type'] !== 'object') throw new Error(`input of a tool is no object: ${name}`);
  return { name, description, input_schema: { ...input, type: 'object' } };
}

function conversation(request: ModelRequest): MessageParam[] {
  const turns = request.messages.filter((message) => message.role === 'user');
  const kept = new Set(request.tools.length > 0 ? turns.slice(-CONVERSATION_BREAKPOINTS) : []);
  return request.messages
    .map((message): { role: 'user' | 'assistant'; content: ContentBlockParam[] } =>
      message.role === 'user'
        ? { role: 'user', content: userContent(message.content, kept.has(message)) }
        : { role: 'assistant', content: message.content.flatMap(assistantBlock) },
    )
    .filter((message) => message.content.length > 0);
}

function userContent(blocks: readonly UserBlock[], cached: boolean): ContentBlockParam[] {
  const results = blocks.flatMap((block): ToolResultBlockParam[] =>
    block.type === 'tool-result'
      ? [
          {
            type: 'tool_result',
            tool_use_id: block.call,
            content: blank(block.text) ? '(empty)' : block.text,
            ...(block.failed && { is_error: true }),
          },
        ]
      : [],
  );
  const texts = blocks.flatMap((block) => (block.type === 'text' && !blank(block.text) ? [text(block.text)] : []));
  const content = [...results, ...texts];
  const last = content.at(-1);
  return cached && last !== undefined ? [...content.slice(0, -1), { ...last, cache_control: CACHED }] : content;
}

function assistantBlock(block: AssistantBlock): ContentBlockParam[] {
  switch (block.type) {
    case 'text':
      return blank(block.text) ? [] : [text(block.text)];
    case 'tool-call':
      // The API takes only objects: the text of an unreadable input is quoted in the result that answers the call.
      return [{ type: 'tool_use', id: block.id, name: block.tool, input: isObject(block.input) ? block.input : {} }];
    case 'opaque':
      return block.provider === PROVIDER && isOwnBlock(block.value) ? [block.value] : [];
  }
}

function text(value: string): TextBlockParam {
  return { type: 'text', text: value };
}

function blank(value: string): boolean {
  return value.trim() === '';
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A block that this adapter once took from the API: only its tag is looked at, since it goes back as it came. */
function isOwnBlock(value: unknown): value is ContentBlockParam {
  return isObject(value) && 'type' in value && typeof value.type === 'string';
}
