import * as vscode from 'vscode';
import { Fault, messageOf } from '../base/fault';
import type { Log } from './log';
import { plain } from './plain';

/** A button of a message. */
export type Action = { readonly label: string; run(): unknown };

/**
 * Shows a failure as a person reads it: what failed, the next step, and buttons. The details go to the log, which what is no `Fault`
 * points to. Nothing is shown for what the person cancelled.
 */
export async function showFailure(error: unknown, log: Log, actions: readonly Action[] = []): Promise<void> {
  if (error instanceof vscode.CancellationError) return;
  log.error('failed', error);
  const next = error instanceof Fault && error.next !== undefined ? ` ${error.next}` : '';
  const message = messageOf(error);
  const text = plain(`${message}${/[.!?]$/.test(message) ? '' : '.'}${next}`);
  const all =
    error instanceof Fault ? actions : [...actions, { label: vscode.l10n.t('Show Log'), run: () => log.show() }];
  const chosen = await vscode.window.showErrorMessage(text, ...all.map(({ label }) => label));
  await all.find(({ label }) => label === chosen)?.run();
}
