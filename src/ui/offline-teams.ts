import * as vscode from 'vscode';
import type { Teams } from './surroundings';

/** The team without a model, whoever asks. */
export const offlineTeams: Teams = {
  choose: offlineTeam,
  ofBoard: offlineTeam,
  get chosen() {
    return vscode.l10n.t('Offline');
  },
};

async function offlineTeam() {
  return (await import('../agents/offline/team')).offlineTeam;
}
