import * as vscode from 'vscode';
import { Fault, messageOf } from '../../base/fault';
import type { Board } from '../../board/board';
import { parseBoard } from '../../board/codec';
import { difference } from '../../board/views/difference';
import { differenceText } from '../../board/views/difference-text';
import type { Boards } from '../boards/boards';
import { nameOf, readText } from '../boards/read-state';
import { boardOf } from './board-argument';
import { comparisonOf, type Comparison } from './difference-uri';
import { historyOf } from './git';

/** What differs, as text; what is wrong with a version that cannot be read is told in its place. */
export async function differenceDocument(uri: vscode.Uri, boards: Boards): Promise<string> {
  const comparison = comparisonOf(uri);
  if (comparison === undefined) return '';
  const name = nameOf(comparison.board);
  try {
    const after = await boardOf(boards.at(comparison.board));
    const before = await otherVersion(comparison, after);
    return differenceText(difference(before, after), { before: comparison.other.name, after: name });
  } catch (error) {
    const next = error instanceof Fault && error.next !== undefined ? `\n${error.next}` : '';
    return `${messageOf(error)}${next}\n`;
  }
}

/** The board that the one of now is compared with; undefined where there was none yet. */
async function otherVersion({ board, other }: Comparison, now: Board): Promise<Board | undefined> {
  switch (other.kind) {
    case 'commit': {
      const text = (await (await historyOf(board))?.textAt(other.ref)) ?? '';
      return text.trim() === '' ? undefined : parseBoard(text, `${nameOf(board)} (${other.name})`);
    }
    case 'file':
      return parseBoard(await readText(vscode.Uri.parse(other.uri)), other.name);
    case 'unverified':
      return { ...now, queries: now.queries.map(({ verified: _, ...query }) => query) };
  }
}

/** Opens the two versions as text, side by side. */
export async function openTextDifference(uri: vscode.Uri): Promise<void> {
  const comparison = comparisonOf(uri);
  if (comparison === undefined) return;
  const { board, other } = comparison;
  const before =
    other.kind === 'commit'
      ? (await historyOf(board))?.uriAt(other.ref)
      : other.kind === 'file'
        ? vscode.Uri.parse(other.uri)
        : undefined;
  if (before === undefined) return;
  const title = `${nameOf(board)} (${other.name})`;
  await vscode.commands.executeCommand('vscode.diff', before, board, title);
}

/** Above the text: how to look closer. */
export function differenceLenses({ uri }: vscode.TextDocument): vscode.CodeLens[] {
  const comparison = comparisonOf(uri);
  if (comparison === undefined) return [];
  const top = new vscode.Range(0, 0, 0, 0);
  const lens = (title: string, command: string, argument: unknown): vscode.CodeLens =>
    new vscode.CodeLens(top, { title, command, arguments: [argument] });
  return [
    lens(vscode.l10n.t('Open Board'), 'vscode.open', comparison.board),
    ...(comparison.other.kind === 'unverified'
      ? []
      : [lens(vscode.l10n.t('Compare as Text'), 'dataDetective.compareAsText', uri)]),
  ];
}

/** Ids of records that are on the board now lead to them: queries and evidence to their SQL, the others to the graph. */
export async function differenceLinks(document: vscode.TextDocument, boards: Boards): Promise<vscode.DocumentLink[]> {
  const comparison = comparisonOf(document.uri);
  if (comparison === undefined) return [];
  const state = await boards.at(comparison.board).load();
  if (state.kind !== 'board') return [];
  const targets = targetsOf(state.board, comparison.board.toString());
  return [...document.getText().matchAll(/(?<![\p{L}\p{N}_.-])[HQEV][1-9]\d*(?![\p{L}\p{N}_-])/gu)].flatMap((match) => {
    const target = targets.get(match[0]);
    if (target === undefined) return [];
    const range = new vscode.Range(
      document.positionAt(match.index),
      document.positionAt(match.index + match[0].length),
    );
    const link = new vscode.DocumentLink(
      range,
      vscode.Uri.parse(`command:${target.command}?${encodeURIComponent(JSON.stringify([target.argument]))}`),
    );
    link.tooltip = target.tooltip;
    return [link];
  });
}

type Target = { readonly command: string; readonly argument: object; readonly tooltip: string };

function targetsOf({ hypotheses, verdicts, evidence, queries }: Board, board: string): ReadonlyMap<string, Target> {
  const sql = (id: string, record: object): [string, Target] => [
    id,
    { command: 'dataDetective.openSql', argument: { board, ...record }, tooltip: vscode.l10n.t('Open SQL') },
  ];
  const graph = (id: string, node: string): [string, Target] => [
    id,
    { command: 'dataDetective.showGraph', argument: { board, id: node }, tooltip: vscode.l10n.t('Show in Graph') },
  ];
  return new Map([
    ...hypotheses.map(({ id }) => graph(id, id)),
    ...verdicts.map(({ id, hypothesis }) => graph(id, hypothesis)),
    ...evidence.map(({ id }) => sql(id, { evidence: id })),
    ...queries.map(({ id }) => sql(id, { query: id })),
  ]);
}
