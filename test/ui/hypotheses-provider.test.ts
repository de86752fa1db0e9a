import { writeFile } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { printBoard } from '../../src/board/codec';
import { HypothesesProvider } from '../../src/ui/hypotheses/provider';
import type { Node } from '../../src/ui/hypotheses/nodes';
import { sampleBoard } from '../board/sample';
import { boardsWith, isBoard, newWindow, surroundingsWith, until } from './window';

vi.mock('vscode', () => import('../fakes/vscode-documents'));

/** The tree of a board that a person looks at. */
async function treeOf() {
  const { file } = newWindow();
  const uri = file('sample.d2board');
  await writeFile(uri.fsPath, printBoard(sampleBoard()));
  const boards = boardsWith(surroundingsWith(() => Promise.reject(new Error('no database here'))));
  const model = boards.at(uri);
  const tree = new HypothesesProvider(boards, []);
  boards.activate(uri);
  await until(model, isBoard);
  const drawn: (Node | undefined)[] = [];
  tree.onDidChangeTreeData((node) => drawn.push(node));
  await expect.poll(() => tree.getChildren().length).toBeGreaterThan(0);
  await expect.poll(() => drawn.length).toBe(1);
  return { model, tree, drawn };
}

test('rows stay the same while hypotheses change: what is done to one in that moment is not lost', async () => {
  const { model, tree, drawn } = await treeOf();
  const rows = tree.getChildren();
  await model.change(() => [{ type: 'hinted', hypothesis: 'H2', hint: 'Look at the grades.' }]);
  const changed = rows.find(({ key }) => key === 'H2');
  await expect.poll(() => drawn).toContain(changed);
  expect(drawn.slice(1)).not.toContain(undefined);
  for (const [index, row] of tree.getChildren().entries()) expect(row).toBe(rows[index]);
  expect(changed?.kind === 'hypothesis' && changed.hypothesis.hints).toEqual(['Look at the grades.']);
});

test('another order of the rows is drawn as a whole', async () => {
  const { model, tree, drawn } = await treeOf();
  await model.change(() => [{ type: 'pinned', hypothesis: 'H10', pinned: true }]);
  await expect.poll(() => drawn.length).toBe(2);
  expect(drawn.at(-1)).toBeUndefined();
  expect(tree.getChildren().map(({ key }) => key)).toEqual(['H3', 'H10', 'H1', 'H2', 'H4']);
});
