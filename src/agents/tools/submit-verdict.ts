import * as z from 'zod';
import { unsupportedIn } from '../../board/binding';
import type { JudgeContext, Judgement } from '../roles';
import { SecondLook } from './second-look';
import { defineTool, failed, finished, type Tool } from './tool';

const input = z.strictObject({
  status: z.enum(['supported', 'contradicted', 'inconclusive']),
  confidence: z.number().min(0).max(1).describe('that the hypothesis is TRUE: near 0 when it is contradicted'),
  rationale: z.string().min(1).describe('two or three sentences with the deciding numbers as the evidence has them'),
  cites: z.array(z.string()).describe('ids of the evidence it rests on, the deciding one first'),
});

export function submitVerdict(context: JudgeContext): Tool<Judgement> {
  const { hypothesis } = context;
  const secondLook = new SecondLook();
  return defineTool({
    name: 'submit_verdict',
    description: 'Gives the verdict on the hypothesis. Ends your turn.',
    input,
    async run({ status, confidence, rationale, cites }) {
      const { board } = context;
      const linked = board.links
        .filter((link) => link.to === hypothesis.id && link.from.startsWith('E'))
        .map((link) => link.from);
      const known = new Set(board.evidence.map(({ id }) => id));
      const unknown = cites.filter((id) => !known.has(id));
      if (unknown.length > 0) {
        return failed(
          `unknown evidence: ${unknown.join(', ')}; on ${hypothesis.id} there is ${linked.join(', ') || 'none'}`,
        );
      }
      if (status !== 'inconclusive' && !cites.some((id) => linked.includes(id))) {
        return failed(
          `${status} needs evidence: cite what bears on ${hypothesis.id} (${linked.join(', ') || 'there is none, so it is inconclusive'})`,
        );
      }
      if ((status === 'supported' && confidence < 0.5) || (status === 'contradicted' && confidence > 0.5)) {
        return failed(
          `confidence ${confidence} does not fit ${status}: it is the probability that the hypothesis is true`,
        );
      }
      const evidence = board.evidence.filter(({ id }) => cites.includes(id));
      const doubt = secondLook.doubt(rationale, evidence.length > 0 ? unsupportedIn(rationale, evidence, board) : []);
      if (doubt !== undefined) return failed(doubt);
      return finished<Judgement>({ kind: 'verdict', status, confidence, rationale, cites });
    },
  });
}
