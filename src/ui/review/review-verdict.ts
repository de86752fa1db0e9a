import * as vscode from 'vscode';
import type { Board, Verdict } from '../../board/board';
import { standingVerdict } from '../../board/views/standing';
import type { BoardModel, Boards } from '../boards/boards';
import { standingWord } from '../hypotheses/standing-icons';
import type { Runs } from '../runs/runs';
import { plain } from '../plain';
import { boardOf, modelOf } from './board-argument';
import { personName } from './git';

/** A verdict, or a hypothesis whose standing verdict is meant: by its id, or as a row of the tree. */
export type ReviewTarget =
  { readonly board: string; readonly id: string } | { readonly hypothesis: { readonly id: string } } | undefined;

/** Adds what a person says of a verdict to the board, under the name that git knows them by. @param agrees asked when not given */
export async function reviewVerdict(
  { boards, runs }: { readonly boards: Boards; readonly runs: Runs | undefined },
  target: ReviewTarget,
  agrees?: boolean,
): Promise<void> {
  const model = modelOf(boards, target !== undefined && 'board' in target ? target : undefined);
  const verdict = await chooseVerdict(await boardOf(model), target);
  if (verdict === undefined) return;
  const says = agrees ?? (await chooseSide(verdict));
  if (says === undefined) return;
  const note = await askForNote(verdict, says);
  if (note === undefined) return;
  const by = await personName(model.uri);
  await model.change((_, { at }) => [
    { type: 'reviewed', verdict: verdict.id, review: { by, at, agrees: says, note: note.trim() } },
  ]);
  if (!says) await offerTest(model, verdict, runs);
}

async function chooseVerdict(board: Board, target: ReviewTarget): Promise<Verdict | undefined> {
  const id =
    target === undefined ? await pickHypothesis(board) : 'hypothesis' in target ? target.hypothesis.id : target.id;
  if (id === undefined) return undefined;
  const verdict = board.verdicts.find((each) => each.id === id) ?? standingVerdict(board, id);
  if (verdict === undefined) {
    void vscode.window.showInformationMessage(vscode.l10n.t('{0} has no verdict yet.', id));
  }
  return verdict;
}

async function pickHypothesis(board: Board): Promise<string | undefined> {
  const items = board.hypotheses.flatMap(({ id, statement }) => {
    const verdict = standingVerdict(board, id);
    return verdict === undefined
      ? []
      : [{ label: id, description: standingWord(verdict.status), detail: plain(statement) }];
  });
  const picked = await vscode.window.showQuickPick(items, {
    placeHolder: vscode.l10n.t('Whose verdict?'),
    matchOnDetail: true,
  });
  return picked?.label;
}

async function chooseSide({ hypothesis, status }: Verdict): Promise<boolean | undefined> {
  const items = [
    { label: `$(thumbsup) ${vscode.l10n.t('Accept')}`, agrees: true },
    { label: `$(thumbsdown) ${vscode.l10n.t('Dispute')}`, agrees: false },
  ];
  const picked = await vscode.window.showQuickPick(items, {
    placeHolder: vscode.l10n.t('{0} is {1}: do you agree?', hypothesis, standingWord(status)),
  });
  return picked?.agrees;
}

async function askForNote({ hypothesis, status }: Verdict, agrees: boolean): Promise<string | undefined> {
  const verdict = `${hypothesis} ${standingWord(status)}`;
  return vscode.window.showInputBox({
    title: agrees ? vscode.l10n.t('Accept: {0}', verdict) : vscode.l10n.t('Dispute: {0}', verdict),
    prompt: agrees
      ? vscode.l10n.t('A note for those who read the board after you; it may be empty.')
      : vscode.l10n.t('What is wrong with it? The board keeps your reason.'),
    validateInput: (text) =>
      agrees || text.trim() !== '' ? undefined : vscode.l10n.t('Say what is wrong with the verdict.'),
  });
}

/** Who disputes a verdict may want it judged once more. */
async function offerTest(model: BoardModel, { hypothesis }: Verdict, runs: Runs | undefined): Promise<void> {
  if (runs === undefined) return;
  const test = vscode.l10n.t('Test Again');
  const text = vscode.l10n.t('The board keeps that you dispute the verdict on {0}.', hypothesis);
  if ((await vscode.window.showInformationMessage(text, test)) === test) {
    await runs.resume(model.uri, { again: [hypothesis] });
  }
}
