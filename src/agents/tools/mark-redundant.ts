import * as z from 'zod';
import type { ReporterContext } from '../roles';
import { answered, defineTool, failed, type Tool } from './tool';

export function markRedundant(context: ReporterContext): Tool {
  return defineTool({
    name: 'mark_redundant',
    description:
      'Marks evidence that says nothing beyond another piece, which the reader should look at instead. Nothing is deleted.',
    input: z.strictObject({
      pairs: z.array(z.strictObject({ evidence: z.string(), redundantWith: z.string() })).min(1),
    }),
    async run({ pairs }) {
      for (const { evidence, redundantWith } of pairs) {
        if (evidence === redundantWith) return failed(`${evidence} cannot be redundant with itself`);
        const kept = context.board.evidence.find(({ id }) => id === redundantWith);
        if (kept?.redundantWith !== undefined)
          return failed(`${redundantWith} is itself marked redundant with ${kept.redundantWith}`);
        await context.markRedundant(evidence, redundantWith);
      }
      return answered(`marked ${pairs.length}.`);
    },
  });
}
