import type { LanguageModel, ModelRequest } from '../../models/port';
import type { BoardReader, ModelCallUsage, Team } from '../roles';
import type { Tool } from '../tools/tool';
import { collectorPrompt, collectorTools } from './collector';
import { hypothesizerPrompt, hypothesizerTools } from './hypothesizer';
import { judgePrompt, judgeTools } from './judge';
import { playTurn } from './loop';
import type { ModelRole } from './models';
import { orchestratorPrompt, orchestratorTools } from './orchestrator';
import type { Prompt } from './prompt';
import { reporterPrompt, reporterTools } from './reporter';

export type LlmTeamOptions = {
  /** Who plays which role. */
  readonly models: Readonly<Record<ModelRole, LanguageModel>>;
  /** How hard a model is to think, where it can be told. */
  readonly efforts?: Readonly<Partial<Record<ModelRole, ModelRequest['effort']>>>;
};

/** Model calls a turn at most: a bound against going round in circles, far above what a good turn takes. */
const STEPS: Readonly<Record<ModelRole, number>> = {
  hypothesizer: 30,
  orchestrator: 5,
  collector: 20,
  judge: 8,
  reporter: 12,
};

/** A role whose work is on the board already loses nothing when its model stops without saying so. */
const NOTHING_LOST = { value: undefined };

/** The five roles played by language models. */
export function llmTeam({ models, efforts = {} }: LlmTeamOptions): Team {
  function play<T>(
    role: ModelRole,
    context: BoardReader,
    prompt: Prompt,
    tools: readonly Tool<T>[],
    signal: AbortSignal,
    unfinished?: { readonly value: T },
  ): Promise<T> {
    const turn = {
      model: models[role],
      effort: efforts[role],
      prompt,
      tools,
      steps: STEPS[role],
      countModelCall: (usage: ModelCallUsage) => context.countModelCall(usage),
    };
    return playTurn({ ...turn, ...(unfinished && { unfinished }) }, signal);
  }
  return {
    name: 'llm',
    models: Object.fromEntries(Object.entries(models).map(([role, model]) => [role, model.id])),
    hypothesizer: (context, signal) =>
      play('hypothesizer', context, hypothesizerPrompt(context), hypothesizerTools(context), signal, NOTHING_LOST),
    orchestrator: (context, signal) =>
      play('orchestrator', context, orchestratorPrompt(context), orchestratorTools(context), signal),
    collector: (context, signal) =>
      play('collector', context, collectorPrompt(context), collectorTools(context), signal, NOTHING_LOST),
    judge: (context, signal) => play('judge', context, judgePrompt(context), judgeTools(context), signal),
    reporter: (context, signal) => play('reporter', context, reporterPrompt(context), reporterTools(context), signal),
  };
}
