import type { Prompt } from '../../../src/agents/llm/prompt';
import type { Tool } from '../../../src/agents/tools/tool';

/** A first request as people review it: tools, system blocks with cache marks, messages. */
export function printRequest(prompt: Prompt, tools: readonly Tool<unknown>[]): string {
  const sections = [
    ...prompt.system.map(({ text, cache }) => `# System${cache === true ? ' (cached)' : ''}\n\n${text}`),
    ...prompt.messages.map(({ role, content }) => {
      const blocks = content.map((block) => (block.type === 'text' ? block.text : JSON.stringify(block)));
      return `# Message of the ${role}\n\n${blocks.join('\n\n')}`;
    }),
    `# Tools\n\n${tools.map(({ definition: { name, description } }) => `- ${name}: ${description}`).join('\n')}`,
  ];
  return `${sections.join('\n\n')}\n`;
}

/** The schemas of tool inputs, one a section. */
export function printTools(tools: readonly Tool<unknown>[]): string {
  const sections = tools.map(({ definition: { name, input } }) => `# ${name}\n\n${JSON.stringify(input, null, 1)}`);
  return `${sections.join('\n\n')}\n`;
}
