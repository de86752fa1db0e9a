import * as vscode from 'vscode';

const COMMANDS = [
  'investigate',
  'stop',
  'resume',
  'refresh',
  'raiseBudget',
  'runSql',
  'runQuery',
  'chooseDatabase',
  'restoreSql',
  'addEvidence',
  'cancelSql',
  'previousResult',
  'nextResult',
  'resultHistory',
  'exportResult',
  'copyResult',
  'copyResultWithHeaders',
  'chooseTeam',
  'chooseModels',
  'setApiKey',
  'testApiKey',
  'forgetApiKey',
];

/** Commands that a window without a computer behind it cannot do: whoever comes upon one is told where it can be done. */
export function registerElsewhere(): readonly vscode.Disposable[] {
  return COMMANDS.map((command) => vscode.commands.registerCommand(`dataDetective.${command}`, tellElsewhere));
}

/** Tells where what was asked for can be done. */
export async function tellElsewhere(): Promise<void> {
  await vscode.window.showInformationMessage(
    vscode.l10n.t(
      'Investigations and SQL run in VS Code on a computer that has the database. Boards can be read here.',
    ),
  );
}
