import * as vscode from 'vscode';
import type { AssistantBlock, Message, ModelRequest, SystemBlock, UserBlock } from '../port';

/**
 * The messages of a request. There is no role for instructions of the system: they are the first part of the first message, set off
 * from what the user says.
 */
export function toMessages({ system, messages }: ModelRequest): vscode.LanguageModelChatMessage[] {
  const instructions = instructionsOf(system);
  return messages.flatMap((message, index) => messageOf(message, index === 0 ? instructions : undefined));
}

/** The options of a request. What a provider takes beyond them differs, so no limit and no effort is sent. */
export function toOptions({ tools }: ModelRequest, justification: string): vscode.LanguageModelChatRequestOptions {
  return {
    justification,
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, input }) => ({ name, description, inputSchema: { ...input } })),
    }),
  };
}

function instructionsOf(system: readonly SystemBlock[]): string | undefined {
  const text = system
    .map((block) => block.text)
    .filter(isTelling)
    .join('\n\n');
  return text === '' ? undefined : `<instructions>\n${text}\n</instructions>`;
}

function messageOf(message: Message, instructions: string | undefined): vscode.LanguageModelChatMessage[] {
  if (message.role === 'assistant') {
    const parts = message.content.flatMap(assistantPart);
    return parts.length === 0 ? [] : [vscode.LanguageModelChatMessage.Assistant(parts)];
  }
  const parts = [
    ...(instructions === undefined ? [] : [new vscode.LanguageModelTextPart(instructions)]),
    ...userParts(message.content),
  ];
  return parts.length === 0 ? [] : [vscode.LanguageModelChatMessage.User(parts)];
}

function assistantPart(
  block: AssistantBlock,
): readonly (vscode.LanguageModelTextPart | vscode.LanguageModelToolCallPart)[] {
  switch (block.type) {
    case 'text':
      return isTelling(block.text) ? [new vscode.LanguageModelTextPart(block.text)] : [];
    case 'tool-call':
      return [new vscode.LanguageModelToolCallPart(block.id, block.tool, asObject(block.input))];
    case 'opaque':
      return [];
  }
}

/** Results first: providers want them right after the calls. */
function userParts(
  blocks: readonly UserBlock[],
): (vscode.LanguageModelTextPart | vscode.LanguageModelToolResultPart)[] {
  const results = blocks.flatMap((block) => {
    if (block.type !== 'tool-result') return [];
    const told = isTelling(block.text) ? block.text : '(empty)';
    const text = block.failed ? `This call failed.\n\n${told}` : told;
    return [new vscode.LanguageModelToolResultPart(block.call, [new vscode.LanguageModelTextPart(text)])];
  });
  const texts = blocks.flatMap((block) =>
    block.type === 'text' && isTelling(block.text) ? [new vscode.LanguageModelTextPart(block.text)] : [],
  );
  return [...results, ...texts];
}

/** The text of an unreadable input is quoted in the result that answers the call. */
function asObject(input: unknown): object {
  return typeof input === 'object' && input !== null && !Array.isArray(input) ? input : {};
}

function isTelling(text: string): boolean {
  return text.trim() !== '';
}
