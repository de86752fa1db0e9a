import type { Board, Hypothesis } from '../../board/board';
import type { Claim } from '../../board/claim';
import { formatCount, formatList } from '../../base/format';
import { describeEstimate } from '../analysis/describe';
import { primaryOf } from '../rules/evidence';

/** The answer in one paragraph: what is shown, what is refuted, what distorts it, and what stays open. */
export function answerOf(board: Board): string {
  const { status, reason, limitations } = board.investigation;
  const tested = board.hypotheses.filter((each) => ['supported', 'contradicted', 'inconclusive'].includes(each.status));
  if (tested.length === 0) {
    const why = limitations.at(-1) ?? reason ?? 'no hypothesis could be tested';
    return `No answer: ${why}.`;
  }
  const sentences = [
    ...premise(board, tested),
    ...main(board, tested),
    ...subgroups(board, tested),
    ...distortions(tested),
    ...rest(board, status),
  ];
  return sentences.join(' ');
}

/** A change that did not happen, or that the data cannot show. */
function premise(board: Board, tested: readonly Hypothesis[]): string[] {
  const change = tested.find(({ claim }) => claim?.kind === 'change' && claim.explainedBy === undefined);
  if (!change) return [];
  const gate = tested.find(({ claim, status }) => claim?.kind === 'artefact' && status === 'supported');
  const evidence = gate && primaryOf(board, gate);
  if (gate && change.status !== 'supported')
    return [`The premise does not hold: ${evidence?.fact ?? gate.statement} [${evidence?.id ?? gate.id}]`];
  if (change.status === 'supported') return [`${change.statement}: ${effectOf(board, change)}.`];
  return [`${change.statement}: ${change.status}.`];
}

function main(board: Board, tested: readonly Hypothesis[]): string[] {
  const claims = tested.filter((each) => each.refines === undefined && isMain(each.claim));
  const supported = claims.filter(({ status }) => status === 'supported').sort((a, b) => b.confidence - a.confidence);
  const contradicted = claims
    .filter(({ status }) => status === 'contradicted')
    .sort((a, b) => a.confidence - b.confidence);
  const open = claims.filter(({ status }) => status === 'inconclusive');
  const sentences: string[] = [];
  if (supported.length > 0) sentences.push(`Supported: ${told(board, supported)}.`);
  else if (claims.length > 0)
    sentences.push(
      claims.length === 1
        ? `Not supported: ${told(board, claims)}.`
        : 'None of the candidate answers is supported for all.',
    );
  if (contradicted.length > 0 && (supported.length > 0 || claims.length > 1))
    sentences.push(`Contradicted: ${told(board, contradicted)}.`);
  if (open.length > 0 && claims.length > 1) sentences.push(`Not decided by these data: ${told(board, open)}.`);
  return sentences;
}

function subgroups(board: Board, tested: readonly Hypothesis[]): string[] {
  const refined = tested.filter(({ refines, claim }) => refines !== undefined && isMain(claim));
  if (refined.length === 0) return [];
  const verdicts = refined.map((each) => `${each.statement}: ${each.status} (${effectOf(board, each)})`);
  return [`It depends: ${verdicts.join('; ')}.`];
}

function distortions(tested: readonly Hypothesis[]): string[] {
  const columns = tested.flatMap(({ claim, status }) =>
    claim?.kind === 'confounding' && status === 'supported' ? [claim.by.column] : [],
  );
  return columns.length === 0
    ? []
    : [`The unadjusted comparison is distorted by ${formatList([...new Set(columns)])}.`];
}

function rest(board: Board, status: Board['investigation']['status']): string[] {
  const untested = board.hypotheses.filter((each) => each.status === 'open' || each.status === 'investigating');
  if (untested.length === 0 || status === 'complete')
    return untested.length === 0 ? [] : [`Not tested: ${untested.map(({ id }) => id).join(', ')}.`];
  return [
    `This is a partial answer; not tested: ${untested.map(({ id, statement }) => `${id} (${statement})`).join('; ')}.`,
  ];
}

const MOST_TOLD = 5;

function told(board: Board, hypotheses: readonly Hypothesis[]): string {
  const sentences = hypotheses.slice(0, MOST_TOLD).map((each) => `${each.statement} (${effectOf(board, each)})`);
  const more = hypotheses.length - MOST_TOLD;
  return sentences.join('; ') + (more > 0 ? `; and ${formatCount(more)} more` : '');
}

function effectOf(board: Board, hypothesis: Hypothesis): string {
  const evidence = primaryOf(board, hypothesis);
  const statistics = evidence?.statistics;
  if (!evidence || !statistics?.interval || statistics.p === undefined) return hypothesis.id;
  const { estimate, interval, p, n } = statistics;
  const adjusted = statistics.adjustedFor?.length ? `, adjusted for ${formatList(statistics.adjustedFor)}` : '';
  return `${describeEstimate(statistics.measure, { estimate, interval, p })}, n = ${formatCount(n)}${adjusted} [${evidence.id}]`;
}

function isMain(claim: Claim | undefined): boolean {
  return (
    claim === undefined ||
    (!['confounding', 'modification', 'artefact'].includes(claim.kind) &&
      !(claim.kind === 'change' && claim.explainedBy === undefined))
  );
}
