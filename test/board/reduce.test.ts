import { describe, expect, test } from 'vitest';
import type { BoardEvent } from '../../src/board/events';
import { emptyBoard, reduce } from '../../src/board/reduce';
import {
  boardOf,
  evidence,
  hypothesis,
  link,
  query,
  sampleBoard,
  sampleEvents,
  sampleInvestigation,
  verdict,
} from './sample';

const at = '2026-05-05T08:00:00Z';
const stamp = { at, by: 'person' } as const;
const after = (...events: BoardEvent[]) => boardOf([...sampleEvents, ...events]);
const hypothesisOf = (board: ReturnType<typeof sampleBoard>, id: string) => board.hypotheses.find((h) => h.id === id);

describe('reduce', () => {
  test('the started event makes an empty board, and nothing else does', () => {
    const started: BoardEvent = { type: 'started', ...stamp, investigation: sampleInvestigation };
    expect(reduce(undefined, started)).toEqual(emptyBoard(sampleInvestigation));
    expect(() => reduce(undefined, { type: 'reported', ...stamp, report: 'x' })).toThrow(
      "no board to apply 'reported' to: the first event must be 'started'",
    );
  });

  test('records stand in natural order of their ids, whatever order they came in', () => {
    const board = after(
      { type: 'recorded', ...stamp, evidence: evidence('E9', 'late', 'Q1') },
      { type: 'queried', ...stamp, query: query('Q9', 'SELECT 1', ['1'], [[1]]) },
    );
    expect(board.evidence.map(({ id }) => id)).toEqual(['E1', 'E2', 'E9', 'E10', 'E11']);
    expect(board.queries.map(({ id }) => id)).toEqual(['Q1', 'Q2', 'Q9', 'Q10']);
  });

  test('what an event leaves alone is shared with the board before it, and that board does not change', () => {
    const before = sampleBoard();
    const copy = structuredClone(before);
    const board = reduce(before, { type: 'judged', ...stamp, verdict: verdict('V4', 'H3', { cites: ['E10'] }) });
    expect(before).toEqual(copy);
    expect(board.queries).toBe(before.queries);
    expect(board.evidence).toBe(before.evidence);
    expect(board.hypotheses[0]).toBe(before.hypotheses[0]);
    expect(board.hypotheses[2]).not.toBe(before.hypotheses[2]);
  });

  test('a hypothesis follows its latest verdict', () => {
    expect(hypothesisOf(sampleBoard(), 'H2')).toMatchObject({
      status: 'supported',
      confidence: 0.94,
      updatedAt: '2026-05-04T10:09:00Z',
    });
  });

  test('a dispatched hypothesis is under investigation, and the history tells the round', () => {
    const board = after({ type: 'dispatched', ...stamp, hypothesis: 'H10', round: 3 });
    expect(hypothesisOf(board, 'H10')).toMatchObject({ status: 'investigating', updatedAt: at });
    expect(board.history.at(-1)).toEqual({ ...stamp, did: 'dispatched', what: 'H10', why: 'round 3' });
  });

  test('a rejected hypothesis is abandoned by a person, and a verdict that comes late does not revive it', () => {
    const board = after(
      { type: 'rejected', ...stamp, hypothesis: 'H3', why: 'known to be wrong' },
      { type: 'judged', ...stamp, by: 'judge', verdict: verdict('V4', 'H3', { status: 'supported' }) },
    );
    expect(hypothesisOf(board, 'H3')).toMatchObject({
      status: 'abandoned',
      rejectedBy: 'person',
      abandonedBecause: 'known to be wrong',
    });
    expect(board.verdicts.map(({ id }) => id)).toContain('V4');
  });

  test('an edited hypothesis loses the claim and the standing of its old statement, which the history keeps', () => {
    const board = after({ type: 'edited', ...stamp, hypothesis: 'H1', statement: 'Drug A raises the death rate' });
    const edited = hypothesisOf(board, 'H1');
    expect(edited).toMatchObject({ statement: 'Drug A raises the death rate', status: 'open', confidence: 0.5 });
    expect(edited).not.toHaveProperty('claim');
    expect(board.history.at(-1)?.why).toBe('was: Drug A lowers the death rate of patients aged 65 and over');
  });

  test('unpinning removes the pin and leaves the rest', () => {
    const before = hypothesisOf(sampleBoard(), 'H3');
    expect(before?.pinned).toBe(true);
    const board = after({ type: 'pinned', ...stamp, hypothesis: 'H3', pinned: false });
    expect(hypothesisOf(board, 'H3')).not.toHaveProperty('pinned');
    expect(hypothesisOf(board, 'H3')?.hints).toEqual(before?.hints);
  });

  test('resuming clears the end and takes the new fingerprint, ending sets it again', () => {
    const resumed = after({ type: 'resumed', ...stamp, fingerprint: 'sha256:new' });
    expect(resumed.investigation).toMatchObject({
      status: 'running',
      reason: null,
      finishedAt: null,
      database: { engine: 'sqlite', path: 'covid.sqlite', fingerprint: 'sha256:new' },
    });
    expect(resumed.history.at(-1)).toEqual({
      ...stamp,
      did: 'resumed',
      what: 'investigation',
      why: 'the database changed',
    });
    const ended = reduce(resumed, { type: 'ended', ...stamp, status: 'stopped', reason: 'the budget is spent' });
    expect(ended.investigation).toMatchObject({ status: 'stopped', reason: 'the budget is spent', finishedAt: at });
  });

  test('the history has no entry for what a record of its own tells', () => {
    const told = new Set(sampleBoard().history.map(({ did }) => did));
    expect([...told].sort()).toEqual(['asked', 'dispatched', 'ended', 'hinted', 'rejected']);
  });

  test.each<[string, BoardEvent]>([
    ['H99', { type: 'dispatched', ...stamp, hypothesis: 'H99', round: 1 }],
    ['H99', { type: 'proposed', ...stamp, hypothesis: hypothesis('H20', 'x', { refines: 'H99' }) }],
    ['H99', { type: 'judged', ...stamp, verdict: verdict('V9', 'H99') }],
    ['E99', { type: 'judged', ...stamp, verdict: verdict('V9', 'H1', { cites: ['E99'] }) }],
    ['Q99', { type: 'recorded', ...stamp, evidence: evidence('E20', 'x', 'Q99') }],
    ['E99', { type: 'linked', ...stamp, link: link('L20', 'E99', 'supports', 'H1', '') }],
    ['H99', { type: 'linked', ...stamp, link: link('L20', 'H99', 'leads-to', 'H1', '') }],
    ['H99', { type: 'linked', ...stamp, link: link('L20', 'E1', 'supports', 'H99', '') }],
    ['V99', { type: 'reviewed', ...stamp, verdict: 'V99', review: { ...stamp, agrees: true, note: '' } }],
    ['E99', { type: 'labelled', ...stamp, evidence: 'E1', redundantWith: 'E99' }],
    ['Q99', { type: 'verified', ...stamp, query: 'Q99', as: 'failed' }],
  ])('an event that names %s, which is not there, is refused: %j', (id, event) => {
    expect(() => after(event)).toThrow(`unknown record: ${id}`);
  });

  test('a second record with an id is refused', () => {
    expect(() => after({ type: 'proposed', ...stamp, hypothesis: hypothesis('H2', 'again') })).toThrow(
      'duplicate record: H2',
    );
  });
});
