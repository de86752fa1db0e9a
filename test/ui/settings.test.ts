import { expect, test, vi } from 'vitest';
import { runSettings } from '../../src/ui/runs/settings';
import { editor } from '../fakes/vscode-documents';
import { newWindow } from './window';

vi.mock('vscode', () => import('../fakes/vscode-documents'));

const board = () => newWindow().file('sample.d2board');

test('a number that is none counts as not set', () => {
  const uri = board();
  const { budget, limits } = runSettings(uri);
  editor.set('dataDetective.budget.rounds', 'many');
  editor.set('dataDetective.queryTimeout', -1);
  expect(runSettings(uri)).toMatchObject({ budget: { rounds: budget?.rounds }, limits });
});

test.each([
  ['results', 'nothing'],
  ['redactedColumns', 'salary'],
  ['redactedColumns', [1]],
])('what a board should keep is asked back when it says nothing known: %s = %j', (name, value) => {
  const uri = board();
  editor.set(`dataDetective.${name}`, value);
  expect(() => runSettings(uri)).toThrow(`the setting dataDetective.${name} is ${JSON.stringify(value)}`);
});
