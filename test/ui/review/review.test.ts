import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type * as vscode from 'vscode';
import { recordedQuery } from '../../../src/agents/query-log';
import type { Board } from '../../../src/board/board';
import type { BoardEvent } from '../../../src/board/events';
import { reduce } from '../../../src/board/reduce';
import { DEFAULT_LIMITS } from '../../../src/database/port';
import type { BoardModel, Boards, MakeEvents } from '../../../src/ui/boards/boards';
import { reviewVerdict } from '../../../src/ui/review/review-verdict';
import { verifyBoard } from '../../../src/ui/review/verify';
import type { Runs } from '../../../src/ui/runs/runs';
import { evidence, query, sampleBoard, verdict } from '../../board/sample';
import { fakeDatabase, sqliteBytes } from '../../fakes/database';
import { editor, person, Uri } from '../../fakes/vscode';
import { surroundingsWith } from '../window';

vi.mock('vscode', () => import('../../fakes/vscode'));

beforeEach(() => editor.reset());

const stamp = { at: '2026-05-06T09:00:00Z', by: 'person' };

/** A board in memory, with the runs that were asked for. */
function windowOn(first: Board, folder = '/nowhere') {
  let board = first;
  const resumed: unknown[] = [];
  const uri = Uri.file(path.join(folder, 'b.d2board')) as unknown as vscode.Uri;
  const model: BoardModel = {
    uri,
    state: { kind: 'loading' },
    load: async () => ({ kind: 'board', board, live: false, unsaved: false }),
    onDidChange: () => ({ dispose: () => undefined }),
    async change(make: MakeEvents) {
      const events = make(board, stamp).map((event): BoardEvent => ({ ...event, ...stamp }));
      board = events.reduce<Board>(reduce, board);
    },
  };
  const boards = { at: () => model, active: model } as unknown as Boards;
  const runs = {
    at: () => undefined,
    resume: async (_: unknown, options: unknown) => void resumed.push(options),
  } as unknown as Runs;
  return { boards, runs, resumed, current: () => board, target: { board: uri.toString() } };
}

describe('a verdict is reviewed', () => {
  test('where a hypothesis is named, it is the verdict that stands', async () => {
    const { boards, runs, target, current } = windowOn(sampleBoard());
    person.will('As in the trial. ');
    await reviewVerdict({ boards, runs }, { ...target, id: 'H2' }, true);
    expect(
      current()
        .verdicts.find(({ id }) => id === 'V3')
        ?.reviews?.at(-1),
    ).toEqual({
      by: 'person',
      at: stamp.at,
      agrees: true,
      note: 'As in the trial.',
    });
    expect(person.asked.map(({ text }) => text)).toEqual(['Accept: H2 supported']);
  });

  test('a dispute needs a reason, and offers another test', async () => {
    const { boards, runs, target, current, resumed } = windowOn(sampleBoard());
    person.will(' ');
    await expect(reviewVerdict({ boards, runs }, { ...target, id: 'V1' }, false)).rejects.toThrow('not accepted');
    person.will('Too few patients.', 'Test Again');
    await reviewVerdict({ boards, runs }, { ...target, id: 'V1' }, false);
    expect(current().verdicts[0]?.reviews).toMatchObject([{ agrees: false, note: 'Too few patients.' }]);
    expect(resumed).toEqual([{ again: ['H1'] }]);
  });

  test('the side is asked where none is named; closing a question changes nothing', async () => {
    const { boards, runs, target, current } = windowOn(sampleBoard());
    const before = current();
    for (const answers of [[undefined], ['$(thumbsdown) Dispute', undefined]]) {
      person.will(...answers);
      await reviewVerdict({ boards, runs }, { ...target, id: 'V1' });
    }
    expect(current()).toBe(before);
    person.will('$(thumbsdown) Dispute', 'No.');
    await reviewVerdict({ boards, runs }, { ...target, id: 'V1' });
    expect(current().verdicts[0]?.reviews).toMatchObject([{ agrees: false, note: 'No.' }]);
  });

  test('from the palette only what was judged can be chosen', async () => {
    const { boards, runs } = windowOn(sampleBoard());
    person.will(undefined);
    await reviewVerdict({ boards, runs }, undefined, true);
    expect(person.asked[0]?.choices).toEqual(['H1', 'H2']);
  });

  test('that is not there yet is told so', async () => {
    const { boards, runs, target } = windowOn(sampleBoard());
    await reviewVerdict({ boards, runs }, { ...target, id: 'H3' }, true);
    expect(person.asked).toMatchObject([{ text: 'H3 has no verdict yet.' }]);
  });
});

describe('a board is verified', () => {
  const rows = (...values: readonly number[]) =>
    sqliteBytes(`CREATE TABLE t(x); ${values.map((value) => `INSERT INTO t VALUES (${value});`).join(' ')}`);

  /** A board with two queries over a table of 1, 2, of which one decides a verdict; now the table holds `values`. */
  async function over(...values: readonly number[]) {
    const folder = mkdtempSync(path.join(tmpdir(), 'd2-review-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(path.join(folder, 'covid.sqlite'), '');
    const before = await fakeDatabase(await rows(1, 2));
    const signal = new AbortController().signal;
    const queries = await Promise.all(
      ['SELECT max(x) FROM t', 'SELECT min(x) FROM t'].map(async (sql, index) => {
        const about = { ...query(`Q${index + 1}`, sql, [], []), fingerprint: 'f' };
        return recordedQuery(await before.query(sql, DEFAULT_LIMITS, signal), about);
      }),
    );
    const board = {
      ...sampleBoard(),
      queries,
      evidence: [evidence('E1', 'The most is 2', 'Q1')],
      links: [],
      verdicts: [verdict('V1', 'H1', { cites: ['E1'] })],
    };
    const now = await rows(...values);
    const surroundings = surroundingsWith(() => fakeDatabase(now));
    return { ...windowOn(board, folder), surroundings };
  }

  const outcomes = (board: Board) => board.queries.map(({ verified }) => verified?.as);

  test('and when nothing changed that is all that is said', async () => {
    const { boards, runs, surroundings, target, current } = await over(1, 2);
    await verifyBoard({ boards, runs, surroundings }, target);
    expect(outcomes(current())).toEqual(['reproduced', 'reproduced']);
    expect(person.asked.map(({ text }) => text)).toEqual([
      '2 of 2 queries give the same answer: every verdict rests on what the database still says.',
    ]);
  });

  test('and what drifted puts its verdict at risk, which can be collected anew', async () => {
    const { boards, runs, surroundings, target, current, resumed } = await over(1, 2, 3);
    person.will('Collect Anew');
    await verifyBoard({ boards, runs, surroundings }, target);
    expect(outcomes(current())).toEqual(['drifted', 'reproduced']);
    expect(person.asked[0]?.text).toBe('1 of 2 queries give the same answer. At risk: the verdicts on H1.');
    expect(resumed).toEqual([{ refresh: true }]);
  });

  test('and drift that no verdict rests on needs no new collection', async () => {
    const { boards, runs, surroundings, target } = await over(0, 1, 2);
    await verifyBoard({ boards, runs, surroundings }, target);
    expect(person.asked).toMatchObject([
      {
        text: '1 of 2 queries give the same answer. No standing verdict rests on the others.',
        choices: ['Show What Drifted'],
      },
    ]);
  });

  test('not in Restricted Mode, and not without its database', async () => {
    const { boards, runs, surroundings, target } = await over(1, 2);
    editor.isTrusted = false;
    await expect(verifyBoard({ boards, runs, surroundings }, target)).rejects.toThrow('Restricted Mode');
    editor.isTrusted = true;
    const elsewhere = windowOn(sampleBoard());
    await expect(verifyBoard({ ...elsewhere, surroundings }, elsewhere.target)).rejects.toThrow(
      'the board’s database is not there',
    );
  });
});
