import * as vscode from 'vscode';
import type { ModelProvider } from '../../models/port';

export const PROVIDERS = ['anthropic', 'vscode', 'openai'] as const;
export type ProviderId = (typeof PROVIDERS)[number];

/** The adapters of language models, which the entry introduces; each is loaded when it is first used. */
export type Providers = Readonly<Record<ProviderId, () => Promise<ModelProvider>>>;

/** The name of a provider for people. */
export function providerName(provider: ProviderId): string {
  switch (provider) {
    case 'anthropic':
      return vscode.l10n.t('Anthropic');
    case 'vscode':
      return vscode.l10n.t('VS Code language model');
    case 'openai':
      return vscode.l10n.t('OpenAI-compatible endpoint');
  }
}

export function isProvider(name: string): name is ProviderId {
  return PROVIDERS.some((provider) => provider === name);
}
