import { existsSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Board } from '../../../src/board/board';
import type { GraphView } from '../../../webview/graph/graph-view';
import { executablePath, openGraph, startBrowser, type Opened } from './browser.mjs';

/* The graph in a real browser: the one that the tests of test/e2e install. */

declare const graph: {
  readonly view: GraphView;
  readonly sent: readonly string[];
  boardOf(hypotheses: number, pieces: number): Board;
  hostileBoard(): Board;
};

describe.skipIf(!existsSync(executablePath))('the graph in a browser', () => {
  let opened: Opened;
  beforeAll(async () => (opened = await startBrowser()));
  afterAll(() => opened.browser.close());

  /** A page that shows a board of this size, with the keyboard on the question. */
  async function pageWith(hypotheses: number, pieces: number): Promise<Page> {
    const page = await openGraph(opened, 'dark', { reducedMotion: 'reduce' });
    await page.evaluate(([h = 0, e = 0]) => graph.view.show(graph.boardOf(h, e)), [hypotheses, pieces]);
    await page.locator('[data-node=question]').focus();
    return page;
  }

  const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('data-node'));
  const sent = (page: Page) => page.evaluate(() => [...graph.sent]);

  test('is walked by keyboard: one stop for Tab, arrows along edges, Enter reveals and opens the SQL', async () => {
    const page = await pageWith(4, 12);
    await page.keyboard.press('ArrowRight');
    expect(await focused(page)).toBe('H1');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowRight');
    const piece = await focused(page);
    expect(piece).toMatch(/^E\d+$/);
    await page.keyboard.press('Enter');
    expect(await sent(page)).toEqual(['reveal H1', `sql Q${piece?.slice(1)}`]);
    expect(await page.locator('[data-node][tabindex="0"]').count()).toBe(1);
    expect(await page.locator(`[data-node=${piece}]`).getAttribute('aria-label')).toMatch(/^E\d+, .*weight .*Share of/);
    await page.keyboard.press('ArrowLeft');
    expect(await focused(page)).toBe('H1');
    await page.close();
  });

  test('walks into what is out of view, which it then paints and shows', async () => {
    const page = await pageWith(150, 350);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('End');
    const last = await focused(page);
    const box = await page.locator(`[data-node=${last}]`).boundingBox();
    expect(box?.y).toBeGreaterThan(0);
    expect(box?.y).toBeLessThan(800);
    expect(await page.locator('[data-node=H1]').count()).toBe(0);
    await page.close();
  });

  test('focus on a hypothesis fades the rest, says so, and Escape leaves it', async () => {
    const page = await pageWith(4, 12);
    await page.evaluate(() => graph.view.focus('H2'));
    expect(await page.locator('.canvas .node.faded').count()).toBeGreaterThan(0);
    expect(await page.locator('[data-node=H2]').getAttribute('class')).not.toContain('faded');
    expect(await page.locator('[aria-live]').textContent()).toMatch(/^Only H2 /);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    expect(await page.locator('.canvas .node.faded').count()).toBe(0);
    await page.close();
  });

  test('search fades what it does not find, counts, and Enter goes to the next', async () => {
    const page = await pageWith(4, 12);
    await page.locator('.search input').fill('E7');
    expect(await page.locator('.found').textContent()).toBe('1 found');
    await page.keyboard.press('Enter');
    expect(await page.locator('.found').textContent()).toBe('1 of 1');
    expect(await page.locator('.canvas .node.current').getAttribute('data-node')).toBe('E7');
    expect(await page.locator('.canvas .node:not(.faded)').count()).toBe(1);
    await page.close();
  });

  test('a tooltip shows the fact, the SQL and the first rows', async () => {
    const page = await pageWith(4, 12);
    await page.locator('[data-node=E2]').hover();
    const tooltip = page.locator('.graph-tooltip');
    await tooltip.waitFor({ state: 'visible' });
    expect(await tooltip.locator('.fact').textContent()).toMatch(/^Share of/);
    expect(await tooltip.locator('pre').textContent()).toContain('SELECT segment');
    expect(await tooltip.locator('tbody tr').count()).toBe(5);
    await page.close();
  });

  test('text of a board is only ever text', async () => {
    const page = await pageWith(0, 0);
    await page.evaluate(() => graph.view.show(graph.hostileBoard()));
    await page.locator('[data-node=E3]').hover();
    await page.locator('.graph-tooltip').waitFor({ state: 'visible' });
    expect(await page.locator('main img, main script').count()).toBe(0);
    expect(await page.evaluate(() => 'attacked' in window)).toBe(false);
    expect(await page.locator('main').textContent()).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/);
    await page.close();
  });

  test('what is added appears, and the keyboard stays where it was', async () => {
    const page = await pageWith(4, 12);
    await page.keyboard.press('ArrowRight');
    await page.evaluate(() => {
      const board = graph.boardOf(4, 12);
      const [first] = board.hypotheses;
      if (first) graph.view.show({ ...board, hypotheses: [...board.hypotheses, { ...first, id: 'H5' }] });
    });
    expect(await focused(page)).toBe('H1');
    expect(await page.locator('[aria-live]').textContent()).toBe('1 more in the graph');
    await page.close();
  });

  test('paints a part of a large graph only, and from far away in a few paths', async () => {
    const page = await pageWith(2000, 5000);
    expect(await page.locator('[data-node]').count()).toBeLessThan(200);
    await page.getByRole('button', { name: /^Fit/ }).click();
    expect(await page.locator('[data-node]').count()).toBe(0);
    expect(await page.locator('svg.canvas path').count()).toBeLessThan(1500);
    await page.close();
  });
});
