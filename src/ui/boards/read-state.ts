import * as vscode from 'vscode';
import { Fault, messageOf } from '../../base/fault';
import type { Board } from '../../board/board';
import { LocatedFault } from '../../board/locate';
import type { Surroundings } from '../surroundings';
import type { LoadedState } from './boards';

/** What a board's state is read from. */
export type Source = {
  readonly text: string | undefined;
  /** The text is that of a document with edits that are not saved. */
  readonly unsaved: boolean;
  readonly left?: LeftByRun;
};

/** What a run that broke off left of a board: the board with all of its events, or why they do not fit the file any more. */
export type LeftByRun = { readonly board?: Board; readonly notice?: string };

/** The last part of a file's path, for messages. */
export function nameOf(uri: vscode.Uri): string {
  return uri.path.replace(/^.*\//, '');
}

/** The open document of a file. */
export function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(
    (document) => !document.isClosed && document.uri.toString() === uri.toString(),
  );
}

/**
 * Where the board is to be read from: the document while it has edits that are not saved, else the file. A document without edits can be
 * behind its file for a moment, so it counts only where no file can be read.
 */
export async function sourceOf(uri: vscode.Uri, surroundings: Surroundings | undefined): Promise<Source> {
  const document = openDocument(uri);
  if (document?.isDirty) return { text: document.getText(), unsaved: true };
  const left = await leftByRun(uri, surroundings);
  try {
    return { text: await readText(uri), unsaved: false, ...(left && { left }) };
  } catch (error) {
    if (error instanceof Fault) throw error;
    return { text: openDocument(uri)?.getText(), unsaved: false, ...(left && { left }) };
  }
}

/** Whether nothing changed from one source to the other. */
export function sameSource(a: Source, b: Source): boolean {
  return a.text === b.text && a.unsaved === b.unsaved && a.left === undefined && b.left === undefined;
}

/** The text of a file. @throws Fault for what is no text; the file system's error for what cannot be read */
export async function readText(uri: vscode.Uri): Promise<string> {
  const bytes = await vscode.workspace.fs.readFile(uri);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new Fault(
      vscode.l10n.t('{0} is not UTF-8 text', nameOf(uri)),
      vscode.l10n.t('Save it as UTF-8. Nothing was overwritten.'),
      { cause },
    );
  }
}

/** The state that a source makes. */
export async function stateOf(uri: vscode.Uri, { text, unsaved, left }: Source): Promise<LoadedState> {
  try {
    if (left?.board) return { kind: 'board', board: left.board, live: false, unsaved };
    if (text === undefined) return { kind: 'unreadable', message: vscode.l10n.t('{0} cannot be read', nameOf(uri)) };
    const { parseBoard } = await import('../../board/codec');
    const board = parseBoard(text, nameOf(uri));
    return {
      kind: 'board',
      board,
      text,
      live: false,
      unsaved,
      ...(left?.notice !== undefined && { notice: left.notice }),
    };
  } catch (error) {
    return unreadable(error);
  }
}

async function leftByRun(uri: vscode.Uri, surroundings: Surroundings | undefined): Promise<LeftByRun | undefined> {
  if (surroundings === undefined || uri.scheme !== 'file') return undefined;
  if (!(await exists(surroundings.journalOf(uri)))) return undefined;
  try {
    const board = await (await surroundings.storeOf(uri)).load();
    return board && { board };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { notice: error.message };
  }
}

export async function exists(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}

/** The state of a board that cannot be read. */
export function unreadable(error: unknown): LoadedState {
  const next = error instanceof Fault ? error.next : undefined;
  const line = error instanceof LocatedFault ? error.line : undefined;
  return {
    kind: 'unreadable',
    message: messageOf(error),
    ...(next !== undefined && { next }),
    ...(line !== undefined && { line }),
  };
}
