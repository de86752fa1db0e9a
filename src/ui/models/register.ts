import * as vscode from 'vscode';
import { commandsWith } from '../command';
import type { Log } from '../log';
import type { Teams } from '../surroundings';
import { Accesses } from './accesses';
import { Consents } from './consents';
import { isProvider, providerName, type ProviderId, type Providers } from './providers';
import { askKey } from './questions';
import { modelSettings } from './settings';
import { ChosenTeams } from './teams';

/** Who investigates: the choice of a team, of its models, and the keys of providers. */
export function registerModels(
  context: vscode.ExtensionContext,
  { providers, log }: { readonly providers: Providers; readonly log: Log },
): Teams {
  const accesses = new Accesses(context.secrets, log);
  const teams = new ChosenTeams(providers, accesses, new Consents(context.globalState));
  const on = commandsWith(log);
  const onProvider = (act: (provider: ProviderId) => Promise<unknown>) => async (named?: unknown) => {
    const provider = typeof named === 'string' && isProvider(named) ? named : await pickKeyed();
    if (provider !== undefined) await act(provider);
  };
  context.subscriptions.push(
    on('dataDetective.chooseTeam', async () => {
      if (!(await teams.choose({ change: true }))) return;
      void vscode.window.showInformationMessage(vscode.l10n.t('Investigations are played by: {0}', teams.chosen ?? ''));
    }),
    on('dataDetective.chooseModels', () => teams.chooseModels()),
    on(
      'dataDetective.setApiKey',
      onProvider(async (provider) => {
        const key = await askKey(provider, accesses.addressOf(provider));
        if (key === undefined) return;
        if (key === '') return accesses.forgetKey(provider);
        await accesses.setKey(provider, key);
        const test = vscode.l10n.t('Test Key');
        const chosen = await vscode.window.showInformationMessage(
          vscode.l10n.t('The API key is kept: {0}', providerName(provider)),
          test,
        );
        if (chosen === test) await vscode.commands.executeCommand('dataDetective.testApiKey', provider);
      }),
    ),
    on(
      'dataDetective.testApiKey',
      onProvider(async (provider) => {
        const models = await teams.test(provider);
        void vscode.window.showInformationMessage(
          vscode.l10n.t('{0} answers, and offers {1} models.', providerName(provider), models),
        );
      }),
    ),
    on(
      'dataDetective.forgetApiKey',
      onProvider(async (provider) => {
        await accesses.forgetKey(provider);
        void vscode.window.showInformationMessage(
          vscode.l10n.t('The API key is forgotten: {0}', providerName(provider)),
        );
      }),
    ),
  );
  return teams;
}

/** The provider whose key is meant: of those that have keys, the team's own first. */
async function pickKeyed(): Promise<ProviderId | undefined> {
  const { team } = modelSettings();
  const keyed: ProviderId[] = team === 'openai' ? ['openai', 'anthropic'] : ['anthropic', 'openai'];
  const items = keyed.map((provider) => ({ label: providerName(provider), provider }));
  return (await vscode.window.showQuickPick(items, { title: vscode.l10n.t('API key of which provider?') }))?.provider;
}
