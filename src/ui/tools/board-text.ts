import { cut, onOneLine } from '../../agents/tools/data-block';
import type { Board, Hypothesis } from '../../board/board';
import { countsOf, evidenceFor } from '../../board/views/evidence-for';
import { answerText } from '../../board/views/answer-text';
import { standing, standingVerdict } from '../../board/views/standing';

/** Characters of one text of a board, and of one statement. */
const LONGEST = 600;
const LONGEST_SQL = 2_000;

/** The answer of a board and its verdicts, a line each. */
export function answerLines(board: Board): readonly string[] {
  const { question, status, reason } = board.investigation;
  const answer = answerText(board.report);
  return [
    `question: ${line(question)}`,
    `status: ${status}${reason === null ? '' : ` (${line(reason)})`}`,
    ...(answer === '' ? [] : [`answer: ${cut(onOneLine(answer), 2 * LONGEST)}`]),
    ...board.hypotheses.map((hypothesis) => verdictLine(board, hypothesis)),
  ];
}

/** A board in parts, the most telling first: answer and verdicts, then evidence with its facts, then its SQL. */
export function boardParts(board: Board, only?: Hypothesis): readonly string[] {
  const told = only ? [only] : board.hypotheses;
  const linked = told.flatMap(({ id }) => {
    const { supports, contradicts, neutral } = evidenceFor(board).get(id) ?? NOTHING;
    return [...supports, ...contradicts, ...neutral].map((each) => ({ ...each, hypothesis: id }));
  });
  const cited = [...new Set(linked.map(({ evidence }) => evidence.query))];
  return [
    ...answerLines(board),
    ...told.flatMap(({ id }) => rationaleLines(board, id)),
    ...linked.map(({ evidence, link, hypothesis }) => {
      const attack = evidence.attack === undefined ? '' : `; tries to refute: ${line(evidence.attack)}`;
      return `${evidence.id} ${link.relation} ${hypothesis} (${evidence.query}${attack}): ${line(evidence.fact)} ${line(link.note)}`;
    }),
    ...cited.flatMap((id) => {
      const query = board.queries.find((each) => each.id === id);
      return query ? [`${id}, ${line(query.purpose)}:\n${cut(query.sql, LONGEST_SQL)}`] : [];
    }),
  ];
}

const NOTHING = { supports: [], contradicts: [], neutral: [] };

function verdictLine(board: Board, hypothesis: Hypothesis): string {
  const counts = countsOf(evidenceFor(board).get(hypothesis.id) ?? NOTHING);
  const evidence = `${counts.supports} for, ${counts.contradicts} against, ${counts.neutral} neutral`;
  const { id, confidence, statement } = hypothesis;
  return `${id} [${standing(board, hypothesis)}, confidence ${confidence}; ${evidence}] ${line(statement)}`;
}

function rationaleLines(board: Board, hypothesis: string): readonly string[] {
  const verdict = standingVerdict(board, hypothesis);
  if (!verdict) return [];
  return [
    `verdict on ${hypothesis} (${verdict.rule}; cites ${verdict.cites.join(', ') || 'nothing'}): ${line(verdict.rationale)}`,
  ];
}

function line(text: string): string {
  return cut(onOneLine(text), LONGEST);
}
