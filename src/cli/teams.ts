import { llmTeam } from '../agents/llm/team';
import { DEFAULT_MODELS, MODEL_ROLES, type ModelRole } from '../agents/llm/models';
import { offlineTeam } from '../agents/offline/team';
import type { Team } from '../agents/roles';
import { Fault } from '../base/fault';
import { CONNECTION_DEFAULTS } from '../models/anthropic/connection';
import { AnthropicModel } from '../models/anthropic/model';
import type { Terminal } from './terminal';

export const TEAMS = ['offline', 'anthropic'] as const;
export type TeamName = (typeof TEAMS)[number];

/** Which model plays which role, where it is not the usual one. */
export type Models = Readonly<Partial<Record<ModelRole, string>>>;

/** The team by its name. The key and the address of a provider come from the environment. */
export function teamNamed(name: TeamName, models: Models, terminal: Terminal): Team {
  if (name === 'offline') {
    if (Object.keys(models).length > 0) {
      throw new Fault('the offline team has no models', 'Leave --model out, or use --team anthropic.');
    }
    return offlineTeam;
  }
  const { ANTHROPIC_API_KEY: apiKey, ANTHROPIC_BASE_URL: baseURL } = terminal.environment;
  if (!apiKey) {
    throw new Fault('no API key for the Anthropic team', 'Set ANTHROPIC_API_KEY, or use --team offline.');
  }
  const connection = { ...CONNECTION_DEFAULTS, apiKey, ...(baseURL && { baseURL }) };
  const model = (role: ModelRole): AnthropicModel =>
    new AnthropicModel({ ...connection, model: models[role] ?? DEFAULT_MODELS[role].model });
  return llmTeam({
    models: {
      hypothesizer: model('hypothesizer'),
      orchestrator: model('orchestrator'),
      collector: model('collector'),
      judge: model('judge'),
      reporter: model('reporter'),
    },
    efforts: Object.fromEntries(MODEL_ROLES.map((role) => [role, DEFAULT_MODELS[role].effort])),
  });
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

/** Who goes on with a board: the team that began it, with its models. */
export function teamOfBoard(team: string, models: Readonly<Record<string, string>>, terminal: Terminal): Team {
  if (team === 'offline') return teamNamed('offline', {}, terminal);
  return teamNamed('anthropic', models, terminal);
}
