import path from 'node:path';
import * as vscode from 'vscode';
import { Fault } from '../../base/fault';
import type { Boards } from '../boards/boards';
import { databaseOf } from '../boards/database-of';
import { exists, nameOf } from '../boards/read-state';
import { DATABASE_FILES } from '../database-files';
import { plain } from '../plain';
import { headOf } from './document-text';
import { placeOf } from './place';
import { recordOf } from './sql-uri';

/** Where the statements of a document run, and the record that they come from. */
export type Binding = { readonly database: vscode.Uri; readonly board?: vscode.Uri; readonly query?: string };

const REMEMBERED = 'dataDetective.databaseOfSql';
const MOST_DATABASES = 200;

/**
 * Which database an SQL document belongs to. Its own head says so (`-- database: …`, which also a person can write), or the record that
 * it was made from, or what the person chose for it once.
 */
export class Bindings {
  readonly #boards: Boards;
  readonly #memory: vscode.Memento;
  readonly #bound: () => void;

  /** @param bound is called when a document got another database */
  constructor(boards: Boards, memory: vscode.Memento, bound: () => void) {
    this.#boards = boards;
    this.#memory = memory;
    this.#bound = bound;
  }

  /** Without looking at any file. */
  isBound(document: vscode.TextDocument): boolean {
    return (
      recordOf(document.uri) !== undefined ||
      headOf(document.getText()).database !== undefined ||
      this.#remembered(document) !== undefined
    );
  }

  /** undefined for a document that names no database. Rejects with a `Fault` when what it names is not there. */
  async of(document: vscode.TextDocument): Promise<Binding | undefined> {
    const head = headOf(document.getText());
    const record = recordOf(document.uri);
    const board = (head.board === undefined ? undefined : await found(head.board, document.uri)) ?? record?.board;
    const query = head.query ?? record?.query;
    const database = await this.#database(document, head.database, board);
    return database && { database, ...(board && { board }), ...(board && query !== undefined && { query }) };
  }

  /** Asks for the database of a document and keeps the answer: in its head where it has one, else in the workspace's state. */
  async ask(document: vscode.TextDocument): Promise<Binding | undefined> {
    const database = await pickDatabase();
    if (database === undefined) return undefined;
    if (headOf(document.getText()).database === undefined) await this.#remember(document, database);
    else await writeHead(document, database);
    this.#bound();
    return this.of(document);
  }

  async #database(
    document: vscode.TextDocument,
    named: string | undefined,
    board: vscode.Uri | undefined,
  ): Promise<vscode.Uri | undefined> {
    if (named !== undefined) {
      const database = await found(named, document.uri);
      if (database) return database;
      throw new Fault(
        vscode.l10n.t('no such database: {0}', named),
        vscode.l10n.t('Choose another one, or mend the comment at the head of the document.'),
      );
    }
    const remembered = this.#remembered(document);
    if (remembered !== undefined || board === undefined) return remembered;
    const state = await this.#boards.at(board).load();
    return state.kind === 'board' ? databaseOf(board, state.board.investigation.database.path) : undefined;
  }

  #remembered({ uri }: vscode.TextDocument): vscode.Uri | undefined {
    const known = this.#memory.get<Readonly<Record<string, string>>>(REMEMBERED, {})[uri.toString()];
    return known === undefined ? undefined : vscode.Uri.parse(known);
  }

  async #remember({ uri }: vscode.TextDocument, database: vscode.Uri): Promise<void> {
    const known = this.#memory.get<Readonly<Record<string, string>>>(REMEMBERED, {});
    await this.#memory.update(REMEMBERED, { ...known, [uri.toString()]: database.toString() });
  }
}

/** The file that a head names: seen from its own folder, or from a folder of the workspace. */
async function found(named: string, document: vscode.Uri): Promise<vscode.Uri | undefined> {
  const folders = vscode.workspace.workspaceFolders?.map(({ uri }) => uri) ?? [];
  const near = document.scheme === 'file' ? [vscode.Uri.joinPath(document, '..')] : [];
  const candidates = /^[a-z][a-z0-9+.-]+:\/\//i.test(named)
    ? [vscode.Uri.parse(named)]
    : path.isAbsolute(named)
      ? [vscode.Uri.file(named)]
      : [...near, ...folders].map((folder) => vscode.Uri.joinPath(folder, named));
  for (const candidate of candidates) {
    if (await exists(candidate)) return candidate;
  }
  return undefined;
}

/** The database that the person chooses: one of the workspace's, or any other file. */
async function pickDatabase(): Promise<vscode.Uri | undefined> {
  const files = await vscode.workspace.findFiles(DATABASE_FILES, undefined, MOST_DATABASES);
  const items = files
    .map((uri) => ({ label: plain(nameOf(uri)), description: plain(placeOf(uri)), uri }))
    .toSorted((left, right) => (left.description < right.description ? -1 : 1));
  const other = { label: vscode.l10n.t('Browse…'), description: '', uri: undefined, alwaysShow: true };
  const picked = await vscode.window.showQuickPick([...items, other], {
    placeHolder: vscode.l10n.t('Which database is this SQL for?'),
    matchOnDescription: true,
  });
  if (picked !== other) return picked?.uri;
  const [file] = (await vscode.window.showOpenDialog({ title: vscode.l10n.t('Database') })) ?? [];
  return file;
}

/** The head names another database from now on. */
async function writeHead(document: vscode.TextDocument, database: vscode.Uri): Promise<void> {
  const text = document.getText();
  const match = /^(\s*--[ \t]*database:[ \t]*)(.*\S)/im.exec(text);
  if (match === null) return;
  const start = match.index + (match[1]?.length ?? 0);
  const range = new vscode.Range(document.positionAt(start), document.positionAt(match.index + match[0].length));
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, range, placeOf(database));
  await vscode.workspace.applyEdit(edit);
}
