import * as vscode from 'vscode';
import { splitStatements } from '../../database/statements';
import type { Boards } from '../boards/boards';
import type { SqlDocuments } from './sql-documents';
import { SQL_SCHEME } from './sql-uri';
import { queryRecord, type QueryTarget } from './target';

/** Opens the document of a recorded query beside what is looked at, in the column where such documents are. */
export async function openSql(
  target: QueryTarget | undefined,
  parts: { readonly boards: Boards; readonly documents: SqlDocuments },
): Promise<void> {
  const record = await queryRecord(parts.boards, target);
  if (record === undefined) return;
  const document = await parts.documents.open(record);
  const [statement] = splitStatements(document.getText());
  const start = document.positionAt(statement?.start ?? 0);
  await vscode.window.showTextDocument(document, {
    viewColumn: columnOf(document.uri),
    selection: new vscode.Range(start, start),
  });
}

function columnOf({ path }: vscode.Uri): vscode.ViewColumn {
  const groups = vscode.window.tabGroups.all;
  const holds = (group: vscode.TabGroup, isMeant: (uri: vscode.Uri) => boolean): boolean =>
    group.tabs.some(
      ({ input }) => input instanceof vscode.TabInputText && input.uri.scheme === SQL_SCHEME && isMeant(input.uri),
    );
  const group =
    groups.find((each) => holds(each, (uri) => uri.path === path)) ?? groups.find((each) => holds(each, () => true));
  return group?.viewColumn ?? vscode.ViewColumn.Beside;
}
