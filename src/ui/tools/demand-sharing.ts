import * as vscode from 'vscode';
import { Fault } from '../../base/fault';
import { modelSettings } from '../models/settings';

/** @throws Fault when the person turned language models off: a chat is one */
export function demandModels(): void {
  if (modelSettings().enabled) return;
  throw new Fault(
    vscode.l10n.t('language models are turned off for Data Detective'),
    vscode.l10n.t('The user can turn them on in the settings (dataDetective.languageModels.enabled).'),
  );
}

/** Whether a chat may be told what boards quote. */
export function mayQuote(): boolean {
  return modelSettings().mostShared === 'sample';
}
