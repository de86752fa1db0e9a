import { Fault } from '../../base/fault';
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
import { readTeamName, teamName, type Sharing } from './sharing';
import { shown } from './shown';

export type LlmTeamOptions = {
  /** Who plays which role. */
  readonly models: Readonly<Record<ModelRole, LanguageModel>>;
  /** How hard a model is to think, where it can be told. */
  readonly efforts?: Readonly<Partial<Record<ModelRole, ModelRequest['effort']>>>;
  /** Who provides the models, as the board tells it: what a later run goes on with. */
  readonly provider?: string;
  /** What the models are shown of the data; all that fits when left out. */
  readonly sharing?: Sharing;
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
export function llmTeam({ models, efforts = {}, provider = 'llm', sharing = 'sample' }: LlmTeamOptions): Team {
  const name = teamName(provider, sharing);
  const see = shown(sharing);

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
      prompt: withNote(prompt, see.note),
      tools,
      steps: STEPS[role],
      countModelCall: (usage: ModelCallUsage) => context.countModelCall(usage),
    };
    return playTurn({ ...turn, ...(unfinished && { unfinished }) }, signal);
  }

  /** What others wrote on a board may quote all that they saw. */
  function demandNoMore({ board: { investigation } }: BoardReader): void {
    if (sharing === 'sample' || readTeamName(investigation.team).sharing === sharing) return;
    throw new Fault(
      `the board quotes values: it was begun by the team ${investigation.team}`,
      'Begin a new investigation to share the schema only.',
    );
  }

  return {
    name,
    models: Object.fromEntries(Object.entries(models).map(([role, model]) => [role, model.id])),
    async hypothesizer(given, signal) {
      demandNoMore(given);
      const context = see.data(given);
      const tools = hypothesizerTools(context);
      return play('hypothesizer', context, hypothesizerPrompt(context), tools, signal, NOTHING_LOST);
    },
    async orchestrator(given, signal) {
      demandNoMore(given);
      const context = see.board(given);
      return play('orchestrator', context, orchestratorPrompt(context), orchestratorTools(context), signal);
    },
    async collector(given, signal) {
      demandNoMore(given);
      const context = see.data(given);
      const tools = collectorTools(context, see.operators(given));
      return play('collector', context, collectorPrompt(context), tools, signal, NOTHING_LOST);
    },
    async judge(given, signal) {
      demandNoMore(given);
      const context = see.judge(given);
      return play('judge', context, judgePrompt(context), judgeTools(context), signal);
    },
    async reporter(given, signal) {
      demandNoMore(given);
      const context = see.board(given);
      return play('reporter', context, reporterPrompt(context), reporterTools(context), signal);
    },
  };
}

function withNote(prompt: Prompt, note: string | undefined): Prompt {
  if (note === undefined) return prompt;
  const [first, ...rest] = prompt.system;
  return first === undefined
    ? prompt
    : { ...prompt, system: [{ ...first, text: `${first.text}\n\n${note}` }, ...rest] };
}
