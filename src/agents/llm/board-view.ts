import type { Board, Evidence, Hypothesis, Link, Query, Verdict } from '../../board/board';
import { cut, dataBlock, onOneLine } from '../tools/data-block';
import { resultText, type ResultLimits } from '../tools/result-text';
import { statisticsText } from '../tools/statistics-text';
import { claimText } from './claim-text';

/*
 * What roles see of the board: compact text, never the transcript of others. All of it may quote the database, so each section
 * is a data block; what was cut is said.
 */

const MOST_HYPOTHESES = 60;
const MOST_EVIDENCE = 60;
const MOST_QUERIES = 30;
const LONGEST_LINE = 600;
const LONGEST_SQL = 1_200;
const SHORT_RESULT: ResultLimits = { rows: 24, columns: 12, cell: 300, characters: 3_000 };

/** How the question was read so far, and what is known to be left out. */
export function readingView({ investigation }: Board): string[] {
  const { assumptions, limitations } = investigation;
  const lines = [
    ...assumptions.map((text) => `assumption: ${line(text)}`),
    ...limitations.map((text) => `limitation: ${line(text)}`),
  ];
  return lines.length === 0
    ? []
    : [`How the question was read, and what is left out:\n${dataBlock('board', lines.join('\n'))}`];
}

/** All hypotheses, one line each, with what came of them. */
export function hypothesesView(board: Board, title = 'Hypotheses on the board'): string {
  return hypothesesList(board, board.hypotheses, title);
}

/** The hypotheses beside the one that a role works on, which stands in full elsewhere. */
export function otherHypothesesView(board: Board, own: string): string {
  const others = board.hypotheses.filter(({ id }) => id !== own);
  return hypothesesList(board, others, 'Other hypotheses on the board');
}

function hypothesesList(board: Board, hypotheses: readonly Hypothesis[], title: string): string {
  if (hypotheses.length === 0) return `${title}: none.`;
  const lines = upTo(hypotheses, MOST_HYPOTHESES, 'hypotheses').map((each) =>
    typeof each === 'string' ? each : hypothesisLines(board, each).join('\n'),
  );
  return `${title}:\n${dataBlock('board', lines.join('\n'))}`;
}

/** A hypothesis with its claim, and how much evidence there is on each side. */
function hypothesisLines(board: Board, hypothesis: Hypothesis): string[] {
  const { id, status, confidence, statement, claim, refines, abandonedBecause, pinned } = hypothesis;
  const state = status === 'open' || status === 'investigating' ? status : `${status}, confidence ${confidence}`;
  const count = (relation: Link['relation']): number =>
    board.links.filter((link) => link.to === id && link.from.startsWith('E') && link.relation === relation).length;
  const counts = `${count('supports')} for, ${count('contradicts')} against, ${count('neutral')} neutral`;
  return [
    `${id} [${state}; ${counts}${pinned === true ? '; pinned by the user' : ''}] ${line(statement)}`,
    ...(claim ? [`  claim: ${line(claimText(claim))}`] : []),
    ...(refines === undefined ? [] : [`  refines ${refines}`]),
    ...(abandonedBecause === undefined ? [] : [`  abandoned: ${line(abandonedBecause)}`]),
  ];
}

/** One hypothesis in full: its claim, why it was proposed, the hints on it. */
export function hypothesisView(board: Board, hypothesis: Hypothesis, hints: readonly string[]): string {
  // A role's context holds the hypothesis as it was when the round was planned; the board knows what became of it.
  const now = board.hypotheses.find(({ id }) => id === hypothesis.id) ?? hypothesis;
  const lines = [
    ...hypothesisLines(board, now),
    ...(hypothesis.rationale === undefined ? [] : [`  proposed because: ${line(hypothesis.rationale)}`]),
    ...hints.map((hint) => `  hint: ${line(hint)}`),
  ];
  return dataBlock('board', lines.join('\n'));
}

/** Evidence in short: fact, query, numbers, and what it says of which hypotheses. */
export function evidenceView(board: Board, evidence: readonly Evidence[], title: string): string {
  if (evidence.length === 0) return `${title}: none.`;
  const lines = upTo(evidence, MOST_EVIDENCE, 'pieces of evidence').map((each) =>
    typeof each === 'string' ? each : evidenceLines(board, each).join('\n'),
  );
  return `${title}:\n${dataBlock('board', lines.join('\n'))}`;
}

/** Evidence on other hypotheses: what is known already, without the details that decide there. */
export function otherEvidenceView(board: Board, evidence: readonly Evidence[]): string {
  if (evidence.length === 0) return 'Other evidence: none.';
  const lines = upTo(evidence, MOST_EVIDENCE, 'pieces of evidence').map((each) => {
    if (typeof each === 'string') return each;
    const bearing = bearings(board, each).map(({ relation, to }) => `${relation} ${to}`);
    return `${each.id} (${[each.query, ...(isLead(each) ? ['lead'] : []), ...bearing].join('; ')}) ${line(each.fact)}`;
  });
  return `Other evidence:\n${dataBlock('board', lines.join('\n'))}`;
}

function evidenceLines(board: Board, evidence: Evidence): string[] {
  const { id, query, fact, weight, attack, statistics, label, redundantWith } = evidence;
  const marks = [
    query,
    ...(isLead(evidence) ? ['lead'] : weight === 1 ? [] : [`weight ${weight}`]),
    ...(attack === undefined ? [] : [`tries to refute: ${line(attack)}`]),
    ...(label === undefined ? [] : [`label: ${line(label)}`]),
    ...(redundantWith === undefined ? [] : [`redundant with ${redundantWith}`]),
  ];
  return [
    `${id} (${marks.join('; ')}) ${line(fact)}`,
    ...(statistics ? [`  numbers: ${line(statisticsText(statistics))}`] : []),
    ...bearings(board, evidence).map(
      ({ relation, to, note }) => `  ${relation} ${to}${note === '' ? '' : `: ${line(note)}`}`,
    ),
  ];
}

function bearings(board: Board, { id }: Evidence): readonly Link[] {
  return board.links.filter((link) => link.from === id && link.relation !== 'leads-to');
}

/** What was seen before there was a hypothesis: it suggested one and so tests none. */
function isLead({ by }: Evidence): boolean {
  return by === 'hypothesizer';
}

/** The last verdict on each hypothesis, with what the judge proposed where the rules said otherwise. */
export function verdictsView({ hypotheses, verdicts }: Board): string[] {
  const last = hypotheses.flatMap(({ id }) => verdicts.findLast((verdict) => verdict.hypothesis === id) ?? []);
  if (last.length === 0) return [];
  return [`Verdicts:\n${dataBlock('board', last.map(verdictLine).join('\n'))}`];
}

function verdictLine({ hypothesis, status, proposed, confidence, rule, rationale, cites }: Verdict): string {
  const judged = proposed === status ? '' : `; the judge proposed ${proposed}`;
  return `${hypothesis} ${status}, confidence ${confidence} (${rule}${judged}): ${line(rationale)} Cites ${cites.join(', ') || 'nothing'}.`;
}

/** Evidence in full, with the query and what it returned: for roles that cannot look themselves. */
export function evidenceWithResults(board: Board, evidence: readonly Evidence[], title: string): string {
  if (evidence.length === 0) return `${title}: none.`;
  const queries = new Map(board.queries.map((query) => [query.id, query]));
  const cited = new Set(evidence.map(({ query }) => query));
  const written = new Set(evidence.filter(({ statistics }) => statistics === undefined).map(({ query }) => query));
  const results = upTo([...cited], MOST_QUERIES, 'queries').map((id) => {
    const query = queries.get(id);
    if (query === undefined) return id;
    return written.has(id) ? queryView(query) : operatorQueryView(query);
  });
  return [evidenceView(board, evidence, title), 'The queries behind it:', ...results].join('\n');
}

function queryView(query: Query): string {
  return `${dataBlock(`SQL of ${query.id}`, cut(query.sql, LONGEST_SQL))}\n${resultText(query, SHORT_RESULT)}`;
}

/** An operator's SQL and its reading of the result are code and need no second look: a result that fits is shown, a long one is not. */
function operatorQueryView(query: Query): string {
  const rows = typeof query.rowCount === 'number' ? query.rowCount : query.rowCount.atLeast;
  return rows > SHORT_RESULT.rows
    ? `${query.id}: ${rows} rows, written and read by an operator; the fact tells what they show.`
    : resultText(query, SHORT_RESULT);
}

/** Queries in one line each, so that what was asked already is not asked again. */
export function queriesView(queries: readonly Query[], title: string): string[] {
  if (queries.length === 0) return [];
  const lines = upTo(queries, MOST_QUERIES, 'queries').map((query) =>
    typeof query === 'string' ? query : `${query.id}: ${line(query.purpose)} — ${line(query.sql)}`,
  );
  return [`${title}:\n${dataBlock('board', lines.join('\n'))}`];
}

/** Evidence that bears on a hypothesis. */
export function evidenceOn(board: Board, hypothesis: string): Evidence[] {
  const linked = new Set(board.links.filter((link) => link.to === hypothesis).map((link) => link.from));
  return board.evidence.filter(({ id }) => linked.has(id));
}

/** The newest ones, and a note on how many came before them. */
function upTo<T>(items: readonly T[], most: number, what: string): (T | string)[] {
  const left = items.length - most;
  return left > 0 ? [`[cut: ${left} earlier ${what} are not shown]`, ...items.slice(-most)] : [...items];
}

function line(text: string): string {
  return cut(onOneLine(text), LONGEST_LINE);
}
