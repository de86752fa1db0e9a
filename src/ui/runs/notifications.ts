import * as vscode from 'vscode';
import { assertNever } from '../../base/assert';
import type { Board } from '../../board/board';
import { leadText } from '../../board/views/answer-text';
import { nameOf } from '../boards/read-state';
import { plain } from '../plain';
import type { Log } from '../log';
import { showFailure } from '../show-failure';
import type { HostRun } from './host-run';
import { usageText } from './usage-text';

/** How many characters of an answer a message tells. */
const ROOM = 180;

/** Shows a board in its editor. */
export function openBoard(board: vscode.Uri): Thenable<unknown> {
  return vscode.commands.executeCommand('vscode.openWith', board, 'dataDetective.board');
}

/** A notification that stays while a run goes on: its first *Cancel* stops in good order, the next one at once. */
export async function showProgress(run: HostRun): Promise<void> {
  const ended = run.ended.then(
    () => undefined,
    () => undefined,
  );
  await progress(vscode.l10n.t('Investigating “{0}”', plain(run.question)), run, ended);
  if (!run.isStopping) return;
  await progress(
    vscode.l10n.t('Stopping: what is there is judged and reported. Cancel again to stop at once.'),
    run,
    ended,
  );
}

/** Ends with the run, or when it is cancelled. */
async function progress(title: string, run: HostRun, ended: Promise<void>): Promise<void> {
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  await vscode.window.withProgress(options, async (reporter, token) => {
    const subscriptions: vscode.Disposable[] = [];
    const cancelled = new Promise<void>((resolve) => {
      token.onCancellationRequested(
        () => {
          run.stop();
          resolve();
        },
        undefined,
        subscriptions,
      );
    });
    run.onDidHappen(
      (event) => {
        if (event.type === 'query-started') reporter.report({ message: plain(event.purpose) });
        else if (event.type === 'turn-started' && run.controls) {
          reporter.report({ message: usageText(run.controls.usage) });
        }
      },
      undefined,
      subscriptions,
    );
    await Promise.race([ended, cancelled]);
    vscode.Disposable.from(...subscriptions).dispose();
  });
}

/** Tells how a run ended: the first sentence of its answer, or why there is none. */
export async function tellEnd(run: HostRun, board: Board): Promise<void> {
  const open = vscode.l10n.t('Open Board');
  const { text, show } = endOf(board, plain(nameOf(run.board)));
  if ((await show(text, open)) === open) await openBoard(run.board);
}

type Show = (message: string, ...buttons: string[]) => Thenable<string | undefined>;

function endOf(board: Board, name: string): { readonly text: string; readonly show: Show } {
  const { status, reason } = board.investigation;
  const answer = firstSentence(leadText(board.report));
  const why = plain(reason ?? '');
  switch (status) {
    case 'complete':
      return { text: answer, show: vscode.window.showInformationMessage };
    case 'stopped':
      return { text: vscode.l10n.t('Stopped. {0}', answer), show: vscode.window.showInformationMessage };
    case 'running':
    case 'partial':
      return {
        text: vscode.l10n.t('A partial answer ({0}): {1}', why, answer),
        show: vscode.window.showWarningMessage,
      };
    case 'failed':
      return { text: vscode.l10n.t('{0}: {1}', name, why), show: vscode.window.showErrorMessage };
    default:
      return assertNever(status);
  }
}

/** The run goes on elsewhere: the person should know, and may not want it. */
export async function tellMove(run: HostRun, from: vscode.Uri): Promise<void> {
  const open = vscode.l10n.t('Open Board');
  const stop = vscode.l10n.t('Stop');
  const chosen = await vscode.window.showWarningMessage(
    vscode.l10n.t(
      '{0} was changed by somebody else. It is left as it is; the investigation goes on in {1}.',
      plain(nameOf(from)),
      plain(nameOf(run.board)),
    ),
    open,
    stop,
  );
  if (chosen === open) await openBoard(run.board);
  if (chosen === stop) run.stop();
}

/** A run broke off: its board holds what it had. */
export function tellFailure(run: HostRun, error: unknown, log: Log): Promise<void> {
  return showFailure(error, log, [{ label: vscode.l10n.t('Open Board'), run: () => openBoard(run.board) }]);
}

/**
 * The first sentence without what it cites, as far as a message has room for it. (The runtime's own division into sentences takes tens of
 * milliseconds to load.)
 */
function firstSentence(text: string): string {
  const told = plain(text.replaceAll(/ \[[EHQ]\d+\]/g, ''));
  const sentence = /^.*?(?<!\b\p{Lu}\p{Ll}{0,2})[.!?](?=\s+\p{Lu}|$)/u.exec(told)?.[0] ?? told;
  return sentence.length <= ROOM ? sentence : `${sentence.slice(0, ROOM).replace(/\s\S*$/, '')} …`;
}
