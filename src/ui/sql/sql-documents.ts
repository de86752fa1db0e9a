import * as vscode from 'vscode';
import { Fault } from '../../base/fault';
import type { Board, Query } from '../../board/board';
import type { Boards } from '../boards/boards';
import { databaseOf } from '../boards/database-of';
import { documentName, documentText } from './document-text';
import { formattedSql } from './format';
import { placeOf } from './place';
import { recordOf, sqlUri, type QueryRecord } from './sql-uri';

/** What a person saved in a document of ours, and when (milliseconds since the epoch). */
type Draft = { readonly text: string; readonly at: number };

const DRAFTS = 'dataDetective.sqlDrafts';

/**
 * The documents of recorded queries as files that only this editor has. They are made from the board; what a person saves in one is kept
 * in the workspace's state, so that it survives a reload and nothing is written into the workspace.
 */
export class SqlDocuments {
  readonly #boards: Boards;
  readonly #memory: vscode.Memento;
  readonly #changes = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  /** A document stays as it was made while it is open, whatever its board learns. */
  readonly #made = new Map<string, Promise<Draft>>();

  readonly onDidChangeFile = this.#changes.event;

  constructor(boards: Boards, memory: vscode.Memento) {
    this.#boards = boards;
    this.#memory = memory;
  }

  /** The document of a query, not shown yet. Rejects with a `Fault` when the board does not hold it. */
  async open(record: QueryRecord): Promise<vscode.TextDocument> {
    const { query } = await this.#find(record);
    const uri = sqlUri(record, documentName(query));
    if (!vscode.workspace.textDocuments.some((each) => each.uri.toString() === uri.toString())) {
      this.#made.delete(uri.toString());
    }
    return vscode.workspace.openTextDocument(uri);
  }

  /** The statement as it was recorded. Rejects with a `Fault` when the board does not hold it. */
  async recordedSql(record: QueryRecord): Promise<string> {
    return (await this.#find(record)).query.sql;
  }

  /** Puts the document back to what the board holds, as one edit that can be undone. */
  async restore(document: vscode.TextDocument): Promise<void> {
    const { text } = await this.#make(document.uri);
    const edit = new vscode.WorkspaceEdit();
    const last = document.lineAt(document.lineCount - 1).range.end;
    edit.replace(document.uri, new vscode.Range(new vscode.Position(0, 0), last), text);
    await vscode.workspace.applyEdit(edit);
    await document.save();
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    // Before it writes a file the editor looks whether its folder is there.
    if (!uri.path.endsWith('.sql')) return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    const { text, at } = await this.#content(uri);
    return { type: vscode.FileType.File, ctime: 0, mtime: at, size: new TextEncoder().encode(text).length };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return new TextEncoder().encode((await this.#content(uri)).text);
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const text = new TextDecoder().decode(content);
    const { [uri.toString()]: _before, ...others } = this.#drafts();
    const isRecorded = text === (await this.#make(uri)).text;
    const drafts = isRecorded ? others : { ...others, [uri.toString()]: { text, at: Date.now() } };
    await this.#memory.update(DRAFTS, drafts);
    this.#changes.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  async #content(uri: vscode.Uri): Promise<Draft> {
    return this.#drafts()[uri.toString()] ?? this.#make(uri);
  }

  #drafts(): Readonly<Record<string, Draft>> {
    return this.#memory.get(DRAFTS, {});
  }

  #make(uri: vscode.Uri): Promise<Draft> {
    const key = uri.toString();
    const made = this.#made.get(key) ?? this.#fromBoard(uri);
    this.#made.set(key, made);
    made.catch(() => this.#made.delete(key));
    return made;
  }

  async #fromBoard(uri: vscode.Uri): Promise<Draft> {
    const record = recordOf(uri);
    if (record === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    const { board, query } = await this.#find(record);
    const database = databaseOf(record.board, board.investigation.database.path);
    const places = { database: placeOf(database), board: placeOf(record.board) };
    const text = documentText(board, query, await formattedSql(query.sql), places);
    return { text, at: Date.parse(query.at) || 0 };
  }

  async #find(record: QueryRecord): Promise<{ board: Board; query: Query }> {
    const state = await this.#boards.at(record.board).load();
    if (state.kind !== 'board') throw new Fault(state.message, state.next);
    const query = state.board.queries.find(({ id }) => id === record.query);
    if (query === undefined) throw new Fault(vscode.l10n.t('the board has no query {0}', record.query));
    return { board: state.board, query };
  }
}
