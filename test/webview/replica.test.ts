import fc from 'fast-check';
import type * as vscode from 'vscode';
import { describe, expect, test } from 'vitest';
import type { Board } from '../../src/board/board';
import type { BoardEvent } from '../../src/board/events';
import { reduce } from '../../src/board/reduce';
import { toWebviewSchema, type FromWebview, type ToWebview } from '../../src/protocol/board-messages';
import { Channel, type Frame } from '../../src/protocol/channel';
import type { BoardChange, BoardModel, BoardState } from '../../src/ui/boards/boards';
import { BoardView } from '../../src/ui/editor/board-view';
import { follow, type Replica } from '../../webview/replica';
import { boardOf, sampleBoard, sampleEvents } from '../board/sample';

/** A board file whose state a test decides. */
class FakeModel implements BoardModel {
  readonly uri = {} as vscode.Uri;
  readonly #listeners = new Set<(change: BoardChange) => void>();
  state: BoardState = { kind: 'loading' };

  readonly onDidChange: vscode.Event<BoardChange> = (listener) => {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };

  get listeners(): number {
    return this.#listeners.size;
  }

  become(state: BoardState, events?: readonly BoardEvent[]): void {
    this.state = state;
    for (const listener of this.#listeners) listener({ state, ...(events !== undefined && { events }) });
  }

  happen(...events: readonly BoardEvent[]): void {
    const board = this.state.kind === 'board' ? this.state.board : undefined;
    const after = events.reduce<Board | undefined>(reduce, board);
    if (after !== undefined) this.become(shown(after, true), events);
  }

  load(): never {
    throw new Error('not asked for');
  }

  change(): never {
    throw new Error('not asked for');
  }
}

function shown(board: Board, live = false): Extract<BoardState, { kind: 'board' }> {
  return { kind: 'board', board, live, unsaved: false };
}

/** Host and webview of one editor over a line that carries JSON, and loses what a test says. */
function open(model = new FakeModel()) {
  let replica: Replica | undefined;
  let loses = false;
  const told: ToWebview[] = [];
  const done: unknown[][] = [];
  const does =
    (name: string) =>
    (...details: unknown[]) =>
      Promise.resolve(done.push([name, ...details]));
  const carried = (frame: Frame): unknown => JSON.parse(JSON.stringify(frame));
  const view = new BoardView({
    model,
    send: (frame) => {
      if (!loses) webview.receive(carried(frame));
    },
    actions: {
      openText: does('open-text'),
      openSql: does('open-sql'),
      act: does('act'),
      addHypothesis: does('add-hypothesis'),
      select: does('select'),
      manageTrust: does('manage-trust'),
    },
    report: (error) => done.push(['report', error]),
    allows: 'restricted',
  });
  const webview: Channel<ToWebview, FromWebview> = new Channel({
    incoming: toWebviewSchema,
    send: (frame) => view.receive(carried(frame)),
    handle: (message) => {
      told.push(message);
      if (message.type === 'allows' || message.type === 'show') return;
      replica = follow(replica, message);
      if (replica === undefined) webview.tell({ type: 'ready' });
    },
    report: (error) => done.push(['report', error]),
  });
  return {
    model,
    view,
    webview,
    told,
    done,
    lose: (what: boolean) => (loses = what),
    get shown() {
      return replica?.shown;
    },
    get types() {
      return told.map(({ type }) => type);
    },
  };
}

const settle = () => new Promise((resolve) => setTimeout(resolve));

describe('the webview’s board', () => {
  test('is the host’s after any beginning and any events since, 64-bit integers and bytes included', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: sampleEvents.length }), async (begun) => {
        const editor = open();
        editor.model.become(shown(boardOf(sampleEvents.slice(0, begun))));
        editor.webview.tell({ type: 'ready' });
        await settle();
        for (const event of sampleEvents.slice(begun)) editor.model.happen(event);
        await settle();
        expect(editor.shown).toMatchObject({ kind: 'board', board: sampleBoard() });
        // Only the events were sent.
        expect(editor.types.filter((type) => type === 'board')).toHaveLength(1);
      }),
      { numRuns: 15 },
    );
  });

  test('is asked for again when a change was lost', async () => {
    const editor = open();
    editor.model.become(shown(boardOf(sampleEvents.slice(0, 8))));
    editor.webview.tell({ type: 'ready' });
    await settle();
    editor.lose(true);
    for (const event of sampleEvents.slice(8, 10)) editor.model.happen(event);
    await settle();
    editor.lose(false);
    for (const event of sampleEvents.slice(10, 12)) editor.model.happen(event);
    await settle();
    expect(editor.shown).toMatchObject({ kind: 'board', board: boardOf(sampleEvents.slice(0, 12)) });
    expect(editor.types.filter((type) => type === 'board')).toHaveLength(2);
  });

  test('is asked for again when events do not fit, and never half changed', () => {
    const replica = { revision: 1, shown: { ...shown(sampleBoard()), notice: undefined } } as const;
    const message = { type: 'events', revision: 2, live: true, unsaved: false } as const;
    expect(follow(replica, { ...message, events: ['{"type":"pinned"}'] })).toBeUndefined();
    expect(follow(replica, { ...message, events: ['no event'] })).toBeUndefined();
  });
});

describe('the host of a board’s page', () => {
  test('says nothing before the webview spoke, then what it may do and what the board is', async () => {
    const editor = open();
    editor.model.become({ kind: 'unreadable', message: 'a.d2board, line 3: not JSON', next: 'Mend it.', line: 3 });
    editor.view.show('graph', 'H2');
    expect(editor.told).toEqual([]);
    editor.webview.tell({ type: 'ready' });
    await settle();
    expect(editor.told).toEqual([
      { type: 'allows', what: 'restricted' },
      { type: 'unreadable', revision: 1, message: 'a.d2board, line 3: not JSON', next: 'Mend it.', line: 3 },
      { type: 'show', tab: 'graph', id: 'H2' },
    ]);
  });

  test('answers a page that was hidden and made anew with the whole board', async () => {
    const editor = open();
    editor.model.become(shown(sampleBoard()));
    editor.webview.tell({ type: 'ready' });
    editor.webview.tell({ type: 'ready' });
    await settle();
    expect(editor.types).toEqual(['allows', 'board', 'allows', 'board']);
  });

  test('tells of trust that was granted', async () => {
    const editor = open();
    editor.webview.tell({ type: 'ready' });
    await settle();
    editor.view.allow('everything');
    await settle();
    expect(editor.told.at(-1)).toEqual({ type: 'allows', what: 'everything' });
  });

  test('does what the page asks, and refuses what is no id', async () => {
    const editor = open();
    editor.webview.tell({ type: 'open-sql', query: 'Q4' });
    editor.webview.tell({ type: 'act', action: 'reject', id: 'H3' });
    editor.webview.tell({ type: 'open-text', line: 41 });
    editor.webview.tell({ type: 'open-sql', query: 'Q4; DROP TABLE x' });
    await settle();
    expect(editor.done.slice(0, 3)).toEqual([
      ['open-sql', 'Q4'],
      ['act', 'reject', 'H3'],
      ['open-text', 41],
    ]);
    expect(editor.done.slice(3).map(([what]) => what)).toEqual(['report']);
  });

  test('stops listening when its editor is closed', () => {
    const editor = open();
    expect(editor.model.listeners).toBe(1);
    editor.view.dispose();
    expect(editor.model.listeners).toBe(0);
  });
});
