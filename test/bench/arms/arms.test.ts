import { describe, expect, it } from 'vitest';
import { DEFAULT_BUDGET } from '../../../src/agents/budget';
import { offlineTeam } from '../../../src/agents/offline/team';
import type { LanguageModel, ModelRequest } from '../../../src/models/port';
import type { Arm } from '../../../bench/arms/arm';
import { MODEL_BUDGETS, modelArms } from '../../../bench/arms/model-arms';
import { supportingOnly, withoutJudge, withoutLinks, withoutReporter } from '../../../bench/arms/ablations';
import { OFFLINE_ARMS } from '../../../bench/arms/offline-arms';
import { teamArm } from '../../../bench/arms/team-arm';
import { recording, ReplayedModel, type Answer } from '../../../bench/cassette/cassette';
import type { Submission } from '../../../bench/score/submission';
import { detective, type Scene } from '../../agents/llm/acting';
import { actingModels } from '../../agents/llm/acting';
import { fakeDatabase } from '../../fakes/database';
import { ScriptedLanguageModel } from '../../fakes/language-model';

const never = new AbortController().signal;
const SQL = `
  CREATE TABLE patients (id INTEGER PRIMARY KEY, ward TEXT, drug TEXT, died INTEGER);
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
  INSERT INTO patients SELECT i, CASE i % 3 WHEN 0 THEN 'north' ELSE 'south' END, CASE i % 2 WHEN 0 THEN 'old' ELSE 'new' END,
    CASE WHEN i % 2 = 0 THEN i % 5 < 2 ELSE i % 5 < 1 END FROM n;
`;
const QUESTION = 'Does the new drug lower the death rate?';
const BUDGET = MODEL_BUDGETS[2] ?? DEFAULT_BUDGET;

/** Plays every role, the loop of SQL and the single agent alike. */
function scripted(): ScriptedLanguageModel {
  const { hypothesizer } = actingModels(
    detective({
      overview: 'SELECT drug, COUNT(*) AS n, SUM(died) AS deaths FROM patients GROUP BY drug',
      fact: 'Deaths by drug are known.',
      hypotheses: [{ statement: 'The new drug lowers the death rate' }],
      queries: {
        H1: {
          sql: 'SELECT ward, drug, SUM(died) AS deaths FROM patients GROUP BY ward, drug',
          evidence: {
            fact: 'Both wards show it.',
            relation: 'supports',
            note: 'within wards',
            attack: 'confounder split',
          },
        },
      },
      opinions: { H1: { status: 'supported', confidence: 0.9 } },
      report: 'The new drug lowers it [E2].',
    }),
  );
  const played = hypothesizer;
  return new ScriptedLanguageModel(async (request) => {
    const names = request.tools.map(({ name }) => name);
    const answered = request.messages.filter(({ role }) => role === 'user').length - 1;
    const sql = {
      tool: 'run_sql',
      input: { sql: 'SELECT drug, SUM(died) AS deaths FROM patients GROUP BY drug', purpose: 'deaths by drug' },
    };
    if (names.length === 1 && names[0] === 'run_sql')
      return answered === 0 ? { tools: [sql] } : { text: 'It does.\n\nAnswer: the new drug lowers died.' };
    if (names.includes('give_verdict')) {
      if (answered === 0)
        return {
          tools: [sql, { tool: 'propose_hypothesis', input: { statement: 'The new drug lowers the death rate' } }],
        };
      return {
        tools: [
          {
            tool: 'record_evidence',
            input: {
              hypothesis: 'H1',
              query: 'Q1',
              fact: 'Fewer die.',
              relation: 'supports',
              note: 'fewer',
              attack: 'denominator check',
            },
          },
          {
            tool: 'give_verdict',
            input: { hypothesis: 'H1', status: 'supported', confidence: 0.8, rationale: 'fewer die' },
          },
          { tool: 'write_report', input: { report: 'Fewer die.' } },
          { tool: 'finish', input: {} },
        ],
      };
    }
    return answerOf(played, request);
  });
}

async function answerOf(model: LanguageModel, request: ModelRequest) {
  for await (const event of model.stream(request, never)) {
    if (event.type !== 'end') continue;
    return {
      tools: event.content.flatMap((block) =>
        block.type === 'tool-call' ? [{ tool: block.tool, input: block.input }] : [],
      ),
    };
  }
  throw new Error('no end');
}

async function run(arm: Arm, sql = SQL): Promise<Submission> {
  const database = await fakeDatabase(sql);
  try {
    return await arm.investigate({ question: QUESTION, database, budget: BUDGET }, never);
  } finally {
    await database.close();
  }
}

const withoutTime = ({ cost, ...rest }: Submission) => ({ ...rest, cost: { ...cost, seconds: 0, databaseMs: 0 } });

describe('arms with a model', () => {
  it('are twelve, with names of their own, and budgets that differ in tokens alone', () => {
    const names = modelArms(scripted()).map(({ name }) => name);
    expect(names).toHaveLength(12);
    expect(new Set(names).size).toBe(12);
    const [small, ...others] = MODEL_BUDGETS;
    expect(others.map((each) => ({ ...each, inputTokens: small?.inputTokens }))).toEqual(others.map(() => small));
    expect(MODEL_BUDGETS.every(({ queries }) => queries === 60)).toBe(true);
  });

  it('all investigate: a hypothesis, evidence whose SQL ran, a verdict', async () => {
    for (const { name } of modelArms(scripted())) {
      const arm = modelArms(scripted()).find((each) => each.name === name);
      if (!arm) throw new Error(name);
      const { hypotheses, evidence, cost } = await run(arm);
      expect(hypotheses.length, name).toBeGreaterThan(0);
      expect(hypotheses[0]?.verdict, name).toBeDefined();
      expect(
        evidence.every(({ digest }) => /^(?:sha256|multiset):/.test(digest)),
        name,
      ).toBe(true);
      expect(cost.queries, name).toBeGreaterThan(0);
      expect(cost.inputTokens, name).toBeGreaterThan(0);
    }
  });

  it('are offered the same tools in the same role, and read the same question', async () => {
    const offered = new Map<string, Set<string>>();
    for (const { name } of modelArms(scripted())) {
      if (name.startsWith('react') || name === 'single agent') continue;
      const model = scripted();
      const arm = modelArms(model).find((each) => each.name === name);
      if (arm) await run(arm);
      for (const { tools, messages } of model.requests) {
        const role = roleOf(tools.map((tool) => tool.name));
        offered.set(role, (offered.get(role) ?? new Set()).add(JSON.stringify(tools)));
        const first = messages[0]?.content[0];
        expect(first?.type === 'text' && first.text.includes(QUESTION), name).toBe(true);
      }
    }
    expect([...offered.keys()].sort()).toEqual(['collector', 'hypothesizer', 'judge', 'orchestrator', 'reporter']);
    // The judge may be offered to ask for more, or not; nothing else differs.
    for (const [role, variants] of offered) expect(variants.size, role).toBeLessThanOrEqual(role === 'judge' ? 2 : 1);
  });

  it('read role texts that say nothing, as long as the real ones, where roles are a placebo', async () => {
    const systems = async (name: string) => {
      const model = scripted();
      const arm = modelArms(model).find((each) => each.name === name);
      if (arm) await run(arm);
      return model.requests.map(({ system }) => system.map(({ text }) => text));
    };
    const [real, placebo] = [await systems('full'), await systems('placebo roles')];
    expect(placebo.map(([shared]) => shared)).toEqual(real.map(([shared]) => shared));
    expect(placebo.map((blocks) => blocks.map((text) => text.length))).toEqual(
      real.map((blocks) => blocks.map((text) => text.length)),
    );
    expect(placebo[0]?.[1]).not.toEqual(real[0]?.[1]);
  });

  it('stop at their budget', async () => {
    const arms = modelArms(scripted());
    const database = await fakeDatabase(SQL);
    for (const arm of arms) {
      const budget = { ...BUDGET, queries: 1 };
      const { cost } = await arm.investigate({ question: QUESTION, database, budget }, never);
      expect(cost.queries, arm.name).toBeLessThanOrEqual(1);
    }
    await database.close();
  });
});

describe('what is taken away', () => {
  const supports = (submission: Submission) =>
    submission.hypotheses.flatMap(({ links }) => links.map(({ polarity }) => polarity));
  it('is what the name says', async () => {
    const full = await run(teamArm('full', '', offlineTeam));
    expect(new Set(supports(full)).size).toBeGreaterThan(1);
    expect(new Set(supports(await run(teamArm('', '', withoutLinks(offlineTeam)))))).toEqual(new Set(['0']));
    expect(supports(await run(teamArm('', '', supportingOnly(offlineTeam))))).not.toContain('-');
    expect((await run(teamArm('', '', withoutReporter(offlineTeam)))).report).not.toContain('## ');
    expect((await run(teamArm('', '', withoutJudge(offlineTeam)))).hypotheses.length).toBe(full.hypotheses.length);
  });

  it('leaves offline arms that run without a model', async () => {
    for (const arm of OFFLINE_ARMS) expect((await run(arm)).cost.modelCalls, arm.name).toBe(0);
  });

  it('gives the same twice', async () => {
    for (const arm of OFFLINE_ARMS) expect(withoutTime(await run(arm)), arm.name).toEqual(withoutTime(await run(arm)));
  });
});

describe('a cassette', () => {
  async function recorded(): Promise<{ readonly answers: Answer[]; readonly submission: Submission }> {
    const answers: Answer[] = [];
    const [arm] = modelArms(recording(scripted(), (answer) => answers.push(answer)));
    if (!arm) throw new Error('no arms');
    return { submission: await run(arm), answers };
  }

  it('plays a run again without the model, after a way through JSON', async () => {
    const { answers, submission } = await recorded();
    const replayed = new ReplayedModel(scripted().id, JSON.parse(JSON.stringify({ answers })) as { answers: Answer[] });
    const [arm] = modelArms(replayed);
    if (!arm) throw new Error('no arms');
    expect(withoutTime(await run(arm))).toEqual(withoutTime(submission));
    expect(replayed.missed).toBeUndefined();
  });

  it('runs the SQL again: other data give other evidence, and soon a request that it does not hold', async () => {
    const { answers, submission } = await recorded();
    const replayed = new ReplayedModel(scripted().id, { answers });
    const [arm] = modelArms(replayed);
    if (!arm) throw new Error('no arms');
    const other = await run(arm, SQL.replace('< 2000', '< 1000'));
    expect(replayed.missed?.message).toContain('holds no answer');
    expect(other.evidence.map(({ digest }) => digest)).not.toEqual(submission.evidence.map(({ digest }) => digest));
  });
});

function roleOf(tools: readonly string[]): Scene['role'] {
  if (tools.includes('submit_plan')) return 'orchestrator';
  if (tools.includes('record_evidence')) return 'collector';
  if (tools.includes('submit_verdict')) return 'judge';
  return tools.includes('write_report') ? 'reporter' : 'hypothesizer';
}
