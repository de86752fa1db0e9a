import * as vscode from 'vscode';
import { Fault } from '../../base/fault';
import type { Boards } from '../boards/boards';
import { nameOf } from '../boards/read-state';
import { commandsWith } from '../command';
import type { Log } from '../log';
import { openBoard } from './notifications';
import { raiseBudget } from './raise-budget';
import type { Run, Runs } from './runs';
import { plain } from '../plain';

/** The commands of a run: on the board named (an editor's title names its own), the active one, or the one that the person picks. */
export function registerRunCommands(
  runs: Runs,
  { boards, log }: { readonly boards: Boards; readonly log: Log },
): readonly vscode.Disposable[] {
  const command = commandsWith(log);
  const on = (id: string, act: (board?: vscode.Uri) => Promise<unknown>): vscode.Disposable =>
    command(id, (board?: unknown) => act(board instanceof vscode.Uri ? board : undefined));
  const boardOf = (named: vscode.Uri | undefined): vscode.Uri => {
    const board = named ?? boards.active?.uri;
    if (!board) throw new Fault(vscode.l10n.t('no board is open'), vscode.l10n.t('Open one, then try again.'));
    return board;
  };
  const onRun = (act: (run: Run) => unknown) => async (named?: vscode.Uri) => {
    const run = await pickRun(runs, named, boards.active?.uri);
    if (run) await act(run);
  };
  return [
    on(
      'dataDetective.stop',
      onRun((run) => run.stop()),
    ),
    on('dataDetective.raiseBudget', onRun(raiseBudget)),
    on(
      'dataDetective.showRun',
      onRun((run) => openBoard(run.board)),
    ),
    on('dataDetective.resume', (named) => runs.resume(boardOf(named))),
    on('dataDetective.refresh', (named) => runs.resume(boardOf(named), { refresh: true })),
  ];
}

async function pickRun(
  runs: Runs,
  named: vscode.Uri | undefined,
  active: vscode.Uri | undefined,
): Promise<Run | undefined> {
  if (named) return runs.at(named);
  const [first, ...more] = runs.all;
  if (more.length === 0) return first;
  const items = runs.all.map((run) => ({ label: plain(run.question), description: plain(nameOf(run.board)), run }));
  // The one that is looked at comes first.
  items.sort(
    (a, b) =>
      Number(b.run.board.toString() === active?.toString()) - Number(a.run.board.toString() === active?.toString()),
  );
  return (await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Which investigation?') }))?.run;
}
