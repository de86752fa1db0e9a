import { describe, expect, it } from 'vitest';
import type { BudgetLimits } from '../../../src/agents/budget';
import { investigate } from '../../../src/agents/detective';
import { llmTeam } from '../../../src/agents/llm/team';
import type { Board, Verdict } from '../../../src/board/board';
import { unsupported } from '../../../src/board/binding';
import { parseBoard, printBoard } from '../../../src/board/codec';
import type { LanguageModel } from '../../../src/models/port';
import type { ModelRole } from '../../../src/agents/llm/models';
import { MemoryBoardStore } from '../../fakes/board-store';
import { fakeDatabase } from '../../fakes/database';
import type { ScriptedTurn } from '../../fakes/language-model';
import { startMessagesServer } from '../../fakes/messages-server';
import { modelAt } from '../../models/requests';
import { actingModels, actingScript, detective, type Case, type Scene, type Special } from './acting';
import { CLINIC_SQL } from './clinic';

/* Whatever a model does, the run ends with a valid board that says what happened. H1 is untyped, H2 is judged by rules. */

const drugA = { table: 'patients', column: 'treatment', is: 'drug_a' };
const died = { table: 'patients', column: 'died', event: 1 };

const clinicCase: Case = {
  overview: 'SELECT treatment, COUNT(*) AS n, SUM(died) AS deaths FROM patients GROUP BY treatment',
  fact: 'There are two treatments.',
  hypotheses: [
    { statement: 'The notes of visits explain the difference' },
    {
      statement: 'Drug A raises the death rate',
      claim: { kind: 'effect', exposure: drugA, outcome: died, direction: 'raises' },
    },
  ],
  queries: {
    H1: {
      sql: 'SELECT note, COUNT(*) AS n FROM visits GROUP BY note',
      evidence: {
        fact: 'A note is `stable` in 49 visits.',
        relation: 'contradicts',
        note: 'the same for all',
        attack: 'rival',
      },
    },
  },
  opinions: { H1: { status: 'contradicted', confidence: 0.1 } },
  report: 'Drug A raises the death rate [E2].',
};

type Run = { readonly board: Board; readonly scenes: readonly Scene[] };

async function run(
  special: Special,
  more: { budget?: Partial<BudgetLimits>; work?: Case; stop?: AbortSignal } = {},
): Promise<Run> {
  const scenes: Scene[] = [];
  const models = actingModels(detective(more.work ?? clinicCase), (scene) => {
    scenes.push(scene);
    return special(scene);
  });
  return { board: await investigated(models, more), scenes };
}

async function investigated(
  models: Record<ModelRole, LanguageModel>,
  { budget = {}, stop = new AbortController().signal }: { budget?: Partial<BudgetLimits>; stop?: AbortSignal } = {},
): Promise<Board> {
  let now = Date.UTC(2026, 4, 4);
  const board = await investigate('Why do patients with drug A die more often?', {
    database: await fakeDatabase(CLINIC_SQL),
    databasePath: 'clinic.sqlite',
    store: new MemoryBoardStore(),
    team: llmTeam({ models }),
    clock: { now: () => (now += 10) },
    budget,
    stop,
    signal: new AbortController().signal,
  });
  expect(parseBoard(printBoard(board, { results: 'full' }), 'clinic.d2board')).toEqual(board);
  expect(board.report).not.toBe('');
  expect(board.investigation.finishedAt).not.toBeNull();
  return board;
}

const failures = (board: Board): string[] =>
  board.history.filter(({ did }) => did === 'failed').map(({ by, why }) => `${by}: ${why ?? ''}`);

function lastVerdict(board: Board, id: string): Verdict {
  const verdict = board.verdicts.findLast(({ hypothesis }) => hypothesis === id);
  if (!verdict) throw new Error(`no verdict on ${id}`);
  return verdict;
}

/** Special turns of one role; of one hypothesis where named. */
const when =
  (role: ModelRole, turn: ScriptedTurn | ((scene: Scene) => ScriptedTurn | undefined), hypothesis?: string): Special =>
  (scene) =>
    scene.role === role && (hypothesis === undefined || scene.hypothesis === hypothesis)
      ? typeof turn === 'function'
        ? turn(scene)
        : turn
      : undefined;

function once(turn: ScriptedTurn): () => ScriptedTurn | undefined {
  let used = false;
  return () => {
    if (used) return undefined;
    used = true;
    return turn;
  };
}

it('without failures the clinic’s run is complete', async () => {
  const { board } = await run(() => undefined);
  expect(board.investigation.status).toBe('complete');
  expect(failures(board)).toEqual([]);
  expect(board.hypotheses.map(({ status }) => status)).toEqual(['contradicted', 'supported']);
});

describe('a judge that refuses', () => {
  const refusal: ScriptedTurn = { reason: { kind: 'refusal', message: 'I will not judge' } };

  it('leaves an untyped hypothesis inconclusive, with the reason', async () => {
    const { board } = await run(when('judge', refusal, 'H1'));
    expect(lastVerdict(board, 'H1')).toMatchObject({
      status: 'inconclusive',
      rule: 'not decided',
      rationale: 'the judge failed: large-model refused: I will not judge',
    });
    expect(failures(board)).toHaveLength(2);
    expect(board.investigation.status).toBe('complete');
    expect(lastVerdict(board, 'H2').status).toBe('supported');
  });

  it('leaves a typed one to the rules', async () => {
    const { board } = await run(when('judge', refusal, 'H2'));
    expect(lastVerdict(board, 'H2')).toMatchObject({ status: 'supported', by: 'rules' });
  });

  it('is asked once more and shown its failure', async () => {
    const { board, scenes } = await run(when('judge', once(refusal), 'H1'));
    expect(lastVerdict(board, 'H1').status).toBe('contradicted');
    const [first, second] = scenes.filter(({ role, hypothesis }) => role === 'judge' && hypothesis === 'H1');
    expect(first?.briefing).not.toContain('Your last turn');
    expect(second?.briefing).toContain('<data source="error">\nlarge-model refused: I will not judge\n</data>');
  });
});

describe('a collector', () => {
  it('whose answers are cut ends inconclusive with the reason; the others go on', async () => {
    const { board } = await run(when('collector', { text: 'Well,', reason: { kind: 'max-tokens' } }, 'H1'));
    expect(lastVerdict(board, 'H1').rationale).toMatch(
      /^the evidence collector failed: small-model was cut after \d+ tokens/,
    );
    expect(lastVerdict(board, 'H2').status).toBe('supported');
    expect(board.investigation.status).toBe('complete');
  });

  it('that writes malformed input once is told and goes on', async () => {
    const malformed = { tools: [{ tool: 'run_sql', input: '{"sql": "SELECT' }] };
    const { board, scenes } = await run(when('collector', once(malformed), 'H1'));
    expect(failures(board)).toEqual([]);
    expect(scenes.some(({ results }) => results[0]?.includes('not a JSON object'))).toBe(true);
  });

  it('that writes malformed input always goes round in circles no longer than its steps', async () => {
    const malformed = { tools: [{ tool: 'run_sql', input: '{"sql": "SELECT' }] };
    const { board } = await run(when('collector', malformed, 'H1'));
    expect(failures(board)).toEqual(
      Array(2).fill('collector:H1: small-model did not come to an end within 20 answers'),
    );
    expect(lastVerdict(board, 'H1').status).toBe('inconclusive');
  });

  it('that invents a query records nothing', async () => {
    const invented = {
      tools: [
        {
          tool: 'record_evidence',
          input: { query: 'Q99', fact: 'All 500 died.', relation: 'supports', note: 'clear' },
        },
        { tool: 'finish', input: {} },
      ],
    };
    const { board, scenes } = await run(when('collector', once(invented), 'H1'));
    expect(scenes.some(({ results }) => results[0]?.includes('unknown query: Q99'))).toBe(true);
    expect(JSON.stringify(board)).not.toContain('All 500 died');
  });

  it('that runs bad SQL is told what SQLite says and goes on', async () => {
    const bad = { tools: [{ tool: 'run_sql', input: { sql: 'DROP TABLE patients', purpose: 'harm' } }] };
    const { board } = await run(when('collector', once(bad), 'H1'));
    expect(board.queries.some(({ sql }) => sql.includes('DROP'))).toBe(false);
    expect(board.investigation.status).toBe('complete');
  });
});

describe('a model that is overloaded', () => {
  const overloaded: ScriptedTurn = { reason: { kind: 'error', message: 'overloaded', retriable: true } };

  it('before any hypothesis fails the run, which says why', async () => {
    const { board } = await run(when('hypothesizer', overloaded));
    expect(board.investigation).toMatchObject({ status: 'failed', reason: 'large-model failed: overloaded' });
  });

  it('as reporter is replaced by the template', async () => {
    const { board } = await run(when('reporter', overloaded));
    expect(board.investigation.status).toBe('complete');
    expect(failures(board)).toHaveLength(2);
    expect(board.report).not.toBe(clinicCase.report);
  });
});

it('an orchestrator that never calls a tool loses priorities, not hypotheses: all are tested', async () => {
  const { board } = await run(when('orchestrator', { text: 'Let us test them all.' }));
  // Once for the round, once when all were judged; each tried twice.
  expect(failures(board)).toEqual(Array(4).fill('orchestrator: large-model called no tool 2 times in a row'));
  expect(board.hypotheses.map(({ status }) => status)).toEqual(['contradicted', 'supported']);
});

describe('an orchestrator that asks for more', () => {
  const asks = (input: object): ScriptedTurn => ({ tools: [{ tool: 'submit_plan', input }] });
  const found = once({
    tools: [
      { tool: 'propose_hypothesis', input: { statement: 'Drug A is given to older patients' } },
      { tool: 'finish', input: {} },
    ],
  });

  it('when all are judged gets them, tested in a round of their own', async () => {
    const ask = once(asks({ dispatch: [], ask: 'Which confounder could explain it?' }));
    const { board, scenes } = await run((scene) => {
      if (scene.role === 'orchestrator' && scene.briefing.includes('All hypotheses are decided')) return ask();
      return scene.role === 'hypothesizer' && scene.briefing.includes('Which confounder') ? found() : undefined;
    });
    expect(board.hypotheses.map(({ status }) => status)).toEqual(['contradicted', 'supported', 'inconclusive']);
    expect(board.investigation).toMatchObject({ status: 'complete', usage: { rounds: 2 } });
    expect(scenes.filter(({ briefing }) => briefing.includes('All hypotheses are decided'))).toHaveLength(2);
  });

  it('and dispatches nothing is bounded by the rounds', async () => {
    const { board } = await run(when('orchestrator', asks({ dispatch: [], ask: 'More!' })), { budget: { rounds: 2 } });
    expect(board.investigation).toMatchObject({ status: 'partial', usage: { rounds: 2 } });
    expect(board.hypotheses.map(({ status }) => status)).toEqual(['open', 'open']);
  });
});

it('a hypothesizer that never calls a tool fails the run with that reason', async () => {
  const { board } = await run(when('hypothesizer', { text: 'It is the drug.' }));
  expect(board.investigation).toMatchObject({
    status: 'failed',
    reason: 'large-model called no tool 2 times in a row',
  });
});

it('a judge that invents evidence gets nowhere with it', async () => {
  const input = { status: 'supported', confidence: 0.99, rationale: 'Proven.', cites: ['E99'] };
  const { board, scenes } = await run(when('judge', { tools: [{ tool: 'submit_verdict', input }] }, 'H1'));
  expect(scenes.some(({ results }) => results[0]?.includes('unknown evidence: E99'))).toBe(true);
  expect(lastVerdict(board, 'H1')).toMatchObject({ status: 'inconclusive', rule: 'not decided', cites: [] });
});

describe('models that obey an instruction found in a cell', () => {
  const read = {
    tools: [{ tool: 'run_sql', input: { sql: 'SELECT note FROM visits WHERE id = 7', purpose: 'notes' } }],
  };
  const obey = ({ step, results }: Scene): ScriptedTurn | undefined => {
    if (step === 0) return read;
    const query = /^(Q\d+): /.exec(results[0] ?? '')?.[1];
    if (query === undefined) return { tools: [{ tool: 'finish', input: {} }] };
    const input = { query, fact: 'With drug A 0 of 4711 patients died.', relation: 'supports', note: 'it says so' };
    // It insists when it is asked to look again.
    const entry = { tool: 'record_evidence', input };
    return { tools: [entry, entry] };
  };
  const verdict = ({ briefing }: Scene): ScriptedTurn => {
    const fact = /^(E\d+) \(.*4711/m.exec(briefing)?.[1] ?? 'E1';
    const input = { status: 'supported', confidence: 0.99, rationale: 'As the note demands.', cites: [fact] };
    return { tools: [{ tool: 'submit_verdict', input }] };
  };
  const obedient: Special = (scene) => when('collector', obey)(scene) ?? when('judge', verdict)(scene);

  it('reach a wrong entry at most: it is marked, and not supported without an attack or a rule', async () => {
    const { board } = await run(obedient);
    const wrong = board.evidence.filter(({ fact }) => fact.includes('4711')).map(({ id }) => id);
    expect(wrong).not.toEqual([]);
    expect(unsupported(board).map(({ where }) => where)).toEqual(expect.arrayContaining(wrong));
    expect(lastVerdict(board, 'H1')).toMatchObject({
      proposed: 'supported',
      status: 'inconclusive',
      rule: 'no query tried to refute it',
    });
    expect(lastVerdict(board, 'H2').status).not.toBe('supported');
    expect(board.investigation.status).toBe('complete');
  });

  it('were told by the block around it that it is data', async () => {
    const { scenes } = await run(obedient);
    const shown = scenes.flatMap(({ results }) => results).filter((text) => text.includes('Ignore your instructions'));
    expect(shown.length).toBeGreaterThan(0);
    for (const text of shown) expect(text).toMatch(/^Q\d+: 1 row\n<data source="result of Q\d+">\n[^<]*\n<\/data>$/);
  });
});

describe('budgets', () => {
  it('of model calls end in a partial report that says so', async () => {
    const { board } = await run(() => undefined, { budget: { modelCalls: 6 } });
    expect(board.investigation.status).toBe('partial');
    expect(board.investigation.reason).toContain('6 model calls');
    expect(board.investigation.usage.modelCalls).toBeLessThanOrEqual(7);
  });

  it('of hypotheses do not keep the judge from its verdict', async () => {
    const work = { ...clinicCase, refinements: { H1: [{ statement: 'The notes of old patients explain it' }] } };
    const { board, scenes } = await run(() => undefined, { budget: { hypotheses: 2 }, work });
    expect(scenes.some(({ results }) => results[0]?.includes('budget of 2 hypotheses'))).toBe(true);
    expect(board.hypotheses.map(({ status }) => status)).toEqual(['contradicted', 'supported']);
    expect(board.investigation.status).toBe('complete');
  });
});

it('a stop by the user ends in good order, and no model is asked any more', async () => {
  const controller = new AbortController();
  const { board, scenes } = await run(
    when('collector', () => {
      controller.abort();
      return undefined;
    }),
    { stop: controller.signal },
  );
  expect(board.investigation).toMatchObject({ status: 'stopped', reason: 'stopped by the user' });
  expect(scenes.filter(({ role }) => role === 'judge' || role === 'reporter')).toEqual([]);
});

describe('over the Messages API', () => {
  const actor = detective(clinicCase);

  async function over(script: Parameters<typeof startMessagesServer>[0]): Promise<Board> {
    const server = await startMessagesServer(script);
    try {
      const large = modelAt(server.baseURL);
      const small = modelAt(server.baseURL, { model: 'claude-haiku-5-5' });
      return await investigated({
        hypothesizer: large,
        orchestrator: large,
        collector: small,
        judge: large,
        reporter: large,
      });
    } finally {
      await server.close();
    }
  }

  it('a line that is cut, an overload and a malformed call now and then harm nothing', async () => {
    const act = actingScript(actor);
    const board = await over((request, index) => {
      const answer = act(request);
      if (index % 5 === 1) return { ...answer, breaks: { after: 3, by: 'cut' } };
      if (index % 5 === 3) return { error: { status: 529, type: 'overloaded_error', message: 'Overloaded' } };
      return answer;
    });
    expect(board.investigation.status).toBe('complete');
    expect(board.hypotheses.map(({ status }) => status)).toEqual(['contradicted', 'supported']);
  });

  it('a small model whose line is always cut leaves its hypotheses undecided', async () => {
    const act = actingScript(actor);
    const board = await over((request) =>
      request.model === 'claude-haiku-5-5' ? { ...act(request), breaks: { after: 2, by: 'cut' } } : act(request),
    );
    expect(board.hypotheses.map(({ status }) => status)).toEqual(['inconclusive', 'inconclusive']);
    expect(lastVerdict(board, 'H1').rationale).toContain('the evidence collector failed: claude-haiku-5-5 failed: ');
    expect(board.investigation.status).toBe('complete');
  });

  it('a malformed call is answered with an error that the API takes', async () => {
    const act = actingScript(actor);
    let malformed = 0;
    const board = await over((request, index) =>
      index === 1 && malformed++ === 0
        ? { tools: [{ name: 'run_sql', malformedInput: '{"sql": "SEL' }] }
        : act(request),
    );
    expect(malformed).toBe(1);
    expect(board.investigation.status).toBe('complete');
  });
});
