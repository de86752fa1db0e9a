import { describe, expect, it, onTestFinished } from 'vitest';
import { DEFAULT_BUDGET } from '../../src/agents/budget';
import { investigate, resume, type Setup } from '../../src/agents/detective';
import type { Team } from '../../src/agents/roles';
import type { InvestigationEvent } from '../../src/agents/session';
import type { Clock } from '../../src/base/clock';
import type { Board } from '../../src/board/board';
import type { Database } from '../../src/database/port';
import { MemoryBoardStore } from '../fakes/board-store';
import { fakeDatabase } from '../fakes/database';
import { collectOne, FakeTeam, judgement } from '../fakes/team';
import { effectClaim, estimated } from './boards';

const DAYS = "CREATE TABLE days (day TEXT, rain REAL); INSERT INTO days VALUES ('mon', 1), ('tue', 0), ('wed', 4);";
const PATIENTS = 'CREATE TABLE patients (id INTEGER PRIMARY KEY, drug TEXT, died INTEGER);';
const never = new AbortController().signal;
const QUESTION = 'Does it rain more?';

/** A clock that a test moves. */
class FakeClock implements Clock {
  #now = Date.parse('2026-01-01T00:00:00Z');
  now = (): number => this.#now;
  pass(seconds: number): void {
    this.#now += seconds * 1000;
  }
}

async function databaseOf(sql: string): Promise<Database> {
  const database = await fakeDatabase(sql);
  onTestFinished(() => database.close());
  return database;
}

async function setupOf(team: Team, more: Partial<Setup> = {}): Promise<Setup & { readonly store: MemoryBoardStore }> {
  return {
    database: await databaseOf(DAYS),
    databasePath: 'days.sqlite',
    team,
    clock: new FakeClock(),
    stop: never,
    signal: never,
    ...more,
    store: new MemoryBoardStore(),
  };
}

const statuses = ({ hypotheses }: Board) => hypotheses.map(({ status }) => status);
const done = ({ history }: Board, what: string) => history.filter(({ did }) => did === what);

describe('an investigation', () => {
  it('lets each role play once a round and ends complete, with all it did on the board', async () => {
    const team = new FakeTeam({}, ['it rains more', 'it rains less']);
    const setup = await setupOf(team);
    const board = await investigate(`  ${QUESTION} `, setup);
    expect(team.turns).toEqual([
      'hypothesizer',
      'orchestrator',
      'collector:H1',
      'collector:H2',
      'judge:H1',
      'judge:H2',
      'orchestrator',
      'reporter',
    ]);
    expect(board.investigation).toMatchObject({ question: QUESTION, status: 'complete', reason: null });
    expect(statuses(board)).toEqual(['supported', 'supported']);
    expect(board.investigation.usage).toMatchObject({ rounds: 1, queries: 2, modelCalls: 0 });
    expect(board.report).toBe('# A report\n');
    expect([setup.store.saved, setup.store.finished]).toEqual([board, true]);
  });

  it('runs the same statement once, whoever asks', async () => {
    const events: InvestigationEvent[] = [];
    const team = new FakeTeam(
      { collector: (context, signal) => collectOne(context, signal, 'SELECT COUNT(*) FROM days;') },
      ['a', 'b', 'c'],
    );
    const board = await investigate(
      QUESTION,
      await setupOf(team, { collectors: 1, listener: (event) => events.push(event) }),
    );
    expect(board.queries.map(({ sql }) => sql)).toEqual(['SELECT COUNT(*) FROM days']);
    expect(events.filter(({ type }) => type === 'query-reused')).toHaveLength(2);
    const together = await investigate(QUESTION, await setupOf(team, { collectors: 3 }));
    expect(together.queries).toHaveLength(1);
  });

  it('asks the hypothesizer for more when the orchestrator wants it, also when nothing waits', async () => {
    const asks = ['look at the weekend', 'look at the wind'];
    const team = new FakeTeam({
      hypothesizer: async (context) => {
        await context.propose({ statement: context.request ?? 'it rains more' });
      },
      orchestrator: async ({ waiting, round, board }) => {
        const next = board.hypotheses.length < 3 ? asks[1] : undefined;
        const ask = waiting.length === 0 ? next : round === 1 ? asks[0] : undefined;
        return {
          dispatch: waiting.map(({ hypothesis }) => ({ hypothesis: hypothesis.id })),
          abandon: [],
          ...(ask !== undefined && { ask }),
        };
      },
    });
    const board = await investigate(QUESTION, await setupOf(team));
    expect(board.hypotheses.map(({ statement }) => statement)).toEqual(['it rains more', ...asks]);
    expect(team.turns.filter((turn) => turn.startsWith('hypothesizer'))).toEqual([
      'hypothesizer',
      ...asks.map((ask) => `hypothesizer: ${ask}`),
    ]);
    expect(board.investigation.status).toBe('complete');
  });

  it('abandons what the orchestrator gives up, with the reason, and what waits when it ends', async () => {
    const team = new FakeTeam(
      {
        orchestrator: async () => ({
          dispatch: [{ hypothesis: 'H1' }],
          abandon: [{ hypothesis: 'H2', why: 'a repetition' }],
          end: 'H1 answers it',
        }),
      },
      ['a', 'b', 'c'],
    );
    const board = await investigate(QUESTION, await setupOf(team));
    expect(statuses(board)).toEqual(['supported', 'abandoned', 'abandoned']);
    expect(board.hypotheses.map(({ abandonedBecause }) => abandonedBecause)).toEqual([
      undefined,
      'a repetition',
      'H1 answers it',
    ]);
  });

  it('refuses an empty question', async () => {
    await expect(investigate(' \n', await setupOf(new FakeTeam()))).rejects.toThrow('the question is empty');
  });
});

describe('a role that fails', () => {
  it('is asked once more with the error shown, and goes on when it works then', async () => {
    const shown: (string | undefined)[] = [];
    const team = new FakeTeam({
      collector: async (context, signal) => {
        shown.push(context.lastFailure);
        if (context.lastFailure === undefined) throw new Error('the model wrote no JSON');
        await collectOne(context, signal);
      },
    });
    const board = await investigate(QUESTION, await setupOf(team));
    expect(shown).toEqual([undefined, 'the model wrote no JSON']);
    expect(statuses(board)).toEqual(['supported']);
    expect(done(board, 'failed')).toMatchObject([{ by: 'collector:H1', what: 'H1', why: 'the model wrote no JSON' }]);
  });

  it.each([
    ['collector', 'the evidence collector failed: no'],
    ['judge', 'the judge failed: no'],
  ] as const)(
    'twice, leaves its hypothesis inconclusive with the reason, and the others go on: %s',
    async (role, why) => {
      const good = new FakeTeam();
      const team = new FakeTeam(
        {
          [role]: async (
            context: Parameters<Team['collector']>[0] & Parameters<Team['judge']>[0],
            signal: AbortSignal,
          ) => {
            if (context.hypothesis.id === 'H1') throw new Error('no');
            return good[role](context, signal);
          },
        },
        ['a', 'b'],
      );
      const board = await investigate(QUESTION, await setupOf(team));
      expect(statuses(board)).toEqual(['inconclusive', 'supported']);
      expect(board.verdicts.find(({ hypothesis }) => hypothesis === 'H1')).toMatchObject({
        rationale: why,
        confidence: 0.5,
        rule: 'not decided',
        by: 'detective',
      });
      expect(done(board, 'failed')).toHaveLength(2);
      expect(board.investigation.status).toBe('complete');
    },
  );

  it('hypothesizer, twice, fails the run with the reason and still reports', async () => {
    const board = await investigate(
      QUESTION,
      await setupOf(new FakeTeam({ hypothesizer: () => Promise.reject(new Error('no key')) })),
    );
    expect(board.investigation).toMatchObject({ status: 'failed', reason: 'no key' });
    expect(board.report).not.toBe('');
  });

  it('hypothesizer, after it proposed something, does not stop what it proposed', async () => {
    const team = new FakeTeam({
      hypothesizer: async (context) => {
        await context.propose({ statement: 'it rains more' });
        throw new Error('cut off');
      },
    });
    const board = await investigate(QUESTION, await setupOf(team));
    expect([board.investigation.status, ...statuses(board)]).toEqual(['complete', 'supported']);
  });

  it('orchestrator, twice, has everything tested', async () => {
    const board = await investigate(
      QUESTION,
      await setupOf(new FakeTeam({ orchestrator: () => Promise.reject(new Error('no')) }, ['a', 'b'])),
    );
    expect(statuses(board)).toEqual(['supported', 'supported']);
  });

  it('reporter, twice or silent, is replaced by the template', async () => {
    for (const reporter of [() => Promise.reject(new Error('no')), async () => undefined]) {
      const board = await investigate(QUESTION, await setupOf(new FakeTeam({ reporter })));
      expect(board.report).toMatch(/^# Does it rain more\?/);
    }
  });

  it('judge of a typed claim leaves the verdict to the rules', async () => {
    const team = typedTeam({ judge: () => Promise.reject(new Error('no')) }, estimated(0.1, 0.03));
    const board = await investigate(QUESTION, await setupOf(team, { database: await databaseOf(PATIENTS) }));
    expect(board.verdicts).toMatchObject([{ status: 'supported', by: 'rules' }]);
  });
});

/** A team with one typed hypothesis, whose collector records the statistics. */
function typedTeam(
  parts: Partial<Team>,
  statistics: ReturnType<typeof estimated> | undefined,
  attack: string | undefined = 'confounder split',
) {
  return new FakeTeam({
    hypothesizer: async (context) => {
      await context.propose({ statement: 'drug a raises deaths', claim: effectClaim('raises') });
    },
    collector: async (context, signal) => {
      const { id } = await context.run('SELECT COUNT(*) FROM patients', 'all', signal);
      await context.record({
        query: id,
        fact: 'Nobody is there.',
        relation: 'neutral',
        note: '',
        ...(statistics && { statistics }),
        ...(attack !== '' && { attack }),
      });
    },
    ...parts,
  });
}

describe('a verdict', () => {
  it('of a typed claim is the rules’; what the judge proposed is kept beside it', async () => {
    const team = typedTeam({ judge: async () => judgement('supported', 0.99) }, estimated(-0.1, 0.03));
    const board = await investigate(QUESTION, await setupOf(team, { database: await databaseOf(PATIENTS) }));
    const [verdict] = board.verdicts;
    expect(verdict).toMatchObject({ proposed: 'supported', status: 'contradicted', confidence: 0.02 });
    expect(verdict?.rule).toContain('the other way');
    expect(verdict?.rationale).toContain('(The judge proposed supported: it is supported)');
    expect(statuses(board)).toEqual(['contradicted']);
  });

  it('of a typed claim without measured evidence is asked for once, then inconclusive whatever the judge says', async () => {
    const team = typedTeam({}, undefined);
    const board = await investigate(QUESTION, await setupOf(team, { database: await databaseOf(PATIENTS) }));
    expect(team.turns.filter((turn) => turn === 'collector:H1')).toHaveLength(2);
    expect(board.hypotheses[0]?.hints).toEqual(['a comparison of the two groups with its interval']);
    expect(board.verdicts).toMatchObject([
      { proposed: 'supported', status: 'inconclusive', rule: 'no measured evidence' },
    ]);
  });

  it('of an untyped claim is the judge’s, shown as not rule-checked', async () => {
    const board = await investigate(
      QUESTION,
      await setupOf(new FakeTeam({ judge: async () => judgement('contradicted', 0.2) })),
    );
    expect(board.verdicts).toMatchObject([
      { proposed: 'contradicted', status: 'contradicted', confidence: 0.2, rule: 'not rule-checked' },
    ]);
  });

  it('“supported” that nobody attacked sends the collector back once, then stays inconclusive', async () => {
    const team = new FakeTeam({
      collector: (context, signal) => collectOne(context, signal, `SELECT ${context.hints.length}`, null),
    });
    const board = await investigate(QUESTION, await setupOf(team));
    expect(team.turns).toEqual([
      'hypothesizer',
      'orchestrator',
      'collector:H1',
      'judge:H1',
      'orchestrator',
      'collector:H1',
      'judge:H1',
      'orchestrator',
      'reporter',
    ]);
    expect(board.hypotheses[0]?.hints).toEqual([expect.stringContaining('try to refute it')]);
    expect(board.verdicts).toMatchObject([
      { proposed: 'supported', status: 'inconclusive', rule: 'no query tried to refute it' },
    ]);
  });

  it('“supported” stands when the second collection attacks it', async () => {
    const team = new FakeTeam({
      collector: (context, signal) =>
        collectOne(context, signal, `SELECT ${context.hints.length}`, context.hints.length > 0 ? 'alibi' : null),
    });
    const board = await investigate(QUESTION, await setupOf(team));
    expect(board.verdicts).toMatchObject([{ status: 'supported', rule: 'not rule-checked' }]);
  });

  it('may be put off twice with hints, then must be given', async () => {
    const seen: boolean[] = [];
    const team = new FakeTeam({
      judge: async ({ mayAsk }) => {
        seen.push(mayAsk);
        return { kind: 'more', hints: [`look at ${seen.length}`] };
      },
    });
    const board = await investigate(QUESTION, await setupOf(team));
    expect(seen).toEqual([true, true, false]);
    expect(board.hypotheses[0]?.hints).toEqual(['look at 1', 'look at 2']);
    expect(board.verdicts).toMatchObject([
      { status: 'inconclusive', rationale: 'more evidence was wanted: look at 3' },
    ]);
  });

  it('cites only evidence that is on the board', async () => {
    const team = new FakeTeam({ judge: async () => ({ ...judgement('supported'), cites: ['E1', 'E99'] }) });
    expect((await investigate(QUESTION, await setupOf(team))).verdicts[0]?.cites).toEqual(['E1']);
  });

  it('is checked again when later hypotheses enlarge the family of tests', async () => {
    const more = Array.from({ length: 8 }, (_, n) => `drug a raises fever ${n}`);
    const team = new FakeTeam({
      hypothesizer: async (context) => {
        for (const statement of context.request === undefined ? ['drug a raises deaths'] : more)
          await context.propose({ statement, claim: effectClaim('raises') });
      },
      orchestrator: async ({ waiting, round }) => ({
        dispatch: waiting.map(({ hypothesis }) => ({ hypothesis: hypothesis.id })),
        abandon: [],
        ...(round === 1 && { ask: 'other outcomes' }),
      }),
      collector: async (context, signal) => {
        const { id } = await context.run(`SELECT COUNT(*), '${context.hypothesis.id}' FROM patients`, 'all', signal);
        const p = context.hypothesis.id === 'H1' ? 0.01 : 0.9;
        await context.record({
          query: id,
          fact: 'f',
          relation: 'neutral',
          note: '',
          statistics: estimated(p < 0.05 ? 0.1 : 0, p < 0.05 ? 0.04 : 0.1, { p }),
          attack: 'split',
        });
      },
    });
    const board = await investigate(QUESTION, await setupOf(team, { database: await databaseOf(PATIENTS) }));
    const own = board.verdicts.filter(({ hypothesis }) => hypothesis === 'H1');
    expect(own.map(({ status, by }) => [status, by])).toEqual([
      ['supported', 'judge'],
      ['inconclusive', 'rules'],
    ]);
    expect(own.at(-1)?.rule).toContain('does not survive the correction');
  });
});

describe('a budget that is almost used', () => {
  it('of queries ends the collecting; what is there is judged, and the report names what was not tested', async () => {
    const team = new FakeTeam({}, ['a', 'b', 'c', 'd', 'e']);
    const board = await investigate(QUESTION, await setupOf(team, { budget: { queries: 3 }, collectors: 1 }));
    expect(board.queries).toHaveLength(3);
    expect(board.investigation).toMatchObject({
      status: 'partial',
      reason: 'almost all of the budget of 3 queries is used',
    });
    expect(statuses(board)).toEqual(['supported', 'supported', 'supported', 'investigating', 'investigating']);
    expect(team.turns).not.toContain('reporter');
    expect(board.report).toContain('This is a partial answer; not tested: H4 (d); H5 (e).');
  });

  it('of wall time ends the run, and the pause between two runs does not count', async () => {
    const clock = new FakeClock();
    const team = new FakeTeam(
      {
        collector: async (context, signal) => {
          await collectOne(context, signal);
          clock.pass(600);
        },
      },
      ['a', 'b', 'c'],
    );
    const setup = await setupOf(team, { clock, collectors: 1 });
    const board = await investigate(QUESTION, setup);
    expect(board.investigation).toMatchObject({
      status: 'partial',
      reason: 'almost all of the budget of 1200 seconds is used',
    });
    expect(board.investigation.usage.seconds).toBe(1200);
    expect(team.turns).not.toContain('collector:H3');
    clock.pass(100_000);
    const again = await resume(board, { ...setup, budget: { seconds: 2 * DEFAULT_BUDGET.seconds } });
    expect(again.investigation).toMatchObject({ status: 'complete', usage: { seconds: 1800 } });
  });

  it('of rounds ends with what still waits', async () => {
    const team = new FakeTeam(
      {
        orchestrator: async ({ waiting }) => ({
          dispatch: [{ hypothesis: waiting[0]?.hypothesis.id ?? '' }],
          abandon: [],
        }),
      },
      ['a', 'b', 'c'],
    );
    const board = await investigate(QUESTION, await setupOf(team, { budget: { rounds: 2 } }));
    expect(statuses(board)).toEqual(['supported', 'supported', 'open']);
    expect(board.investigation).toMatchObject({ status: 'partial', reason: 'all of the budget of 2 rounds is used' });
  });

  it('of hypotheses keeps what was proposed, tests it, and says that there could be more', async () => {
    const board = await investigate(
      QUESTION,
      await setupOf(new FakeTeam({}, ['a', 'b', 'c']), { budget: { hypotheses: 2 } }),
    );
    expect(statuses(board)).toEqual(['supported', 'supported']);
    expect(board.investigation.limitations).toEqual(['all of the budget of 2 hypotheses is used: there may be others']);
  });

  it('of hypotheses does not leave a judge waiting who would propose one more', async () => {
    const team = new FakeTeam({
      judge: async (context) => {
        await context.propose({ statement: 'on Mondays' });
        return judgement('supported');
      },
    });
    const board = await investigate(QUESTION, await setupOf(team, { budget: { hypotheses: 1 } }));
    expect(board.verdicts).toMatchObject([
      { status: 'inconclusive', rationale: 'all of the budget of 1 hypotheses is used' },
    ]);
    expect(board.investigation.status).toBe('complete');
  });

  it('of model calls ends the turn that asked for one too many', async () => {
    const team = new FakeTeam({
      collector: async (context, signal) => {
        for (let call = 0; call < 10; call++)
          context.countModelCall({ inputTokens: 10, outputTokens: 1, usd: undefined });
        await collectOne(context, signal);
      },
    });
    const board = await investigate(QUESTION, await setupOf(team, { budget: { modelCalls: 5 } }));
    expect(board.investigation).toMatchObject({
      status: 'partial',
      usage: { modelCalls: 5, inputTokens: 50, usd: null },
    });
    expect(board.evidence).toEqual([]);
  });
});

describe('stopping', () => {
  /** A team that is stopped while its first collector works. */
  async function stopped(parts: Partial<Team> = {}) {
    const stop = new AbortController();
    const team = new FakeTeam(
      {
        collector: async (context, signal) => {
          await collectOne(context, signal);
          if (context.hypothesis.id === 'H1') stop.abort(new Error('stopped'));
        },
        ...parts,
      },
      ['a', 'b', 'c'],
    );
    const setup = await setupOf(team, { stop: stop.signal, collectors: 1 });
    return { board: await investigate(QUESTION, setup), team, setup };
  }

  it('asks no role any more and leaves a partial report', async () => {
    const { board, team } = await stopped();
    expect(team.turns).toEqual(['hypothesizer', 'orchestrator', 'collector:H1']);
    expect(board.investigation).toMatchObject({ status: 'stopped', reason: 'stopped by the user' });
    expect(board.report).toMatch(/^# Does it rain more/);
    expect(board.report).toContain('H3: c (not tested)');
  });

  it('can be resumed: what was collected is judged, nothing is collected twice', async () => {
    const { board, team, setup } = await stopped();
    team.turns.length = 0;
    const resumed = await resume(board, { ...setup, stop: never });
    expect(team.turns.filter((turn) => turn.startsWith('hypothesizer'))).toEqual([]);
    expect(resumed.investigation.status).toBe('complete');
    expect(statuses(resumed)).toEqual(['supported', 'supported', 'supported']);
    expect(new Set(resumed.queries.map(({ sql }) => sql)).size).toBe(resumed.queries.length);
    expect(resumed.evidence).toHaveLength(3);
    expect(resumed.investigation.usage.rounds).toBe(1);
  });

  it('lets the rules decide what is measured, without a model', async () => {
    const stop = new AbortController();
    const statistics = estimated(0.1, 0.03);
    const typed = typedTeam({}, statistics);
    const team = typedTeam(
      {
        collector: async (context, signal) => {
          await typed.collector(context, signal);
          stop.abort();
        },
      },
      statistics,
    );
    const board = await investigate(
      QUESTION,
      await setupOf(team, { stop: stop.signal, database: await databaseOf(PATIENTS) }),
    );
    expect(team.turns).not.toContain('judge:H1');
    expect(board.verdicts).toMatchObject([{ status: 'supported', by: 'rules' }]);
  });

  it('twice ends at once, with what is on the board kept', async () => {
    const end = new AbortController();
    const team = new FakeTeam({
      judge: async () => {
        end.abort(new Error('now'));
        throw new Error('torn down');
      },
    });
    const setup = await setupOf(team, { signal: end.signal });
    await expect(investigate(QUESTION, setup)).rejects.toThrow('now');
    expect(setup.store.finished).toBe(false);
    const left = await setup.store.load();
    expect(left?.evidence).toHaveLength(1);
    if (!left) return;
    const resumed = await resume(left, { ...(await setupOf(new FakeTeam())), database: setup.database });
    expect([resumed.investigation.status, ...statuses(resumed)]).toEqual(['complete', 'supported']);
    expect(resumed.queries).toHaveLength(1);
  });
});

describe('resuming', () => {
  it('a board without open ends asks nobody but the reporter', async () => {
    const first = await investigate(QUESTION, await setupOf(new FakeTeam()));
    const team = new FakeTeam({ orchestrator: async () => ({ dispatch: [], abandon: [] }) });
    const board = await resume(first, await setupOf(team));
    expect(team.turns).toEqual(['orchestrator', 'reporter']);
    expect(board.verdicts).toEqual(first.verdicts);
  });

  it('says when the database changed, and asks the data again', async () => {
    const team = new FakeTeam();
    const first = await investigate(QUESTION, await setupOf(team, { budget: { rounds: 0 } }));
    expect(statuses(first)).toEqual(['open']);
    const changed = await databaseOf(`${DAYS} INSERT INTO days VALUES ('thu', 9);`);
    const board = await resume(first, await setupOf(team, { database: changed }));
    expect(board.investigation.limitations).toEqual([
      expect.stringContaining('the database changed since the board was begun'),
    ]);
    expect(board.investigation.database.fingerprint).not.toBe(first.investigation.database.fingerprint);
    const same = await resume(first, await setupOf(team));
    expect(same.investigation.limitations).toEqual([]);
  });

  it('does not take an answer from older data', async () => {
    const first = await investigate(QUESTION, await setupOf(new FakeTeam()));
    const reopened: Board = { ...first, hypotheses: first.hypotheses.map((each) => ({ ...each, status: 'open' })) };
    const changed = await databaseOf(`${DAYS} INSERT INTO days VALUES ('thu', 9);`);
    const board = await resume(reopened, await setupOf(new FakeTeam(), { database: changed }));
    expect(board.queries.map(({ rows }) => rows[0]?.[1])).toEqual([3, 4]);
  });

  it('a failed run begins with the hypothesizer again', async () => {
    const failed = await investigate(
      QUESTION,
      await setupOf(new FakeTeam({ hypothesizer: () => Promise.reject(new Error('no key')) })),
    );
    const board = await resume(failed, await setupOf(new FakeTeam()));
    expect([board.investigation.status, ...statuses(board)]).toEqual(['complete', 'supported']);
  });
});

it('a table that cannot be read is said once, and hides no other', async () => {
  const team = new FakeTeam();
  const database = await databaseOf(
    `${DAYS} CREATE TABLE gone (x); CREATE VIEW broken AS SELECT x FROM gone; DROP TABLE gone;`,
  );
  const board = await investigate(QUESTION, await setupOf(team, { database }));
  expect(board.investigation.limitations.filter((text) => text.includes('broken'))).toHaveLength(1);
  expect([board.investigation.status, ...statuses(board)]).toEqual(['complete', 'supported']);
});

describe('what a role may do', () => {
  it('evidence cites a query that was run, and a hypothesis that is there', async () => {
    const refused: string[] = [];
    const attempt = (work: Promise<unknown>) => work.catch((error: unknown) => void refused.push(String(error)));
    const team = new FakeTeam({
      collector: async (context, signal) => {
        await attempt(context.record({ query: 'Q9', fact: 'f', relation: 'supports', note: '' }));
        const { id } = await context.run('SELECT 1', 'one', signal);
        await attempt(
          context.record({
            query: id,
            fact: 'f',
            relation: 'supports',
            note: '',
            also: [{ hypothesis: 'H9', relation: 'supports', note: '' }],
          }),
        );
        await attempt(context.run('DELETE FROM days', 'harm', signal));
      },
      judge: async (context) => {
        await attempt(context.propose({ statement: ' ' }));
        await attempt(context.propose({ statement: 'x', from: ['E7'] }));
        await attempt(context.propose({ statement: 'x', claim: effectClaim('raises') }));
        return judgement('inconclusive');
      },
    });
    const board = await investigate(QUESTION, await setupOf(team));
    expect(refused.map((text) => text.replace(/^\w+: /, '').split(/[:.]/)[0])).toEqual([
      'unknown query',
      'unknown hypothesis',
      'refused',
      'a hypothesis needs a statement',
      'unknown evidence',
      'the claim does not fit the schema',
    ]);
    expect([board.evidence.length, board.hypotheses.length]).toEqual([0, 1]);
  });

  it('the same statement proposed again is the same hypothesis, and refined ones say of what', async () => {
    const team = new FakeTeam({
      judge: async (context) => {
        if (context.hypothesis.refines === undefined) await context.propose({ statement: 'on Mondays' });
        await context.propose({ statement: 'IT RAINS MORE' });
        return judgement('supported');
      },
    });
    const board = await investigate(QUESTION, await setupOf(team));
    expect(board.hypotheses.map(({ id, refines, proposedBy }) => [id, refines, proposedBy])).toEqual([
      ['H1', undefined, 'hypothesizer'],
      ['H2', 'H1', 'judge'],
    ]);
    expect(
      board.links.filter(({ relation }) => relation === 'leads-to').map(({ from, to }) => [from, to]),
    ).toContainEqual(['H1', 'H2']);
  });
});
