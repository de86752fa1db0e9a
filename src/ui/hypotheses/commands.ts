import * as vscode from 'vscode';
import { nextId } from '../../base/ids';
import type { Hypothesis } from '../../board/board';
import type { BoardModel, Boards } from '../boards/boards';
import type { RegisterCommand } from '../command';
import { tellElsewhere } from '../elsewhere';
import { plain } from '../plain';
import type { Runs } from '../runs/runs';
import type { HypothesisNode } from './nodes';

/** What a command is about: a row of the tree, or a record named by a board's view. */
export type Target = HypothesisNode | { readonly board: string; readonly id: string } | undefined;

type Found = { readonly model: BoardModel; readonly hypothesis: Hypothesis };

/** What a person does to hypotheses: each a board event like any other. */
export function registerHypothesisCommands(
  boards: Boards,
  runs: Runs | undefined,
  command: RegisterCommand,
): vscode.Disposable[] {
  const on = (id: string, act: (found: Found) => Promise<void>): vscode.Disposable =>
    command(id, async (target: Target) => {
      const found = await findHypothesis(boards, target);
      if (found !== undefined) await act(found);
    });
  return [
    on('dataDetective.pinHypothesis', (found) => pin(found, true)),
    on('dataDetective.unpinHypothesis', (found) => pin(found, false)),
    on('dataDetective.rejectHypothesis', reject),
    on('dataDetective.hintHypothesis', (found) => hint(found, runs)),
    on('dataDetective.editHypothesis', (found) => edit(found, runs)),
    on('dataDetective.retestHypothesis', async ({ model, hypothesis }) => {
      await (runs ? runs.resume(model.uri, { again: [hypothesis.id] }) : tellElsewhere());
    }),
    command('dataDetective.addHypothesis', (target?: { readonly board: string }) =>
      add(target === undefined ? boards.active : boards.at(vscode.Uri.parse(target.board)), runs),
    ),
  ];
}

async function findHypothesis(boards: Boards, target: Target): Promise<Found | undefined> {
  if (target !== undefined && 'board' in target) return foundIn(boards.at(vscode.Uri.parse(target.board)), target.id);
  const { active } = boards;
  if (active === undefined) return undefined;
  return foundIn(active, target?.hypothesis.id ?? (await pickHypothesis(active)));
}

function foundIn(model: BoardModel, id: string | undefined): Found | undefined {
  if (model.state.kind !== 'board') return undefined;
  const hypothesis = model.state.board.hypotheses.find((each) => each.id === id);
  return hypothesis && { model, hypothesis };
}

/** From the palette nothing is selected: the person chooses. */
async function pickHypothesis({ state }: BoardModel): Promise<string | undefined> {
  if (state.kind !== 'board') return undefined;
  const items = state.board.hypotheses.map(({ id, statement }) => ({ label: id, description: plain(statement) }));
  return (await vscode.window.showQuickPick(items, { placeHolder: vscode.l10n.t('Which hypothesis?') }))?.label;
}

async function pin({ model, hypothesis }: Found, pinned: boolean): Promise<void> {
  await model.change(() => [{ type: 'pinned', hypothesis: hypothesis.id, pinned }]);
}

async function reject({ model, hypothesis }: Found): Promise<void> {
  const why = await vscode.window.showInputBox({
    title: vscode.l10n.t('Reject {0}', hypothesis.id),
    prompt: vscode.l10n.t('Why is it out of the question? The board keeps your reason.'),
    validateInput: demandText,
  });
  if (why === undefined) return;
  await model.change(() => [{ type: 'rejected', hypothesis: hypothesis.id, why: why.trim() }]);
}

async function hint({ model, hypothesis }: Found, runs: Runs | undefined): Promise<void> {
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t('Hint for {0}', hypothesis.id),
    prompt: vscode.l10n.t('What should its evidence collector look at?'),
    validateInput: demandText,
  });
  if (text === undefined) return;
  await model.change(() => [{ type: 'hinted', hypothesis: hypothesis.id, hint: text.trim() }]);
  await offerTest(model, hypothesis.id, runs);
}

async function edit({ model, hypothesis }: Found, runs: Runs | undefined): Promise<void> {
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t('Edit {0}', hypothesis.id),
    prompt: vscode.l10n.t('Its verdict spoke of the old statement: it will be open again.'),
    value: hypothesis.statement,
    validateInput: demandText,
  });
  if (text === undefined || text.trim() === hypothesis.statement) return;
  await model.change(() => [{ type: 'edited', hypothesis: hypothesis.id, statement: text.trim() }]);
  await offerTest(model, hypothesis.id, runs);
}

async function add(model: BoardModel | undefined, runs: Runs | undefined): Promise<void> {
  if (model === undefined) return;
  const statement = await vscode.window.showInputBox({
    title: vscode.l10n.t('Add Hypothesis'),
    prompt: vscode.l10n.t('One sentence that the data can speak for or against.'),
    validateInput: demandText,
  });
  if (statement === undefined) return;
  let id = '';
  await model.change((board, { at, by }) => {
    id = nextId('H', board.hypotheses);
    const hypothesis: Hypothesis = {
      id,
      statement: statement.trim(),
      status: 'open',
      confidence: 0.5,
      proposedBy: by,
      createdAt: at,
      updatedAt: at,
    };
    return [{ type: 'proposed', hypothesis }];
  });
  await offerTest(model, id, runs);
}

/** A running investigation takes it up by itself. */
async function offerTest(model: BoardModel, id: string, runs: Runs | undefined): Promise<void> {
  if (runs === undefined || runs.at(model.uri) !== undefined || !vscode.workspace.isTrusted) return;
  const test = vscode.l10n.t('Test Now');
  const choice = await vscode.window.showInformationMessage(vscode.l10n.t('{0} is on the board.', id), test);
  if (choice === test) await runs.resume(model.uri, { again: [id] });
}

function demandText(text: string): string | undefined {
  return text.trim() === '' ? vscode.l10n.t('Write a sentence.') : undefined;
}
