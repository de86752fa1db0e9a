import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { note } from './results';

const ID = 'data-detective.data-detective';

describe('activation', () => {
  it('waits until something of the extension is used, or an investigation was cut off', () => {
    const extension = vscode.extensions.getExtension<unknown>(ID);
    assert.ok(extension);
    const { activationEvents } = extension.packageJSON as { readonly activationEvents: readonly string[] };
    assert.deepEqual(
      activationEvents.filter((event) => /^(\*|onStartupFinished|workspaceContains:)/.test(event)),
      ['workspaceContains:**/.*.d2board.journal'],
    );
    assert.equal(extension.isActive, false);
  });

  it('leaves an active extension', async () => {
    const extension = vscode.extensions.getExtension<unknown>(ID);
    assert.ok(extension);
    const before = performance.now();
    await extension.activate();
    note(`activation took ${(performance.now() - before).toFixed(0)} ms`);
    assert.ok(extension.isActive);
  });

  it('registers every contributed command', async () => {
    const { contributes } = vscode.extensions.getExtension<unknown>(ID)?.packageJSON as {
      readonly contributes: { readonly commands: readonly { readonly command: string }[] };
    };
    const registered = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual(
      contributes.commands.map(({ command }) => command).filter((command) => !registered.has(command)),
      [],
    );
  });
});
