import * as vscode from 'vscode';
import { nameOf } from '../boards/read-state';
import type { Log } from '../log';
import { showFailure } from '../show-failure';
import type { Surroundings } from '../surroundings';
import { openBoard } from './notifications';
import type { Runs } from './runs';
import { plain } from '../plain';

const JOURNALS = '**/.*.d2board.journal';
/** Where it is remembered for which boards the person was asked. */
const ASKED = 'dataDetective.askedToResume';

/**
 * Offers to go on with what a closed or reloaded window left behind: once for each run that broke off, whose journal is still there.
 */
export async function offerResume(
  memory: vscode.Memento,
  runs: Runs,
  { surroundings, log }: { readonly surroundings: Surroundings; readonly log: Log },
): Promise<void> {
  for (const journal of await vscode.workspace.findFiles(JOURNALS, null)) {
    const board = boardOf(journal);
    // It may have been taken up by another window meanwhile, and its journal be gone.
    const mtime = await modifiedAt(journal);
    if (runs.at(board) || mtime === undefined) continue;
    const key = `${board.toString()} ${mtime}`;
    const asked = memory.get<readonly string[]>(ASKED, []);
    if (asked.includes(key)) continue;
    await memory.update(ASKED, [...asked.filter((each) => !each.startsWith(`${board.toString()} `)), key]);
    void ask(board, runs, surroundings, log);
  }
}

async function ask(board: vscode.Uri, runs: Runs, surroundings: Surroundings, log: Log): Promise<void> {
  try {
    const left = await (await surroundings.storeOf(board)).load();
    if (!left) return;
    const resume = vscode.l10n.t('Resume');
    const open = vscode.l10n.t('Open Board');
    const chosen = await vscode.window.showInformationMessage(
      plain(vscode.l10n.t('An investigation was interrupted: {0} ({1})', left.investigation.question, nameOf(board))),
      resume,
      open,
    );
    if (chosen === resume) await runs.resume(board);
    if (chosen !== undefined) await openBoard(board);
  } catch (error) {
    await showFailure(error, log);
  }
}

async function modifiedAt(file: vscode.Uri): Promise<number | undefined> {
  return vscode.workspace.fs.stat(file).then(
    ({ mtime }) => mtime,
    () => undefined,
  );
}

function boardOf(journal: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(journal, '..', nameOf(journal).slice(1, -'.journal'.length));
}
