import * as vscode from 'vscode';
import { nameOf } from '../boards/read-state';
import { plain } from '../plain';

type Item = vscode.QuickPickItem & { readonly question: string };

/** Puts an example into the box, to be changed. */
const EDIT: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('edit'),
  tooltip: vscode.l10n.t('Change this question'),
};

/**
 * One box for the question: what the person types, or an example made from the database, chosen or changed.
 * @param examples come when they are known; the box is there at once
 */
export async function askQuestion(
  database: vscode.Uri,
  examples: (signal: AbortSignal) => Promise<readonly string[]>,
): Promise<string | undefined> {
  const box = vscode.window.createQuickPick<Item>();
  const closed = new AbortController();
  let offered: readonly Item[] = [];
  const draw = (): void => {
    const question = box.value.trim();
    const typed: Item = { label: `$(search) ${plain(question)}`, question, alwaysShow: true };
    box.items = question === '' ? offered : [typed, ...offered];
  };
  box.title = vscode.l10n.t('Investigate {0}', nameOf(database));
  box.placeholder = vscode.l10n.t('What do you want to know? Ask which, why, who or what drives it');
  box.ignoreFocusOut = true;
  box.busy = true;
  box.onDidChangeValue(draw);
  box.onDidTriggerItemButton(({ item }) => {
    box.value = item.question;
    draw();
  });
  void examples(closed.signal).then((questions) => {
    if (closed.signal.aborted) return;
    offered = questions.map((question, index) => ({
      label: plain(question),
      question,
      buttons: [EDIT],
      ...(index === 0 && { description: vscode.l10n.t('example') }),
    }));
    box.busy = false;
    draw();
  });
  const chosen = await new Promise<string | undefined>((resolve) => {
    box.onDidAccept(() => {
      const question = box.selectedItems[0]?.question ?? box.value.trim();
      if (question !== '') resolve(question);
    });
    box.onDidHide(() => resolve(undefined));
    box.show();
  });
  closed.abort(new vscode.CancellationError());
  box.dispose();
  return chosen;
}
