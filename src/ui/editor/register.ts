import * as vscode from 'vscode';
import { commandsWith } from '../command';
import type { BoardEditor, EditorParts, RecordOfBoard } from './board-editor';
import { openAsText } from './open-as-text';
import { VIEW_TYPE } from './view-type';

/** The editor of `*.d2board` files, and the commands of its title bar. It is loaded when the first board is opened. */
export function registerBoardEditor(context: vscode.ExtensionContext, parts: EditorParts): void {
  let loaded: Promise<BoardEditor> | undefined;
  const editor = (): Promise<BoardEditor> =>
    (loaded ??= import('./board-editor').then((module) => new module.BoardEditor(context.extensionUri, parts)));
  const provider: vscode.CustomTextEditorProvider = {
    resolveCustomTextEditor: async (document, panel) => (await editor()).open(document, panel),
  };
  const command = commandsWith(parts.log);
  context.subscriptions.push(
    vscode.window.registerCustomEditorProvider(VIEW_TYPE, provider, { supportsMultipleEditorsPerDocument: true }),
    vscode.workspace.onDidGrantWorkspaceTrust(async () => (await loaded)?.allow()),
    command('dataDetective.openBoardAsText', (board?: vscode.Uri) => {
      const uri = board ?? parts.boards.active?.uri;
      return uri && openAsText(uri);
    }),
    command('dataDetective.showGraph', async (target?: vscode.Uri | RecordOfBoard) =>
      (await editor()).show('graph', target),
    ),
  );
}
