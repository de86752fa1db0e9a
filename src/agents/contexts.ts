import { nextId } from '../base/ids';
import { inOneBreath, type Breathe } from '../base/breathe';
import { Fault } from '../base/fault';
import { bindReport } from '../board/binding';
import type { Evidence, Hypothesis, Relation } from '../board/board';
import type { Schema } from '../database/port';
import { BudgetReached, type Budget } from './budget';
import type { QueryLog } from './query-log';
import type {
  BoardReader,
  CollectorContext,
  EvidenceFinding,
  HypothesizerContext,
  JudgeContext,
  Lead,
  OrchestratorContext,
  Proposal,
  ReporterContext,
} from './roles';
import { checkClaim } from './tools/check-claim';
import type { Finding } from './rules/finding';
import type { BoardSession } from './session';

/** Makes the narrow contexts that roles are handed, over one session, one log and one budget. */
export class Contexts {
  constructor(
    readonly session: BoardSession,
    readonly log: QueryLog,
    readonly schema: Schema,
    readonly budget: Budget,
    readonly breathe: Breathe = inOneBreath,
  ) {}

  hypothesizer(request: string | undefined, lastFailure?: string): HypothesizerContext {
    const by = 'hypothesizer';
    return Object.assign(this.#reader(lastFailure), {
      ...this.#data(by),
      request,
      propose: async (proposal: Proposal) => {
        await this.breathe();
        return this.#propose(by, proposal);
      },
      recordLead: (lead: Lead) => this.#record(by, { ...lead, weight: 0.5 }),
      assume: async (text: string) => {
        if (!this.session.board.investigation.assumptions.includes(text))
          await this.session.apply(by, { type: 'assumed', text });
      },
      limit: async (text: string) => {
        if (!this.session.board.investigation.limitations.includes(text))
          await this.session.apply(by, { type: 'limited', text });
      },
    });
  }

  orchestrator(round: number, waiting: OrchestratorContext['waiting'], lastFailure?: string): OrchestratorContext {
    return Object.assign(this.#reader(lastFailure), {
      round,
      rounds: this.budget.limits.rounds,
      waiting,
      budgetLeft: this.budget.left(),
    });
  }

  collector(hypothesis: Hypothesis, hints: readonly string[], lastFailure?: string): CollectorContext {
    const by = `collector:${hypothesis.id}`;
    return Object.assign(this.#reader(lastFailure), {
      ...this.#data(by),
      hypothesis,
      hints,
      record: async (finding: EvidenceFinding) => {
        for (const { hypothesis: to } of finding.also ?? []) this.#hypothesis(to);
        const evidence = await this.#record(by, finding);
        await this.#link(by, evidence.id, finding.relation, hypothesis.id, finding.note);
        for (const { hypothesis: to, relation, note } of finding.also ?? []) {
          await this.#link(by, evidence.id, relation, to, note);
        }
        return evidence;
      },
    });
  }

  judge(
    hypothesis: Hypothesis,
    round: number,
    finding: Finding | undefined,
    mayAsk: boolean,
    lastFailure?: string,
  ): JudgeContext {
    return Object.assign(this.#reader(lastFailure), {
      hypothesis,
      round,
      finding,
      mayAsk,
      propose: (proposal: Proposal) => this.#propose('judge', { refines: hypothesis.id, ...proposal }),
    });
  }

  reporter(lastFailure?: string): ReporterContext {
    const by = 'reporter';
    return Object.assign(this.#reader(lastFailure), {
      label: async (evidence: string, label: string) => {
        this.#evidence(evidence);
        await this.session.apply(by, { type: 'labelled', evidence, label });
      },
      markRedundant: async (evidence: string, redundantWith: string) => {
        this.#evidence(evidence);
        this.#evidence(redundantWith);
        await this.session.apply(by, { type: 'labelled', evidence, redundantWith });
      },
      write: async (text: string) => {
        const report = await bindReport(text, this.session.board, this.breathe);
        await this.session.apply(by, { type: 'reported', report });
      },
    });
  }

  #reader(lastFailure: string | undefined): BoardReader {
    const { session, budget } = this;
    return {
      get question() {
        return session.board.investigation.question;
      },
      get board() {
        return session.board;
      },
      lastFailure,
      breathe: this.breathe,
      countModelCall: (usage) => {
        budget.countModelCall(usage);
        const reached = budget.exhausted();
        if (reached) throw new BudgetReached(reached);
      },
    };
  }

  #data(by: string) {
    return {
      schema: this.schema,
      run: async (sql: string, purpose: string, signal: AbortSignal) => {
        // What is answered from the board takes no time, and hundreds of such answers in a row do.
        await this.breathe();
        return this.log.run(by, sql, purpose, signal);
      },
    };
  }

  /** The same statement proposed again is the same hypothesis: a repeated turn adds nothing. */
  async #propose(by: string, proposal: Proposal): Promise<Hypothesis> {
    const { board } = this.session;
    const statement = proposal.statement.trim();
    if (statement === '') throw new Fault('a hypothesis needs a statement');
    // All that it names is looked up first: what is refused leaves nothing behind.
    for (const id of proposal.from ?? []) this.#evidence(id);
    if (proposal.refines !== undefined) this.#hypothesis(proposal.refines);
    const claim = proposal.claim && checkClaim(proposal.claim, this.schema);
    const same = board.hypotheses.find((each) => each.statement.toLowerCase() === statement.toLowerCase());
    const hypothesis = same ?? (await this.#add(by, { ...proposal, statement, ...(claim && { claim }) }));
    for (const id of proposal.from ?? []) await this.#link(by, id, 'leads-to', hypothesis.id, '');
    if (proposal.refines !== undefined && proposal.refines !== hypothesis.id) {
      await this.#link(by, proposal.refines, 'leads-to', hypothesis.id, proposal.rationale ?? '');
    }
    return hypothesis;
  }

  async #add(by: string, proposal: Proposal): Promise<Hypothesis> {
    const { board } = this.session;
    if (board.hypotheses.length >= this.budget.limits.hypotheses) {
      throw new BudgetReached(`all of the budget of ${this.budget.limits.hypotheses} hypotheses is used`);
    }
    const now = this.session.now();
    const hypothesis: Hypothesis = {
      id: nextId('H', board.hypotheses),
      statement: proposal.statement,
      ...(proposal.rationale !== undefined && { rationale: proposal.rationale }),
      ...(proposal.claim && { claim: proposal.claim }),
      status: 'open',
      confidence: 0.5,
      proposedBy: by,
      createdAt: now,
      updatedAt: now,
      ...(proposal.refines !== undefined && { refines: proposal.refines }),
    };
    await this.session.apply(by, { type: 'proposed', hypothesis });
    return hypothesis;
  }

  /**
   * The same fact from the same query is the same evidence, whoever finds it again; but what an operator computed for one
   * hypothesis decides that one alone, so each collector has its own.
   */
  async #record(
    by: string,
    finding: Omit<EvidenceFinding, 'relation' | 'note'> & Pick<Lead, 'clues'>,
  ): Promise<Evidence> {
    const { board } = this.session;
    if (!board.queries.some((query) => query.id === finding.query)) {
      throw new Fault(`unknown query: ${finding.query}`, 'name a query that was run, such as the last result’s id');
    }
    const same = board.evidence.find(
      (each) =>
        each.query === finding.query &&
        each.fact === finding.fact &&
        (each.by === by || (each.statistics ?? finding.statistics) === undefined),
    );
    if (same) return same;
    const evidence: Evidence = {
      id: nextId('E', board.evidence),
      fact: finding.fact,
      query: finding.query,
      by,
      recordedAt: this.session.now(),
      weight: finding.weight ?? 1,
      ...(finding.attack !== undefined && { attack: finding.attack }),
      ...(finding.statistics && { statistics: finding.statistics }),
      ...(finding.clues && { clues: [...finding.clues] }),
      ...(finding.tests && { tests: finding.tests }),
    };
    await this.session.apply(by, { type: 'recorded', evidence });
    return evidence;
  }

  async #link(by: string, from: string, relation: Relation, to: string, note: string): Promise<void> {
    this.#hypothesis(to);
    const { board } = this.session;
    if (board.links.some((link) => link.from === from && link.to === to && link.relation === relation)) return;
    const link = { id: nextId('L', board.links), from, relation, to, note, by, at: this.session.now() };
    await this.session.apply(by, { type: 'linked', link });
  }

  #evidence(id: string): Evidence {
    const found = this.session.board.evidence.find((each) => each.id === id);
    if (!found) throw new Fault(`unknown evidence: ${id}`, 'cite evidence that is on the board');
    return found;
  }

  #hypothesis(id: string): Hypothesis {
    const found = this.session.board.hypotheses.find((each) => each.id === id);
    if (!found) throw new Fault(`unknown hypothesis: ${id}`, 'name a hypothesis that is on the board');
    return found;
  }
}
