import * as z from 'zod';
import type { HypothesizerContext } from '../roles';
import { SecondLook, unfoundIn } from './second-look';
import { answered, defineTool, failed, type Tool } from './tool';

export function recordLead(context: HypothesizerContext): Tool {
  const secondLook = new SecondLook();
  return defineTool({
    name: 'record_lead',
    description: 'Keeps what an exploring query showed, so that hypotheses can name it in `from`.',
    input: z.strictObject({
      query: z.string().describe('id of the query, such as Q2'),
      fact: z.string().min(1).describe('what it shows, in one sentence with its numbers as the result has them'),
    }),
    async run({ query, fact }) {
      const doubt = secondLook.doubt(fact, unfoundIn(fact, { query }, context.board));
      if (doubt !== undefined) return failed(doubt);
      const { id } = await context.recordLead({ query, fact });
      return answered(`recorded as ${id}.`);
    },
  });
}
