// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Board } from '../../src/board/board';
import { evidence, hypothesis, link, sampleBoard, verdict } from '../board/sample';
import { boardShown, chooseTab, click, demand, openPage, textOf } from './page';

const sample = sampleBoard();

/** 2,000 hypotheses and 5,000 pieces of evidence. */
function hugeBoard(): Board {
  const hypotheses = Array.from({ length: 2000 }, (_, index) => hypothesis(`H${index + 1}`, `statement ${index + 1}`));
  const pieces = Array.from({ length: 5000 }, (_, index) => evidence(`E${index + 1}`, `fact ${index + 1}`, 'Q1'));
  const links = pieces.map(({ id }, index) => link(`L${index + 1}`, id, 'supports', `H${(index % 2000) + 1}`, ''));
  return { ...sample, hypotheses, evidence: pieces, links, verdicts: [verdict('V1', 'H1')] };
}

const press = (selector: string, key: string, more: KeyboardEventInit = {}) =>
  demand(selector).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));

/** The document of a test has no layout: elements are given the size of an editor. */
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(700);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200);
});
afterEach(() => vi.restoreAllMocks());

describe('the matrix', () => {
  const active = () => document.getElementById(demand('.matrix').getAttribute('aria-activedescendant') ?? '');

  test('draws what is in sight of 2,000 hypotheses and 5,000 pieces of evidence, and says how many there are', () => {
    const { shell } = openPage({ tab: 'matrix', scrolled: {} });
    shell.update(boardShown(hugeBoard()));
    const grid = demand('.matrix');
    expect([grid.getAttribute('aria-rowcount'), grid.getAttribute('aria-colcount')]).toEqual(['5001', '2001']);
    expect(document.querySelectorAll('[role=row]').length).toBeLessThan(50);
    expect(document.querySelectorAll('.matrix-cell').length).toBeLessThan(150);
  });

  test('says what evidence says by sign, word and class, and to who hears it', () => {
    const { shell } = openPage({ tab: 'matrix', scrolled: {} });
    shell.update(boardShown(sample));
    const cell = demand('#cell-1-1');
    expect(cell.querySelector('.relation.contradicts')?.textContent).toBe('−Against');
    expect(cell.getAttribute('aria-label')).toMatch(/^E1, Against, H1: /);
    expect(document.querySelector('#cell-1-2')).toBeNull();
    press('.matrix', 'ArrowRight');
    expect(demand('#cell-1-2').getAttribute('aria-label')).toBe('E1 says nothing on H2');
  });

  test('is walked with the keyboard to its far corner, and Enter shows the evidence', () => {
    const { shell, sent } = openPage({ tab: 'matrix', scrolled: {} });
    shell.update(boardShown(hugeBoard()));
    press('.matrix', 'End', { ctrlKey: true });
    expect(active()?.id).toBe('cell-5000-2000');
    press('.matrix', 'ArrowDown');
    press('.matrix', 'ArrowRight');
    expect(active()?.id).toBe('cell-5000-2000');
    press('.matrix', 'ArrowUp');
    press('.matrix', 'Enter');
    expect(textOf('.details h2')).toBe('Evidence E4999');
    press('.matrix', 'Home', { ctrlKey: true });
    press('.matrix', 'ArrowRight');
    press('.matrix', 'Enter');
    expect(textOf('.details h2')).toBe('Hypothesis H1');
    expect(sent).toContainEqual(['selected', 'H1']);
  });
});

describe('the timeline', () => {
  test('draws what is in sight, in the order of time', () => {
    const { shell } = openPage({ tab: 'timeline', scrolled: {} });
    shell.update(boardShown(hugeBoard()));
    const rows = [...document.querySelectorAll('.moment')];
    expect(rows.length).toBeLessThan(50);
    expect(Number(rows[0]?.getAttribute('aria-setsize'))).toBeGreaterThan(12_000);
    const times = rows.map((row) => row.querySelector('time')?.getAttribute('datetime'));
    expect(times).toEqual(times.toSorted());
  });

  test('shows the record of a moment', () => {
    const { shell } = openPage({ tab: 'timeline', scrolled: {} });
    shell.update(boardShown(sample));
    const queried = [...document.querySelectorAll('.moment')].find((row) => row.textContent.includes('queried'));
    queried?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    expect(textOf('.details h2')).toBe('Query Q1');
  });
});

describe('the page', () => {
  test('keeps tab and selection for the next page, and begins there', () => {
    const first = openPage();
    first.shell.update(boardShown(sample));
    chooseTab('matrix');
    first.shell.show('matrix', 'E1');
    const kept = first.kept.at(-1);
    expect(kept).toMatchObject({ tab: 'matrix', selected: 'E1' });
    const { shell } = openPage(kept);
    shell.update(boardShown(sample));
    expect(demand('vscode-panels').getAttribute('activeid')).toBe('tab-matrix');
    expect(textOf('.details h2')).toBe('Evidence E1');
  });

  test('goes back in the details, and closes them with Escape', () => {
    const { shell } = openPage();
    shell.update(boardShown(sample));
    click('#card-H1 header a');
    click('.details a[href="#E1"]');
    expect(textOf('.details h2')).toBe('Evidence E1');
    click('.details vscode-button[aria-label=Back]');
    expect(textOf('.details h2')).toBe('Hypothesis H1');
    press('.details', 'Escape');
    expect(demand('.details').hidden).toBe(true);
  });

  test('explains a verdict, and shows where the rules and the judge differ now', async () => {
    const { shell, sent } = openPage();
    shell.update(boardShown(sample));
    click('#card-H1 header a');
    await new Promise((resolve) => setTimeout(resolve));
    expect(sent).toContainEqual(['explain', 'H1']);
    expect(textOf('.details')).toContain('E1 alone decides.');
    expect(textOf('.details')).toContain('On the evidence as it is now the rules say: Supported');
  });

  test('offers what a person may do only where something may be done', () => {
    const { shell, sent } = openPage();
    shell.update(boardShown(sample));
    click('#card-H1 header a');
    const offered = () => [...document.querySelectorAll('.details vscode-button')].map((button) => button.textContent);
    expect(offered()).toContain('Reject…');
    shell.allow('restricted');
    expect(offered()).not.toContain('Reject…');
    expect(demand('.add').hidden).toBe(true);
    expect(textOf('.bar')).toContain('Restricted Mode');
    click('.bar vscode-button');
    expect(sent).toContainEqual(['manage-trust']);
  });

  test('shows a query itself where there is no SQL document to open', () => {
    const { shell, sent } = openPage();
    shell.update(boardShown(sample));
    shell.allow('reader');
    shell.show('report', 'E1');
    expect([...document.querySelectorAll('.details vscode-button')].map((button) => button.textContent)).not.toContain(
      'Open SQL',
    );
    expect(textOf('.details .sql')).toMatch(/^SELECT drug_a/);
    expect(sent.filter(([what]) => what === 'open-sql')).toEqual([]);
  });

  test('says what is wrong with a file, where, and what helps', () => {
    const { shell, sent } = openPage();
    shell.update({
      kind: 'unreadable',
      message: 'sales.d2board, line 41: merge-conflict marker <<<<<<<',
      next: 'Resolve the merge conflict, then open the board again.',
      line: 41,
    });
    expect(demand('.page').hidden).toBe(true);
    expect(textOf('.unreadable')).toContain('line 41: merge-conflict marker');
    click('.unreadable vscode-button');
    expect(sent).toEqual([['open-text', 41]]);
    shell.update(boardShown(sample));
    expect(demand('.page').hidden).toBe(false);
  });

  test('tells who hears it how the hypotheses stand, and only when that changes', () => {
    const { shell } = openPage();
    shell.update(boardShown(sample));
    const status = demand('[role=status]');
    const said = status.firstChild;
    expect(status.textContent).toMatch(/^Complete, 1 Supported, 1 Contradicted/);
    shell.update(boardShown({ ...sample, report: 'New words.' }));
    expect(status.firstChild).toBe(said);
  });
});
