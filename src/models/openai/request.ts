import type {
  ChatCompletionCreateParamsStreaming,
  ChatCompletionFunctionTool,
  ChatCompletionMessageFunctionToolCall,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import type { AssistantBlock, Message, ModelRequest, ToolDefinition, UserBlock } from '../port';
import type { Dialect } from './dialect';

/**
 * A request as servers of the OpenAI kind take it. They differ: chat templates of local models want one system message, turns that
 * alternate, and nothing of the user between a tool's result and the answer to it; so texts that go with results are added to the last
 * one. No effort is sent: servers refuse it for models that do not think.
 */
export function toParams(model: string, request: ModelRequest, dialect: Dialect): ChatCompletionCreateParamsStreaming {
  return {
    model,
    stream: true,
    ...(dialect.usage && { stream_options: { include_usage: true } }),
    ...(dialect.limit !== 'none' && { [dialect.limit]: request.maxOutputTokens }),
    messages: [...systemMessage(request), ...conversation(request.messages)],
    ...(request.tools.length > 0 && { tools: request.tools.map(tool) }),
  };
}

function systemMessage({ system }: ModelRequest): ChatCompletionMessageParam[] {
  const text = joined(system.map((block) => block.text));
  return text === '' ? [] : [{ role: 'system', content: text }];
}

function tool({ name, description, input }: ToolDefinition): ChatCompletionFunctionTool {
  if (input['type'] !== 'object') throw new Error(`input of a tool is no object: ${name}`);
  return { type: 'function', function: { name, description, parameters: { ...input } } };
}

function conversation(messages: readonly Message[]): ChatCompletionMessageParam[] {
  const written: ChatCompletionMessageParam[] = [];
  for (const message of messages) {
    if (message.role === 'assistant') written.push(...assistantMessage(message.content));
    else {
      const before = written.at(-1);
      // Two turns of the user in a row: the one between them held nothing that can be sent back.
      const asked = before?.role === 'user' && typeof before.content === 'string' ? [before.content] : [];
      if (asked.length > 0) written.pop();
      written.push(...userMessages(message.content, asked));
    }
  }
  return written;
}

function userMessages(blocks: readonly UserBlock[], asked: readonly string[]): ChatCompletionMessageParam[] {
  const results = blocks.filter((block) => block.type === 'tool-result');
  const text = joined([...asked, ...blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []))]);
  if (results.length === 0) return text === '' ? [] : [{ role: 'user', content: text }];
  return results.map((result, index) => ({
    role: 'tool',
    tool_call_id: result.call,
    content: joined([
      ...(result.failed ? ['This call failed.'] : []),
      result.text.trim() === '' ? '(empty)' : result.text,
      ...(index === results.length - 1 ? [text] : []),
    ]),
  }));
}

function assistantMessage(blocks: readonly AssistantBlock[]): ChatCompletionMessageParam[] {
  const text = joined(blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])));
  const calls = blocks.flatMap((block): ChatCompletionMessageFunctionToolCall[] =>
    block.type === 'tool-call'
      ? [{ id: block.id, type: 'function', function: { name: acceptable(block.tool), arguments: json(block.input) } }]
      : [],
  );
  if (calls.length > 0) return [{ role: 'assistant', content: text === '' ? null : text, tool_calls: calls }];
  return text === '' ? [] : [{ role: 'assistant', content: text }];
}

/** Chat templates read the arguments: the text of an unreadable input is quoted in the result that answers the call. */
function json(input: unknown): string {
  return typeof input === 'object' && input !== null && !Array.isArray(input) ? JSON.stringify(input) : '{}';
}

/** A model may call what does not exist; its name is checked all the same when it is sent back. */
function acceptable(name: string): string {
  return name.replaceAll(/[^\w-]/g, '_').slice(0, 64) || 'unnamed';
}

function joined(texts: readonly string[]): string {
  return texts.filter((text) => text.trim() !== '').join('\n\n');
}
