import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Board } from '../../src/board/board';
import { parseBoard, printBoard } from '../../src/board/codec';
import type { BoardEvent } from '../../src/board/events';
import { boardOf, evidence, hypothesis, link, sampleBoard, sampleEvents, verdict } from '../board/sample';
import { cli, parsed, run, temporaryFolder } from './run';

const at = '2026-05-06T09:00:00Z';
const after = (...events: BoardEvent[]): Board => boardOf([...sampleEvents, ...events]);
const proposed = (word: string): BoardEvent[] => [
  { type: 'proposed', at, by: word, hypothesis: hypothesis('H11', `${word} idea`, { proposedBy: word }) },
  { type: 'recorded', at, by: word, evidence: evidence('E12', `${word} fact`, 'Q1', { by: word }) },
  { type: 'linked', at, by: word, link: link('L11', 'E12', 'supports', 'H11', word) },
];
const judged = (confidence: number): BoardEvent => ({
  type: 'judged',
  at,
  by: 'judge',
  verdict: verdict('V4', 'H1', { status: 'supported', confidence, cites: ['E1'], at }),
});

/** A repository whose board `b.d2board` changed on the branches `main` and `other`, with the merge driver as the help sets it up. */
function repository(base: Board | undefined, ours: string | Board, theirs: string | Board) {
  const folder = temporaryFolder();
  const git = (...words: string[]): string =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...words], {
      cwd: folder,
      encoding: 'utf8',
    });
  const file = path.join(folder, 'b.d2board');
  const commit = (content: string | Board, message: string): void => {
    writeFileSync(file, typeof content === 'string' ? content : printBoard(content));
    git('add', '.');
    git('commit', '-q', '-m', message);
  };
  git('init', '-q', '-b', 'main');
  writeFileSync(path.join(folder, '.gitattributes'), '*.d2board merge=d2board\n');
  git('config', 'merge.d2board.driver', `'${process.execPath}' '${cli}' merge %O %A %B --path %P`);
  git('add', '.');
  git('commit', '-q', '-m', 'attributes');
  if (base !== undefined) commit(base, 'base');
  git('checkout', '-q', '-b', 'other');
  commit(theirs, 'theirs');
  git('checkout', '-q', 'main');
  commit(ours, 'ours');
  return {
    /** What `git merge` says, and the board's text afterwards. */
    merge() {
      const { status, stdout, stderr } = spawnSync(
        'git',
        ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', 'merge', 'other', '-m', 'merged'],
        { cwd: folder, encoding: 'utf8' },
      );
      return { status, said: stdout + stderr, text: readFileSync(file, 'utf8') };
    },
  };
}

test('git merges a board to which both branches added', () => {
  const { status, text } = repository(sampleBoard(), after(...proposed('Ada')), after(...proposed('Bob'))).merge();
  expect(status).toBe(0);
  const board = parseBoard(text, 'b');
  expect(board.hypotheses.slice(-2).map(({ id, statement }) => [id, statement])).toEqual([
    ['H11', 'Ada idea'],
    ['H12', 'Bob idea'],
  ]);
  expect(board.links.at(-1)).toMatchObject({ from: 'E13', to: 'H12', note: 'Bob' });
});

test('git stops at a verdict that both branches changed, with markers around it alone', () => {
  const { status, said, text } = repository(
    sampleBoard(),
    after(...proposed('Ada'), judged(0.9)),
    after(...proposed('Bob'), judged(0.8)),
  ).merge();
  expect(status).toBe(1);
  expect(said).toContain('b.d2board: conflict in H1: confidence');
  expect(said).toContain('b.d2board: conflict in V4: confidence');
  expect(said).toContain('CONFLICT (content)');
  expect(text.match(/^<{7} ours$/gm)).toHaveLength(2);
  const [ours, theirs] = ['$1', '$2'].map((side) =>
    text.replaceAll(/^<{7} ours\n([^]*?)^={7}\n([^]*?)^>{7} theirs\n/gm, side),
  );
  expect(parseBoard(ours ?? '', 'b').verdicts.at(-1)?.confidence).toBe(0.9);
  expect(parseBoard(theirs ?? '', 'b').verdicts.at(-1)?.confidence).toBe(0.8);
  expect(parseBoard(ours ?? '', 'b').hypotheses.at(-1)?.statement).toBe('Bob idea');
});

test('git merges boards that two branches began apart', () => {
  const { status, text } = repository(undefined, after(...proposed('Ada')), after(...proposed('Bob'))).merge();
  expect(status).toBe(0);
  expect(parseBoard(text, 'b').hypotheses.map(({ id }) => id)).toEqual(['H1', 'H2', 'H3', 'H4', 'H10', 'H11', 'H12']);
});

test('a version that is no board is merged as text: both texts are there', () => {
  const newer = printBoard(sampleBoard()).replace('"d2board": 1', '"d2board": 2');
  const broken = printBoard(sampleBoard()).replace('"d2board": 1', '"d2board": what?');
  const { status, said, text } = repository(sampleBoard(), newer, broken).merge();
  expect(status).toBe(1);
  expect(said).toContain(
    'b.d2board: merged as text, because a version is no board: our b.d2board: board version 2 is newer',
  );
  expect(text).toContain(
    '<<<<<<< ours\n  "d2board": 2,\n=======\n  "d2board": what?,\n>>>>>>> theirs\n  "investigation": {',
  );
});

test('a file that is missing is a mistake of whoever calls, and nothing is written', async () => {
  const folder = temporaryFolder();
  const text = printBoard(sampleBoard());
  writeFileSync(path.join(folder, 'a'), text);
  const { code, stderr } = await run(['merge', 'a', 'a', 'nothing'], { cwd: folder });
  expect(code).toBe(2);
  expect(stderr).toMatch(/^error: .*nothing/);
  expect(readFileSync(path.join(folder, 'a'), 'utf8')).toBe(text);
});

test('diff tells what differs and exits as diff does', async () => {
  const folder = temporaryFolder();
  const write = (name: string, content: string | Board): void =>
    writeFileSync(path.join(folder, name), typeof content === 'string' ? content : printBoard(content));
  write('old', sampleBoard());
  write('new', after(...proposed('Ada'), judged(0.9)));
  write('respaced', JSON.stringify(JSON.parse(printBoard(sampleBoard()))));
  write('empty', '');
  const diff = (...words: string[]) => run(['diff', ...words], { cwd: folder });
  const different = await diff('old', 'new');
  expect(different).toMatchObject({ code: 1, stderr: '' });
  expect(different.stdout).toContain('1 verdict changed, 1 hypothesis added and 1 piece of evidence differs.\n');
  expect(different.stdout).toContain('\n- contradicted, confidence 0.06\n+ supported, confidence 0.9\n');
  expect(parsed(await diff('old', 'new', '--json'))).toMatchObject({
    same: false,
    verdicts: [{ hypothesis: { id: 'H1' }, before: { confidence: 0.06 }, after: { confidence: 0.9 } }],
  });
  expect(await diff('old', 'respaced')).toEqual({ code: 0, stdout: '', stderr: '' });
  expect((await diff('empty', 'old')).stdout).toContain('5 hypotheses added');
  expect((await diff('old', 'empty')).code).toBe(2);
});
