// @vitest-environment happy-dom
import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Cell, Shown } from '../../../src/protocol/results-messages';
import { columnRange, columnsOf, firstWidths } from '../../../webview/results/columns';
import { Grid, ROW_HEIGHT, type GridActions } from '../../../webview/results/grid';
import { Pages, type Row } from '../../../webview/results/pages';
import { areaOf, at, moved, TITLES, type Selection, type Stroke } from '../../../webview/results/selection';

const bounds = { rows: 100, columns: 5, page: 10 };
const press = (from: Selection, key: string, held: Partial<Stroke> = {}): Selection | undefined =>
  moved(from, { key, control: false, shift: false, ...held }, bounds);

describe('the selection', () => {
  test.each([
    ['ArrowDown', {}, at(5, 2)],
    ['ArrowUp', {}, at(3, 2)],
    ['ArrowLeft', {}, at(4, 1)],
    ['ArrowRight', {}, at(4, 3)],
    ['ArrowDown', { control: true }, at(99, 2)],
    ['ArrowUp', { control: true }, at(0, 2)],
    ['Home', {}, at(4, 0)],
    ['End', {}, at(4, 4)],
    ['Home', { control: true }, at(0, 0)],
    ['End', { control: true }, at(99, 4)],
    ['PageDown', {}, at(14, 2)],
    ['PageUp', {}, at(0, 2)],
  ] as const)('moves with %s %o', (key, held, to) => {
    expect(press(at(4, 2), key, held)).toEqual(to);
  });

  test('grows with Shift from where it began', () => {
    const one = press(at(4, 2), 'ArrowDown', { shift: true });
    const two = one && press(one, 'ArrowLeft', { shift: true });
    expect(two && areaOf(two)).toEqual({ top: 4, left: 1, bottom: 5, right: 2 });
  });

  test('takes a row, a column, or everything', () => {
    const row = press(at(4, 2), ' ', { shift: true });
    const column = press(at(4, 2), ' ', { control: true });
    const all = press(at(4, 2), 'a', { control: true });
    expect(row && areaOf(row)).toEqual({ top: 4, left: 0, bottom: 4, right: 4 });
    expect(column && areaOf(column)).toEqual({ top: 0, left: 2, bottom: 99, right: 2 });
    expect(all && areaOf(all)).toEqual({ top: 0, left: 0, bottom: 99, right: 4 });
  });

  test('goes up into the titles, which are no cells', () => {
    const title = press(at(0, 2), 'ArrowUp');
    expect(title).toEqual(at(TITLES, 2));
    expect(title && areaOf(title)).toBeUndefined();
    expect(press(at(0, 2), 'ArrowUp', { shift: true })).toEqual(at(0, 2));
  });

  test('leaves other keys alone', () => {
    expect(press(at(4, 2), 'x')).toBeUndefined();
    expect(press(at(4, 2), 'Tab')).toBeUndefined();
  });

  test('never leaves the grid, whatever is pressed', () => {
    const keys = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown', ' ', 'a'];
    const strokes = fc.array(fc.record({ key: fc.constantFrom(...keys), control: fc.boolean(), shift: fc.boolean() }));
    fc.assert(
      fc.property(strokes, fc.nat(3), fc.integer({ min: 1, max: 3 }), (pressed, rows, columns) => {
        let selection = at(rows > 0 ? 0 : TITLES, 0);
        for (const stroke of pressed) {
          selection = moved(selection, stroke, { rows, columns, page: 2 }) ?? selection;
          for (const { row, column } of [selection.anchor, selection.active]) {
            expect(row).toBeGreaterThanOrEqual(TITLES);
            expect(row).toBeLessThan(rows);
            expect(column).toBeGreaterThanOrEqual(0);
            expect(column).toBeLessThan(columns);
          }
        }
      }),
    );
  });
});

describe('the columns in sight', () => {
  test('are those that a part of the grid cuts', () => {
    const columns = columnsOf([100, 50, 200, 100]);
    expect(columns.starts).toEqual([0, 100, 150, 350, 450]);
    expect(columnRange(columns, 0, 100)).toEqual({ first: 0, end: 2 });
    expect(columnRange(columns, 120, 40)).toEqual({ first: 1, end: 3 });
    expect(columnRange(columns, 440, 1_000)).toEqual({ first: 3, end: 4 });
    expect(columnRange(columns, -200, 250)).toEqual({ first: 0, end: 1 });
    expect(columnRange(columnsOf([]), 0, 100)).toEqual({ first: 0, end: 0 });
  });

  test('are as wide as what they hold, within limits', () => {
    const column = (characters: number) => ({ name: 'x', numeric: false, characters });
    const [narrow, fitting, wide] = firstWidths([column(0), column(20), column(10_000)], 8);
    expect(narrow).toBe(44);
    expect(fitting).toBe(20 * 8 + 34);
    expect(wide).toBe(380);
  });
});

const rowOf = (index: number): Row => [{ kind: 'number', text: String(index) }];

describe('pages', () => {
  test('are asked for once, as they come into sight, and those unseen for long go', async () => {
    const ask = vi.fn(async (first: number, count: number) =>
      Array.from({ length: count }, (_, k) => rowOf(first + k)),
    );
    const arrived = vi.fn();
    const pages = new Pages(ask, arrived);
    pages.want({ first: 95, end: 130 });
    pages.want({ first: 96, end: 131 });
    expect(ask.mock.calls).toEqual([
      [0, 100],
      [100, 100],
    ]);
    expect(pages.row(96)).toBeUndefined();
    await vi.waitFor(() => expect(arrived).toHaveBeenCalledTimes(2));
    expect(pages.row(129)).toEqual(rowOf(129));
    for (let page = 2; page < 60; page++) pages.want({ first: page * 100, end: page * 100 + 1 });
    pages.want({ first: 0, end: 1 });
    expect(ask.mock.calls.filter(([first]) => first === 0)).toHaveLength(2);
  });

  test('that did not come are asked for again', async () => {
    const ask = vi
      .fn()
      .mockRejectedValueOnce(new Error('gone'))
      .mockResolvedValue([rowOf(0)]);
    const pages = new Pages(ask, () => undefined);
    pages.want({ first: 0, end: 1 });
    await vi.waitFor(() => {
      pages.want({ first: 0, end: 1 });
      expect(pages.row(0)).toEqual(rowOf(0));
    });
    expect(ask).toHaveBeenCalledTimes(2);
  });
});

describe('the grid', () => {
  const kinds: readonly Cell[] = [
    { kind: 'null', text: 'NULL' },
    { kind: 'text', text: 'NULL' },
    { kind: 'text', text: '<img onerror=alert(1)>' },
  ];
  const shown: Shown = {
    run: 1,
    state: 'rows',
    sql: 'SELECT',
    facts: [],
    notes: [],
    columns: ['a', '<b>', 'c'].map((name) => ({ name, numeric: name === 'a', characters: 10 })),
    rows: 1_000,
    order: null,
  };
  const actions = {
    sort: vi.fn(),
    copy: vi.fn(),
    open: vi.fn(),
    activated: vi.fn(),
    changed: vi.fn(),
  } satisfies GridActions;

  async function drawn(what: Partial<Shown> = {}): Promise<Grid> {
    const pages = new Pages(
      async (_, count) => Array.from({ length: count }, () => kinds),
      () => grid.paint(),
    );
    const grid: Grid = new Grid({ ...shown, ...what }, pages, actions, 8);
    document.body.replaceChildren(grid.host);
    // A DOM without layout: the grid is told how large it is.
    Object.defineProperties(grid.host, { clientWidth: { value: 600 }, clientHeight: { value: 10 * ROW_HEIGHT } });
    grid.paint();
    await vi.waitFor(() => expect(grid.host.querySelector('.null')).not.toBeNull());
    return grid;
  }

  const key = (grid: Grid, name: string, held: KeyboardEventInit = {}): void =>
    void grid.host.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...held }));

  beforeEach(() => vi.clearAllMocks());

  test('draws what is in sight of it, and says how much there is', async () => {
    const { host } = await drawn();
    expect(host.getAttribute('aria-rowcount')).toBe('1001');
    expect(host.getAttribute('aria-colcount')).toBe('4');
    const rows = host.querySelectorAll('.row');
    expect(rows.length).toBeGreaterThanOrEqual(10);
    expect(rows.length).toBeLessThan(40);
    expect(rows[0]?.getAttribute('aria-rowindex')).toBe('2');
  });

  test('tells NULL from the text NULL, and takes no data for markup', async () => {
    const { host } = await drawn();
    const classes = [...host.querySelectorAll('.row:first-child .cell')].map((cell) => cell.className.split(' ')[1]);
    expect(classes).toEqual(['null', 'text', 'text']);
    expect(host.querySelector('img')).toBeNull();
    expect(host.querySelector('#title-1 .text')?.textContent).toBe('<b>');
  });

  test('names its active cell, marks what is selected, and gives the context menu the same', async () => {
    const grid = await drawn();
    key(grid, 'ArrowDown');
    key(grid, 'ArrowRight', { shiftKey: true });
    expect(grid.host.getAttribute('aria-activedescendant')).toBe('cell-1-1');
    expect(grid.host.querySelector('#cell-1-1')?.classList.contains('active')).toBe(true);
    expect([...grid.host.querySelectorAll('[aria-selected=true]')].map(({ id }) => id)).toEqual([
      'cell-1-0',
      'cell-1-1',
    ]);
    expect(JSON.parse(grid.host.dataset.vscodeContext ?? '')).toMatchObject({ top: 1, left: 0, bottom: 1, right: 1 });
    key(grid, 'c', { ctrlKey: true });
    expect(actions.copy).toHaveBeenCalledWith({ top: 1, left: 0, bottom: 1, right: 1 });
  });

  test('opens a cell with Enter, and sorts and widens a column from its title', async () => {
    const grid = await drawn();
    key(grid, 'Enter');
    expect(actions.open).toHaveBeenCalledWith({ row: 0, column: 0 });
    key(grid, 'ArrowUp');
    key(grid, 'Enter');
    expect(actions.sort).toHaveBeenLastCalledWith({ column: 0, direction: 'ascending' });
    const before = grid.state.widths[0] ?? 0;
    key(grid, 'ArrowRight', { altKey: true });
    expect(grid.state.widths[0]).toBeGreaterThan(before);
    expect(grid.host.querySelector<HTMLElement>('#title-0')?.style.width).toBe(`${grid.state.widths[0]}px`);
  });

  test('goes on from ascending to descending to how it came', async () => {
    const ascending = await drawn({ order: { column: 0, direction: 'ascending' } });
    expect(ascending.host.querySelector('#title-0')?.getAttribute('aria-sort')).toBe('ascending');
    key(ascending, 'ArrowUp');
    key(ascending, 'Enter');
    expect(actions.sort).toHaveBeenLastCalledWith({ column: 0, direction: 'descending' });
    const descending = await drawn({ order: { column: 0, direction: 'descending' } });
    key(descending, 'ArrowUp');
    key(descending, 'Enter');
    expect(actions.sort).toHaveBeenLastCalledWith(null);
  });

  test('scrolls to the cell that the keyboard goes to', async () => {
    const grid = await drawn();
    key(grid, 'End', { ctrlKey: true });
    expect(grid.host.querySelector('#cell-999-2')).not.toBeNull();
    expect(grid.state.top).toBeGreaterThan(900 * ROW_HEIGHT);
    expect(grid.host.querySelector('#cell-0-0')).toBeNull();
  });
});
