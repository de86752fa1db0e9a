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
});
