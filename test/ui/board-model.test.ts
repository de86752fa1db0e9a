import { readFile, writeFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Board } from '../../src/board/board';
import { parseBoard, printBoard } from '../../src/board/codec';
import { FileBoardStore } from '../../src/storage/file/file-board-store';
import type { BoardChange, BoardModel } from '../../src/ui/boards/boards';
import { lineEdits } from '../../src/ui/boards/text-edits';
import { query, sampleBoard } from '../board/sample';
import { editor, workspace, type Uri } from '../fakes/vscode-documents';
import { boardsWith, isBoard, isUnreadable, newWindow, surroundingsWith, until } from './window';

vi.mock('vscode', () => import('../fakes/vscode-documents'));

const noDatabase = surroundingsWith(() => Promise.reject(new Error('no database here')));
const text = printBoard(sampleBoard());
const sample = parseBoard(text, 'sample');

/** A model that somebody listens to, of a file with this text. */
async function modelOf(content = text) {
  const { file } = newWindow();
  const uri = file('sample.d2board');
  await writeFile(uri.fsPath, content);
  const model = boardsWith(noDatabase).at(uri);
  const changes: BoardChange[] = [];
  const subscription = model.onDidChange((change) => changes.push(change));
  onTestFinished(() => void subscription.dispose());
  await model.load();
  return { uri, model, changes };
}

const statement = ({ state }: BoardModel): string | undefined =>
  state.kind === 'board' ? state.board.hypotheses[0]?.statement : undefined;
const renamed = (to: string) => (before: string) =>
  before.replace(JSON.stringify(sample.hypotheses[0]?.statement), JSON.stringify(to));
const onDisk = (uri: Uri): Promise<string> => readFile(uri.fsPath, 'utf8');

describe('a board’s state', () => {
  it('is that of its file, and follows what another program writes', async () => {
    const { uri, model, changes } = await modelOf();
    expect(model.state).toEqual({ kind: 'board', board: sample, text, live: false, unsaved: false });
    await editor.writeFile(uri, renamed('from a checkout')(text));
    await until(model, () => statement(model) === 'from a checkout');
    expect(changes.at(-1)?.state).toBe(model.state);
  });

  it('follows edits that are not saved, undo, and saving', async () => {
    const { uri, model } = await modelOf();
    await editor.type(uri, renamed('typed'));
    expect(await until(model, () => statement(model) === 'typed')).toMatchObject({ unsaved: true });
    editor.undo(uri);
    await until(model, () => statement(model) === sample.hypotheses[0]?.statement);
    await editor.type(uri, renamed('typed again'));
    await (await workspace.openTextDocument(uri)).save();
    expect(await until(model, (state) => isBoard(state) && !state.unsaved)).toMatchObject({ live: false });
    expect(statement(model)).toBe('typed again');
  });

  it('of text that is no board says what is wrong, where, and what helps; then follows again', async () => {
    const { uri, model } = await modelOf();
    await editor.writeFile(uri, text.replace('  "hypotheses": [', '<<<<<<< HEAD\n  "hypotheses": ['));
    const state = await until(model, isUnreadable);
    const line = text.split('\n').findIndex((each) => each.includes('"hypotheses": [')) + 1;
    expect(state).toMatchObject({ line, next: expect.stringContaining('Resolve the merge conflict') as string });
    expect(state.message).toContain('merge-conflict marker <<<<<<<');
    await editor.writeFile(uri, text);
    await until(model, isBoard);
  });

  it('of a newer board, of bytes that are no text, and of no file at all', async () => {
    const { uri, model } = await modelOf(text.replace('"d2board": 1', '"d2board": 2'));
    expect(model.state).toMatchObject({ kind: 'unreadable', message: expect.stringContaining('newer') as string });
    await writeFile(uri.fsPath, Uint8Array.of(0xff, 0xfe, 0x00));
    editor.touched(uri);
    expect((await until(model, (state) => isUnreadable(state) && state.message.includes('UTF-8'))).kind).toBe(
      'unreadable',
    );
    await workspace.fs.delete(uri);
    await until(model, (state) => isUnreadable(state) && state.message.includes('cannot be read'));
  });

  it('is not told again when nothing changed, and not kept when nobody listens', async () => {
    const { uri, changes } = await modelOf();
    const before = changes.length;
    editor.touched(uri);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(changes.length).toBe(before);
    const unheard = boardsWith(noDatabase).at(uri);
    const subscription = unheard.onDidChange(() => undefined);
    await unheard.load();
    subscription.dispose();
    expect(unheard.state.kind).toBe('loading');
    await expect(unheard.load()).resolves.toMatchObject({ kind: 'board' });
  });
});

describe('what a run that broke off left', () => {
  /** A board whose run broke off after a hypothesis that the file does not hold. */
  async function brokenOff() {
    const { uri, model } = await modelOf();
    const store = new FileBoardStore(uri.fsPath);
    await store.load();
    await store.append({
      type: 'edited',
      at: '2026-06-01T00:00:00Z',
      by: 'judge',
      hypothesis: 'H1',
      statement: 'in the journal',
    });
    editor.touched(uri);
    await until(model, () => statement(model) === 'in the journal');
    return { uri, model };
  }

  it('belongs to the board, and what a person does then goes on from it', async () => {
    const { uri, model } = await brokenOff();
    await model.change(() => [{ type: 'edited', hypothesis: 'H1', statement: 'by a person' }]);
    await until(model, () => statement(model) === 'by a person');
    expect(await onDisk(uri)).toBe(text);
    const left = await new FileBoardStore(uri.fsPath).load();
    expect(left?.hypotheses[0]?.statement).toBe('by a person');
    expect(left?.history.slice(-2).map(({ by }) => by)).toEqual(['judge', 'person']);
  });

  it('is told and left out when it does not fit the file any more', async () => {
    const { uri, model } = await brokenOff();
    await editor.writeFile(uri, renamed('from a checkout')(text));
    const state = await until(model, (each) => isBoard(each) && each.notice !== undefined);
    expect(statement(model)).toBe('from a checkout');
    expect(state).toMatchObject({ notice: expect.stringContaining('changed by somebody else') as string });
  });
});

describe('a change by a person', () => {
  it('is one edit of the lines that differ, saved, and undone as one', async () => {
    const { uri, model, changes } = await modelOf();
    await model.change(({ hypotheses }, { by }) => {
      expect([hypotheses, by]).toEqual([sample.hypotheses, 'person']);
      return [{ type: 'rejected', hypothesis: 'H1', why: 'known already' }];
    });
    const after = await onDisk(uri);
    const board = parseBoard(after, 'sample');
    expect(board.hypotheses[0]).toMatchObject({ status: 'abandoned', rejectedBy: 'person' });
    expect(printBoard(board)).toBe(after);
    expect(changes.at(-1)).toMatchObject({ state: { board }, events: [{ type: 'rejected', by: 'person' }] });
    expect(editor.edits).toHaveLength(1);
    const touched = editor.edits[0]?.reduce((lines, { from, to }) => lines + to - from + 1, 0) ?? Infinity;
    expect(touched).toBeLessThan(12);
    editor.undo(uri);
    expect((await workspace.openTextDocument(uri)).getText()).toBe(text);
    await until(model, () => statement(model) === sample.hypotheses[0]?.statement);
  });

  it('of a document with edits of its own keeps them, and leaves saving to the person', async () => {
    const { uri, model } = await modelOf();
    await editor.type(uri, renamed('typed'));
    await model.change(() => [{ type: 'pinned', hypothesis: 'H2', pinned: true }]);
    expect(await onDisk(uri)).toBe(text);
    expect(model.state).toMatchObject({ unsaved: true });
    const document = await workspace.openTextDocument(uri);
    const board = parseBoard(document.getText(), 'sample');
    expect([board.hypotheses[0]?.statement, board.hypotheses[1]?.pinned]).toEqual(['typed', true]);
  });

  it('adds ids in the order of the calls, and nothing without events', async () => {
    const { uri, model } = await modelOf();
    const propose = (what: string) =>
      model.change(({ hypotheses }, { at, by }) => {
        const id = `H${Math.max(...hypotheses.map((each) => Number(each.id.slice(1)))) + 1}`;
        const fields = { id, statement: what, status: 'open', confidence: 0.5, proposedBy: by } as const;
        return [{ type: 'proposed', hypothesis: { ...fields, createdAt: at, updatedAt: at } }];
      });
    await Promise.all([propose('first'), propose('second')]);
    const { hypotheses } = parseBoard(await onDisk(uri), 'sample');
    expect(hypotheses.slice(-2).map((each) => each.statement)).toEqual(['first', 'second']);
    const before = await onDisk(uri);
    await model.change(() => []);
    expect(await onDisk(uri)).toBe(before);
  });

  it('leaves the results in the file as they are, and keeps of new ones what the board says', async () => {
    const rows = Array.from({ length: 80 }, (_, n) => [n]);
    const whole: Board = { ...sample, queries: sample.queries.map((each, n) => (n === 0 ? { ...each, rows } : each)) };
    const { uri, model } = await modelOf(printBoard(whole, { results: 'full' }));
    await model.change(() => [{ type: 'queried', query: query('Q99', 'SELECT 1', ['n'], rows) }]);
    const { queries } = parseBoard(await onDisk(uri), 'sample');
    expect([queries[0]?.rows.length, queries.at(-1)?.rows.length, queries.at(-1)?.cut?.rows]).toEqual([80, 50, 30]);
  });

  it('waits for a document that is behind its file', async () => {
    const { uri, model } = await modelOf();
    const document = await workspace.openTextDocument(uri);
    // The file changes, and the editor hears of it only later.
    await writeFile(uri.fsPath, renamed('newer')(text));
    setTimeout(() => editor.touched(uri), 200);
    await model.change(() => [{ type: 'pinned', hypothesis: 'H2', pinned: true }]);
    const board = parseBoard(await onDisk(uri), 'sample');
    expect([board.hypotheses[0]?.statement, board.hypotheses[1]?.pinned]).toEqual(['newer', true]);
    expect(document.isDirty).toBe(false);
  });

  it('is refused in Restricted Mode, for text that is no board, and by a file that cannot be edited; the text stays', async () => {
    const { uri, model } = await modelOf();
    const pin = () => model.change(() => [{ type: 'pinned', hypothesis: 'H1', pinned: true }]);
    editor.isTrusted = false;
    await expect(pin()).rejects.toThrow('Restricted Mode');
    editor.isTrusted = true;
    editor.refusesEdits = true;
    await expect(pin()).rejects.toThrow('could not be changed');
    editor.refusesEdits = false;
    expect(await onDisk(uri)).toBe(text);
    await editor.writeFile(uri, '{');
    await until(model, isUnreadable);
    await expect(pin()).rejects.toThrow('line 1');
    expect(await onDisk(uri)).toBe('{');
  });
});

describe('line edits', () => {
  const line = fc.constantFrom<string>(
    '  "hypotheses": [',
    '  "links": [],',
    '  "links": [',
    '    { "id": 1 },',
    '  ],',
    '',
    'x',
  );

  it('turn one list of lines into the other', () => {
    fc.assert(
      fc.property(fc.array(line), fc.array(line), (before, after) => {
        let result = [...before];
        for (const { from, to, lines } of [...lineEdits(before, after)].reverse()) {
          result = result.toSpliced(from, to - from, ...lines);
        }
        expect(result).toEqual(after);
      }),
    );
  });

  it('are none for the same lines, and lie in order apart from each other', () => {
    fc.assert(
      fc.property(fc.array(line), fc.array(line), (before, after) => {
        expect(lineEdits(before, before)).toEqual([]);
        const edits = lineEdits(before, after);
        for (const [index, { from, to }] of edits.entries()) {
          expect(from).toBeLessThanOrEqual(to);
          expect(from).toBeGreaterThanOrEqual(edits[index - 1]?.to ?? 0);
        }
      }),
    );
  });
});
