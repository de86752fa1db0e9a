import type { Board, HypothesisStatus, Link } from '../../src/board/board';
import type { Submission } from './submission';
import type { Polarity, TruthVerdict } from './truth';

const POLARITIES: Readonly<Record<Exclude<Link['relation'], 'leads-to'>, Polarity>> = {
  supports: '+',
  contradicts: '-',
  neutral: '0',
};

/** A board as it is scored: what the reporter marked redundant is not part of the graph that it hands over. */
export function submissionOf(board: Board, seconds: number): Submission {
  const queries = new Map(board.queries.map((query) => [query.id, query]));
  const evidence = board.evidence.filter(({ redundantWith }) => redundantWith === undefined);
  const kept = new Set(evidence.map(({ id }) => id));
  const { usage, limitations } = board.investigation;
  return {
    hypotheses: board.hypotheses.map(({ id, statement, claim, status, confidence }) => ({
      id,
      statement,
      ...(claim && { claim }),
      verdict: verdictOf(status),
      confidence,
      links: board.links.flatMap(({ from, to, relation }) =>
        to === id && relation !== 'leads-to' && kept.has(from)
          ? [{ evidence: from, polarity: POLARITIES[relation] }]
          : [],
      ),
    })),
    evidence: evidence.map(({ id, fact, query, statistics }) => ({
      id,
      fact,
      sql: queries.get(query)?.sql ?? '',
      digest: queries.get(query)?.digest ?? '',
      computed: numbersIn(statistics),
    })),
    report: board.report,
    limitations,
    given: givenOn(board),
    refinements: board.links.flatMap(({ from, to, relation }) =>
      relation === 'leads-to' && from.startsWith('H') ? [{ from, to }] : [],
    ),
    cost: {
      queries: usage.queries,
      modelCalls: usage.modelCalls,
      inputTokens: usage.inputTokens,
      outputTokens: usage.outputTokens,
      usd: usage.usd,
      databaseMs: board.queries.reduce((sum, { ms }) => sum + ms, 0),
      seconds,
      peakRows: Math.max(
        0,
        ...board.queries.map(({ rowCount }) => (typeof rowCount === 'number' ? rowCount : rowCount.atLeast)),
      ),
    },
  };
}

function verdictOf(status: HypothesisStatus): TruthVerdict | undefined {
  switch (status) {
    case 'supported':
    case 'contradicted':
    case 'inconclusive':
      return status;
    case 'open':
    case 'investigating':
    case 'abandoned':
      return undefined;
  }
}

/** What was asked and how it was read, what was claimed, and what was stated of verdicts: nothing of it needs evidence. */
function givenOn({ investigation, hypotheses, verdicts }: Board): string {
  const { question, assumptions, limitations, margins } = investigation;
  return [
    question,
    ...assumptions,
    ...limitations,
    ...hypotheses.flatMap(({ statement, confidence }) => [statement, confidence.toFixed(2)]),
    ...verdicts.flatMap(({ confidence, adjustedP }) => [confidence.toFixed(2), String(adjustedP ?? '')]),
    ...Object.values(margins).flatMap((margin) => [String(margin), String(Number(margin) * 100)]),
    String(hypotheses.length),
  ].join('\n');
}

function numbersIn(value: unknown): readonly number[] {
  if (typeof value === 'number') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(numbersIn);
}
