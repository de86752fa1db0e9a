import { expect, it } from 'vitest';
import { investigate } from '../../src/agents/detective';
import type { InvestigationEvent } from '../../src/agents/session';
import { engine, ENDLESS } from '../database/engine';
import { MemoryBoardStore } from '../fakes/board-store';
import { collectOne, FakeTeam } from '../fakes/team';

/** The deadline of a query is six times as long: a run that waited for it would fail here. */
const PATIENCE = 10_000;

/** An investigation on the real engine whose second collector runs a query without end. */
async function endless(interrupt: 'stop' | 'signal') {
  const database = await engine("CREATE TABLE days (day TEXT); INSERT INTO days VALUES ('mon'), ('tue'), ('wed');");
  const team = new FakeTeam(
    {
      collector: (context, signal) => collectOne(context, signal, context.hypothesis.id === 'H2' ? ENDLESS : undefined),
    },
    ['a', 'b', 'c'],
  );
  const controllers = { stop: new AbortController(), signal: new AbortController() };
  const store = new MemoryBoardStore();
  let turnsBefore = 0;
  const listener = (event: InvestigationEvent): void => {
    if (event.type !== 'query-started' || event.by !== 'collector:H2') return;
    // Later than the start, so that the engine is in the middle of it.
    setTimeout(() => {
      turnsBefore = team.turns.length;
      controllers[interrupt].abort(new Error(`${interrupt} was pressed`));
    }, 200);
  };
  const run = investigate('Does it rain?', {
    database,
    databasePath: 'days.sqlite',
    store,
    team,
    clock: { now: () => Date.now() },
    collectors: 1,
    limits: { milliseconds: 60_000 },
    listener,
    stop: controllers.stop.signal,
    signal: controllers.signal.signal,
  });
  const result = await run.catch((error: unknown) => error);
  return {
    result,
    store,
    team,
    database,
    turnsAfter: team.turns.length - turnsBefore,
  };
}

it(
  'in the middle of an endless query asks no role any more, and the board is partial and whole',
  async () => {
    const { store, turnsAfter, database } = await endless('stop');
    expect(turnsAfter).toBe(0);
    const board = store.saved;
    expect(store.finished).toBe(true);
    expect(board?.investigation).toMatchObject({ status: 'stopped', reason: 'stopped by the user' });
    expect(board?.queries.map(({ by }) => by)).toEqual(['collector:H1']);
    expect(board?.evidence.map(({ query }) => query)).toEqual(['Q1']);
    expect(board?.report).toContain('H2: b (not tested)');
    const after = await database.query(
      'SELECT 1',
      { milliseconds: 10_000, rows: 1, bytes: 100, cell: 100 },
      new AbortController().signal,
    );
    expect(after.rows).toEqual([[1]]);
  },
  PATIENCE,
);

it(
  'at once, in the middle of an endless query, rejects with the reason and keeps what the journal holds',
  async () => {
    const { result, store, turnsAfter } = await endless('signal');
    expect(turnsAfter).toBe(0);
    expect(result).toMatchObject({ message: 'signal was pressed' });
    expect(store.finished).toBe(false);
    const left = await store.load();
    expect(left?.investigation.status).toBe('running');
    expect(left?.evidence).toHaveLength(1);
  },
  PATIENCE,
);
