import * as z from 'zod';
import type { OrchestratorContext, Plan } from '../roles';
import { defineTool, failed, finished, type Tool } from './tool';

const hints = z.array(z.string()).optional().describe('what to look for, where the statement alone does not say it');

export function submitPlan(context: OrchestratorContext): Tool<Plan> {
  return defineTool({
    name: 'submit_plan',
    description: 'Decides this round. What is neither dispatched nor abandoned keeps waiting.',
    input: z.strictObject({
      dispatch: z
        .array(z.strictObject({ hypothesis: z.string(), hints }))
        .describe('hypotheses to test now, in parallel'),
      abandon: z
        .array(z.strictObject({ hypothesis: z.string(), why: z.string().min(1) }))
        .optional()
        .describe('hypotheses that do not answer the question, or repeat another one'),
      ask: z.string().optional().describe('what kind of hypothesis the hypothesizer should look for next'),
      end: z
        .string()
        .optional()
        .describe('why the investigation is over after this round; what still waits is then abandoned for this reason'),
    }),
    async run({ dispatch, abandon = [], ask, end }) {
      const waiting = context.waiting.map(({ hypothesis }) => hypothesis.id);
      const named = [...dispatch, ...abandon].map(({ hypothesis }) => hypothesis);
      const unknown = named.filter((id) => !waiting.includes(id));
      if (unknown.length > 0) return failed(`not waiting: ${unknown.join(', ')}; waiting are ${waiting.join(', ')}`);
      const twice = named.find((id, index) => named.indexOf(id) !== index);
      if (twice !== undefined) return failed(`${twice} is named twice`);
      if (ask !== undefined && end !== undefined) return failed('`ask` and `end` exclude each other');
      if (dispatch.length === 0 && ask === undefined && end === undefined) {
        return failed(
          'nothing is dispatched: dispatch a hypothesis, `ask` for more, or say in `end` why the investigation is over',
        );
      }
      return finished({
        dispatch: dispatch.map(({ hypothesis, hints }) => ({ hypothesis, ...(hints && { hints }) })),
        abandon,
        ...(ask !== undefined && { ask }),
        ...(end !== undefined && { end }),
      });
    },
  });
}
