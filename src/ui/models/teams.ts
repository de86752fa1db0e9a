import * as vscode from 'vscode';
import { DEFAULT_MODELS, MODEL_ROLES, type ModelRole } from '../../agents/llm/models';
import { readTeamName, type Sharing } from '../../agents/llm/sharing';
import type { Team } from '../../agents/roles';
import { Fault } from '../../base/fault';
import type { Board } from '../../board/board';
import type { LanguageModel } from '../../models/port';
import type { Teams } from '../surroundings';
import type { Accesses } from './accesses';
import type { Consents } from './consents';
import { keyNotice, withKeyNotice } from './key-notice';
import { isProvider, providerName, type ProviderId, type Providers } from './providers';
import { askEndpoint, askKey, askModel, askRole, askTeam, listWithProgress } from './questions';
import { modelSettings, rememberEndpoint, rememberModels, rememberTeam, type RoleModels } from './settings';

type Models = Readonly<Record<ModelRole, string>>;

/** Who investigates, as the person chose it. Nothing is sent to a provider before they were told what, and agreed. */
export class ChosenTeams implements Teams {
  readonly #providers: Providers;
  readonly #accesses: Accesses;
  readonly #consents: Consents;

  constructor(providers: Providers, accesses: Accesses, consents: Consents) {
    this.#providers = providers;
    this.#accesses = accesses;
    this.#consents = consents;
  }

  get chosen(): string | undefined {
    const { enabled, team, mostShared } = modelSettings();
    if (!enabled || team === 'offline') return vscode.l10n.t('Offline');
    if (team === 'ask') return undefined;
    const sharing = this.#consents.given(team, this.#accesses.addressOf(team), mostShared);
    return sharing === 'schemaOnly' ? vscode.l10n.t('{0} (schema only)', providerName(team)) : providerName(team);
  }

  async choose({ change = false }: { readonly change?: boolean } = {}): Promise<Team | undefined> {
    demandTrust();
    const { enabled, team } = modelSettings();
    if (!enabled) return offline();
    const chosen = change || team === 'ask' ? await askTeam(team) : team;
    if (chosen === undefined) return undefined;
    if (chosen === 'offline') {
      if (team !== 'offline') await rememberTeam('offline');
      return offline();
    }
    if (!(await this.#reach(chosen, change))) return undefined;
    const sharing = await this.#consent(chosen, change);
    if (sharing === undefined) return undefined;
    const models = await this.#models(chosen, change);
    if (models === undefined) return undefined;
    if (team !== chosen) await rememberTeam(chosen);
    return this.#team(chosen, models, sharing);
  }

  async ofBoard({ investigation }: Board): Promise<Team | undefined> {
    const { provider, sharing } = readTeamName(investigation.team);
    if (provider === 'offline') return offline();
    demandTrust();
    const { enabled, mostShared } = modelSettings();
    if (!enabled) {
      throw new Fault(
        vscode.l10n.t('language models are turned off, and the board’s team uses them'),
        vscode.l10n.t('Turn them on in the settings (dataDetective.languageModels.enabled).'),
      );
    }
    const models = rolesOf(investigation.models);
    if (!isProvider(provider) || models === undefined) {
      throw new Fault(
        vscode.l10n.t('this version does not know the board’s team: {0}', investigation.team),
        vscode.l10n.t('Begin a new investigation.'),
      );
    }
    if (!(await this.#reach(provider, false))) return undefined;
    const allowed = await this.#consent(provider, false);
    if (allowed === undefined) return undefined;
    if (sharing === 'sample' && (allowed === 'schemaOnly' || mostShared === 'schemaOnly')) {
      throw new Fault(
        vscode.l10n.t('the board quotes results, and you share the schema only'),
        vscode.l10n.t('Begin a new investigation, or allow more with "Choose Team".'),
      );
    }
    return this.#team(provider, models, sharing);
  }

  /** Lets the person choose models for a role of the present team, or for all roles. */
  async chooseModels(): Promise<void> {
    demandTrust();
    const { enabled, team, models } = modelSettings();
    if (!enabled || !isProvider(team)) {
      throw new Fault(
        vscode.l10n.t('the team has no models'),
        vscode.l10n.t('Choose a team that has some with "Choose Team".'),
      );
    }
    const role = await askRole({ ...usualModels(team), ...models[team] });
    if (role === undefined || !(await this.#reach(team, false)) || !(await this.#consent(team, false))) return;
    const model = await this.#ask(team);
    if (model !== undefined) await rememberModels(team, role === 'all' ? forAll(model) : { [role]: model });
  }

  /** How many models the provider offers to the key that is set. Rejects with a `Fault` when it is refused. */
  async test(provider: ProviderId): Promise<number> {
    demandTrust();
    const models = await this.#providers[provider]();
    return (await listWithProgress(provider, models, await this.#accesses.accessTo(provider))).length;
  }

  /** Asks for the address and the key where they are missing; false when the person gives none. */
  async #reach(provider: ProviderId, change: boolean): Promise<boolean> {
    if (provider === 'openai' && (change || this.#accesses.addressOf(provider) === '')) {
      const endpoint = await askEndpoint(this.#accesses.addressOf(provider) ?? '');
      if (endpoint === undefined) return false;
      await rememberEndpoint(endpoint);
    }
    const isKeyWanted = provider === 'anthropic' || (provider === 'openai' && change);
    if (!isKeyWanted || (await this.#accesses.keyOf(provider)) !== undefined) return true;
    const key = await askKey(provider, this.#accesses.addressOf(provider));
    if (key === undefined) return false;
    if (key !== '') await this.#accesses.setKey(provider, key);
    return true;
  }

  async #consent(provider: ProviderId, anew: boolean): Promise<Sharing | undefined> {
    const { mostShared } = modelSettings();
    const address = this.#accesses.addressOf(provider);
    const given = anew ? undefined : this.#consents.given(provider, address, mostShared);
    return given ?? (await this.#consents.ask(provider, address, mostShared));
  }

  /** The models of all roles: as set, else the usual ones, else one that the person picks for all. */
  async #models(provider: ProviderId, change: boolean): Promise<Models | undefined> {
    const set = modelSettings().models[provider];
    const known = rolesOf({ ...usualModels(provider), ...set });
    if (known && !(change && provider !== 'anthropic')) return known;
    const model = await this.#ask(provider);
    if (model === undefined) return undefined;
    await rememberModels(provider, forAll(model));
    return forAll(model);
  }

  async #ask(provider: ProviderId): Promise<string | undefined> {
    const models = await this.#providers[provider]();
    const access = await this.#accesses.accessTo(provider);
    return askModel(provider, await listWithProgress(provider, models, access));
  }

  async #team(provider: ProviderId, models: Models, sharing: Sharing): Promise<Team> {
    const { llmTeam } = await import('../../agents/llm/team');
    const adapter = await this.#providers[provider]();
    const access = await this.#accesses.accessTo(provider);
    const tell = keyNotice(provider);
    const opened = new Map<string, LanguageModel>();
    for (const model of new Set(Object.values(models))) {
      opened.set(model, withKeyNotice(await adapter.openModel(model, access), tell));
    }
    const playing = (role: ModelRole): LanguageModel => {
      const model = opened.get(models[role]);
      if (model === undefined) throw new Error(`not opened: ${models[role]}`);
      return model;
    };
    return llmTeam({
      provider,
      sharing,
      models: {
        hypothesizer: playing('hypothesizer'),
        orchestrator: playing('orchestrator'),
        collector: playing('collector'),
        judge: playing('judge'),
        reporter: playing('reporter'),
      },
      ...(provider === 'anthropic' && {
        efforts: Object.fromEntries(MODEL_ROLES.map((role) => [role, DEFAULT_MODELS[role].effort])),
      }),
    });
  }
}

async function offline(): Promise<Team> {
  return (await import('../../agents/offline/team')).offlineTeam;
}

function usualModels(provider: ProviderId): RoleModels {
  if (provider !== 'anthropic') return {};
  return Object.fromEntries(MODEL_ROLES.map((role) => [role, DEFAULT_MODELS[role].model]));
}

function forAll(model: string): Models {
  return { hypothesizer: model, orchestrator: model, collector: model, judge: model, reporter: model };
}

/** The models of all roles; undefined when one is missing. */
function rolesOf(models: Readonly<Record<string, string>>): Models | undefined {
  const { hypothesizer, orchestrator, collector, judge, reporter } = models;
  return hypothesizer && orchestrator && collector && judge && reporter
    ? { hypothesizer, orchestrator, collector, judge, reporter }
    : undefined;
}

function demandTrust(): void {
  if (vscode.workspace.isTrusted) return;
  throw new Fault(
    vscode.l10n.t('nothing connects in Restricted Mode'),
    vscode.l10n.t('Trust the workspace to use language models.'),
  );
}
