import assert from 'node:assert/strict';
import * as vscode from 'vscode';

function file(name: string): vscode.Uri {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(folder);
  return vscode.Uri.joinPath(folder.uri, name);
}

async function mistakesIn(uri: vscode.Uri, expected: boolean): Promise<readonly string[]> {
  const messages = (): string[] => vscode.languages.getDiagnostics(uri).map(({ message }) => message);
  for (let waited = 0; waited < 60_000 && messages().length > 0 !== expected; waited += 200) {
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return messages();
}

describe('the text of a board', () => {
  it('is JSON that the editor checks against the schema', async () => {
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file('sample.d2board')));
    const broken = file('broken.d2board');
    await vscode.workspace.fs.writeFile(
      broken,
      new TextEncoder().encode(text.replace('"status": "contradicted"', '"status": "refuted"')),
    );
    const document = await vscode.workspace.openTextDocument(broken);
    assert.equal(document.languageId, 'json');
    // Only what is looked at is checked.
    await vscode.window.showTextDocument(document);
    const [mistake, ...others] = await mistakesIn(broken, true);
    assert.match(mistake ?? '', /supported/);
    assert.deepEqual(others, []);
    const mended = new vscode.WorkspaceEdit();
    const at = document.getText().indexOf('refuted');
    mended.replace(broken, new vscode.Range(document.positionAt(at), document.positionAt(at + 7)), 'contradicted');
    await vscode.workspace.applyEdit(mended);
    assert.deepEqual(await mistakesIn(broken, false), []);
    await document.save();
  });
});
