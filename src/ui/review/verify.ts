import * as vscode from 'vscode';
import { verifiedEvent, verifyQueries, type QueryOutcome } from '../../agents/verify';
import { Fault } from '../../base/fault';
import { formatList } from '../../base/format';
import type { Board } from '../../board/board';
import { atRisk } from '../../board/views/at-risk';
import { standingVerdict } from '../../board/views/standing';
import type { BoardModel, Boards } from '../boards/boards';
import { databaseOf } from '../boards/database-of';
import { exists, nameOf } from '../boards/read-state';
import { plain } from '../plain';
import type { Runs } from '../runs/runs';
import type { Surroundings } from '../surroundings';
import { boardOf, modelOf, type BoardArgument } from './board-argument';
import { showDifference } from './compare';

type VerifyParts = { readonly boards: Boards; readonly runs: Runs; readonly surroundings: Surroundings };

/** Runs every query of a board again, writes the outcomes beside them, and tells what that means for the verdicts. */
export async function verifyBoard(parts: VerifyParts, argument: BoardArgument): Promise<void> {
  if (!vscode.workspace.isTrusted) {
    throw new Fault(vscode.l10n.t('nothing runs in Restricted Mode'), vscode.l10n.t('Trust the workspace to verify.'));
  }
  const model = modelOf(parts.boards, argument);
  const board = await boardOf(model);
  if (board.queries.length === 0) {
    void vscode.window.showInformationMessage(plain(vscode.l10n.t('{0} holds no queries yet.', nameOf(model.uri))));
    return;
  }
  const outcomes = await runAgain(model, board, parts.surroundings);
  if (outcomes === undefined) return;
  // The board may have changed meanwhile: what was run is what is told.
  await model.change(({ queries }) =>
    outcomes
      .filter(({ query }) => queries.some(({ id, sql }) => id === query.id && sql === query.sql))
      .map(verifiedEvent),
  );
  await tell(model, await boardOf(model), outcomes, parts.runs);
}

/** undefined when the person cancelled: nothing is kept of it then. */
async function runAgain(
  model: BoardModel,
  board: Board,
  surroundings: Surroundings,
): Promise<readonly QueryOutcome[] | undefined> {
  const uri = databaseOf(model.uri, board.investigation.database.path);
  if (!(await exists(uri))) {
    throw new Fault(
      vscode.l10n.t('the board’s database is not there: {0}', vscode.workspace.asRelativePath(uri)),
      vscode.l10n.t('Put it there, or mend its path in the board’s text.'),
    );
  }
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: plain(vscode.l10n.t('Verifying {0}', nameOf(model.uri))),
    cancellable: true,
  };
  return vscode.window.withProgress(options, async (progress, token) => {
    const cancelled = new AbortController();
    const subscription = token.onCancellationRequested(() => cancelled.abort());
    const database = await surroundings.openDatabase(uri);
    const total = board.queries.length;
    let done = 0;
    try {
      return await verifyQueries(board, database, cancelled.signal, () => {
        progress.report({ message: vscode.l10n.t('{0} of {1} queries', ++done, total), increment: 100 / total });
      });
    } catch (error) {
      if (cancelled.signal.aborted) return undefined;
      throw error;
    } finally {
      subscription.dispose();
      await database.close();
    }
  });
}

async function tell(model: BoardModel, board: Board, outcomes: readonly QueryOutcome[], runs: Runs): Promise<void> {
  const same = outcomes.filter(({ as }) => as === 'reproduced').length;
  const total = vscode.l10n.t('{0} of {1} queries give the same answer', same, outcomes.length);
  const standing = new Set(board.hypotheses.map(({ id }) => standingVerdict(board, id)));
  const shaken = atRisk(board).flatMap(({ verdict }) => (standing.has(verdict) ? [verdict.hypothesis] : []));
  if (same === outcomes.length) {
    const text = vscode.l10n.t('{0}: every verdict rests on what the database still says.', total);
    void vscode.window.showInformationMessage(text);
    return;
  }
  const text =
    shaken.length === 0
      ? vscode.l10n.t('{0}. No standing verdict rests on the others.', total)
      : vscode.l10n.t('{0}. At risk: the verdicts on {1}.', total, formatList(shaken));
  const show = vscode.l10n.t('Show What Drifted');
  const anew = vscode.l10n.t('Collect Anew');
  const actions = shaken.length === 0 || runs.at(model.uri) !== undefined ? [show] : [show, anew];
  const chosen = await vscode.window.showWarningMessage(text, ...actions);
  if (chosen === show) {
    await showDifference(model.uri, { kind: 'unverified', name: vscode.l10n.t('as recorded') });
  }
  if (chosen === anew) await runs.resume(model.uri, { refresh: true });
}
