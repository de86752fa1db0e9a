import type * as vscode from 'vscode';

/** Entry of the extension host. The investigation core is driven from here. */
export function activate(_context: vscode.ExtensionContext): void {
  // Features register here, one folder of src/ui/ each.
}
