import type { Hypothesis } from '../../board/board';
import type { OrchestratorContext, Plan } from '../roles';

/** Dispatches everything that waits; explanations of a change that did not happen are abandoned. */
export async function orchestrate({ board, waiting }: OrchestratorContext): Promise<Plan> {
  const premise = board.hypotheses.find(({ claim }) => claim?.kind === 'change' && claim.explainedBy === undefined);
  const explains = ({ claim }: Hypothesis) => claim?.kind === 'change' && claim.explainedBy !== undefined;
  if (premise?.status === 'contradicted') {
    const abandon = waiting.filter(({ hypothesis }) => explains(hypothesis));
    const why = `there is no such change to explain (${premise.id})`;
    return {
      dispatch: waiting
        .filter((each) => !abandon.includes(each))
        .map(({ hypothesis }) => ({ hypothesis: hypothesis.id })),
      abandon: abandon.map(({ hypothesis }) => ({ hypothesis: hypothesis.id, why })),
    };
  }
  // Whether there is a change comes before what explains it.
  const first = premise?.status === 'open' ? waiting.filter(({ hypothesis }) => !explains(hypothesis)) : waiting;
  return { dispatch: first.map(({ hypothesis }) => ({ hypothesis: hypothesis.id })), abandon: [] };
}
