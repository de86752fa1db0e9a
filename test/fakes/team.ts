import type { CollectorContext, Judgement, Team } from '../../src/agents/roles';

/** A team in memory: what a test does not give, it plays in the simplest way. `turns` holds who was asked, in order. */
export class FakeTeam implements Team {
  readonly name = 'fake';
  readonly models = {};
  readonly turns: string[] = [];
  readonly #parts: Partial<Team>;

  /** @param statements what its hypothesizer proposes */
  constructor(parts: Partial<Team> = {}, statements: readonly string[] = ['it rains more']) {
    this.#parts = {
      hypothesizer: async (context) => {
        for (const statement of context.request === undefined ? statements : []) await context.propose({ statement });
      },
      ...parts,
    };
  }

  hypothesizer: Team['hypothesizer'] = async (context, signal) => {
    this.turns.push(context.request === undefined ? 'hypothesizer' : `hypothesizer: ${context.request}`);
    return this.#parts.hypothesizer?.(context, signal);
  };

  orchestrator: Team['orchestrator'] = async (context, signal) => {
    this.turns.push('orchestrator');
    if (this.#parts.orchestrator) return this.#parts.orchestrator(context, signal);
    return { dispatch: context.waiting.map(({ hypothesis }) => ({ hypothesis: hypothesis.id })), abandon: [] };
  };

  collector: Team['collector'] = async (context, signal) => {
    this.turns.push(`collector:${context.hypothesis.id}`);
    return this.#parts.collector ? this.#parts.collector(context, signal) : collectOne(context, signal);
  };

  judge: Team['judge'] = async (context, signal) => {
    this.turns.push(`judge:${context.hypothesis.id}`);
    return this.#parts.judge ? this.#parts.judge(context, signal) : judgement('supported');
  };

  reporter: Team['reporter'] = async (context, signal) => {
    this.turns.push('reporter');
    return this.#parts.reporter ? this.#parts.reporter(context, signal) : context.write('# A report\n');
  };
}

/** One query, and evidence for the hypothesis that tried to refute it. */
export async function collectOne(
  context: CollectorContext,
  signal: AbortSignal,
  sql = `SELECT '${context.hypothesis.id}' AS it, COUNT(*) AS n FROM days`,
  attack: string | null = 'alibi',
): Promise<void> {
  const { id } = await context.run(sql, 'a count', signal);
  await context.record({
    query: id,
    fact: 'There are 3 days.',
    relation: 'supports',
    note: 'as it says',
    ...(attack !== null && { attack }),
  });
}

export function judgement(status: 'supported' | 'contradicted' | 'inconclusive', confidence = 0.9): Judgement {
  return { kind: 'verdict', status, confidence, rationale: `it is ${status}`, cites: ['E1'] };
}
