import type { LanguageModel, SystemBlock } from '../../src/models/port';

const NEUTRAL =
  'You take part in an investigation. Use the tools that you are given as you see fit and end your turn when you are done. ';

/** A8: every role's text gives way to a neutral one of the same length; tools, views and all else stay. */
export function placebo(model: LanguageModel): LanguageModel {
  return {
    id: model.id,
    stream: (request, signal) => model.stream({ ...request, system: request.system.map(neutral) }, signal),
  };
}

/** The text that roles share stands first and stays. */
function neutral(block: SystemBlock, index: number): SystemBlock {
  if (index === 0) return block;
  const text = NEUTRAL.repeat(Math.ceil(block.text.length / NEUTRAL.length)).slice(0, block.text.length);
  return { ...block, text };
}
