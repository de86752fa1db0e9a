import * as vscode from 'vscode';
import { Fault } from '../../base/fault';
import { parseBoard, printBoard } from '../../board/codec';
import type { Board } from '../../board/board';
import type { BoardEvent } from '../../board/events';
import { reduce } from '../../board/reduce';
import { withKeptRows } from '../../board/results';
import { nameOf, readText } from './read-state';
import { lineEdits } from './text-edits';

/** How often an edit is made anew because the document changed in between. */
const ATTEMPTS = 3;

/** How long the editor may take to notice that a file was changed, in milliseconds. */
const PATIENCE = 15_000;

export type Edited = {
  readonly text: string;
  readonly board: Board;
  readonly events: readonly BoardEvent[];
  readonly unsaved: boolean;
};

/**
 * Changes the text of a board as one undoable edit of the lines that differ, and saves it when it was not dirty before.
 * @returns undefined when there was nothing to change
 * @throws Fault for text that is no board, and where the edit is refused
 */
export async function editDocument(
  uri: vscode.Uri,
  makeEvents: (board: Board) => readonly BoardEvent[],
): Promise<Edited | undefined> {
  const name = nameOf(uri);
  const document = await vscode.workspace.openTextDocument(uri);
  await upToDate(document);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const wasDirty = document.isDirty;
    const before = document.getText();
    const board = parseBoard(before, name);
    const events = makeEvents(board);
    if (events.length === 0) return undefined;
    const after = events.reduce(reduce, board);
    const text = printEdited(after, board);
    if (!(await vscode.workspace.applyEdit(editOf(document, before, text)))) continue;
    if (!wasDirty && !(await document.save())) {
      throw new Fault(
        vscode.l10n.t('{0} could not be saved', name),
        vscode.l10n.t('The change is in the editor: save it there, or undo it.'),
      );
    }
    return { text: document.getText(), board: after, events, unsaved: document.isDirty };
  }
  throw new Fault(
    vscode.l10n.t('{0} could not be changed', name),
    vscode.l10n.t('Look whether the file is read-only, then try again.'),
  );
}

/** What the file held of results stays as it is; new results are kept as the board says. */
function printEdited(after: Board, before: Board): string {
  const known = new Set(before.queries.map(({ id }) => id));
  const kept = after.investigation.kept ?? { results: 'sample' };
  const queries = after.queries.map((query) => (known.has(query.id) ? query : withKeptRows(query, kept)));
  return printBoard({ ...after, queries }, { results: 'full' });
}

function editOf(document: vscode.TextDocument, before: string, after: string): vscode.WorkspaceEdit {
  const edit = new vscode.WorkspaceEdit();
  for (const { from, to, lines } of lineEdits(before.split(/\r?\n/), after.split('\n'))) {
    // A range ends at the end of its last line: so it is right for the last line of the text, which has no newline, too.
    const [start, end] =
      from < to
        ? [new vscode.Position(from, 0), document.lineAt(to - 1).range.end]
        : [new vscode.Position(from, 0), new vscode.Position(from, 0)];
    const text = from < to ? lines.join('\n') : lines.map((line) => `${line}\n`).join('');
    edit.replace(document.uri, new vscode.Range(start, end), text);
  }
  return edit;
}

/**
 * A document is behind its file for a moment when somebody else wrote it: an edit would then be a conflict.
 * @throws Fault when it stays so
 */
async function upToDate(document: vscode.TextDocument): Promise<void> {
  const deadline = Date.now() + PATIENCE;
  while (!document.isDirty) {
    const file = await readText(document.uri).catch(() => undefined);
    if (file === undefined || sameText(file, document.getText())) return;
    if (Date.now() > deadline) {
      throw new Fault(
        vscode.l10n.t('{0} was changed by another program', nameOf(document.uri)),
        vscode.l10n.t('Wait until the editor shows the change, then try again.'),
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function sameText(left: string, right: string): boolean {
  return left === right || left.replaceAll('\r\n', '\n') === right.replaceAll('\r\n', '\n');
}
