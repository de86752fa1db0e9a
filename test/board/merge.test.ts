import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Board } from '../../src/board/board';
import { parseBoard, printBoard } from '../../src/board/codec';
import { contentOf } from '../../src/board/content';
import { conflictText } from '../../src/board/merge/conflict-text';
import { mergeBoards, type Merge } from '../../src/board/merge/merge';
import { findMistake } from '../../src/board/references';
import { standingVerdict } from '../../src/board/views/standing';
import { anyBoard } from './arbitraries';
import { anySteps, branchOf } from './branches';
import { boardOf, evidence, hypothesis, link, query, sampleBoard, sampleEvents, verdict } from './sample';
import type { BoardEvent } from '../../src/board/events';

const base = sampleBoard();
const full = { results: 'full' } as const;
const stamp = { at: '2026-05-06T09:00:00Z', by: 'person' } as const;
const after = (...events: BoardEvent[]): Board => boardOf([...sampleEvents, ...events]);

/** A base and two boards that went on from it, at different times. */
const anyBranches = fc.tuple(anyBoard, anySteps, anySteps).map(([board, ours, theirs]) => ({
  base: board,
  ours: branchOf(board, ours, 1),
  theirs: branchOf(board, theirs, 2),
}));

/** What a board says, whatever its records are called: a bag of texts. */
function sayings(board: Board): readonly string[] {
  const text = ({ id: _, ...record }: { readonly id: string }): string =>
    contentOf(record).replaceAll(/\b[HQELV]\d+\b/g, '·');
  return [
    ...board.hypotheses.map(text),
    ...board.queries.map(text),
    ...board.evidence.map(text),
    ...board.links.map(text),
    ...board.verdicts.map(text),
    ...board.history.map((entry) => contentOf(entry).replaceAll(/\b[HQELV]\d+\b/g, '·')),
  ].sort();
}

describe('merging', () => {
  test('with a side that did nothing gives the other side, byte for byte', () => {
    fc.assert(
      fc.property(anyBranches, ({ base, ours }) => {
        for (const merge of [
          mergeBoards(base, ours, base),
          mergeBoards(base, base, ours),
          mergeBoards(base, ours, ours),
        ]) {
          expect(merge.conflicts).toEqual([]);
          expect(printBoard(merge.ours, full)).toBe(printBoard(ours, full));
          expect(printBoard(merge.theirs, full)).toBe(printBoard(ours, full));
        }
      }),
    );
  });

  test('gives boards that can be written and read, without a pointer to nothing', () => {
    fc.assert(
      fc.property(anyBranches, ({ base, ours, theirs }) => {
        const merge = mergeBoards(base, ours, theirs);
        for (const board of [merge.ours, merge.theirs]) {
          expect(findMistake(board)).toBeUndefined();
          expect(parseBoard(printBoard(board, full), 'merged')).toEqual(board);
        }
      }),
    );
  });

  test('loses nothing: every record of either side is there, one of both sides once', () => {
    fc.assert(
      fc.property(anyBranches, ({ base, ours, theirs }) => {
        const merge = mergeBoards(base, ours, theirs);
        const disputed = new Set(merge.conflicts.map(({ record }) => record));
        const kept = ({ evidence: pieces, links, queries }: Board): string[] =>
          [...pieces, ...links, ...queries].map(({ id }) => id);
        const count = (of: (board: Board) => readonly unknown[]): number =>
          of(ours).length + of(theirs).length - of(base).length;
        // Branches work at different times, so they never add the same record.
        expect(kept(merge.ours)).toHaveLength(count(kept));
        expect(merge.ours.hypotheses).toHaveLength(count(({ hypotheses }) => hypotheses));
        expect(merge.ours.history).toHaveLength(count(({ history }) => history));
        const verdictsInDispute = [...disputed].filter(
          (id) => id.startsWith('V') && !base.verdicts.some((v) => v.id === id),
        );
        expect(merge.ours.verdicts).toHaveLength(count(({ verdicts }) => verdicts) - verdictsInDispute.length);
        const reviews = (board: Board): readonly unknown[] => board.verdicts.flatMap((each) => each.reviews ?? []);
        const inEither = new Set([...reviews(merge.ours), ...reviews(merge.theirs)].map(contentOf));
        expect([...reviews(ours), ...reviews(theirs)].filter((each) => !inEither.has(contentOf(each)))).toEqual([]);
      }),
    );
  });

  test('says the same whichever side is called ours', () => {
    fc.assert(
      fc.property(anyBranches, ({ base, ours, theirs }) => {
        const [one, other] = [mergeBoards(base, ours, theirs), mergeBoards(base, theirs, ours)];
        expect(one.conflicts.length).toBe(other.conflicts.length);
        if (one.conflicts.length > 0) return;
        const unordered = (board: Board): Board => ({
          ...board,
          hypotheses: board.hypotheses.map((each) => (each.hints ? { ...each, hints: each.hints.toSorted() } : each)),
        });
        expect(sayings(unordered(one.ours))).toEqual(sayings(unordered(other.ours)));
      }),
    );
  });

  test('lets stand the verdict that its side lets stand', () => {
    fc.assert(
      fc.property(anyBranches, ({ base, ours, theirs }) => {
        const merge = mergeBoards(base, ours, theirs);
        for (const { id } of base.hypotheses) {
          const [was, is] = [ours, theirs].map((board) => standingVerdict(board, id)?.at);
          const before = standingVerdict(base, id)?.at;
          const [merged, mergedTheirs] = [merge.ours, merge.theirs].map((board) => standingVerdict(board, id)?.at);
          if (was === before) expect([merged, mergedTheirs]).toEqual([is, is]);
          else if (is === before) expect([merged, mergedTheirs]).toEqual([was, was]);
          else expect([was, is]).toContain(merged);
        }
      }),
    );
  });

  test('of boards that two people began apart keeps both investigations', () => {
    const merge = mergeBoards(undefined, base, branchOf(base, [{ act: 'propose', pick: 0, words: 'wards' }], 3));
    expect(merge.conflicts).toEqual([]);
    expect(merge.ours.hypotheses).toHaveLength(base.hypotheses.length + 1);
  });
});

describe('ids that both sides gave away', () => {
  const branch = (word: string, at: string): Board => {
    const by = 'collector:H11';
    return after(
      { type: 'proposed', at, by, hypothesis: hypothesis('H11', word, { createdAt: at }) },
      { type: 'proposed', at, by, hypothesis: hypothesis('H12', `${word} too`, { refines: 'H11', createdAt: at }) },
      { type: 'queried', at, by, query: query('Q11', `SELECT 'H11', '${word}'`, ['x'], [[word]], { at, by }) },
      { type: 'recorded', at, by, evidence: evidence('E12', `${word}: H11N1`, 'Q11', { recordedAt: at, by }) },
      {
        type: 'recorded',
        at,
        by,
        evidence: evidence('E13', word, 'Q11', { recordedAt: at, by, redundantWith: 'E12' }),
      },
      { type: 'linked', at, by, link: link('L11', 'E12', 'supports', 'H11', `${word}, as E13`) },
      {
        type: 'judged',
        at,
        by: 'judge',
        verdict: verdict('V4', 'H11', { cites: ['E12'], rationale: `${word} by E12 and H1`, at }),
      },
      { type: 'abandoned', at, by: 'orchestrator', hypothesis: 'H12', why: 'the same as H11' },
    );
  };
  const ours = branch('ours', '2026-05-06T09:00:00Z');
  const theirs = {
    ...branch('theirs', '2026-05-06T10:00:00Z'),
    report: '# H11\n\n[11.7 %](#Q11/0/0) [E12], not E1; `SELECT Q11`.\n\n```sql\nSELECT E12\n```\n',
  };
  const { ours: merged, conflicts, renumbered } = mergeBoards(base, ours, theirs);

  test('get new ones on their side, and everything that names them follows', () => {
    expect(conflicts).toEqual([]);
    expect(Object.fromEntries(renumbered)).toEqual({
      H11: 'H13',
      H12: 'H14',
      Q11: 'Q12',
      E12: 'E14',
      E13: 'E15',
      L11: 'L12',
      V4: 'V5',
    });
    const record = (id: string): unknown =>
      [...merged.hypotheses, ...merged.queries, ...merged.evidence, ...merged.links, ...merged.verdicts].find(
        (each) => each.id === id,
      );
    expect(record('H14')).toMatchObject({ refines: 'H13', abandonedBecause: 'the same as H13' });
    expect(record('Q12')).toMatchObject({ by: 'collector:H13', sql: "SELECT 'H11', 'theirs'" });
    expect(record('E14')).toMatchObject({ fact: 'theirs: H11N1', query: 'Q12', by: 'collector:H13' });
    expect(record('E15')).toMatchObject({ redundantWith: 'E14' });
    expect(record('L12')).toMatchObject({ from: 'E14', to: 'H13', note: 'theirs, as E15' });
    expect(record('V5')).toMatchObject({ hypothesis: 'H13', cites: ['E14'], rationale: 'theirs by E14 and H1' });
    expect(merged.history.at(-1)).toMatchObject({ what: 'H14' });
    expect(merged.report).toBe('# H13\n\n[11.7 %](#Q12/0/0) [E14], not E1; `SELECT Q11`.\n\n```sql\nSELECT E12\n```\n');
  });

  test('leave ours as they were', () => {
    const ids = new Set(ours.evidence.map(({ id }) => id));
    expect(merged.evidence.filter(({ id }) => ids.has(id))).toEqual(ours.evidence);
  });

  test('are not given twice when a branch is merged again from the same base, as after a squash', () => {
    const again = mergeBoards(base, merged, theirs);
    expect(again.conflicts).toEqual([]);
    expect(printBoard(again.ours, full)).toBe(printBoard(merged, full));
  });
});

describe('a conflict is left to a person', () => {
  const judge = (status: 'supported' | 'contradicted', confidence: number, at: string): BoardEvent => ({
    type: 'judged',
    at,
    by: 'judge',
    verdict: verdict('V4', 'H1', { status, confidence, cites: ['E1'], rationale: `It is ${status}.`, at }),
  });
  const resolved = (text: string, side: 'ours' | 'theirs'): string =>
    text.replaceAll(/^<<<<<<< ours\n([^]*?)^=======\n([^]*?)^>>>>>>> theirs\n/gm, (_, ours: string, theirs: string) =>
      side === 'ours' ? ours : theirs,
    );
  const blocks = (text: string): string[] => text.match(/^<{7}[^]*?^>{7} theirs$/gm) ?? [];

  test('when both sides judged a hypothesis anew, and not alike', () => {
    const merge = mergeBoards(
      base,
      after(judge('supported', 0.9, '2026-05-06T09:00:00Z')),
      after(
        { ...stamp, type: 'linked', link: link('L11', 'E11', 'contradicts', 'H1', 'fewer') },
        judge('contradicted', 0.02, '2026-05-06T10:00:00Z'),
      ),
    );
    expect(merge.conflicts).toEqual([
      { record: 'H1', keys: ['status', 'confidence'] },
      { record: 'V4', keys: ['status', 'confidence', 'rationale', 'at'] },
    ]);
    const text = conflictText(merge);
    expect(blocks(text)).toEqual([
      [
        '<<<<<<< ours',
        '      "status": "supported",',
        '      "confidence": 0.9,',
        '=======',
        '      "status": "contradicted",',
        '      "confidence": 0.02,',
        '>>>>>>> theirs',
      ].join('\n'),
      expect.stringContaining('It is contradicted.') as unknown,
    ]);
    expect(parseBoard(resolved(text, 'ours'), 'b')).toEqual(merge.ours);
    expect(parseBoard(resolved(text, 'theirs'), 'b')).toEqual(merge.theirs);
  });

  test('when one side edited the statement that the other judged', () => {
    const merge = mergeBoards(
      base,
      after({ type: 'edited', ...stamp, hypothesis: 'H1', statement: 'Drug A lowers deaths on ward 3' }),
      after(judge('supported', 0.9, stamp.at)),
    );
    expect(merge.conflicts).toEqual([{ record: 'H1', keys: ['statement', 'claim', 'status', 'confidence'] }]);
  });

  test('and is none when both sides came to the same', () => {
    const merge = mergeBoards(
      base,
      after(judge('supported', 0.9, '2026-05-06T09:00:00Z')),
      after(judge('supported', 0.9, '2026-05-06T10:00:00Z')),
    );
    expect(merge.conflicts).toEqual([]);
    expect(merge.ours.verdicts.slice(-2).map(({ id, at }) => [id, at])).toEqual([
      ['V4', '2026-05-06T09:00:00Z'],
      ['V5', '2026-05-06T10:00:00Z'],
    ]);
  });

  test('nor when one rejects what the other only hints at, pins or reviews', () => {
    const merge = mergeBoards(
      base,
      after({ type: 'rejected', ...stamp, hypothesis: 'H2', why: 'Off-label.' }),
      after(
        { type: 'hinted', ...stamp, hypothesis: 'H2', hint: 'Look at doses.' },
        { type: 'pinned', ...stamp, hypothesis: 'H2', pinned: true },
        { type: 'reviewed', ...stamp, verdict: 'V3', review: { by: 'Ada', at: stamp.at, agrees: false, note: '' } },
      ),
    );
    expect(merge.conflicts).toEqual([]);
    expect(merge.ours.hypotheses.find(({ id }) => id === 'H2')).toMatchObject({
      status: 'abandoned',
      pinned: true,
      hints: ['Look at doses.'],
    });
    expect(standingVerdict(merge.ours, 'H2')?.reviews).toHaveLength(2);
  });

  test('stands in the text around its lines alone, and either side of it is that side’s board', () => {
    fc.assert(
      fc.property(anyBranches, ({ base, ours, theirs }) => {
        const merge = mergeBoards(base, ours, theirs);
        const text = conflictText(merge);
        expect(resolved(text, 'ours')).toBe(printBoard(merge.ours, full));
        expect(resolved(text, 'theirs')).toBe(printBoard(merge.theirs, full));
        expect(blocks(text).length > 0).toBe(merge.conflicts.length > 0);
      }),
    );
  });

  test('in the investigation and in the report too', () => {
    const asked = (question: string, report: string): Board => ({
      ...base,
      investigation: { ...base.investigation, question, kept: { results: 'full', redact: [question] } },
      report,
    });
    const merge = mergeBoards(base, asked('Is it A?', 'A\n\nsame\n'), asked('Is it B?', 'B\n\nsame\n'));
    expect(merge.conflicts).toEqual([
      { record: 'investigation', keys: ['question', 'kept'] },
      { record: 'report', keys: ['report'] },
    ]);
    expect(parseBoard(resolved(conflictText(merge), 'theirs'), 'b')).toEqual(merge.theirs);
  });
});

describe('what one side removed', () => {
  const without = (board: Board, id: string): Board => ({
    ...board,
    evidence: board.evidence.filter((each) => each.id !== id),
    links: board.links.filter(({ from }) => from !== id),
  });

  test('goes', () => {
    const merge = mergeBoards(
      base,
      without(base, 'E11'),
      after({ type: 'hinted', ...stamp, hypothesis: 'H1', hint: 'x' }),
    );
    expect(merge.ours.evidence.map(({ id }) => id)).toEqual(['E1', 'E2', 'E10']);
  });

  test('stays when the other side points to it or changed it', () => {
    const pointed = after({ type: 'linked', ...stamp, link: link('L11', 'E11', 'neutral', 'H1', '') });
    const changed = after({ type: 'labelled', ...stamp, evidence: 'E11', label: 'the same' });
    for (const theirs of [pointed, changed]) {
      for (const merge of [
        mergeBoards(base, without(base, 'E11'), theirs),
        mergeBoards(base, theirs, without(base, 'E11')),
      ]) {
        expect(merge.ours.evidence.map(({ id }) => id)).toContain('E11');
        expect(findMistake(merge.ours)).toBeUndefined();
      }
    }
  });
});

describe('what a run used', () => {
  test('is what both sides used on top of what was used before; without a price of one there is none', () => {
    const used = (queries: number, usd: number | null): Board => ({
      ...base,
      investigation: { ...base.investigation, usage: { ...base.investigation.usage, queries, usd } },
    });
    const usage = (merge: Merge) => merge.ours.investigation.usage;
    expect(usage(mergeBoards(used(3, 0.1), used(5, 0.3), used(10, 0.5)))).toMatchObject({ queries: 12, usd: 0.7 });
    expect(usage(mergeBoards(used(3, 0), used(5, null), used(10, 0.5)))).toMatchObject({ usd: null });
  });
});
