import type * as vscode from 'vscode';
import { HostRuns, type RunParts } from './host-runs';
import type { Runs } from './runs';

/** The investigations of this window, with what shows them outside of their boards. */
export function registerRuns(context: vscode.ExtensionContext, parts: RunParts): Runs {
  const runs = new HostRuns(parts);
  context.subscriptions.push(runs);
  return runs;
}
