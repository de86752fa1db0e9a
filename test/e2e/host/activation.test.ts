import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { note } from './results';

describe('activation', () => {
  it('is quick and leaves an active extension', async () => {
    const extension = vscode.extensions.getExtension('data-detective.data-detective');
    assert.ok(extension);
    const before = performance.now();
    await extension.activate();
    note(`activation took ${(performance.now() - before).toFixed(0)} ms`);
    assert.ok(extension.isActive);
  });
});
