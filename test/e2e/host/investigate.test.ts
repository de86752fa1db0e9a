import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { mock } from 'node:test';
import * as vscode from 'vscode';
import { parseBoard } from '../../../src/board/codec';
import type { Board } from '../../../src/board/board';
import { note } from './results';

const QUESTION = 'Which treatment is more successful?';

function file(name: string): vscode.Uri {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(folder);
  return vscode.Uri.joinPath(folder.uri, name);
}

async function textOf(uri: vscode.Uri): Promise<string> {
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}

async function eventually(what: string, isSo: () => Promise<boolean> | boolean): Promise<void> {
  for (let waited = 0; waited < 50_000; waited += 100) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.fail(`never: ${what}`);
}

async function investigated(database = 'kidney.sqlite'): Promise<vscode.Uri> {
  const board = await vscode.commands.executeCommand<vscode.Uri>('dataDetective.investigate', file(database), QUESTION);
  assert.ok(board);
  return board;
}

async function ended(uri: vscode.Uri): Promise<Board> {
  const journal = vscode.Uri.joinPath(uri, '..', `.${uri.path.split('/').at(-1)}.journal`);
  await eventually(`${uri.path} is complete`, async () => !(await exists(journal)));
  return parseBoard(await textOf(uri), uri.path);
}

describe('an investigation', () => {
  before(() =>
    vscode.workspace.getConfiguration('dataDetective').update('team', 'offline', vscode.ConfigurationTarget.Global),
  );
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('makes a board beside the database under a free name, opens it, and ends with an answer', async () => {
    const connect = mock.method(Socket.prototype, 'connect');
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const uri = await investigated();
    // kidney.d2board is there already.
    assert.equal(uri.toString(), file('kidney-2.d2board').toString());
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    assert.ok(activeTab?.input instanceof vscode.TabInputCustom);
    assert.equal(activeTab.input.viewType, 'dataDetective.board');
    assert.equal(activeTab.input.uri.toString(), uri.toString());
    const { investigation, hypotheses, report } = await ended(uri);
    delay.disable();
    note(`event loop of the host blocked for at most ${(delay.max / 1e6).toFixed(0)} ms during an investigation`);
    assert.equal(investigation.status, 'complete');
    assert.equal(investigation.database.path, 'kidney.sqlite');
    assert.ok(hypotheses.length > 1 && report !== '');
    // The offline team asks nobody.
    assert.deepEqual(
      connect.mock.calls.map((call) => call.arguments),
      [],
    );
    connect.mock.restore();
  });

  it('goes on while another one runs and its editor is closed', async () => {
    const boards = await Promise.all([investigated(), investigated()]);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    assert.notEqual(boards[0].toString(), boards[1].toString());
    for (const board of boards) assert.equal((await ended(board)).investigation.status, 'complete');
  });

  it('stops in good order', async () => {
    const uri = await investigated();
    await vscode.commands.executeCommand('dataDetective.stop', uri);
    const { investigation, report } = await ended(uri);
    assert.ok(['stopped', 'complete'].includes(investigation.status), investigation.status);
    assert.ok(report !== '');
  });

  it('is followed by an open document, which it leaves without edits', async () => {
    const uri = await investigated();
    const document = await vscode.workspace.openTextDocument(uri);
    const { investigation } = await ended(uri);
    await eventually('the document follows its file', async () => document.getText() === (await textOf(uri)));
    assert.equal(document.isDirty, false);
    assert.equal(investigation.status, 'complete');
  });
});

describe('what a person does to a board', () => {
  it('is one edit that can be undone, saved where nothing else was changed', async () => {
    const uri = file('kidney.d2board');
    const before = await textOf(uri);
    await vscode.commands.executeCommand('vscode.openWith', uri, 'dataDetective.board');
    const pin = () =>
      vscode.commands.executeCommand('dataDetective.pinHypothesis', { board: uri.toString(), id: 'H1' });
    await eventually('the board is read and H1 pinned', async () => {
      await pin();
      return (await textOf(uri)).includes('"pinned": true');
    });
    const document = await vscode.workspace.openTextDocument(uri);
    assert.equal(document.isDirty, false);
    assert.equal(parseBoard(await textOf(uri), 'board').hypotheses[0]?.pinned, true);
    await vscode.commands.executeCommand('undo');
    await eventually('the edit is undone', () => document.getText() === before);
    await document.save();
    assert.equal(await textOf(uri), before);
  });

  it('goes on from what another program wrote, and keeps edits that are not saved', async () => {
    const uri = file('kidney.d2board');
    const original = await textOf(uri);
    const { hypotheses } = parseBoard(original, 'board');
    const statement = JSON.stringify(hypotheses[0]?.statement);
    await vscode.commands.executeCommand('vscode.openWith', uri, 'dataDetective.board');
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.workspace.fs.writeFile(
      uri,
      new TextEncoder().encode(original.replace(statement, '"From a checkout"')),
    );
    await vscode.commands.executeCommand('dataDetective.pinHypothesis', { board: uri.toString(), id: 'H2' });
    await eventually('H2 is pinned on what was written', async () => {
      const board = parseBoard(await textOf(uri), 'board');
      return board.hypotheses[0]?.statement === 'From a checkout' && board.hypotheses[1]?.pinned === true;
    });
    const edit = new vscode.WorkspaceEdit();
    const at = document.getText().indexOf('From a checkout');
    edit.replace(uri, new vscode.Range(document.positionAt(at), document.positionAt(at + 4)), 'Typed');
    await vscode.workspace.applyEdit(edit);
    await vscode.commands.executeCommand('dataDetective.unpinHypothesis', { board: uri.toString(), id: 'H2' });
    await eventually('H2 is unpinned beside the typed edit', () => {
      const board = parseBoard(document.getText(), 'board');
      return board.hypotheses[0]?.statement === 'Typed a checkout' && board.hypotheses[1]?.pinned === undefined;
    });
    assert.equal(document.isDirty, true);
    assert.ok(!(await textOf(uri)).includes('Typed'));
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(original));
  });
});
