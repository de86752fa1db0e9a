import * as vscode from 'vscode';
import { Fault } from '../../base/fault';
import type { ModelProvider } from '../port';
import { EditorModel } from './model';

/** The models that extensions provide to the editor; there may be none. The editor itself asks the person before the first request. */
export const editorProvider: ModelProvider = {
  async listModels() {
    const chats = await vscode.lm.selectChatModels();
    return chats.map(({ id, name, vendor }) => ({ id, name: `${name} (${vendor})` }));
  },
  async openModel(model) {
    const [chat] = await vscode.lm.selectChatModels({ id: model });
    if (chat) return new EditorModel(chat, vscode.l10n.t('It plays the roles of an investigation that you began.'));
    throw new Fault(
      vscode.l10n.t('the editor does not offer the model {0}', model),
      vscode.l10n.t('Choose another model, or install an extension that provides it.'),
    );
  },
};
