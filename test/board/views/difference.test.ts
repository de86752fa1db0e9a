import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Board } from '../../../src/board/board';
import type { BoardEvent } from '../../../src/board/events';
import { parseBoard, printBoard } from '../../../src/board/codec';
import { difference, isSame } from '../../../src/board/views/difference';
import { differenceText } from '../../../src/board/views/difference-text';
import { anyBoard } from '../arbitraries';
import { boardOf, evidence, hypothesis, link, query, sampleBoard, sampleEvents, verdict } from '../sample';

const names = { before: 'main:sales.d2board', after: 'sales.d2board' };
const stamp = { at: '2026-05-06T09:00:00Z', by: 'person' } as const;
const before = sampleBoard();
const after = (...events: BoardEvent[]): Board => boardOf([...sampleEvents, ...events]);
const linesOf = (to: Board, from: Board = before): string[] => differenceText(difference(from, to), names).split('\n');

describe('two boards are the same', () => {
  test('when they are one board, whatever it holds', () => {
    fc.assert(
      fc.property(anyBoard, (board) => {
        expect(isSame(difference(board, board))).toBe(true);
      }),
    );
  });

  test('when only ids differ, as after a merge that gave new ones', () => {
    const text = printBoard(before).replaceAll(/"([EL])(\d+)"/g, '"$17$2"');
    const renamed = parseBoard(text, 'renamed');
    expect(renamed.evidence[0]?.id).toBe('E71');
    expect(isSame(difference(before, renamed))).toBe(true);
  });

  test('and differ when anything of them does', () => {
    const changes: readonly BoardEvent[] = [
      { type: 'proposed', ...stamp, hypothesis: hypothesis('H11', 'new') },
      { type: 'hinted', ...stamp, hypothesis: 'H1', hint: 'Look at the wards.' },
      { type: 'pinned', ...stamp, hypothesis: 'H1', pinned: true },
      { type: 'queried', ...stamp, query: query('Q11', 'SELECT 2', ['2'], [[2]]) },
      { type: 'recorded', ...stamp, evidence: evidence('E12', 'two', 'Q1') },
      { type: 'linked', ...stamp, link: link('L11', 'E1', 'neutral', 'H10', '') },
      { type: 'verified', ...stamp, query: 'Q2', as: 'reproduced' },
      { type: 'verified', ...stamp, query: 'Q2', as: 'failed' },
      {
        type: 'reviewed',
        ...stamp,
        verdict: 'V1',
        review: { by: 'Ada', at: stamp.at, agrees: false, note: 'Too few.' },
      },
      { type: 'reported', ...stamp, report: 'Another.' },
      { type: 'assumed', ...stamp, text: 'younger: age < 65' },
      { type: 'labelled', ...stamp, evidence: 'E1', label: 'crude' },
    ];
    for (const event of changes) expect(isSame(difference(before, after(event))), event.type).toBe(false);
  });
});

describe('a verdict', () => {
  const judged = after({
    type: 'judged',
    ...stamp,
    verdict: verdict('V4', 'H1', {
      status: 'supported',
      confidence: 0.91,
      cites: ['E1'],
      rationale: 'Adjusted for the ward it is lower.',
      at: stamp.at,
    }),
  });

  test('is told from what to what, and why', () => {
    expect(difference(before, judged).verdicts).toMatchObject([
      {
        hypothesis: { id: 'H1' },
        before: { standing: 'contradicted', confidence: 0.06 },
        after: { standing: 'supported', confidence: 0.91 },
        because: 'Adjusted for the ward it is lower.',
      },
    ]);
    expect(linesOf(judged)).toEqual(
      expect.arrayContaining([
        '- contradicted, confidence 0.06',
        '+ supported, confidence 0.91',
        '  because: Adjusted for the ward it is lower.',
      ]),
    );
  });

  test('changed by hand has no reason: that of the old one is none', () => {
    const byHand = {
      ...before,
      hypotheses: before.hypotheses.map((each) => (each.id === 'H1' ? { ...each, confidence: 0.4 } : each)),
    };
    expect(difference(before, byHand).verdicts).toEqual([
      expect.not.objectContaining({ because: expect.anything() as unknown }),
    ]);
  });

  test('that a person took back by rejecting is told with their words', () => {
    const rejected = after({ type: 'rejected', ...stamp, hypothesis: 'H1', why: 'Off-label use.' });
    expect(difference(before, rejected).verdicts[0]).toMatchObject({
      after: { standing: 'abandoned' },
      because: 'Off-label use.',
    });
  });
});

describe('two branches that gave one id to different records', () => {
  const branch = (words: string, minute: string): Board => {
    const at = `2026-05-06T09:${minute}:00Z`;
    const by = 'collector:H2';
    return after(
      { type: 'proposed', at, by, hypothesis: hypothesis('H11', `${words} hypothesis`, { createdAt: at }) },
      { type: 'queried', at, by, query: query('Q11', `SELECT '${words}'`, ['x'], [[words]], { at, by }) },
      { type: 'recorded', at, by, evidence: evidence('E12', `${words} fact`, 'Q11', { recordedAt: at, by }) },
      { type: 'linked', at, by, link: link('L11', 'E12', 'supports', 'H11', words) },
    );
  };

  test('are told apart: one was removed, the other added', () => {
    const found = difference(branch('ours', '01'), branch('theirs', '02'));
    const facts = (side: readonly { fact: string }[]): string[] => side.map(({ fact }) => fact);
    expect(facts(found.evidence.removed)).toEqual(['ours fact']);
    expect(facts(found.evidence.added)).toEqual(['theirs fact']);
    expect(found.hypotheses.changed).toEqual([]);
    expect(found.hypotheses.added).toHaveLength(1);
    expect(found.queries.removed).toHaveLength(1);
  });

  test('are found again under the ids that a merge gave them', () => {
    const theirs = branch('theirs', '02');
    const text = printBoard(theirs)
      .replaceAll('"E12"', '"E13"')
      .replaceAll('"Q11"', '"Q12"')
      .replaceAll('"H11"', '"H12"');
    expect(isSame(difference(theirs, parseBoard(text, 'merged')))).toBe(true);
  });
});

describe('drift', () => {
  const rerun = (sql: string, rows: [number, number, number][]): Board => ({
    ...before,
    queries: before.queries.map((each) => (each.id === 'Q1' ? { ...each, sql, rows, digest: 'multiset:other' } : each)),
  });
  const { sql } = before.queries[0] ?? { sql: '' };

  test('is the same SQL with another answer: the cell, the evidence that rests on it, the verdict at risk', () => {
    const drifted = rerun(sql, [
      [0, 3388, 471],
      [1, 3412, 488],
    ]);
    expect(linesOf(drifted)).toEqual(
      expect.arrayContaining([
        '! Q1 outcomes by treatment gives another answer: row 2, deaths: 488, was 487',
        '  rests on it: E1 14.3 % of patients on drug A died, 13.9 % of the others',
        '! at risk: V1 (H1 contradicted), which cites E1',
      ]),
    );
    expect(difference(before, drifted).queries.changed).toEqual([]);
  });

  test('is not that somebody edited the SQL', () => {
    const edited = rerun('SELECT 1', []);
    expect(difference(before, edited).drifts).toEqual([]);
    expect(difference(before, edited).queries.changed).toHaveLength(1);
  });

  test('is what verifying found; what gives the same answer is only counted', () => {
    const verified = after(
      { type: 'verified', ...stamp, query: 'Q2', as: 'drifted', because: '3 rows, were 2' },
      { type: 'verified', ...stamp, query: 'Q1', as: 'reproduced' },
    );
    const text = linesOf(verified);
    expect(text).toContain('! Q2 outcomes by drug B gives another answer: 3 rows, were 2');
    expect(text).toContain('  1 query run again with the same answer');
    expect(linesOf(verified, verified).join('\n')).not.toContain('Q2');
  });
});

describe('the text', () => {
  test('is a line a fact, signed as diff signs, whatever stands in the records', () => {
    const at = { at: stamp.at, by: 'a\n- b' };
    const hostile = 'x\n+ forged\r\n@@ Verdicts @@\u202Eabc\u0007';
    const text = differenceText(
      difference(
        before,
        after(
          { type: 'proposed', ...at, hypothesis: hypothesis('H11', hostile, { proposedBy: hostile }) },
          { type: 'queried', ...at, query: query('Q11', hostile, [hostile], [[hostile]], { purpose: hostile }) },
          { type: 'recorded', ...at, evidence: evidence('E12', hostile, 'Q11', { attack: hostile }) },
          { type: 'linked', ...at, link: link('L11', 'E12', 'supports', 'H11', hostile) },
          { type: 'reviewed', ...at, verdict: 'V1', review: { by: hostile, at: 'x', agrees: true, note: hostile } },
          { type: 'edited', ...at, hypothesis: 'H1', statement: hostile },
          { type: 'assumed', ...at, text: hostile },
        ),
      ),
      { before: hostile, after: hostile },
    );
    expect(text).not.toMatch(/^\+ forged|^@@ Verdicts @@.|\u202E|\u0007|\r/m);
    const [names, , summary, ...lines] = text.split('\n');
    expect(names).toMatch(/^x \+ forged\S* @@ Verdicts @@/);
    expect(summary).toMatch(/^1 verdict changed/);
    expect(lines.filter((line) => !/^([-+!] .*| {2}.*|@@ \w+ @@|)$/.test(line))).toEqual([]);
  });

  test('of a report tells the lines that differ under their heading, without its links', () => {
    const [from, to] = ['11.7 %', '12.3 %'].map((share) => ({
      ...before,
      report: `# Answer\n\nSame.\n\n## H2\n\n[${share}](#Q2/2/3) died.\n`,
    }));
    if (from === undefined || to === undefined) throw new Error('two reports');
    const text = linesOf(to, from);
    expect(text.slice(text.indexOf('@@ Report @@'))).toEqual([
      '@@ Report @@',
      '  ## H2',
      '- 11.7 % died.',
      '+ 12.3 % died.',
      '',
    ]);
  });

  test('of a new board tells everything as added', () => {
    const text = differenceText(difference(undefined, before), names);
    expect(text).toContain(
      '+ H2 Drug B lowers the death rate of patients aged 65 and over (supported, confidence 0.94',
    );
    expect(text).not.toMatch(/^- /m);
  });
});
