import * as l10n from '@vscode/l10n';
import * as z from 'zod';

/** What the editor gives a webview. */
export type EditorApi = {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
};

declare function acquireVsCodeApi(): EditorApi;

/** The editor's API, which it gives a page once; the page's texts are in the interface's language from then on. */
export function acquireEditor(): EditorApi {
  const texts = z.record(z.string(), z.string()).safeParse(JSON.parse(document.body.dataset.texts ?? '{}'));
  if (texts.success) l10n.config({ contents: texts.data });
  return acquireVsCodeApi();
}
