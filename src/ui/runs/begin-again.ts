import * as vscode from 'vscode';
import { Budget, DEFAULT_BUDGET, type BudgetLimits } from '../../agents/budget';
import type { Team } from '../../agents/roles';
import { Fault } from '../../base/fault';
import type { Board } from '../../board/board';
import type { BoardStore } from '../../board/store';
import { isUnfinished } from '../../board/views/unfinished';
import { databaseOf } from '../boards/database-of';
import { exists, nameOf, openDocument } from '../boards/read-state';
import { plain } from '../plain';
import type { Surroundings, Teams } from '../surroundings';
import type { ResumeOptions } from './runs';
import { runSettings, type RunSettings } from './settings';

/** All that going on with a board needs. */
export type Resumption = {
  readonly board: Board;
  readonly store: BoardStore;
  readonly database: vscode.Uri;
  readonly team: Team;
  readonly settings: RunSettings;
};

/**
 * Gets together what going on with a board needs, and asks where it must. undefined when the person chose not to go on.
 * @throws Fault for what cannot be gone on with
 */
export async function prepareResumption(
  uri: vscode.Uri,
  options: ResumeOptions,
  { surroundings, teams }: { readonly surroundings: Surroundings; readonly teams: Teams },
): Promise<Resumption | undefined> {
  if (!(await hasSavedEdits(uri))) return undefined;
  const first = await loadOrDropJournal(uri, surroundings);
  if (!first) return undefined;
  const settings = runSettings(uri);
  // Whoever writes a board keeps to what it says of results.
  const store = await surroundings.storeOf(uri, first.investigation.kept ?? settings.kept);
  const board = (await store.load()) ?? first;
  const onlyUnfinished = !options.refresh && !options.again;
  if (onlyUnfinished && !isUnfinished(board)) {
    throw new Fault(vscode.l10n.t('nothing is left to do in {0}', nameOf(uri)));
  }
  const budget = await budgetFor(board, { ...DEFAULT_BUDGET, ...settings.budget }, onlyUnfinished);
  const database = budget && (await databaseFor(uri, board));
  const team = database && (await teams.ofBoard(board));
  if (!budget || !database || !team) return undefined;
  return { board, store, database, team, settings: { ...settings, budget, margins: board.investigation.margins } };
}

/** A run goes on from the file: edits that are not saved would be left out. */
async function hasSavedEdits(uri: vscode.Uri): Promise<boolean> {
  const document = openDocument(uri);
  if (!document?.isDirty) return true;
  const save = vscode.l10n.t('Save and Go On');
  const chosen = await vscode.window.showWarningMessage(
    plain(vscode.l10n.t('{0} has edits that are not saved.', nameOf(uri))),
    save,
  );
  return chosen === save && (await document.save());
}

/** The board with what its broken-off run left; where that does not fit the file any more, the person may go on without it. */
async function loadOrDropJournal(uri: vscode.Uri, surroundings: Surroundings): Promise<Board | undefined> {
  const load = async (): Promise<Board> => {
    const board = await (await surroundings.storeOf(uri)).load();
    if (!board) throw new Fault(vscode.l10n.t('no such board: {0}', nameOf(uri)));
    return board;
  };
  const journal = surroundings.journalOf(uri);
  try {
    return await load();
  } catch (error) {
    if (!(error instanceof Fault) || !(await exists(journal))) throw error;
    const goOn = vscode.l10n.t('Go On from the File');
    const chosen = await vscode.window.showWarningMessage(
      plain(vscode.l10n.t('{0}. What its last run did after that cannot be added to it.', error.message)),
      goOn,
    );
    if (chosen !== goOn) return undefined;
    await vscode.workspace.fs.delete(journal, { useTrash: true });
    return load();
  }
}

/** The budget to go on with: where it is used already, as much again, when the person agrees. */
async function budgetFor(board: Board, limits: BudgetLimits, needsRounds: boolean): Promise<BudgetLimits | undefined> {
  const { usage } = board.investigation;
  const noRounds = needsRounds && usage.rounds >= limits.rounds;
  const used =
    new Budget(limits, Date, usage).windDown() ??
    (noRounds ? vscode.l10n.t('all of the budget of {0} rounds is used', limits.rounds) : undefined);
  if (used === undefined) return limits;
  const goOn = vscode.l10n.t('Go On with as Much Again');
  const chosen = await vscode.window.showWarningMessage(`${used.charAt(0).toUpperCase()}${used.slice(1)}.`, goOn);
  if (chosen !== goOn) return undefined;
  const { rounds, queries, modelCalls, inputTokens, outputTokens, usd, seconds } = limits;
  return {
    ...limits,
    rounds: rounds + usage.rounds,
    queries: queries + usage.queries,
    modelCalls: modelCalls + usage.modelCalls,
    inputTokens: inputTokens + usage.inputTokens,
    outputTokens: outputTokens + usage.outputTokens,
    usd: usd + (usage.usd ?? 0),
    seconds: seconds + usage.seconds,
  };
}

/** The database that the board names, or the one that the person names where that is gone. */
async function databaseFor(uri: vscode.Uri, board: Board): Promise<vscode.Uri | undefined> {
  const named = databaseOf(uri, board.investigation.database.path);
  if (await exists(named)) return named;
  const choose = vscode.l10n.t('Choose the Database…');
  const chosen = await vscode.window.showErrorMessage(
    plain(vscode.l10n.t('The board’s database is not there: {0}', named.fsPath)),
    choose,
  );
  if (chosen !== choose) return undefined;
  const found = await vscode.window.showOpenDialog({ defaultUri: vscode.Uri.joinPath(uri, '..'), openLabel: choose });
  return found?.[0];
}
