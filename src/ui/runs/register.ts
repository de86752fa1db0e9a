import * as vscode from 'vscode';
import { registerRunCommands } from './commands';
import { HostRuns, type RunParts } from './host-runs';
import { showProgress, tellEnd, tellFailure, tellMove } from './notifications';
import { offerResume } from './offer-resume';
import type { Runs } from './runs';
import { RunStatusBar } from './status-bar';

/** The investigations of this window, with what shows them outside of their boards. */
export function registerRuns(context: vscode.ExtensionContext, parts: RunParts): Runs {
  const runs = new HostRuns(parts);
  const statusBar = new RunStatusBar(runs);
  const isRunning = (): void =>
    void vscode.commands.executeCommand('setContext', 'dataDetective.isRunning', runs.all.length > 0);
  context.subscriptions.push(
    runs,
    statusBar,
    runs.onDidChange(() => statusBar.update()),
    runs.onDidChange(isRunning),
    runs.onDidMove(({ run, from }) => void tellMove(run, from)),
    runs.onDidBegin((run) => {
      void showProgress(run);
      run.ended.then(
        (board) => tellEnd(run, board),
        () => undefined,
      );
    }),
    runs.onDidBreakOff(({ run, error }) => void tellFailure(run, error, parts.log)),
    ...registerRunCommands(runs, parts),
  );
  if (vscode.workspace.isTrusted) void offerResume(context.workspaceState, runs, parts);
  return runs;
}
