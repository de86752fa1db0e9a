import * as vscode from 'vscode';
import { nameOf } from '../boards/read-state';

/** Documents of recorded queries: no files, made anew from the board when they are opened. */
export const SQL_SCHEME = 'd2sql';

/** A query of a board. */
export type QueryRecord = { readonly board: vscode.Uri; readonly query: string };

/** @param name of the document, as its tab shows it */
export function sqlUri({ board, query }: QueryRecord, name: string): vscode.Uri {
  const folder = nameOf(board).replace(/\.d2board$/, '');
  return vscode.Uri.from({
    scheme: SQL_SCHEME,
    path: `/${folder}/${name}`,
    query: new URLSearchParams({ board: board.toString(), query }).toString(),
  });
}

/** The record that a document was made from; undefined for any other document. */
export function recordOf({ scheme, query }: vscode.Uri): QueryRecord | undefined {
  if (scheme !== SQL_SCHEME) return undefined;
  const record = new URLSearchParams(query);
  const [board, id] = [record.get('board'), record.get('query')];
  return board === null || id === null ? undefined : { board: vscode.Uri.parse(board), query: id };
}
