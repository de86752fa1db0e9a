import * as vscode from 'vscode';
import type { LanguageModel, ModelEvent, ModelRequest } from '../../models/port';
import { providerName, type ProviderId } from './providers';

/** The model, which offers to set the key anew when it was refused: several roles may meet that, and one message tells it. */
export function withKeyNotice(model: LanguageModel, tell: () => void): LanguageModel {
  return {
    id: model.id,
    async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent, void, undefined> {
      for await (const event of model.stream(request, signal)) {
        if (
          event.type === 'end' &&
          event.reason.kind === 'error' &&
          /^authentication failed/.test(event.reason.message)
        ) {
          tell();
        }
        yield event;
      }
    },
  };
}

/** Tells once that the key was refused. */
export function keyNotice(provider: ProviderId): () => void {
  let isTold = false;
  return () => {
    if (isTold) return;
    isTold = true;
    void offerKey(provider);
  };
}

async function offerKey(provider: ProviderId): Promise<void> {
  const set = vscode.l10n.t('Set Key…');
  const chosen = await vscode.window.showErrorMessage(
    vscode.l10n.t('The API key was refused: {0}.', providerName(provider)),
    set,
  );
  if (chosen === set) await vscode.commands.executeCommand('dataDetective.setApiKey', provider);
}
