import { describe, expect, it, onTestFinished } from 'vitest';
import type { Controls } from '../../src/agents/controls';
import { investigate, resume, type Setup } from '../../src/agents/detective';
import type { Team } from '../../src/agents/roles';
import { Fault } from '../../src/base/fault';
import type { Board, Hypothesis } from '../../src/board/board';
import { parseBoard, printBoard } from '../../src/board/codec';
import type { UnstampedEvent } from '../../src/board/events';
import { MemoryBoardStore } from '../fakes/board-store';
import { fakeDatabase } from '../fakes/database';
import { collectOne, FakeTeam, judgement } from '../fakes/team';
import { stillClock } from './investigations';

const DAYS = "CREATE TABLE days (day TEXT); INSERT INTO days VALUES ('mon'), ('tue'), ('wed');";
const QUESTION = 'Does it rain more?';
const never = new AbortController().signal;

/** An investigation whose controls `person` holds from the start. */
async function started(team: Team, more: Partial<Setup> = {}) {
  const database = await fakeDatabase(DAYS);
  onTestFinished(() => database.close());
  const person: { controls?: Controls } = {};
  const setup: Setup & { readonly store: MemoryBoardStore } = {
    database,
    databasePath: 'days.sqlite',
    team,
    clock: stillClock,
    collectors: 1,
    stop: never,
    signal: never,
    onControls: (controls) => (person.controls = controls),
    ...more,
    store: new MemoryBoardStore(),
  };
  const act = async (...events: readonly UnstampedEvent[]): Promise<void> => {
    expect(await person.controls?.apply('person', () => events)).toBe(true);
  };
  return { setup, person, act };
}

const proposed = (id: string, statement: string): UnstampedEvent => {
  const stamp = { createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' };
  const hypothesis: Hypothesis = { id, statement, status: 'open', confidence: 0.5, proposedBy: 'person', ...stamp };
  return { type: 'proposed', hypothesis };
};

const statuses = ({ hypotheses }: Board) => hypotheses.map(({ status }) => status);

/** A board that says of itself what is on it is whole. */
function expectWhole(board: Board): void {
  expect(parseBoard(printBoard(board), 'board')).toEqual(board);
}

describe('what a person does while it runs', () => {
  it.each(['collector', 'judge', 'reporter'] as const)(
    'a hypothesis added while the %s works is tested too',
    async (role) => {
      const addOnce = async (): Promise<void> => {
        if (run.person.controls?.board.hypotheses.length === 1) await run.act(proposed('H2', 'it rains at night'));
      };
      const team = new FakeTeam({
        collector: async (context, signal) => {
          if (role === 'collector') await addOnce();
          await collectOne(context, signal);
        },
        judge: async () => {
          if (role === 'judge') await addOnce();
          return judgement('supported');
        },
        reporter: async (context) => {
          if (role === 'reporter') await addOnce();
          await context.write('# A report\n');
        },
        // Nothing more is planned when all are judged: only the person gives a reason to go on.
        orchestrator: async ({ waiting }) => ({
          dispatch: waiting.map(({ hypothesis }) => ({ hypothesis: hypothesis.id })),
          abandon: [],
          end: 'enough',
        }),
      });
      const run = await started(team);
      const board = await investigate(QUESTION, run.setup);
      expect(statuses(board)).toEqual(['supported', 'supported']);
      expect(board.hypotheses[1]?.proposedBy).toBe('person');
      expect(board.investigation.status).toBe('complete');
      expect(team.turns.at(-1)).toBe('reporter');
      expect(team.turns.filter((turn) => turn === 'reporter')).toHaveLength(role === 'reporter' ? 2 : 1);
      expectWhole(board);
    },
  );

  it('a hypothesis rejected while its collector works gets no verdict, and the others go on', async () => {
    const aborted: boolean[] = [];
    const team = new FakeTeam(
      {
        collector: async (context, signal) => {
          if (context.hypothesis.id === 'H1') {
            await run.act({ type: 'rejected', hypothesis: 'H1', why: 'known already' });
            aborted.push(signal.aborted);
          }
          await collectOne(context, signal);
        },
      },
      ['a', 'b'],
    );
    const run = await started(team);
    const board = await investigate(QUESTION, run.setup);
    expect(aborted).toEqual([true]);
    expect(statuses(board)).toEqual(['abandoned', 'supported']);
    expect(board.hypotheses[0]).toMatchObject({ rejectedBy: 'person', abandonedBecause: 'known already' });
    expect(board.verdicts.map(({ hypothesis }) => hypothesis)).toEqual(['H2']);
    expect(board.history.filter(({ did }) => did === 'failed')).toEqual([]);
    expect(board.investigation.status).toBe('complete');
    expectWhole(board);
  });

  it('a hypothesis edited while the judge thinks is tested again as it now reads', async () => {
    const seen: string[] = [];
    const team = new FakeTeam({
      judge: async ({ hypothesis }) => {
        seen.push(hypothesis.statement);
        if (seen.length === 1) await run.act({ type: 'edited', hypothesis: 'H1', statement: 'it rains less' });
        return judgement(seen.length === 1 ? 'supported' : 'contradicted');
      },
    });
    const run = await started(team);
    const board = await investigate(QUESTION, run.setup);
    expect(seen).toEqual(['it rains more', 'it rains less']);
    expect(board.verdicts.map(({ status }) => status)).toEqual(['contradicted']);
    expect(statuses(board)).toEqual(['contradicted']);
    expectWhole(board);
  });

  it('a hypothesis rejected while the orchestrator plans is not dispatched, and one that is pinned is, whatever the plan says', async () => {
    const team = new FakeTeam(
      {
        orchestrator: async () => {
          await run.act(
            { type: 'rejected', hypothesis: 'H1', why: 'no' },
            { type: 'pinned', hypothesis: 'H2', pinned: true },
          );
          return { dispatch: [{ hypothesis: 'H1' }], abandon: [{ hypothesis: 'H2', why: 'dull' }], end: 'enough' };
        },
      },
      ['a', 'b'],
    );
    const run = await started(team);
    const board = await investigate(QUESTION, run.setup);
    expect(statuses(board)).toEqual(['abandoned', 'supported']);
    expect(team.turns).not.toContain('collector:H1');
  });

  it('a hint reaches the collector of the next round', async () => {
    const hints: (readonly string[])[] = [];
    const team = new FakeTeam({
      collector: async (context, signal) => {
        hints.push(context.hints);
        if (hints.length === 1) await run.act({ type: 'hinted', hypothesis: 'H1', hint: 'look at Mondays' });
        await collectOne(context, signal, `SELECT ${context.hints.length}`);
      },
      judge: async ({ mayAsk }) =>
        mayAsk && hints.length === 1 ? { kind: 'more', hints: [] } : judgement('supported'),
    });
    const run = await started(team);
    await investigate(QUESTION, run.setup);
    expect(hints).toEqual([[], ['look at Mondays']]);
  });

  it('a query that two share still answers the one who stays when the other is called off', async () => {
    let inQuery: () => void = () => undefined;
    const bothAsk = new Promise<void>((resolve) => (inQuery = resolve));
    const team = new FakeTeam(
      { collector: (context, signal) => collectOne(context, signal, 'SELECT COUNT(*) FROM days') },
      ['a', 'b'],
    );
    const run = await started(team, { collectors: 2 });
    const { database } = run.setup;
    let asked = 0;
    const slow = {
      ...run.setup,
      database: Object.assign(Object.create(database) as typeof database, {
        identity: database.identity,
        fingerprint: (signal: AbortSignal) => database.fingerprint(signal),
        schema: (signal: AbortSignal) => database.schema(signal),
        query: async (...[sql, limits, signal]: Parameters<typeof database.query>) => {
          if (++asked === 1) {
            setTimeout(inQuery, 20);
            await bothAsk;
            await run.act({ type: 'rejected', hypothesis: 'H1', why: 'no' });
          }
          return database.query(sql, limits, signal);
        },
      }),
    };
    const board = await investigate(QUESTION, slow);
    expect(asked).toBe(2);
    expect(statuses(board)).toEqual(['abandoned', 'supported']);
    expect(board.history.filter(({ did }) => did === 'failed')).toEqual([]);
  });

  it('a budget raised while it runs lets it go on', async () => {
    const team = new FakeTeam(
      {
        collector: async (context, signal) => {
          if (context.hypothesis.id === 'H2') run.person.controls?.raise({ queries: 100 });
          await collectOne(context, signal);
        },
      },
      ['a', 'b', 'c', 'd', 'e'],
    );
    const run = await started(team, { budget: { queries: 3 } });
    const board = await investigate(QUESTION, run.setup);
    expect(board.investigation.status).toBe('complete');
    expect(run.person.controls?.limits).toMatchObject({ queries: 100, rounds: 4 });
    expect(run.person.controls?.usage.queries).toBe(5);
  });

  it('is refused once it has ended', async () => {
    const run = await started(new FakeTeam());
    const board = await investigate(QUESTION, run.setup);
    const { events } = run.setup.store;
    const before = events.length;
    expect(await run.person.controls?.apply('person', () => [proposed('H2', 'late')])).toBe(false);
    expect([events.length, board.hypotheses.length]).toEqual([before, 1]);
  });
});

describe('testing again', () => {
  it('collects and judges only the hypotheses named, and what else waits stays as it is', async () => {
    const team = new FakeTeam({}, ['a', 'b', 'c']);
    const run = await started(team, { budget: { queries: 2 } });
    const before = await investigate(QUESTION, run.setup);
    expect(statuses(before)).toEqual(['supported', 'supported', 'investigating']);
    team.turns.length = 0;
    const again = await resume(before, { ...run.setup, budget: {}, again: ['H2'] });
    expect(team.turns).toEqual(['collector:H2', 'judge:H2', 'reporter']);
    expect(statuses(again)).toEqual(['supported', 'supported', 'investigating']);
    expect(again.verdicts.map(({ hypothesis }) => hypothesis)).toEqual(['H1', 'H2', 'H2']);
    expect(again.investigation).toMatchObject({ status: 'partial', reason: 'only H2 was tested again' });
    expectWhole(again);
  });

  it('of a complete board ends complete, with the new verdict', async () => {
    let verdict = judgement('supported');
    const team = new FakeTeam({ judge: async () => verdict }, ['a', 'b']);
    const run = await started(team);
    const before = await investigate(QUESTION, run.setup);
    verdict = judgement('contradicted', 0.1);
    const again = await resume(before, { ...run.setup, again: ['H1'] });
    expect(statuses(again)).toEqual(['contradicted', 'supported']);
    expect(again.investigation.status).toBe('complete');
    expect(again.investigation.usage.rounds).toBe(before.investigation.usage.rounds);
  });

  it('takes in what a person wants tested too while it runs', async () => {
    const team = new FakeTeam(
      {
        collector: async (context, signal) => {
          await collectOne(context, signal);
          if (asks && context.hypothesis.id === 'H1') {
            await run.act({ type: 'dispatched', hypothesis: 'H3', round: 1 }, proposed('H4', 'at night'));
          }
        },
      },
      ['a', 'b', 'c'],
    );
    let asks = false;
    const run = await started(team, { budget: { queries: 1 } });
    const before = await investigate(QUESTION, run.setup);
    expect(statuses(before)).toEqual(['supported', 'investigating', 'investigating']);
    asks = true;
    const again = await resume(before, { ...run.setup, budget: {}, again: ['H1'] });
    expect(statuses(again)).toEqual(['supported', 'investigating', 'supported', 'supported']);
  });
});

it('a reason to stop that a person should read is told on the board', async () => {
  const stop = new AbortController();
  const team = new FakeTeam({ collector: async () => stop.abort(new Fault('the disk is full')) });
  const { setup } = await started(team, { stop: stop.signal });
  const board = await investigate(QUESTION, setup);
  expect(board.investigation).toMatchObject({ status: 'stopped', reason: 'the disk is full' });
});
