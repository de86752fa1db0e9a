import * as z from 'zod';
import type { Judgement } from '../roles';
import { defineTool, finished, type Tool } from './tool';

export function askForMore(): Tool<Judgement> {
  return defineTool({
    name: 'ask_for_more',
    description: 'Sends the hypothesis back to an evidence collector, with what is missing. Ends your turn.',
    input: z.strictObject({
      hints: z
        .array(z.string().min(1))
        .min(1)
        .max(5)
        .describe('each one query or comparison that would settle a point'),
    }),
    run: async ({ hints }) => finished<Judgement>({ kind: 'more', hints }),
  });
}
