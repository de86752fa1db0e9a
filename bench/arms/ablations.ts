import type { Board } from '../../src/board/board';
import { Fault } from '../../src/base/fault';
import type {
  CollectorContext,
  EvidenceFinding,
  HypothesizerContext,
  JudgeContext,
  Judgement,
  Proposal,
  Team,
} from '../../src/agents/roles';

/*
 * Teams with something taken away. Each takes any team, so that the same ablation is measured with and without a model: what a
 * role may do is what its context hands it, so most of them only hand it something else.
 */

/** A1: nobody tidies up. The report is what was recorded, in that order; nothing is marked redundant. */
export function withoutReporter(team: Team): Team {
  return { ...team, reporter: async (context) => context.write(trace(context.board)) };
}

function trace({ evidence, hypotheses }: Board): string {
  const lines = [
    ...evidence.map(({ id, fact }) => `${fact} [${id}]`),
    ...hypotheses.map(({ statement, status }) => `${statement}: ${status}`),
  ];
  return lines.length === 0 ? 'Nothing was found.' : lines.join(' ');
}

/** A2: nobody weighs. More for than against is supported, more against is contradicted. */
export function withoutJudge(team: Team): Team {
  return {
    ...team,
    judge: async ({ board, hypothesis }): Promise<Judgement> => {
      const links = board.links.filter(({ to, relation }) => to === hypothesis.id && relation !== 'leads-to');
      const count = (relation: string): number => links.filter((link) => link.relation === relation).length;
      const balance = count('supports') - count('contradicts');
      const status = balance > 0 ? 'supported' : balance < 0 ? 'contradicted' : 'inconclusive';
      const confidence = balance > 0 ? 0.9 : balance < 0 ? 0.1 : 0.5;
      const rationale = `${count('supports')} for, ${count('contradicts')} against`;
      return { kind: 'verdict', status, confidence, rationale, cites: links.map(({ from }) => from) };
    },
  };
}

/** A3: who proposes also plans. All that was proposed first is tested, and nobody looks again whether something is missing. */
export function mergedPlanning(team: Team): Team {
  return {
    ...team,
    orchestrator: async ({ waiting }) => ({
      dispatch: waiting.map(({ hypothesis }) => ({ hypothesis: hypothesis.id })),
      abandon: [],
    }),
  };
}

/** A5: no rule stands behind a verdict. Claims are proposed without their type, so the judge's word is all there is. */
export function withoutRules(team: Team): Team {
  const propose =
    (context: HypothesizerContext | JudgeContext) =>
    ({ claim: _claim, ...proposal }: Proposal) =>
      context.propose(proposal);
  return {
    ...team,
    hypothesizer: (context, signal) => team.hypothesizer(derived(context, { propose: propose(context) }), signal),
    judge: (context, signal) => team.judge(derived(context, { propose: propose(context) }), signal),
  };
}

/** A7: only what supports is collected; what speaks against a hypothesis, or tried to, is refused. */
export function supportingOnly(team: Team): Team {
  return collecting(team, (context) => async (finding) => {
    if (finding.relation === 'contradicts') throw new Fault('only what supports the hypothesis is recorded here');
    const { attack: _attack, ...kept } = finding;
    return context.record(kept);
  });
}

/** A10: evidence is recorded, but not what it says: every link is neutral. */
export function withoutLinks(team: Team): Team {
  return collecting(
    team,
    (context) =>
      ({ also = [], ...finding }) =>
        context.record({
          ...finding,
          relation: 'neutral',
          also: also.map((each) => ({ ...each, relation: 'neutral' as const })),
        }),
  );
}

function collecting(
  team: Team,
  record: (context: CollectorContext) => (finding: EvidenceFinding) => ReturnType<CollectorContext['record']>,
): Team {
  return {
    ...team,
    collector: (context, signal) => team.collector(derived(context, { record: record(context) }), signal),
  };
}

/** The same context with something else in place of a part; what reads live from the board still does. */
function derived<Context extends object>(context: Context, parts: Partial<Context>): Context {
  return Object.create(context, Object.getOwnPropertyDescriptors(parts)) as Context;
}
