import { z } from 'zod';
import type { HypothesizerContext } from '../roles';
import { answered, defineTool, type Tool } from './tool';

export function recordLead(context: HypothesizerContext): Tool {
  return defineTool({
    name: 'record_lead',
    description: 'Keeps what an exploring query showed, so that hypotheses can name it in `from`.',
    input: z.strictObject({
      query: z.string().describe('id of the query, such as Q2'),
      fact: z.string().min(1).describe('what it shows, in one sentence with its numbers as the result has them'),
    }),
    async run({ query, fact }) {
      const { id } = await context.recordLead({ query, fact });
      return answered(`recorded as ${id}.`);
    },
  });
}
