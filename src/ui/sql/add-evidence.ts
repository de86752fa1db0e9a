import * as vscode from 'vscode';
import { Fault } from '../../base/fault';
import type { Board } from '../../board/board';
import { standing } from '../../board/views/standing';
import { DEFAULT_LIMITS } from '../../database/port';
import type { BoardModel, Boards } from '../boards/boards';
import { databaseOf } from '../boards/database-of';
import { nameOf } from '../boards/read-state';
import { standingWord } from '../hypotheses/standing-icons';
import { plain } from '../plain';
import type { Runs } from '../runs/runs';
import { evidenceEvents, suggestedFact, type NewEvidence } from './evidence';
import type { OpenDatabases } from './open-databases';
import { isSameAnswer } from './recorded';
import type { SqlRun } from './sql-run';
import { limitsFor } from './sql-runs';

type Parts = { readonly boards: Boards; readonly databases: OpenDatabases; readonly runs: Runs };

/** Asks what a result says on which hypothesis, puts it on the board, and offers to judge that hypothesis again. */
export async function addEvidence(run: SqlRun, { boards, databases, runs }: Parts): Promise<void> {
  if (run.state.kind !== 'rows') return;
  const model = run.request.board ? boards.at(run.request.board) : boards.active;
  if (model === undefined) {
    throw new Fault(
      vscode.l10n.t('no board to add evidence to'),
      vscode.l10n.t('Open the board first, or name it in a comment: -- board: …'),
    );
  }
  const state = await model.load();
  if (state.kind !== 'board') throw new Fault(state.message, state.next);
  demandSameDatabase(run, model, state.board);
  const hypothesis = await pickHypothesis(state.board);
  if (hypothesis === undefined) return;
  const relation = await pickRelation(hypothesis);
  if (relation === undefined) return;
  const fact = await askFact(run, hypothesis);
  if (fact === undefined) return;
  const answer = await answerAgain(run, databases);
  await model.change((board, stamp) =>
    evidenceEvents(board, stamp, { ...answer, purpose: purposeOf(run, board), fact, hypothesis, relation }),
  );
  await offerJudgement(model, hypothesis, runs);
}

/** Another database's answers are no evidence: they could not be verified. */
function demandSameDatabase({ request }: SqlRun, { uri }: BoardModel, board: Board): void {
  const database = databaseOf(uri, board.investigation.database.path);
  if (database.toString() === request.database.toString()) return;
  throw new Fault(
    vscode.l10n.t('{0} is about another database: {1}', nameOf(uri), board.investigation.database.path),
    vscode.l10n.t('Run the statement there, or open the board of {0}.', nameOf(request.database)),
  );
}

/**
 * The answer as the board keeps it, with the fingerprint of the data that gave it: the statement is run once more, within the limits of
 * an investigation, as it will be when it is verified.
 */
async function answerAgain(
  { request, state }: SqlRun,
  databases: OpenDatabases,
): Promise<Pick<NewEvidence, 'sql' | 'result' | 'fingerprint'>> {
  const { sql, database } = request;
  const limits = { ...DEFAULT_LIMITS, milliseconds: limitsFor(database).milliseconds };
  const { signal } = new AbortController();
  const { result, fingerprint } = await databases.use(database.toString(), async (open) => ({
    fingerprint: await open.fingerprint(signal),
    result: await open.query(sql, limits, signal),
  }));
  if (state.kind === 'rows' && isSameAnswer(state.result, result) === false) {
    throw new Fault(vscode.l10n.t('the data changed since this result'), vscode.l10n.t('Run the statement again.'));
  }
  return { sql, result, fingerprint };
}

async function pickHypothesis(board: Board): Promise<string | undefined> {
  const items = board.hypotheses.map((hypothesis) => ({
    label: hypothesis.id,
    description: plain(hypothesis.statement),
    detail: standingWord(standing(board, hypothesis)),
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Add to Board as Evidence (1/3)'),
    placeHolder: vscode.l10n.t('Which hypothesis is this result about?'),
    matchOnDescription: true,
  });
  return picked?.label;
}

async function pickRelation(hypothesis: string): Promise<NewEvidence['relation'] | undefined> {
  const items = [
    { label: `$(pass) ${vscode.l10n.t('Supports {0}', hypothesis)}`, relation: 'supports' },
    { label: `$(error) ${vscode.l10n.t('Contradicts {0}', hypothesis)}`, relation: 'contradicts' },
    { label: `$(circle-outline) ${vscode.l10n.t('Neutral')}`, relation: 'neutral' },
  ] as const;
  const options = {
    title: vscode.l10n.t('Add to Board as Evidence (2/3)'),
    placeHolder: vscode.l10n.t('What does it say about {0}?', hypothesis),
  };
  return (await vscode.window.showQuickPick(items, options))?.relation;
}

async function askFact({ state }: SqlRun, hypothesis: string): Promise<string | undefined> {
  const fact = await vscode.window.showInputBox({
    title: vscode.l10n.t('Add to Board as Evidence (3/3)'),
    prompt: vscode.l10n.t(
      'What the result shows about {0}, in one sentence, with its numbers as the result has them',
      hypothesis,
    ),
    value: state.kind === 'rows' ? suggestedFact(state.result) : '',
    validateInput: (text) => (text.trim() === '' ? vscode.l10n.t('Write a sentence.') : undefined),
  });
  return fact?.trim();
}

/** What the query is to find out: the purpose of the one that it came from. */
function purposeOf({ request }: SqlRun, board: Board): string {
  const origin = board.queries.find(({ id }) => id === request.query);
  return origin ? `${origin.purpose}, changed from ${origin.id}` : 'asked by a person';
}

/** A running investigation takes it up by itself. */
async function offerJudgement({ uri }: BoardModel, hypothesis: string, runs: Runs): Promise<void> {
  const added = vscode.l10n.t('The evidence on {0} is on the board.', hypothesis);
  if (runs.at(uri) !== undefined) return void vscode.window.showInformationMessage(added);
  const judge = vscode.l10n.t('Re-judge {0}', hypothesis);
  const chosen = await vscode.window.showInformationMessage(added, judge);
  if (chosen === judge) await runs.resume(uri, { again: [hypothesis] });
}
