import * as z from 'zod';
import { playTurn } from '../../src/agents/llm/loop';
import { rolePrompt } from '../../src/agents/llm/prompt';
import { schemaDigest } from '../../src/agents/llm/schema-digest';
import type { EvidenceFinding, HypothesizerContext, Judgement, Team } from '../../src/agents/roles';
import { describeTable } from '../../src/agents/tools/describe-table';
import { findValue } from '../../src/agents/tools/find-value';
import { finish } from '../../src/agents/tools/finish';
import { noteAssumption, noteLimitation } from '../../src/agents/tools/notes';
import { profileColumn } from '../../src/agents/tools/profile-column';
import { proposeHypothesis } from '../../src/agents/tools/propose-hypothesis';
import { runSql } from '../../src/agents/tools/run-sql';
import { answered, defineTool, failed, type Tool } from '../../src/agents/tools/tool';
import type { LanguageModel } from '../../src/models/port';

const ROLE = `You investigate alone. You propose hypotheses, collect evidence for and against each, judge them and write the report, all in one conversation. What is not on the board does not count: propose each hypothesis, record each piece of evidence on it, give each a verdict, then write the report and call finish.`;

/** As many model calls as the five roles may make together in one pass over a few hypotheses. */
const STEPS = 120;

type Kept = {
  readonly findings: { readonly hypothesis: string; readonly finding: EvidenceFinding }[];
  readonly verdicts: Map<string, Pick<Extract<Judgement, { kind: 'verdict' }>, 'status' | 'confidence' | 'rationale'>>;
  report: string;
};

/** B3 and A4: one agent with the board. It acts in the hypothesizer's turn; the other turns carry out what it decided. */
export function singleAgent(model: LanguageModel): Team {
  const kept: Kept = { findings: [], verdicts: new Map(), report: '' };
  return {
    name: 'single agent',
    models: { agent: model.id },
    async hypothesizer(context, signal) {
      if (context.request !== undefined) return;
      kept.findings.length = 0;
      kept.verdicts.clear();
      kept.report = '';
      await playTurn(
        {
          model,
          effort: undefined,
          prompt: rolePrompt(ROLE, context, {
            schema: schemaDigest(context.schema, context.question),
            view: [],
            task: 'Answer the question by hypotheses, evidence and verdicts.',
          }),
          tools: toolsOf(context, kept),
          steps: STEPS,
          unfinished: { value: undefined },
          countModelCall: (usage) => context.countModelCall(usage),
        },
        signal,
      );
    },
    orchestrator: async ({ waiting }) => ({
      dispatch: waiting.map(({ hypothesis }) => ({ hypothesis: hypothesis.id })),
      abandon: [],
    }),
    async collector(context) {
      const own = kept.findings.filter(({ hypothesis }) => hypothesis === context.hypothesis.id);
      for (const { finding } of own) await context.record(finding);
    },
    async judge({ board, hypothesis }) {
      const verdict = kept.verdicts.get(hypothesis.id);
      const cites = board.links.filter(({ to }) => to === hypothesis.id).map(({ from }) => from);
      const unsaid = { status: 'inconclusive', confidence: 0.5, rationale: 'no verdict was given' } as const;
      return { kind: 'verdict', ...(verdict ?? unsaid), cites };
    },
    reporter: async (context) => {
      if (kept.report !== '') await context.write(kept.report);
    },
  };
}

function toolsOf(context: HypothesizerContext, kept: Kept): readonly Tool<void>[] {
  const unknown = (id: string): boolean => !context.board.hypotheses.some((each) => each.id === id);
  return [
    runSql(context),
    describeTable(context),
    findValue(context),
    profileColumn(context),
    proposeHypothesis(context),
    noteAssumption(context),
    noteLimitation(context),
    defineTool({
      name: 'record_evidence',
      description: 'Records what a query showed as evidence for or against a hypothesis.',
      input: z.strictObject({
        hypothesis: z.string(),
        query: z.string(),
        fact: z.string().min(1),
        relation: z.enum(['supports', 'contradicts', 'neutral']),
        note: z.string().min(1),
        attack: z.string().optional(),
      }),
      async run({ hypothesis, attack, ...finding }) {
        if (unknown(hypothesis)) return failed(`unknown hypothesis: ${hypothesis}`);
        if (!context.board.queries.some(({ id }) => id === finding.query))
          return failed(`unknown query: ${finding.query}`);
        kept.findings.push({ hypothesis, finding: { ...finding, ...(attack !== undefined && { attack }) } });
        return answered('recorded.');
      },
    }),
    defineTool({
      name: 'give_verdict',
      description: 'Gives the verdict on a hypothesis.',
      input: z.strictObject({
        hypothesis: z.string(),
        status: z.enum(['supported', 'contradicted', 'inconclusive']),
        confidence: z.number().min(0).max(1),
        rationale: z.string().min(1),
      }),
      async run({ hypothesis, ...verdict }) {
        if (unknown(hypothesis)) return failed(`unknown hypothesis: ${hypothesis}`);
        kept.verdicts.set(hypothesis, verdict);
        return answered('noted.');
      },
    }),
    defineTool({
      name: 'write_report',
      description: 'Writes the report in Markdown.',
      input: z.strictObject({ report: z.string().min(1) }),
      async run({ report }) {
        kept.report = report;
        return answered('written.');
      },
    }),
    finish('Ends the investigation.'),
  ];
}
