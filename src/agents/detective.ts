import pLimit from 'p-limit';
import { assertNever } from '../base/assert';
import type { Breathe } from '../base/breathe';
import { timestamp, type Clock } from '../base/clock';
import { Fault, messageOf } from '../base/fault';
import { formatList } from '../base/format';
import { nextId } from '../base/ids';
import type { Board, Hypothesis, Investigation, Verdict } from '../board/board';
import type { BoardStore } from '../board/store';
import { DEFAULT_LIMITS, type Database, type QueryLimits, type Schema } from '../database/port';
import { Budget, BudgetReached, DEFAULT_BUDGET, type BudgetLimits } from './budget';
import { Contexts } from './contexts';
import { SessionControls, type Controls } from './controls';
import { QueryLog } from './query-log';
import { templateReport } from './report/report';
import type { Judgement, Plan, Team } from './roles';
import { attacksOn, evidenceOn } from '../board/views/measured';
import { judgeByRule } from './rules/judge';
import { BoardSession, type Listener } from './session';

/**
 * What an investigation is run with. `stop` ends it in good order with a partial report, and its reason is told where it is a `Fault`;
 * `signal` ends it at once.
 */
export type Setup = {
  readonly database: Database;
  /** How the board names the database: a relative path, without secrets. */
  readonly databasePath: string;
  readonly store: BoardStore;
  readonly team: Team;
  readonly clock: Clock;
  readonly listener?: Listener;
  /** Told once, when a person can take part. */
  readonly onControls?: (controls: Controls) => void;
  readonly budget?: Partial<BudgetLimits>;
  readonly limits?: Partial<QueryLimits>;
  /** Collectors that work at the same time. */
  readonly collectors?: number;
  readonly margins?: Investigation['margins'];
  /** What the board's file keeps of results, for the board to tell: whoever writes it later keeps to it. */
  readonly kept?: Investigation['kept'];
  /** Ids of queries that gave their recorded answer again just now, although the data changed: they need not run. */
  readonly reproduced?: ReadonlySet<string>;
  /** Ids of hypotheses that are tested once more, when a run goes on; what else waits is left as it is, and nothing new is looked for. */
  readonly again?: readonly string[];
  /** Where others wait beside the investigation, as in an editor. */
  readonly breathe?: Breathe;
  readonly stop: AbortSignal;
  readonly signal: AbortSignal;
};

type Given = Pick<Verdict, 'proposed' | 'status' | 'confidence' | 'rule' | 'rationale' | 'adjustedP'> & {
  readonly cites: readonly string[];
};

const DEFAULT_MARGINS = { riskDifference: 0.02, standardDeviations: 0.1 };
const NO_USAGE = { rounds: 0, queries: 0, modelCalls: 0, inputTokens: 0, outputTokens: 0, usd: 0, seconds: 0 };
const MOST_REQUESTS_FOR_MORE = 2;

/** Investigates a question from the start. The board that it resolves to is kept by the store already. */
export async function investigate(question: string, setup: Setup): Promise<Board> {
  const text = question.trim();
  if (text === '')
    throw new Fault('the question is empty', 'ask something, for example: Which group has the highest …?');
  const fingerprint = await setup.database.fingerprint(setup.signal);
  const schema = await setup.database.schema(setup.signal);
  const investigation: Investigation = {
    question: text,
    database: { engine: setup.database.identity.engine, path: setup.databasePath, fingerprint },
    team: setup.team.name,
    models: { ...setup.team.models },
    status: 'running',
    reason: null,
    startedAt: timestamp(setup.clock),
    finishedAt: null,
    assumptions: [],
    limitations: [...schema.notes],
    margins: setup.margins ?? DEFAULT_MARGINS,
    ...(setup.kept && { kept: setup.kept }),
    usage: NO_USAGE,
  };
  const started = { type: 'started', at: investigation.startedAt, by: 'detective', investigation } as const;
  const session = await BoardSession.start(started, setup.store, setup.clock, setup.listener ?? ignore);
  return new Detective(setup, session, schema, fingerprint).run();
}

/** Goes on with a board whose run was stopped, ran out of budget or crashed. What has an answer is not asked again. */
export async function resume(board: Board, setup: Setup): Promise<Board> {
  const fingerprint = await setup.database.fingerprint(setup.signal);
  const schema = await setup.database.schema(setup.signal);
  const session = BoardSession.open(board, setup.store, setup.clock, setup.listener ?? ignore);
  await session.apply('detective', { type: 'resumed', fingerprint });
  if (board.investigation.database.fingerprint !== fingerprint) {
    const text =
      'the database changed since the board was begun: earlier evidence rests on the older data (run verify)';
    await session.apply('detective', { type: 'limited', text });
  }
  const { again = [] } = setup;
  const left = setup.again && waitingOn(session.board).filter((id) => !again.includes(id));
  const round = board.investigation.usage.rounds;
  for (const hypothesis of again) await session.apply('person', { type: 'dispatched', hypothesis, round });
  return new Detective(setup, session, schema, fingerprint, left).run();
}

/** The hypotheses that nobody has judged yet. */
function waitingOn({ hypotheses }: Board): readonly string[] {
  return hypotheses.filter(({ status }) => status === 'open' || status === 'investigating').map(({ id }) => id);
}

function ignore(): void {
  // nobody listens
}

/** The loop: hypothesise → orchestrate → collect in parallel → judge → (refine, back) → report. */
class Detective {
  readonly #setup: Setup;
  readonly #session: BoardSession;
  readonly #budget: Budget;
  readonly #contexts: Contexts;
  readonly #controls: SessionControls;
  /** Collecting stops for either; judging and reporting by model only for these, by rule never. */
  readonly #stopped: AbortSignal;

  constructor(setup: Setup, session: BoardSession, schema: Schema, fingerprint: string, left: readonly string[] = []) {
    this.#setup = setup;
    this.#session = session;
    this.#budget = new Budget({ ...DEFAULT_BUDGET, ...setup.budget }, setup.clock, session.board.investigation.usage);
    const log = new QueryLog(
      setup.database,
      session,
      this.#budget,
      { ...DEFAULT_LIMITS, ...setup.limits },
      fingerprint,
      setup.reproduced,
    );
    this.#contexts = new Contexts(session, log, schema, this.#budget, setup.breathe);
    this.#controls = new SessionControls(session, this.#budget, new Set(left));
    this.#stopped = AbortSignal.any([setup.stop, setup.signal]);
  }

  async run(): Promise<Board> {
    this.#setup.onControls?.(this.#controls);
    const failure = await this.#hypothesise(undefined, 'explored');
    do {
      if (failure === undefined) while ((await this.#round()) || this.#hasNews());
      this.#setup.signal.throwIfAborted();
      await this.#recheck();
      await this.#report();
    } while (failure === undefined && this.#hasNews());
    this.#controls.close();
    await this.#end(failure);
    return this.#session.board;
  }

  async #hypothesise(request: string | undefined, did: string): Promise<string | undefined> {
    const done = request === undefined && this.#board.history.some((entry) => entry.did === did);
    if (done || this.#mustStop()) return undefined;
    const outcome = await this.#turn('hypothesizer', (lastFailure) =>
      this.#setup.team.hypothesizer(this.#contexts.hypothesizer(request, lastFailure), this.#stopped),
    );
    if (outcome.kind === 'failed') return this.#board.hypotheses.length === 0 ? outcome.why : undefined;
    if (outcome.kind === 'cut' && outcome.why !== undefined) await this.#limit(`${outcome.why}: there may be others`);
    if (outcome.kind === 'done') await this.#note('hypothesizer', did, request ?? '');
    return undefined;
  }

  /** One round; false when there is nothing left to do. A round that a crash cut goes on where it was. */
  async #round(): Promise<boolean> {
    this.#controls.takeNews();
    if (this.#mustStop()) return false;
    const waiting = this.#waiting();
    if (waiting.length === 0) return this.#findsMore();
    const unfinished = waiting.filter(({ hypothesis }) => hypothesis.status === 'investigating');
    let dispatched = unfinished.filter(({ hypothesis }) => !this.#isAsked(hypothesis.id));
    let goesOn = true;
    if (dispatched.length === 0) {
      if (this.#budget.usage.rounds >= this.#budget.limits.rounds) return false;
      this.#budget.countRound();
      const plan = await this.#plan(waiting);
      dispatched = await this.#carryOut(plan, waiting);
      goesOn = plan.end === undefined && (dispatched.length > 0 || plan.ask !== undefined);
    }
    const limit = pLimit(this.#setup.collectors ?? 4);
    await Promise.all(dispatched.map(({ hypothesis, hints }) => limit(() => this.#collect(hypothesis, hints))));
    await Promise.all(dispatched.map(({ hypothesis }) => limit(() => this.#judge(hypothesis.id))));
    await this.#saveUsage();
    await this.#session.save();
    return goesOn;
  }

  /** Whether a person gave a reason to go on since the last round began. */
  #hasNews(): boolean {
    return this.#controls.takeNews() && this.#waiting().length > 0 && this.#roundsLeft() && !this.#mustStop();
  }

  /** Nothing waits: whether the orchestrator asks for more hypotheses all the same, and the hypothesizer finds some. */
  async #findsMore(): Promise<boolean> {
    if (!this.#roundsLeft() || this.#setup.again !== undefined) return false;
    const { ask } = await this.#plan([]);
    if (ask === undefined) return false;
    await this.#hypothesise(ask, 'explored');
    return this.#waiting().length > 0;
  }

  #waiting(): { hypothesis: Hypothesis; hints: readonly string[] }[] {
    return this.#board.hypotheses
      .filter(({ id, status }) => (status === 'open' || status === 'investigating') && !this.#controls.leaves(id))
      .map((hypothesis) => ({ hypothesis, hints: hypothesis.hints ?? [] }));
  }

  async #plan(waiting: { hypothesis: Hypothesis; hints: readonly string[] }[]): Promise<Plan> {
    const outcome = await this.#turn('orchestrator', (lastFailure) =>
      this.#setup.team.orchestrator(
        this.#contexts.orchestrator(this.#budget.usage.rounds, waiting, lastFailure),
        this.#stopped,
      ),
    );
    if (outcome.kind === 'done') return outcome.value;
    // Without a plan everything that waits is tested: nothing is lost, only priorities are.
    return { dispatch: waiting.map(({ hypothesis }) => ({ hypothesis: hypothesis.id })), abandon: [] };
  }

  async #carryOut(plan: Plan, waiting: { hypothesis: Hypothesis; hints: readonly string[] }[]) {
    // While the orchestrator thought, a person may have rejected one, or pinned it: then it is tested, whatever the plan says.
    const now = this.#waiting();
    const known = new Map(
      now
        .filter(({ hypothesis: { id } }) => waiting.some((each) => each.hypothesis.id === id))
        .map((each) => [each.hypothesis.id, each]),
    );
    const pinned = [...known.values()].flatMap(({ hypothesis: { id, pinned } }) =>
      pinned ? [{ hypothesis: id }] : [],
    );
    for (const { hypothesis, why } of plan.abandon) {
      if (pinned.some((each) => each.hypothesis === hypothesis)) continue;
      if (known.delete(hypothesis)) await this.#session.apply('orchestrator', { type: 'abandoned', hypothesis, why });
    }
    const dispatched: { hypothesis: Hypothesis; hints: readonly string[] }[] = [];
    const toTest: Plan['dispatch'] = [...plan.dispatch, ...pinned];
    for (const { hypothesis, hints = [] } of toTest) {
      const each = known.get(hypothesis);
      if (!each) continue;
      known.delete(hypothesis);
      for (const hint of hints) await this.#session.apply('orchestrator', { type: 'hinted', hypothesis, hint });
      const round = this.#budget.usage.rounds;
      await this.#session.apply('orchestrator', { type: 'dispatched', hypothesis, round });
      dispatched.push({ hypothesis: each.hypothesis, hints: [...each.hints, ...hints] });
    }
    if (plan.end !== undefined) {
      for (const hypothesis of known.keys()) {
        await this.#session.apply('orchestrator', { type: 'abandoned', hypothesis, why: plan.end });
      }
    }
    if (plan.ask !== undefined) await this.#hypothesise(plan.ask, 'explored');
    return dispatched;
  }

  async #collect(hypothesis: Hypothesis, hints: readonly string[]): Promise<void> {
    if (this.#mustStop()) return;
    const work = this.#controls.workOn(hypothesis.id);
    const stopped = AbortSignal.any([this.#stopped, work]);
    const outcome = await this.#turn(
      `collector:${hypothesis.id}`,
      (lastFailure) => this.#setup.team.collector(this.#contexts.collector(hypothesis, hints, lastFailure), stopped),
      work,
    );
    if (outcome.kind === 'failed') await this.#giveUp(hypothesis.id, `the evidence collector failed: ${outcome.why}`);
  }

  /** Judge, then rules: a typed claim's verdict is theirs, and a favourite that nobody attacked is not supported. */
  async #judge(id: string): Promise<void> {
    const hypothesis = this.#hypothesis(id);
    if (hypothesis.status !== 'investigating') return;
    const finding = judgeByRule(this.#board, hypothesis);
    if (this.#stopped.aborted) {
      // No model is asked any more: what the rules can decide is decided, the rest stays untested.
      if (finding && finding.missing.length === 0) await this.#give(id, asVerdict(finding), 'rules');
      return;
    }
    // The last tenth of the budget is for judging what is there.
    const windsDown = this.#budget.windDown() !== undefined;
    if (windsDown && evidenceOn(this.#board, id).length === 0) return;
    const mayAsk = !windsDown && this.#requests(id) < MOST_REQUESTS_FOR_MORE && this.#roundsLeft();
    const work = this.#controls.workOn(id);
    const outcome = await this.#turn(
      'judge',
      (lastFailure) =>
        this.#setup.team.judge(
          this.#contexts.judge(hypothesis, this.#budget.usage.rounds, finding, mayAsk, lastFailure),
          AbortSignal.any([this.#stopped, work]),
        ),
      work,
    );
    if (work.aborted) return;
    switch (outcome.kind) {
      case 'done':
        return this.#accept(id, outcome.value, mayAsk);
      case 'failed':
        if (finding) return this.#give(id, asVerdict(finding), 'rules');
        return this.#giveUp(id, `the judge failed: ${outcome.why}`);
      case 'cut':
        if (finding && finding.missing.length === 0) return this.#give(id, asVerdict(finding), 'rules');
        if (!this.#mustStop()) await this.#giveUp(id, outcome.why ?? 'the judge was cut off');
        return;
      default:
        return assertNever(outcome);
    }
  }

  async #accept(id: string, judgement: Judgement, mayAsk: boolean): Promise<void> {
    if (judgement.kind === 'more' && mayAsk) return this.#askForMore(id, judgement.hints);
    const finding = judgeByRule(this.#board, this.#hypothesis(id));
    const firstRequest = mayAsk && this.#requests(id) === 0;
    if (finding && finding.missing.length > 0 && firstRequest) return this.#askForMore(id, finding.missing);
    if (judgement.kind === 'more') {
      return finding
        ? this.#give(id, asVerdict(finding), 'rules')
        : this.#giveUp(id, `more evidence was wanted: ${judgement.hints.join('; ')}`);
    }
    if (!finding && judgement.status === 'supported' && attacksOn(this.#board, id).length === 0) {
      if (firstRequest)
        return this.#askForMore(id, ['try to refute it: a rival explanation, a confounder split, an alibi']);
      return this.#give(id, {
        ...judgement,
        proposed: 'supported',
        status: 'inconclusive',
        rule: 'no query tried to refute it',
      });
    }
    await this.#give(id, {
      ...judgement,
      proposed: judgement.status,
      ...(finding
        ? {
            status: finding.status,
            confidence: finding.confidence,
            rule: finding.rule,
            adjustedP: finding.adjustedP,
          }
        : { rule: 'not rule-checked' }),
      ...(finding &&
        finding.status !== judgement.status && {
          rationale: `${finding.rationale} (The judge proposed ${judgement.status}: ${judgement.rationale})`,
        }),
      ...(finding && { cites: [...new Set([...finding.cites, ...judgement.cites])] }),
    });
  }

  async #askForMore(id: string, hints: readonly string[]): Promise<void> {
    for (const hint of hints) await this.#session.apply('judge', { type: 'hinted', hypothesis: id, hint });
    await this.#note('judge', 'asked', id, hints.join('; '));
  }

  async #give(id: string, verdict: Given, by = 'judge') {
    const known = new Set(this.#board.evidence.map((evidence) => evidence.id));
    await this.#session.apply(by, {
      type: 'judged',
      verdict: {
        id: nextId('V', this.#board.verdicts),
        hypothesis: id,
        round: this.#budget.usage.rounds,
        proposed: verdict.proposed,
        status: verdict.status,
        confidence: Math.min(1, Math.max(0, verdict.confidence)),
        rule: verdict.rule,
        rationale: verdict.rationale,
        ...(verdict.adjustedP !== undefined && { adjustedP: verdict.adjustedP }),
        cites: verdict.cites.filter((evidence) => known.has(evidence)),
        by,
        at: this.#session.now(),
      },
    });
  }

  async #giveUp(id: string, why: string): Promise<void> {
    await this.#give(
      id,
      {
        proposed: 'inconclusive',
        status: 'inconclusive',
        confidence: 0.5,
        rule: 'not decided',
        rationale: why,
        cites: [],
      },
      'detective',
    );
  }

  /** Later hypotheses enlarge the family of tests: each typed verdict is checked once more against all of them. */
  async #recheck(): Promise<void> {
    for (const hypothesis of this.#board.hypotheses) {
      if (!['supported', 'contradicted', 'inconclusive'].includes(hypothesis.status)) continue;
      const finding = judgeByRule(this.#board, hypothesis);
      const last = this.#board.verdicts.findLast((verdict) => verdict.hypothesis === hypothesis.id);
      if (
        finding &&
        last &&
        finding.missing.length === 0 &&
        finding.status !== last.status &&
        last.rule !== 'not decided'
      ) {
        await this.#give(hypothesis.id, { ...asVerdict(finding), proposed: last.status }, 'rules');
      }
    }
  }

  async #report(): Promise<void> {
    const outcome = this.#mustStop()
      ? ({ kind: 'cut' } as const)
      : await this.#turn('reporter', (lastFailure) =>
          this.#setup.team.reporter(this.#contexts.reporter(lastFailure), this.#stopped),
        );
    if (outcome.kind !== 'done' || this.#board.report === '') {
      await this.#contexts.reporter().write(templateReport(this.#board));
    }
  }

  async #end(failure: string | undefined): Promise<void> {
    await this.#saveUsage();
    const untested = waitingOn(this.#board).length;
    const { stop, again } = this.#setup;
    const [status, reason] =
      failure !== undefined
        ? (['failed', failure] as const)
        : stop.aborted
          ? (['stopped', stop.reason instanceof Fault ? stop.reason.message : 'stopped by the user'] as const)
          : untested > 0
            ? (['partial', again ? `only ${formatList(again)} was tested again` : this.#whyUntested()] as const)
            : (['complete', null] as const);
    await this.#session.apply('detective', { type: 'ended', status, reason });
    await this.#setup.store.finish(this.#board);
  }

  #whyUntested(): string {
    const { limits } = this.#budget;
    return (
      this.#budget.windDown() ??
      (this.#roundsLeft()
        ? 'the orchestrator dispatched no more'
        : `all of the budget of ${limits.rounds} rounds is used`)
    );
  }

  /** Runs a role's turn; what fails is tried once more with the error shown, then told. */
  async #turn<T>(
    role: string,
    play: (lastFailure: string | undefined) => Promise<T>,
    cancelled?: AbortSignal,
  ): Promise<{ kind: 'done'; value: T } | { kind: 'failed'; why: string } | { kind: 'cut'; why?: string }> {
    let lastFailure: string | undefined;
    for (let attempt = 1; attempt <= 2; attempt++) {
      this.#session.tell({ type: 'turn-started', by: role });
      try {
        return { kind: 'done', value: await play(lastFailure) };
      } catch (error) {
        this.#setup.signal.throwIfAborted();
        if (this.#setup.stop.aborted || cancelled?.aborted) return { kind: 'cut' };
        if (error instanceof BudgetReached) return { kind: 'cut', why: error.message };
        lastFailure = messageOf(error);
        await this.#note(role, 'failed', role.replace(/^collector:/, ''), lastFailure);
      } finally {
        this.#session.tell({ type: 'turn-ended', by: role });
      }
    }
    return { kind: 'failed', why: lastFailure ?? '' };
  }

  async #note(by: string, did: string, what: string, why?: string): Promise<void> {
    const entry = { at: this.#session.now(), by, did, what, ...(why !== undefined && { why }) };
    await this.#session.apply(by, { type: 'noted', entry });
  }

  async #limit(text: string): Promise<void> {
    if (!this.#board.investigation.limitations.includes(text))
      await this.#session.apply('detective', { type: 'limited', text });
  }

  async #saveUsage(): Promise<void> {
    await this.#session.apply('detective', { type: 'used', usage: this.#budget.usage });
  }

  get #board(): Board {
    return this.#session.board;
  }

  #hypothesis(id: string): Hypothesis {
    const found = this.#board.hypotheses.find((hypothesis) => hypothesis.id === id);
    if (!found) throw new Error(`unknown hypothesis: ${id}`);
    return found;
  }

  #mustStop(): boolean {
    return this.#stopped.aborted || this.#budget.windDown() !== undefined;
  }

  #roundsLeft(): boolean {
    return this.#budget.usage.rounds < this.#budget.limits.rounds;
  }

  #requests(id: string): number {
    return this.#board.history.filter((entry) => entry.did === 'asked' && entry.what === id).length;
  }

  /** Whether the judge's last word on it was to ask for more: it waits for the orchestrator, not for a collector. */
  #isAsked(id: string): boolean {
    const last = this.#board.history.findLast(
      (entry) => entry.what === id && ['asked', 'dispatched'].includes(entry.did),
    );
    return last?.did === 'asked';
  }
}

function asVerdict(finding: NonNullable<ReturnType<typeof judgeByRule>>) {
  return { ...finding, proposed: finding.status };
}
