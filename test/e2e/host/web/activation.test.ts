import * as vscode from 'vscode';
import { note } from '../results';

describe('in a browser', () => {
  it('the extension is activated', async () => {
    const extension = vscode.extensions.getExtension<unknown>('data-detective.data-detective');
    if (extension === undefined) throw new Error('the extension is not there');
    const before = performance.now();
    await extension.activate();
    note(`activation in the browser took ${(performance.now() - before).toFixed(0)} ms`);
    if (vscode.env.uiKind !== vscode.UIKind.Web || typeof process !== 'undefined')
      throw new Error('this is not the extension host of the browser');
  });

  it('every contributed command is there: those that need a computer say so', async () => {
    const { contributes } = vscode.extensions.getExtension<unknown>('data-detective.data-detective')?.packageJSON as {
      readonly contributes: { readonly commands: readonly { readonly command: string }[] };
    };
    const registered = new Set(await vscode.commands.getCommands(true));
    const missing = contributes.commands.map(({ command }) => command).filter((command) => !registered.has(command));
    if (missing.length > 0) throw new Error(`not registered: ${missing.join(', ')}`);
  });
});
