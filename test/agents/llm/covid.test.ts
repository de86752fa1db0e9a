import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { covid, COVID_QUESTION } from '../../../examples/covid';
import { databaseBytes } from '../../../examples/write-database';
import { investigate } from '../../../src/agents/detective';
import { llmTeam } from '../../../src/agents/llm/team';
import { DEFAULT_MODELS, MODEL_ROLES, type ModelRole } from '../../../src/agents/llm/models';
import type { Board } from '../../../src/board/board';
import { unsupported } from '../../../src/board/binding';
import { parseBoard, printBoard } from '../../../src/board/codec';
import type { LanguageModel } from '../../../src/models/port';
import { MemoryBoardStore } from '../../fakes/board-store';
import { fakeDatabase } from '../../fakes/database';
import { startCompletionsServer, type CompletionsServer } from '../../fakes/chat-completions-server';
import { startMessagesServer, type MessagesServer } from '../../fakes/messages-server';
import { openAiModelAt } from '../../models/openai-requests';
import { modelAt } from '../../models/requests';
import { actingCompletions, actingModels, actingScript, detective, type Case } from './acting';

/* The run of the paper's figure 3 on the example database. */

const older = { table: 'patients', column: 'age', is: { atLeast: 65 } };
const contrast = {
  unit: 'patients',
  population: [older],
  exposure: { table: 'prescriptions', column: 'drug', is: 'drug_a' },
  outcome: { table: 'admissions', column: 'died', event: 1 },
};
const condition = { table: 'comorbidities', column: 'condition' };
const within = (is: string) => ({
  statement: `Drug A lowers the death rate of older patients with ${is}`,
  claim: { kind: 'effect', ...contrast, direction: 'lowers', subgroup: { ...condition, is } },
});

const paper: Case = {
  overview:
    'SELECT drug, COUNT(*) AS n_patients, SUM(died) AS n_deaths, AVG(age) AS avg_age FROM patients JOIN prescriptions USING (patient_id) JOIN admissions USING (patient_id) WHERE age >= 65 GROUP BY drug',
  fact: 'Four treatments were given to older patients.',
  hypotheses: [
    {
      statement: 'Drug A lowers the death rate of older patients',
      claim: { kind: 'effect', ...contrast, direction: 'lowers' },
    },
    {
      statement: 'The effect of drug A depends on comorbidities',
      claim: { kind: 'modification', ...contrast, by: condition },
    },
  ],
  refinements: { H2: [within('asthma'), within('diabetes')] },
  queries: {
    H1: {
      sql: "SELECT severity, drug = 'drug_a' AS drug_a, COUNT(*) AS n, ROUND(100.0 * SUM(died) / COUNT(*), 1) AS death_rate FROM patients JOIN prescriptions USING (patient_id) JOIN admissions USING (patient_id) WHERE age >= 65 GROUP BY severity, drug_a",
      evidence: {
        fact: 'Within each severity the death rates of drug A and the others are alike.',
        relation: 'contradicts',
        note: 'the crude difference is one of severity',
        attack: 'confounder split',
      },
    },
  },
  report:
    'Drug A helps older patients with asthma and harms those with diabetes [E4]; in all it makes no difference [E2].',
};

describe.each(['in process', 'over the Messages API', 'over the Chat Completions API'] as const)(
  'the COVID-19 investigation of the paper, %s',
  (transport) => {
    let board: Board;
    let store: MemoryBoardStore;
    let server: MessagesServer | CompletionsServer | undefined;
    const actor = detective(paper);
    const scripted = actingModels(actor);

    beforeAll(async () => {
      let models: Record<ModelRole, LanguageModel> = scripted;
      if (transport === 'over the Messages API') {
        server = await startMessagesServer(actingScript(actor));
        const large = modelAt(server.baseURL, { model: DEFAULT_MODELS.judge.model });
        const small = modelAt(server.baseURL, { model: DEFAULT_MODELS.collector.model });
        models = { hypothesizer: large, orchestrator: large, collector: small, judge: large, reporter: large };
      } else if (transport === 'over the Chat Completions API') {
        server = await startCompletionsServer(actingCompletions(actor), {
          strictTemplate: true,
          calls: 'whole',
          ids: 'none',
        });
        const large = openAiModelAt(server.baseURL, { model: 'large' });
        const small = openAiModelAt(server.baseURL);
        models = { hypothesizer: large, orchestrator: large, collector: small, judge: large, reporter: large };
      }
      store = new MemoryBoardStore();
      let now = Date.UTC(2026, 11, 1);
      board = await investigate(COVID_QUESTION, {
        database: await fakeDatabase(await databaseBytes(covid({ seed: 'covid' }))),
        databasePath: 'covid.sqlite',
        store,
        team: llmTeam({ models }),
        clock: { now: () => (now += 10) },
        stop: new AbortController().signal,
        signal: new AbortController().signal,
      });
    });
    afterAll(() => server?.close());

    it('ends complete, after a second round for what the judge proposed', () => {
      expect(board.investigation).toMatchObject({ status: 'complete', reason: null, team: 'llm' });
      expect(board.investigation.usage.rounds).toBe(2);
      expect(board.history.filter(({ did }) => did === 'failed')).toEqual([]);
    });

    it('comes to the verdicts of the paper', () => {
      expect(board.hypotheses.map(({ id, status, proposedBy, refines }) => [id, status, proposedBy, refines])).toEqual([
        ['H1', 'contradicted', 'hypothesizer', undefined],
        ['H2', 'supported', 'hypothesizer', undefined],
        ['H3', 'supported', 'judge', 'H2'],
        ['H4', 'contradicted', 'judge', 'H2'],
      ]);
      expect(board.hypotheses.map(({ statement }) => statement)).toEqual([
        expect.stringContaining('older patients'),
        expect.stringContaining('comorbidities'),
        expect.stringContaining('asthma'),
        expect.stringContaining('diabetes'),
      ]);
    });

    it('rests every verdict on evidence, and every piece of evidence on a query that was run', () => {
      const queries = new Set(board.queries.map(({ id }) => id));
      expect(board.evidence.filter(({ query }) => !queries.has(query))).toEqual([]);
      for (const verdict of board.verdicts) expect(verdict.cites.length).toBeGreaterThan(0);
      expect(board.verdicts.map(({ rule }) => rule)).not.toContain('not rule-checked');
      const attacked = new Set(
        board.links.filter(({ from }) => board.evidence.find(({ id }) => id === from)?.attack).map(({ to }) => to),
      );
      expect([...attacked].sort()).toEqual(['H1', 'H2', 'H3', 'H4']);
    });

    it('labels the evidence, writes the report, and says no number that no result holds', () => {
      expect(board.evidence.every(({ label }) => label?.startsWith('comparison'))).toBe(true);
      expect(board.report).toBe(paper.report);
      const operators = board.evidence.filter(({ statistics }) => statistics !== undefined).map(({ id }) => id);
      expect(unsupported(board).filter(({ where }) => !operators.includes(where))).toEqual([]);
    });

    it('leaves a board that is kept and can be read again', () => {
      expect(store.finished).toBe(true);
      expect(store.saved).toEqual(board);
      expect(parseBoard(printBoard(board, { results: 'full' }), 'covid.d2board')).toEqual(board);
    });

    it('counts what the models used', () => {
      const { usage, models } = board.investigation;
      expect(usage.modelCalls).toBeGreaterThan(15);
      expect(usage.inputTokens).toBeGreaterThan(10_000);
      expect(Object.keys(models)).toEqual([...MODEL_ROLES]);
      if (transport === 'over the Messages API') {
        expect(models['collector']).toBe('claude-haiku-5-5');
        expect(usage.usd).toBeGreaterThan(0);
      }
      if (transport === 'over the Chat Completions API') expect(usage.usd).toBeNull();
    });

    it('repeats tools and system text word for word within a role, so that the provider’s cache keeps them', () => {
      const requests: readonly object[] =
        server?.accepted ?? [scripted.judge, scripted.collector].flatMap((model) => model.requests);
      expect(requests.length).toBeGreaterThan(15);
      const prefixes = requests.map((request) => JSON.stringify(prefixOf(request)));
      expect(new Set(prefixes).size).toBe(MODEL_ROLES.length);
    });
  },
);

/** Tools and system text; the Chat Completions API has the latter as the first message. */
function prefixOf(request: object): readonly unknown[] {
  const { tools, system, messages } = request as Partial<Record<'tools' | 'system' | 'messages', unknown>>;
  return [tools, system ?? (Array.isArray(messages) ? messages[0] : undefined)];
}
