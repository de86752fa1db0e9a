import { llmTeam } from '../../src/agents/llm/team';
import { DEFAULT_BUDGET, type BudgetLimits } from '../../src/agents/budget';
import type { Team } from '../../src/agents/roles';
import type { LanguageModel } from '../../src/models/port';
import { mergedPlanning, supportingOnly, withoutJudge, withoutLinks, withoutReporter, withoutRules } from './ablations';
import type { Arm } from './arm';
import { placebo } from './placebo';
import { reactArm } from './react';
import { singleAgent } from './single-agent';
import { teamArm } from './team-arm';

/** What each arm that uses a model may use: the same for all. */
export const MODEL_BUDGETS: readonly BudgetLimits[] = [50_000, 100_000, 200_000].map((inputTokens) => ({
  ...DEFAULT_BUDGET,
  inputTokens,
  queries: 60,
}));

/** The arms of the specification, played by one model in every role. */
export function modelArms(model: LanguageModel): readonly Arm[] {
  const team = teamOf(model);
  // One after the other: answers then come in the same order each time, and can be played again.
  const arm = (name: string, what: string, played: Team): Arm => teamArm(name, what, played, { collectors: 1 });
  return [
    arm('full', 'B4: the five roles', team),
    reactArm(model, 'raw'),
    reactArm(model, 'extracted'),
    arm('single agent', 'B3, A4: one agent with the board', singleAgent(model)),
    arm('without reporter', 'A1: nobody tidies up', withoutReporter(team)),
    arm('without judge', 'A2: evidence is counted, not weighed', withoutJudge(team)),
    arm('merged planning', 'A3: who proposes also plans', mergedPlanning(team)),
    arm('without rules', 'A5: the judge’s word is all there is', withoutRules(team)),
    arm('supporting only', 'A7: nothing is collected against a hypothesis', supportingOnly(team)),
    arm('placebo roles', 'A8: role texts that say nothing', teamOf(placebo(model))),
    teamArm('four collectors', 'A9, turned round: four at a time where the others have one', team, { collectors: 4 }),
    arm('without links', 'A10: evidence is recorded, not what it says', withoutLinks(team)),
  ];
}

function teamOf(model: LanguageModel): Team {
  return llmTeam({
    models: { hypothesizer: model, orchestrator: model, collector: model, judge: model, reporter: model },
  });
}
