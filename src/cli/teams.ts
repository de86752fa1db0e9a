import { MODEL_ROLES, DEFAULT_MODELS, type ModelRole } from '../agents/llm/models';
import { readTeamName, type Sharing } from '../agents/llm/sharing';
import { llmTeam } from '../agents/llm/team';
import { offlineTeam } from '../agents/offline/team';
import type { Team } from '../agents/roles';
import { Fault } from '../base/fault';
import * as anthropic from '../models/anthropic/connection';
import { AnthropicModel } from '../models/anthropic/model';
import * as openai from '../models/openai/connection';
import { OpenAiModel } from '../models/openai/model';
import type { LanguageModel } from '../models/port';
import type { Terminal } from './terminal';

export const TEAMS = ['offline', 'anthropic', 'openai'] as const;
export type TeamName = (typeof TEAMS)[number];

/** Which model plays which role, where it is not the usual one. */
export type Models = Readonly<Partial<Record<ModelRole, string>>>;

export type TeamChoice = {
  readonly team: TeamName;
  readonly models: Models;
  /** The address of an OpenAI-compatible API. */
  readonly endpoint?: string;
  readonly share?: Sharing;
};

/** The team that was chosen. Keys of providers come from the environment, and their addresses where no flag gives them. */
export function teamFor({ team, models, endpoint, share = 'sample' }: TeamChoice, terminal: Terminal): Team {
  if (endpoint !== undefined && team !== 'openai') {
    throw new Fault(`the ${team} team has no endpoint`, 'Leave --endpoint out, or use --team openai.');
  }
  if (team === 'offline') {
    if (Object.keys(models).length > 0) {
      throw new Fault('the offline team has no models', 'Leave --model out, or use --team anthropic or openai.');
    }
    return offlineTeam;
  }
  const model = team === 'anthropic' ? anthropicModels(models, terminal) : openAiModels(models, endpoint, terminal);
  return llmTeam({
    provider: team,
    sharing: share,
    models: {
      hypothesizer: model('hypothesizer'),
      orchestrator: model('orchestrator'),
      collector: model('collector'),
      judge: model('judge'),
      reporter: model('reporter'),
    },
    ...(team === 'anthropic' && {
      efforts: Object.fromEntries(MODEL_ROLES.map((role) => [role, DEFAULT_MODELS[role].effort])),
    }),
  });
}

type ModelOf = (role: ModelRole) => LanguageModel;

function anthropicModels(models: Models, { environment }: Terminal): ModelOf {
  const { ANTHROPIC_API_KEY: apiKey, ANTHROPIC_BASE_URL: baseURL } = environment;
  if (!apiKey) throw new Fault('no API key for the Anthropic team', 'Set ANTHROPIC_API_KEY, or use --team offline.');
  const connection = { ...anthropic.CONNECTION_DEFAULTS, apiKey, ...(baseURL && { baseURL }) };
  return (role) => new AnthropicModel({ ...connection, model: models[role] ?? DEFAULT_MODELS[role].model });
}

function openAiModels(models: Models, endpoint: string | undefined, { environment }: Terminal): ModelOf {
  const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: fromEnvironment } = environment;
  const baseURL = endpoint ?? fromEnvironment;
  if (!baseURL) {
    throw new Fault(
      'no endpoint for the OpenAI-compatible team',
      'Give --endpoint URL, for example http://localhost:11434/v1, or set OPENAI_BASE_URL.',
    );
  }
  return (role) => {
    const model = models[role];
    if (model === undefined) throw new Fault(`no model for the ${role}`, 'Give --model NAME for all roles.');
    return new OpenAiModel({ ...openai.CONNECTION_DEFAULTS, baseURL, model, ...(apiKey && { apiKey }) });
  };
}

/** Reads `NAME` for all roles or `ROLE=NAME` for one; a later one wins. */
export function readModels(given: readonly string[]): Models {
  return given.reduce<Models>((models, text) => {
    const [left = '', name] = text.split('=');
    if (name === undefined) return Object.fromEntries(MODEL_ROLES.map((role) => [role, left]));
    const role = MODEL_ROLES.find((each) => each === left);
    if (role === undefined || name === '') {
      throw new Fault(
        `unknown role in --model: ${text}`,
        `Give NAME or ROLE=NAME with one of ${MODEL_ROLES.join(', ')}.`,
      );
    }
    return { ...models, [role]: name };
  }, {});
}

/** Who goes on with a board: the team that began it, with its models, shown as much as then. */
export function teamOfBoard(
  { team: name, models }: { readonly team: string; readonly models: Readonly<Record<string, string>> },
  endpoint: string | undefined,
  terminal: Terminal,
): Team {
  const { provider, sharing } = readTeamName(name);
  const team = TEAMS.find((each) => each === provider);
  if (team === undefined) {
    throw new Fault(`the board’s team plays in the editor only: ${name}`, 'Go on with it there.');
  }
  return teamFor({ team, models, share: sharing, ...(endpoint !== undefined && { endpoint }) }, terminal);
}
