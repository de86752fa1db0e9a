import * as vscode from 'vscode';
import { MODEL_ROLES, type ModelRole } from '../../agents/llm/models';
import type { Sharing } from '../../agents/llm/sharing';
import type { PriceTable } from '../../models/prices';
import { PROVIDERS, type ProviderId } from './providers';

const TEAM_CHOICES = ['ask', 'offline', ...PROVIDERS] as const;
export type TeamChoice = (typeof TEAM_CHOICES)[number];

/** Which model plays which role. */
export type RoleModels = Readonly<Partial<Record<ModelRole, string>>>;

/** What a person set for language models. */
export type ModelSettings = {
  /** Whether anything may use a model. */
  readonly enabled: boolean;
  readonly team: TeamChoice;
  /** The most that any provider is shown, whatever it was once allowed. */
  readonly mostShared: Sharing;
  /** Address of an OpenAI-compatible API. */
  readonly endpoint: string;
  readonly anthropicUrl: string;
  readonly models: Readonly<Partial<Record<ProviderId, RoleModels>>>;
  readonly prices: PriceTable;
};

/** A settings file can hold what the settings editor refuses: what does not fit counts as not set. */
export function modelSettings(): ModelSettings {
  const configuration = vscode.workspace.getConfiguration('dataDetective');
  const text = (name: string): string => {
    const value = configuration.get<unknown>(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  return {
    enabled: !everySet(configuration, 'languageModels.enabled').includes(false),
    team: TEAM_CHOICES.find((choice) => choice === text('team')) ?? 'ask',
    mostShared: everySet(configuration, 'sharing').includes('schemaOnly') ? 'schemaOnly' : 'sample',
    endpoint: text('endpoint'),
    anthropicUrl: text('anthropic.baseUrl'),
    models: modelsIn(configuration.get<unknown>('models')),
    prices: pricesIn(configuration.get<unknown>('prices')),
  };
}

export async function rememberTeam(team: TeamChoice): Promise<void> {
  await setting('team', team);
}

export async function rememberEndpoint(endpoint: string): Promise<void> {
  await setting('endpoint', endpoint);
}

export async function rememberModels(provider: ProviderId, models: RoleModels): Promise<void> {
  const { models: known } = modelSettings();
  await setting('models', { ...known, [provider]: { ...known[provider], ...models } });
}

/** For all windows: who a person works with does not depend on the folder. */
async function setting(name: string, value: unknown): Promise<void> {
  await vscode.workspace.getConfiguration('dataDetective').update(name, value, vscode.ConfigurationTarget.Global);
}

/** What user, workspace and folder set: where they limit something, a workspace must not allow what its user does not. */
function everySet(configuration: vscode.WorkspaceConfiguration, name: string): readonly unknown[] {
  const { globalValue, workspaceValue, workspaceFolderValue } = configuration.inspect<unknown>(name) ?? {};
  return [globalValue, workspaceValue, workspaceFolderValue];
}

function modelsIn(value: unknown): ModelSettings['models'] {
  return Object.fromEntries(
    PROVIDERS.map((provider) => {
      const roles = MODEL_ROLES.map((role) => [role, propertyOf(propertyOf(value, provider), role)]);
      return [provider, Object.fromEntries(roles.filter(([, model]) => typeof model === 'string' && model !== ''))];
    }),
  );
}

/** Prices of the cache that are left out are set so that no cost is understated. */
function pricesIn(value: unknown): PriceTable {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([model, price]) => {
      const dollars = (name: string): number | undefined => {
        const amount = propertyOf(price, name);
        return typeof amount === 'number' && amount >= 0 ? amount : undefined;
      };
      const [input, output] = [dollars('input'), dollars('output')];
      if (input === undefined || output === undefined) return [];
      const cacheRead = dollars('cacheRead') ?? input;
      const cacheWrite5m = dollars('cacheWrite5m') ?? 1.25 * input;
      const cacheWrite1h = dollars('cacheWrite1h') ?? 2 * input;
      return [[model, { input, output, cacheRead, cacheWrite5m, cacheWrite1h }]];
    }),
  );
}

function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(name) : undefined;
}
