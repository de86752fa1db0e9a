import fc from 'fast-check';
import { nextId } from '../../src/base/ids';
import { relationSchema, type Board } from '../../src/board/board';
import type { BoardEvent } from '../../src/board/events';
import { reduce } from '../../src/board/reduce';
import { evidence, hypothesis, link, query, verdict } from './sample';

/** What somebody does next on a branch; `pick` chooses among the records that are there. */
type Step = { readonly act: (typeof ACTS)[number]; readonly pick: number; readonly words: string };

const ACTS = [
  'propose',
  'query',
  'record',
  'link',
  'judge',
  'review',
  'hint',
  'pin',
  'edit',
  'label',
  'verify',
  'note',
  'report',
] as const;

/** What is done on a branch. Words come from a few, so that branches also do the same now and then. */
export const anySteps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({
    act: fc.constantFrom(...ACTS),
    pick: fc.nat(9),
    words: fc.constantFrom('wards', 'ages', 'H1 of E1', 'doses'),
  }),
  { maxLength: 12 },
);

/** The board after the steps. @param minutes when the branch works: no other works at that time */
export function branchOf(board: Board, steps: readonly Step[], minutes: number): Board {
  return steps.reduce((before, step, index) => {
    const at = `2026-05-07T${String(minutes).padStart(2, '0')}:${String(index).padStart(2, '0')}:00Z`;
    return eventsOf(before, step, at).reduce((now, event) => reduce(now, event), before);
  }, board);
}

function eventsOf(board: Board, { act, pick, words }: Step, at: string): BoardEvent[] {
  const stamp = { at, by: 'person' };
  const one = <R>(records: readonly R[]): R | undefined => records[pick % Math.max(1, records.length)];
  const [h, q, e, v] = [one(board.hypotheses), one(board.queries), one(board.evidence), one(board.verdicts)];
  const relation = relationSchema.options[pick % 3] ?? 'neutral';
  const by = `collector:${h?.id ?? 'H1'}`;
  switch (act) {
    case 'propose':
      return [
        {
          type: 'proposed',
          ...stamp,
          hypothesis: hypothesis(nextId('H', board.hypotheses), words, { ...(h && { refines: h.id }), createdAt: at }),
        },
      ];
    case 'query':
      return [
        {
          type: 'queried',
          ...stamp,
          query: query(nextId('Q', board.queries), `SELECT '${words}'`, ['x'], [[words]], { at, by }),
        },
      ];
    case 'record':
      if (q === undefined) return [];
      return [
        {
          type: 'recorded',
          ...stamp,
          evidence: evidence(nextId('E', board.evidence), words, q.id, { by, recordedAt: at }),
        },
      ];
    case 'link':
      if (e === undefined || h === undefined) return [];
      return [
        { type: 'linked', ...stamp, link: { ...link(nextId('L', board.links), e.id, relation, h.id, words), at } },
      ];
    case 'judge':
      if (h === undefined) return [];
      return [
        {
          type: 'judged',
          ...stamp,
          verdict: verdict(nextId('V', board.verdicts), h.id, {
            status: pick % 2 === 0 ? 'supported' : 'contradicted',
            confidence: pick % 2 === 0 ? 0.9 : 0.1,
            rationale: words,
            cites: e === undefined ? [] : [e.id],
            at,
          }),
        },
      ];
    case 'review':
      return v === undefined
        ? []
        : [{ type: 'reviewed', ...stamp, verdict: v.id, review: { by: words, at, agrees: true, note: words } }];
    case 'hint':
      return h === undefined ? [] : [{ type: 'hinted', ...stamp, hypothesis: h.id, hint: `${words} ${at}` }];
    case 'pin':
      return h === undefined ? [] : [{ type: 'pinned', ...stamp, hypothesis: h.id, pinned: pick % 2 === 0 }];
    case 'edit':
      return h === undefined ? [] : [{ type: 'edited', ...stamp, hypothesis: h.id, statement: words }];
    case 'label':
      return e === undefined ? [] : [{ type: 'labelled', ...stamp, evidence: e.id, label: words }];
    case 'verify':
      return q === undefined ? [] : [{ type: 'verified', ...stamp, query: q.id, as: 'reproduced' }];
    case 'note':
      return [{ type: 'noted', ...stamp, entry: { ...stamp, did: 'noted', what: h?.id ?? 'H1', why: words } }];
    case 'report':
      return [
        {
          type: 'reported',
          ...stamp,
          report: `# ${words}\n\nSee [${e?.id ?? 'E1'}] and [1](#${q?.id ?? 'Q1'}/0/0).\n`,
        },
      ];
  }
}
