// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { tabs } from '../../src/protocol/board-messages';
import { hostileBoard, ATTACK } from './hostile-board';
import { boardShown, chooseTab, demand, openPage } from './page';

const board = hostileBoard();
const OURS =
  /^(a|article|aside|bdi|br|circle|code|dd|details|div|dl|dt|em|h[1-6]|header|hr|li|line|main|mark|ol|p|path|pre|rect|section|span|strong|summary|svg|table|tbody|td|th|thead|time|tr|ul|vscode-[a-z-]+)$/;

/** Whatever would run, load or leave. */
function breaches(): string[] {
  return [...document.body.querySelectorAll('*')].flatMap((node) => [
    ...(OURS.test(node.localName) ? [] : [`<${node.localName}>`]),
    ...node
      .getAttributeNames()
      .filter((name) => name.startsWith('on') || name === 'src' || name === 'style' || name === 'srcdoc')
      .filter((name) => name !== 'style' || /url|expression/.test(node.getAttribute('style') ?? ''))
      .map((name) => `${node.localName} ${name}`),
    ...(node.hasAttribute('href') && !/^#[EHQV]\d+(\/\d+\/\d+)?$/.test(node.getAttribute('href') ?? '')
      ? [`href ${node.getAttribute('href')}`]
      : []),
  ]);
}

describe('an attack in every text of a board', () => {
  test('is in the places that people read', () => {
    expect(board.investigation.question).toBe(ATTACK);
    expect(board.hypotheses.every(({ statement }) => statement === ATTACK)).toBe(true);
    expect(board.queries[0]?.rows.flat().concat(board.queries[0]?.columns)).toContain(ATTACK);
    expect(board.verdicts.every(({ rationale, rule }) => rationale === ATTACK && rule === ATTACK)).toBe(true);
  });

  test.each(tabs)('stays text on the tab %s', (tab) => {
    const { shell } = openPage();
    shell.update(boardShown(board, { notice: ATTACK }));
    chooseTab(tab);
    expect(breaches()).toEqual([]);
    expect(document.body.textContent).toContain('<img src=x onerror="window.attacked = true">');
  });

  test.each(
    board.hypotheses
      .concat([])
      .map(({ id }) => id)
      .concat(['E1', 'E2', 'Q2', 'Q10', 'V1', 'V3']),
  )('stays text in the details of %s', async (id) => {
    const { shell } = openPage();
    shell.update(boardShown(board));
    shell.show('report', id);
    await Promise.resolve();
    expect(demand('.details').hidden).toBe(false);
    expect(demand('.details').textContent).toContain('<script>');
    expect(breaches()).toEqual([]);
  });

  test('turns no text around and hides none: control characters are shown as such', () => {
    const { shell } = openPage();
    shell.update(boardShown(board));
    expect(document.body.textContent).not.toMatch(/[\u0007\u001b\u202a-\u202e]/);
    for (const node of document.querySelectorAll('[title]'))
      expect(node.getAttribute('title')).not.toMatch(/[\u0007\u001b\u202a-\u202e]/);
    expect(document.querySelectorAll('h1 > bdi')).toHaveLength(1);
  });

  test('in the message of an unreadable board stays text too', () => {
    const { shell } = openPage();
    shell.update({ kind: 'unreadable', message: ATTACK, next: ATTACK, line: 3 });
    expect(breaches()).toEqual([]);
  });

  test('has run nothing', () => {
    expect('attacked' in window).toBe(false);
  });
});
