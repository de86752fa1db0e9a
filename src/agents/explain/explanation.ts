import { Fault } from '../../base/fault';
import { unsupportedIn } from '../../board/binding';
import type { Board, Evidence, Hypothesis, Query, Relation, Review, Verdict, VerdictStatus } from '../../board/board';
import { atRisk } from '../../board/views/at-risk';
import { standing, standingVerdict, type Standing } from '../../board/views/standing';
import { primaryOf } from '../../board/views/measured';
import { judgeByRule } from '../rules/judge';
import { flipsOf, type Flip } from './flips';
import { weakestLink } from './weakest-link';
import { caseOf } from './what-if';

/** The reverse investigation of one hypothesis: from its verdict back to what it rests on, and to what would overturn it. */
export type Explanation = {
  readonly hypothesis: string;
  readonly statement: string;
  readonly standing: Standing;
  readonly confidence: number;
  /** The verdict that stands; undefined when nobody judged it. */
  readonly verdict: Verdict | undefined;
  /** What the rules make of the same evidence; undefined where none reads the claim, and the judge's word stands. */
  readonly ruleSays: VerdictStatus | undefined;
  /** What bears on it: what decides first, then what the verdict cites, then the rest. */
  readonly evidence: readonly ExplainedEvidence[];
  /** The query of the deciding evidence. */
  readonly query: Pick<Query, 'id' | 'sql'> | undefined;
  readonly weakestLink: string;
  /** What was not brought: by the rules, by the judge, or lost on the way. */
  readonly missing: readonly string[];
  /** Evidence that speaks against the verdict; for an inconclusive one, when both sides have some. */
  readonly contradictory: readonly string[];
  readonly flips: readonly Flip[];
  /** Reviews that do not agree. */
  readonly disputes: readonly Review[];
  /** Evidence that the verdict cites and whose query gives another answer now. */
  readonly atRisk: readonly { readonly evidence: string; readonly query: string; readonly because: string }[];
  /** Numbers and names that the verdict or its evidence states and that no result holds. */
  readonly unsupported: readonly { readonly where: string; readonly tokens: readonly string[] }[];
};

export type ExplainedEvidence = {
  readonly id: string;
  readonly fact: string;
  readonly query: string;
  readonly relation: Relation;
  readonly note: string;
  /** The one test that the rule reads. */
  readonly decides: boolean;
  readonly cited: boolean;
  readonly attack?: string;
  readonly redundantWith?: string;
};

/** @throws Fault for an id that no hypothesis of the board has */
export function explain(board: Board, id: string): Explanation {
  const hypothesis = board.hypotheses.find((each) => each.id === id);
  if (hypothesis === undefined) {
    const ids = board.hypotheses.map((each) => each.id);
    throw new Fault(
      `unknown hypothesis: ${id}`,
      ids.length === 0 ? 'The board has none.' : `The board has ${ids.join(', ')}.`,
    );
  }
  const verdict = standingVerdict(board, id);
  const evidence = evidenceOf(board, hypothesis, verdict);
  const deciding = board.evidence.find((each) => each.id === evidence.find(({ decides }) => decides)?.id);
  const shaken = atRisk(board).find((each) => each.verdict === verdict)?.because ?? [];
  const situation = caseOf(board, hypothesis);
  const explanation: Omit<Explanation, 'weakestLink'> = {
    hypothesis: id,
    statement: hypothesis.statement,
    standing: standing(board, hypothesis),
    confidence: hypothesis.confidence,
    verdict,
    ruleSays: situation?.status,
    evidence,
    query: queryOf(board, deciding),
    missing: missingOf(board, hypothesis, verdict, deciding),
    contradictory: contradictory(evidence, verdict?.status),
    flips: verdict === undefined ? [] : flipsOf(board, verdict, evidence, situation),
    disputes: (verdict?.reviews ?? []).filter(({ agrees }) => !agrees),
    atRisk: shaken.map(({ evidence: piece, query }) => ({
      evidence: piece.id,
      query: query.id,
      because: query.verified?.because ?? 'it failed',
    })),
    unsupported: unsupportedOf(board, verdict),
  };
  return { ...explanation, weakestLink: weakestLink(explanation, deciding?.statistics) };
}

function evidenceOf(board: Board, hypothesis: Hypothesis, verdict: Verdict | undefined): ExplainedEvidence[] {
  const cites = verdict?.cites ?? [];
  const measured = hypothesis.claim && primaryOf(board, hypothesis)?.id;
  // A verdict that stands was reached before what was measured since.
  const decides = measured !== undefined && (cites.length === 0 || cites.includes(measured)) ? measured : cites[0];
  const rank = (id: string): number => (id === decides ? -1 : cites.includes(id) ? cites.indexOf(id) : cites.length);
  const pieces = board.evidence.flatMap((piece) => {
    const link = board.links.findLast(
      ({ from, to, relation }) => from === piece.id && to === hypothesis.id && relation !== 'leads-to',
    );
    if (link === undefined && !cites.includes(piece.id)) return [];
    return [explained(piece, link?.relation ?? 'neutral', link?.note ?? '')];
  });
  return pieces.sort((left, right) => rank(left.id) - rank(right.id));

  function explained(piece: Evidence, relation: Relation, note: string): ExplainedEvidence {
    const { id, fact, query, attack, redundantWith } = piece;
    return {
      id,
      fact,
      query,
      relation,
      note,
      decides: id === decides,
      cited: cites.includes(id),
      ...(attack !== undefined && { attack }),
      ...(redundantWith !== undefined && { redundantWith }),
    };
  }
}

function queryOf(board: Board, deciding: Evidence | undefined): Explanation['query'] {
  const query = board.queries.find(({ id }) => id === deciding?.query);
  return query && { id: query.id, sql: query.sql };
}

function missingOf(
  board: Board,
  hypothesis: Hypothesis,
  verdict: Verdict | undefined,
  deciding: Evidence | undefined,
): string[] {
  const { unsupported, strata } = deciding?.statistics ?? {};
  const asked = board.history.findLast(({ did, what }) => did === 'asked' && what === hypothesis.id);
  const isAnswered =
    asked !== undefined &&
    board.evidence.some(({ by, recordedAt }) => by === `collector:${hypothesis.id}` && recordedAt >= asked.at);
  const dropped = strata?.unitsDropped ?? 0;
  return [
    ...(verdict === undefined ? [`a verdict: ${whyUnjudged(hypothesis)}`] : []),
    ...(judgeByRule(board, hypothesis)?.missing ?? []),
    ...(asked?.why !== undefined && !isAnswered ? [`what the judge asked for: ${asked.why}`] : []),
    ...(unsupported === undefined ? [] : [`support: ${unsupported}`]),
    ...(dropped > 0 ? [`${dropped} units of strata that hold too few of one group`] : []),
  ];
}

function whyUnjudged({ status, abandonedBecause }: Hypothesis): string {
  return status === 'abandoned'
    ? `it was abandoned (${abandonedBecause ?? 'no reason was given'})`
    : 'nobody judged it';
}

function contradictory(evidence: readonly ExplainedEvidence[], status: VerdictStatus | undefined): string[] {
  const on = (side: Relation): string[] => evidence.filter(({ relation }) => relation === side).map(({ id }) => id);
  const [supporting, contradicting] = [on('supports'), on('contradicts')];
  if (status === 'supported') return contradicting;
  if (status === 'contradicted') return supporting;
  return supporting.length > 0 && contradicting.length > 0 ? [...supporting, ...contradicting] : [];
}

function unsupportedOf(board: Board, verdict: Verdict | undefined): Explanation['unsupported'] {
  if (verdict === undefined) return [];
  const cited = board.evidence.filter(({ id }) => verdict.cites.includes(id));
  return [
    { where: verdict.id, tokens: unsupportedIn(verdict.rationale, cited, board) },
    ...cited.map((piece) => ({ where: piece.id, tokens: unsupportedIn(piece.fact, [piece], board) })),
  ].filter(({ tokens }) => tokens.length > 0);
}
