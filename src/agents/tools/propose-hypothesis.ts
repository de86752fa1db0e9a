import * as z from 'zod';
import type { HypothesizerContext, JudgeContext, Proposal } from '../roles';
import { BudgetReached } from '../budget';
import { claimInput, toClaim } from './claim-input';
import { answered, defineTool, failed, type Tool } from './tool';

type Proposer = Pick<HypothesizerContext | JudgeContext, 'propose'>;

const input = z.strictObject({
  statement: z.string().min(1).describe('one testable sentence that could turn out wrong'),
  rationale: z.string().optional().describe('why it deserves a test, in one line'),
  claim: claimInput.optional().describe('the statement as a typed claim; leave it out where no kind fits'),
  from: z.array(z.string()).optional().describe('ids of evidence that led to it, such as E3'),
});

const anyInput = input.extend({
  refines: z.string().optional().describe('id of the hypothesis that it makes more precise'),
});

export function proposeHypothesis(context: Proposer): Tool {
  return defineTool({
    name: 'propose_hypothesis',
    description:
      'Puts one hypothesis on the board, open to be tested. The same statement proposed twice is one hypothesis.',
    input: anyInput,
    run: (proposal) => propose(context, proposal),
  });
}

/** For the judge: what is proposed refines the hypothesis that is judged. */
export function proposeRefinement(context: JudgeContext): Tool {
  return defineTool({
    name: 'propose_hypothesis',
    description:
      'Proposes a hypothesis that the evidence suggests, such as the same claim for a subgroup; it is tested in a later round.',
    input,
    run: (proposal) => propose(context, proposal),
  });
}

async function propose(context: Proposer, proposed: z.output<typeof input> & { refines?: string | undefined }) {
  const { statement, rationale, claim, from, refines } = proposed;
  const proposal: Proposal = {
    statement,
    ...(rationale !== undefined && { rationale }),
    ...(claim && { claim: toClaim(claim) }),
    ...(from && { from }),
    ...(refines !== undefined && { refines }),
  };
  try {
    const { id } = await context.propose(proposal);
    return answered(`${id} is on the board.`);
  } catch (error) {
    // The budget of hypotheses ends proposing, not the turn: the rest of its work is still wanted.
    if (error instanceof BudgetReached) return failed(`${error.message}; propose no more`);
    throw error;
  }
}
