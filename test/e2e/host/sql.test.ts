import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { parseBoard } from '../../../src/board/codec';
import type { SqlRun } from '../../../src/ui/sql/sql-run';

const board = file('kidney.d2board');

function file(name: string): vscode.Uri {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(folder);
  return vscode.Uri.joinPath(folder.uri, name);
}

async function recorded() {
  const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(board));
  const { queries, evidence } = parseBoard(text, 'kidney.d2board');
  const [first] = evidence;
  const query = queries.find(({ id }) => id === first?.query);
  assert.ok(first && query);
  return { evidence: first, query };
}

async function runSql(document: vscode.TextDocument, offset: number): Promise<SqlRun> {
  const run = await vscode.commands.executeCommand<SqlRun | undefined>(
    'dataDetective.runSql',
    document.uri.toString(),
    offset,
  );
  assert.ok(run);
  return run;
}

let written = 0;

async function write(text: string): Promise<vscode.TextDocument> {
  const uri = file(`written-${++written}.sql`);
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document);
  return document;
}

const bound = (sql: string): string => `-- database: kidney.sqlite\n-- board: kidney.d2board\n${sql}\n`;

describe('SQL', () => {
  afterEach(() => vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor'));

  it('of a piece of evidence opens as a document and gives the same rows as the evidence', async () => {
    const { evidence, query } = await recorded();
    await vscode.commands.executeCommand('dataDetective.openSql', { board: board.toString(), evidence: evidence.id });
    const document = vscode.window.activeTextEditor?.document;
    assert.ok(document);
    assert.equal(document.languageId, 'sql');
    assert.equal(document.isDirty, false);
    const text = document.getText();
    assert.ok(text.includes(`-- ${evidence.id}: ${evidence.fact}`), text);
    assert.ok(text.includes('-- database: kidney.sqlite\n'), text);
    const { state } = await runSql(document, text.length);
    assert.ok(state.kind === 'rows', JSON.stringify(state));
    assert.deepEqual(state.result.rows, query.rows);
    assert.deepEqual(state.recorded, { query: query.id, same: true });
  });

  it('that was changed in such a document is another question; saving it writes nothing into the workspace', async () => {
    const { query } = await recorded();
    const before = await vscode.workspace.findFiles('**');
    await vscode.commands.executeCommand('dataDetective.openSql', { board: board.toString(), query: query.id });
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    const { document } = editor;
    const opened = document.getText();
    await editor.edit((edit) => edit.insert(document.positionAt(opened.lastIndexOf(';')), ' LIMIT 1'));
    assert.ok(await document.save());
    const { state } = await runSql(document, opened.length);
    assert.ok(state.kind === 'rows', JSON.stringify(state));
    assert.equal(state.recorded, undefined);
    assert.equal((await vscode.workspace.findFiles('**')).length, before.length);
    const again = new TextDecoder().decode(await vscode.workspace.fs.readFile(document.uri));
    assert.equal(again, document.getText());
    await vscode.commands.executeCommand('dataDetective.restoreSql', document.uri.toString());
    assert.equal(document.getText(), opened);
    assert.equal(document.isDirty, false);
  });

  it('runs the statement at a place, and only that one', async () => {
    const document = await write(bound("SELECT 'a;b' AS one;\n\nSELECT count(*) AS two FROM patients;"));
    const { state } = await runSql(document, document.getText().indexOf('count'));
    assert.ok(state.kind === 'rows', JSON.stringify(state));
    assert.deepEqual(state.result.columns, ['two']);
    assert.deepEqual(state.result.rows, [[700]]);
  });

  it('gives as many rows as the setting allows, and counts all', async () => {
    const settings = vscode.workspace.getConfiguration('dataDetective');
    await settings.update('resultRows', 10, vscode.ConfigurationTarget.Workspace);
    const document = await write(bound('SELECT id FROM patients ORDER BY id'));
    const { state } = await runSql(document, document.getText().length);
    await settings.update('resultRows', undefined, vscode.ConfigurationTarget.Workspace);
    assert.ok(state.kind === 'rows', JSON.stringify(state));
    assert.equal(state.result.rows.length, 10);
    assert.equal(state.result.rowCount, 700);
  });

  it('that is wrong is marked where it is wrong', async () => {
    const document = await write(bound('SELECT treatment, prise FROM patients'));
    const { state } = await runSql(document, document.getText().length);
    assert.ok(state.kind === 'failed', JSON.stringify(state));
    const [mark] = vscode.languages.getDiagnostics(document.uri);
    assert.equal(mark && document.getText(mark.range), 'prise');
  });

  it('that would write is refused', async () => {
    const document = await write(bound('DELETE FROM patients'));
    const { state } = await runSql(document, document.getText().length);
    assert.ok(state.kind === 'failed');
    assert.match(state.message, /refused/);
  });

  it('that never ends stops when it is cancelled', async () => {
    const endless = 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT sum(i) FROM n';
    const document = await write(bound(endless));
    const running = runSql(document, document.getText().length);
    setTimeout(() => void vscode.commands.executeCommand('dataDetective.cancelSql'), 1_000);
    assert.deepEqual((await running).state, { kind: 'cancelled' });
  });

  it('has buttons over its statements, and over the queries of a board that is read as text', async () => {
    const document = await write(bound('SELECT 1;\nSELECT 2;'));
    const titles = await lenses(document.uri);
    assert.equal(titles.filter((title) => title === '$(play) Run').length, 2);
    assert.equal(titles.filter((title) => title === '$(add) Add to Board as Evidence').length, 2);
    assert.equal(titles.filter((title) => title === '$(database) kidney.sqlite').length, 1);
    const text = await vscode.workspace.openTextDocument(board);
    const { queries } = parseBoard(text.getText(), 'kidney.d2board');
    const onBoard = await lenses(text.uri);
    assert.equal(onBoard.filter((title) => title === '$(go-to-file) Open SQL').length, queries.length);
    assert.equal(onBoard.filter((title) => title === '$(play) Run').length, queries.length);
  });

  it('without a database has none', async () => {
    const document = await write('SELECT 1;');
    assert.deepEqual(await lenses(document.uri), []);
  });
});

async function lenses(document: vscode.Uri): Promise<readonly string[]> {
  const found = await vscode.commands.executeCommand<vscode.CodeLens[]>(
    'vscode.executeCodeLensProvider',
    document,
    1_000,
  );
  return found.flatMap(({ command }) => (command ? [command.title] : []));
}
