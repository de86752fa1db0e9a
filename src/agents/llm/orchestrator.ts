import type { OrchestratorContext, Plan } from '../roles';
import { dataBlock, onOneLine } from '../tools/data-block';
import { submitPlan } from '../tools/submit-plan';
import type { Tool } from '../tools/tool';
import { hypothesesView, readingView, verdictsView } from './board-view';
import { rolePrompt, type Prompt } from './prompt';

const ROLE = `You are the orchestrator. Each round you decide which hypotheses are tested next, which are dropped, and when the investigation is over. You see the board only and never the data.

How to decide
- Dispatch several at once: each gets an evidence collector of its own, and they work in parallel. As long as the budget allows, test every hypothesis that would answer the question, not only the likely ones: a thorough "no" is part of the answer.
- Test rivals together: a main effect with the confounders and subgroups that could explain it away.
- Test first what others depend on: faults in the data before effects, a main effect before its refinements.
- What the judge wants more evidence on comes with its hints; dispatch it again while the hints can be met.
- Abandon a hypothesis only when it does not bear on the question, repeats another one, or was made pointless by a verdict. "Unlikely" is no reason. Never abandon what the user pinned.
- Ask the hypothesizer for more when a kind of explanation is missing (no confounder, no subgroup, no data fault, a candidate left out), or when all answers so far failed. Say what kind.
- End when every hypothesis that matters has been dispatched and none is missing, or when too little budget is left for another round.`;

export function orchestratorTools(context: OrchestratorContext): readonly Tool<Plan>[] {
  return [submitPlan(context)];
}

export function orchestratorPrompt(context: OrchestratorContext): Prompt {
  const { board, round, rounds, waiting, budgetLeft } = context;
  const budget = `${Math.round(budgetLeft * 100)} % of the tightest budget is left.`;
  const lines = waiting.flatMap(({ hypothesis, hints }) => [
    hypothesis.id,
    ...hints.map((hint) => `  hint: ${onOneLine(hint)}`),
  ]);
  return rolePrompt(ROLE, context, {
    view: [
      ...readingView(board),
      hypothesesView(board),
      ...verdictsView(board),
      waiting.length === 0
        ? 'Waiting for a collector: none.'
        : `Waiting for a collector:\n${dataBlock('board', lines.join('\n'))}`,
    ],
    task: `${budget} ${
      waiting.length === 0
        ? `All hypotheses are decided. Read the verdicts against the question: ask for more hypotheses where an explanation or a candidate is missing, or end.`
        : `This is round ${round} of at most ${rounds}. Submit the plan of this round.`
    }`,
  });
}
