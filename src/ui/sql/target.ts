import * as vscode from 'vscode';
import type { BoardModel, Boards } from '../boards/boards';
import type { QueryRecord } from './sql-uri';
import { plain } from '../plain';

/**
 * What a command about a recorded query is given: a record by its id, with its board where it is not the active one, or a row of the tree
 * of hypotheses. Nothing at all from the palette.
 */
export type QueryTarget =
  | { readonly board?: string; readonly query: string }
  | { readonly board?: string; readonly evidence: string | { readonly query: string } };

/** The query that is meant; the person chooses where none is named. */
export async function queryRecord(boards: Boards, target: QueryTarget | undefined): Promise<QueryRecord | undefined> {
  const model = target?.board === undefined ? boards.active : boards.at(vscode.Uri.parse(target.board));
  if (model === undefined) return undefined;
  const query = target === undefined ? await pickQuery(model) : await queryOf(model, target);
  return query === undefined ? undefined : { board: model.uri, query };
}

async function queryOf(model: BoardModel, target: QueryTarget): Promise<string | undefined> {
  if ('query' in target) return target.query;
  const { evidence } = target;
  if (typeof evidence !== 'string') return evidence.query;
  const state = await model.load();
  return state.kind === 'board' ? state.board.evidence.find(({ id }) => id === evidence)?.query : undefined;
}

async function pickQuery(model: BoardModel): Promise<string | undefined> {
  const state = await model.load();
  if (state.kind !== 'board') return undefined;
  const { queries, evidence } = state.board;
  const items = queries.map(({ id, purpose }) => ({
    label: id,
    description: plain(purpose),
    detail: plain(evidence.find(({ query }) => query === id)?.fact ?? ''),
  }));
  const picked = await vscode.window.showQuickPick(items, {
    placeHolder: vscode.l10n.t('Which query?'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return picked?.label;
}
