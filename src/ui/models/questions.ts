import * as vscode from 'vscode';
import { MODEL_ROLES, type ModelRole } from '../../agents/llm/models';
import type { ModelProvider, ModelAccess, OfferedModel } from '../../models/port';
import { Fault } from '../../base/fault';
import { providerName, type ProviderId } from './providers';
import type { RoleModels, TeamChoice } from './settings';
import { plain } from '../plain';

/* What a person is asked about models. Each answer is undefined when they do not give one. */

type Team = Exclude<TeamChoice, 'ask'>;

export async function askTeam(current: TeamChoice): Promise<Team | undefined> {
  const { t } = vscode.l10n;
  const items: readonly (vscode.QuickPickItem & { readonly team: Team })[] = [
    {
      team: 'offline',
      label: t('Offline'),
      detail: t('No model; nothing leaves this computer. Rules and statistics play all roles.'),
    },
    { team: 'anthropic', label: t('Anthropic'), detail: t('Claude models, with an API key of yours.') },
    {
      team: 'vscode',
      label: t('VS Code Language Model'),
      detail: t('A model that VS Code offers, such as GitHub Copilot’s.'),
    },
    {
      team: 'openai',
      label: t('Local or Other Endpoint'),
      detail: t('Ollama, LM Studio, vLLM, llama.cpp, or any OpenAI-compatible API.'),
    },
  ];
  const picked = await vscode.window.showQuickPick(
    items.map((item) => ({ ...item, ...(item.team === current && { description: t('now') }) })),
    { title: t('Who investigates?'), placeHolder: t('You can change it at any time.') },
  );
  return picked?.team;
}

/** @returns '' for no key, where one may be left out */
export async function askKey(provider: ProviderId, address: string | undefined): Promise<string | undefined> {
  const isNeeded = provider === 'anthropic';
  const key = await vscode.window.showInputBox({
    title: vscode.l10n.t('API Key: {0}', providerName(provider)),
    prompt: isNeeded
      ? vscode.l10n.t('It is kept in the secret storage of VS Code, and sent to {0} only.', address ?? '')
      : vscode.l10n.t('Leave it empty where {0} wants none.', address ?? ''),
    password: true,
    ignoreFocusOut: true,
    validateInput: (value) => {
      if (value.trim() === '') return isNeeded ? vscode.l10n.t('Enter the API key.') : undefined;
      return /^[\x21-\x7e]+$/.test(value.trim()) ? undefined : vscode.l10n.t('No key has blanks or such characters.');
    },
  });
  return key?.trim();
}

export async function askEndpoint(current: string): Promise<string | undefined> {
  const address = await vscode.window.showInputBox({
    title: vscode.l10n.t('Address of the Endpoint'),
    prompt: vscode.l10n.t(
      'An OpenAI-compatible API: Ollama http://localhost:11434/v1, LM Studio http://localhost:1234/v1',
    ),
    value: current,
    ignoreFocusOut: true,
    validateInput: (value) =>
      isAddress(value.trim()) ? undefined : vscode.l10n.t('Enter an http(s) address without credentials.'),
  });
  return address?.trim();
}

/** The role whose model is chosen; `all` of them. */
export async function askRole(models: RoleModels): Promise<ModelRole | 'all' | undefined> {
  const all = { label: vscode.l10n.t('All Roles'), role: 'all' as const };
  const roles = MODEL_ROLES.map((role) => ({ label: roleName(role), description: models[role] ?? '', role }));
  const picked = await vscode.window.showQuickPick([all, ...roles], {
    title: vscode.l10n.t('A model for which role?'),
  });
  return picked?.role;
}

/** Picks from what the provider offers, asked for with a progress that can be cancelled. */
export async function askModel(provider: ProviderId, offered: readonly OfferedModel[]): Promise<string | undefined> {
  if (offered.length === 0) throw noModels(provider);
  const items = offered.map(({ id, name }) => ({ label: plain(name), description: id === name ? '' : plain(id), id }));
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Model: {0}', providerName(provider)),
    placeHolder: vscode.l10n.t('It has to be able to call tools.'),
    matchOnDescription: true,
  });
  return picked?.id;
}

export async function listWithProgress(
  provider: ProviderId,
  models: ModelProvider,
  access: ModelAccess,
): Promise<readonly OfferedModel[]> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: vscode.l10n.t('Asking for models: {0}', providerName(provider)),
    cancellable: true,
  };
  return vscode.window.withProgress(options, (_, token) => {
    const stop = new AbortController();
    token.onCancellationRequested(() => stop.abort(new vscode.CancellationError()));
    return models.listModels(access, stop.signal).catch((error: unknown) => {
      throw stop.signal.aborted ? new vscode.CancellationError() : error;
    });
  });
}

function roleName(role: ModelRole): string {
  switch (role) {
    case 'hypothesizer':
      return vscode.l10n.t('Hypothesizer');
    case 'orchestrator':
      return vscode.l10n.t('Orchestrator');
    case 'collector':
      return vscode.l10n.t('Evidence collectors');
    case 'judge':
      return vscode.l10n.t('Judge');
    case 'reporter':
      return vscode.l10n.t('Reporter');
  }
}

function noModels(provider: ProviderId): Fault {
  if (provider === 'vscode') {
    return new Fault(
      vscode.l10n.t('VS Code offers no language model'),
      vscode.l10n.t('Install an extension that provides some and sign in, or choose another team.'),
    );
  }
  return new Fault(
    vscode.l10n.t('the endpoint offers no model'),
    vscode.l10n.t('Load or pull one there, then try again.'),
  );
}

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
}
