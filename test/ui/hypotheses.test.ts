import { describe, expect, test } from 'vitest';
import { standing } from '../../src/board/views/standing';
import { ageOf } from '../../src/ui/board-list/age';
import { childrenOf, findNode, hypothesisNodes, SORTS, type Arrangement } from '../../src/ui/hypotheses/nodes';
import { sampleBoard } from '../board/sample';

const board = sampleBoard();
const all: Arrangement = { sort: 'number', hidden: new Set() };
const idsOf = (arrangement: Arrangement): string[] => hypothesisNodes(board, arrangement).map(({ key }) => key);

describe('the tree of hypotheses', () => {
  test('stands in the natural order of the numbers, what is pinned first', () => {
    const pinned = board.hypotheses.filter((each) => each.pinned).map(({ id }) => id);
    expect(pinned).not.toEqual([]);
    const others = ['H1', 'H2', 'H3', 'H4', 'H10'].filter((id) => !pinned.includes(id));
    expect(idsOf(all)).toEqual([...pinned, ...others]);
  });

  test.each(SORTS)('holds the same hypotheses however it is ordered: %s', (sort) => {
    expect(idsOf({ ...all, sort }).toSorted()).toEqual(idsOf(all).toSorted());
  });

  test('shows the most certain first when asked', () => {
    const nodes = hypothesisNodes(board, { ...all, sort: 'confidence' }).filter(({ hypothesis }) => !hypothesis.pinned);
    const confidences = nodes.map(({ hypothesis }) => hypothesis.confidence);
    expect(confidences).toEqual(confidences.toSorted((a, b) => b - a));
  });

  test('leaves out what is filtered', () => {
    const hidden = new Set(['supported'] as const);
    const shown = board.hypotheses.filter((each) => standing(board, each) !== 'supported').map(({ id }) => id);
    expect(shown.length).toBeLessThan(board.hypotheses.length);
    expect(idsOf({ ...all, hidden }).toSorted()).toEqual(shown.toSorted());
  });

  test('groups the evidence under each hypothesis by what it says, without empty groups', () => {
    const h2 = findNode(hypothesisNodes(board, all), 'H2');
    const sides = h2 ? childrenOf(h2) : [];
    expect(sides.map(({ key }) => key)).toEqual(['H2/supports']);
    expect(sides.flatMap(childrenOf).map(({ key }) => key)).toEqual([
      'H2/supports/E2',
      'H2/supports/E10',
      'H2/supports/E11',
    ]);
    expect(sides.flatMap(childrenOf).flatMap(childrenOf)).toEqual([]);
  });

  test('finds evidence under the first hypothesis that shows it', () => {
    expect(findNode(hypothesisNodes(board, all), 'E10')?.key).toBe('H3/neutral/E10');
    expect(findNode(hypothesisNodes(board, all), 'E99')).toBeUndefined();
  });
});

describe('the age of a board', () => {
  const now = Date.parse('2026-05-04T12:00:00Z');

  test.each([
    ['2026-05-04T11:59:48Z', '12 seconds ago'],
    ['2026-05-04T11:20:00Z', '40 minutes ago'],
    ['2026-05-03T12:00:00Z', 'yesterday'],
    ['2024-01-01T00:00:00Z', '2 years ago'],
    ['not a time', ''],
  ])('%s: %s', (instant, age) => {
    expect(ageOf(instant, now, 'en')).toBe(age);
  });
});
