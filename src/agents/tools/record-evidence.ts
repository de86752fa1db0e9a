import * as z from 'zod';
import type { CollectorContext } from '../roles';
import type { OperatorFindings } from './operator-findings';
import { SecondLook, unfoundIn } from './second-look';
import { answered, defineTool, failed, type Tool } from './tool';

const bearing = z.enum(['supports', 'contradicts', 'neutral']);

const input = z.strictObject({
  query: z
    .string()
    .describe('id of the query, such as Q4; any query on the board, a lead’s too, without running it again'),
  fact: z.string().min(1).describe('what the result shows, in one sentence, with its numbers as the result has them'),
  relation: bearing,
  note: z.string().min(1).describe('why it bears on the hypothesis so, in one line'),
  weight: z.number().min(0).max(1).optional().describe('how much it tells, 1 when left out'),
  attack: z
    .string()
    .optional()
    .describe('set when the query tried to refute the hypothesis: "confounder split", "alibi", "fan-out check"'),
  also: z
    .array(z.strictObject({ hypothesis: z.string(), relation: bearing, note: z.string().min(1) }))
    .optional()
    .describe('other hypotheses that it bears on'),
});

/** @param findings of operators in this turn: their statistics go with the evidence that names their query */
export function recordEvidence(context: CollectorContext, findings: OperatorFindings): Tool {
  const { hypothesis } = context;
  const secondLook = new SecondLook();
  return defineTool({
    name: 'record_evidence',
    description:
      'Puts what a query showed on the board as evidence for or against your hypothesis. The query is named by its id; its SQL and rows are kept already.',
    input,
    async run({ query, fact, relation, note, weight, attack, also }) {
      // A typed claim is judged by the statistics of its own test alone, which the operator's tool has recorded itself.
      const named = [hypothesis.id, ...(also ?? []).map((each) => each.hypothesis)];
      const isTyped = context.board.hypotheses.some(({ id, claim }) => claim !== undefined && named.includes(id));
      const statistics = isTyped ? undefined : findings.statisticsOf(query);
      const doubt = secondLook.doubt(fact, unfoundIn(fact, { query, statistics }, context.board));
      if (doubt !== undefined) return failed(doubt);
      const { id } = await context.record({
        query,
        fact,
        relation,
        note,
        ...(weight !== undefined && { weight }),
        ...(attack !== undefined && { attack }),
        ...(statistics && { statistics }),
        ...(also && { also }),
      });
      return answered(`recorded as ${id}.`);
    },
  });
}
