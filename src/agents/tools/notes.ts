import * as z from 'zod';
import type { HypothesizerContext } from '../roles';
import { answered, defineTool, type Tool } from './tool';

const input = z.strictObject({ text: z.string().min(1).describe('one sentence') });

export function noteAssumption(context: HypothesizerContext): Tool {
  return defineTool({
    name: 'note_assumption',
    description:
      'Tells the reader how a word of the question was read where it could be read otherwise ("last month means June 2024").',
    input,
    async run({ text }) {
      await context.assume(text);
      return answered('noted.');
    },
  });
}

export function noteLimitation(context: HypothesizerContext): Tool {
  return defineTool({
    name: 'note_limitation',
    description: 'Tells the reader what the data cannot answer, or what was left out.',
    input,
    async run({ text }) {
      await context.limit(text);
      return answered('noted.');
    },
  });
}
