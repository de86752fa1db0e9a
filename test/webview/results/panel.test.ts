// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Shown } from '../../../src/protocol/results-messages';
import { Panel, type PanelActions } from '../../../webview/results/panel';
import { readSavedGrid } from '../../../webview/results/saved-grid';

const base: Shown = {
  run: 1,
  state: 'rows',
  sql: 'SELECT a FROM t',
  facts: ['2 rows', '1.5 ms', 'shop.db'],
  notes: [],
  columns: [{ name: 'a', numeric: true, characters: 3 }],
  rows: 2,
  order: null,
};

const actions = {
  page: vi.fn(async () => [[{ kind: 'number', text: '1' } as const], [{ kind: 'number', text: '2' } as const]]),
  cell: vi.fn(async () => 'all of it'),
  tell: vi.fn(),
  save: vi.fn(),
} satisfies PanelActions;

function panel(): Panel {
  document.body.replaceChildren();
  return new Panel(document.body, actions, undefined);
}

const text = (selector: string): string => document.querySelector(selector)?.textContent ?? '';

describe('the panel of results', () => {
  beforeEach(() => vi.clearAllMocks());

  test('tells what to do before anything ran', () => {
    panel().show(null);
    expect(text('.nothing')).toBe('Run a statement to see its rows here.');
  });

  test('tells counts, duration and database, and what is to be known of the result', () => {
    const notes = [
      { kind: 'same', text: 'Same answer as recorded for Q4' },
      { kind: 'warning', text: '<b>careful</b>' },
    ] as const;
    panel().show({ ...base, notes: [...notes] });
    expect([...document.querySelectorAll('.fact')].map(({ textContent }) => textContent)).toEqual(base.facts);
    expect([...document.querySelectorAll('.note')].map(({ textContent }) => textContent)).toEqual(
      notes.map((note) => note.text),
    );
    expect(document.querySelector('b')).toBeNull();
  });

  test('says when there are no rows, under their titles', () => {
    panel().show({ ...base, rows: 0 });
    expect(text('.title .text')).toBe('a');
    expect(text('.nothing')).toBe('No rows');
  });

  test('shows a failure with the link to its place', () => {
    panel().show({ ...base, state: 'failed', failure: { message: 'no such column: b', place: 'Line 1, column 8' } });
    expect(text('.failure p')).toBe('no such column: b');
    document.querySelector<HTMLElement>('.place')?.click();
    expect(actions.tell).toHaveBeenCalledWith({ type: 'go-to-place', run: 1 });
  });

  test('offers to cancel what runs for long, and says nothing of what is quick', async () => {
    const shown = panel();
    shown.show({ ...base, state: 'running' });
    expect(document.querySelector('.running')).toBeNull();
    shown.show(base);
    expect(document.querySelector('.grid')).not.toBeNull();
    shown.show({ ...base, run: 2, state: 'running' });
    await vi.waitFor(() => expect(document.querySelector('.running')).not.toBeNull());
    document.querySelector<HTMLElement>('.running button')?.click();
    expect(actions.tell).toHaveBeenCalledWith({ type: 'cancel', run: 2 });
    shown.show({ ...base, run: 2, state: 'cancelled', facts: ['Cancelled'] });
    expect(document.querySelector('.running')).toBeNull();
    expect(text('.fact')).toBe('Cancelled');
  });

  test('shows all of a cell beside the grid, and gives the focus back', async () => {
    panel().show(base);
    const grid = document.querySelector<HTMLElement>('.grid');
    grid?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    await vi.waitFor(() => expect(text('.cell-pane pre')).toBe('all of it'));
    expect(actions.cell).toHaveBeenCalledWith(1, 0, 0);
    document.querySelector('.cell-pane')?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
    expect(document.querySelector<HTMLElement>('.cell-pane')?.hidden).toBe(true);
    expect(document.activeElement).toBe(grid);
  });

  test('keeps widths when the same rows come in another order', () => {
    const shown = panel();
    shown.show(base);
    const grid = document.querySelector<HTMLElement>('.grid');
    for (const [key, held] of [
      ['ArrowUp', {}],
      ['ArrowRight', { altKey: true }],
    ] as const) {
      grid?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...held }));
    }
    const width = document.querySelector<HTMLElement>('.title')?.style.width;
    shown.show({ ...base, order: { column: 0, direction: 'ascending' } });
    expect(document.querySelector<HTMLElement>('.title')?.style.width).toBe(width);
    expect(readSavedGrid(actions.save.mock.lastCall?.[0])?.grid.widths).toEqual([Number.parseFloat(width ?? '')]);
  });
});
