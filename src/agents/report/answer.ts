import type { Board, Hypothesis } from '../../board/board';
import { formatCount, formatList } from '../../base/format';
import { describeEstimate } from '../../board/views/estimate-text';
import { describeUnits } from '../analysis/describe';
import { WITHIN } from '../rules/effect';
import { primaryOf } from '../../board/views/measured';
import { statementOf } from './statements';

/** So many hypotheses are told with their numbers, and so many by name. */
const MOST_TOLD = 5;
const MOST_NAMED = 12;

/** The answer in one paragraph: what is shown, what is refuted, what it depends on, what distorts it, and what stays open. */
export function answerOf(board: Board): string {
  const { reason, limitations } = board.investigation;
  const tested = board.hypotheses.filter(({ status }) =>
    ['supported', 'contradicted', 'inconclusive'].includes(status),
  );
  if (tested.length === 0) return `No answer: ${limitations.at(-1) ?? reason ?? 'no hypothesis could be tested'}.`;
  const main = tested.filter((each) => each.refines === undefined && isCandidate(each));
  const refined = tested.filter((each) => each.refines !== undefined && isCandidate(each));
  return [
    ...premise(board, tested),
    ...candidates(board, main),
    ...subgroups(board, refined),
    ...distortions(tested),
    ...untested(board),
  ].join(' ');
}

/** A change that is there, or is not, or cannot be seen because the data end. */
function premise(board: Board, tested: readonly Hypothesis[]): string[] {
  const change = tested.find(isPremise);
  if (!change) return [];
  const gate = tested.find(({ claim, status }) => claim?.kind === 'artefact' && status === 'supported');
  const evidence = gate && primaryOf(board, gate);
  if (evidence && change.status !== 'supported')
    return [`The premise does not hold. ${evidence.fact} [${evidence.id}]`];
  const season = tested.find((each) => each !== change && isPremise(each) && each.status === 'supported');
  const yearly = season
    ? [`The same came a year earlier, so the season may explain it (${effectOf(board, season)}).`]
    : [];
  return [`${change.statement}: ${change.status} (${effectOf(board, change)}).`, ...yearly];
}

function candidates(board: Board, main: readonly Hypothesis[]): string[] {
  if (main.length === 0) return [];
  const of = (status: Hypothesis['status']) => main.filter((each) => each.status === status);
  const [supported, contradicted, open] = [of('supported'), of('contradicted'), of('inconclusive')];
  const sentences: string[] = [];
  const lead = scope(main);
  if (supported.length > 0) {
    const ranked = [...supported].sort((a, b) => b.confidence - a.confidence || size(board, b) - size(board, a));
    sentences.push(`${lead}Supported: ${told(board, ranked)}.`);
  } else {
    sentences.push(
      main.length === 1
        ? `${lead}${contradicted.length > 0 ? 'Contradicted' : 'Not decided by these data'}: ${told(board, main)}.`
        : `${lead}None of the ${main.length} candidate answers is supported as a whole.`,
    );
  }
  if (contradicted.length > 0 && main.length > 1) sentences.push(`Contradicted: ${told(board, contradicted)}.`);
  if (open.length > 0 && main.length > 1) sentences.push(`Not decided by these data: ${told(board, open)}.`);
  return sentences;
}

function subgroups(board: Board, refined: readonly Hypothesis[]): string[] {
  if (refined.length === 0) return [];
  const verdicts = refined.map((each) => `${short(each)} is ${each.status} (${effectOf(board, each)})`);
  return [`It depends: ${verdicts.join('; ')}.`];
}

function distortions(tested: readonly Hypothesis[]): string[] {
  const columns = tested.flatMap(({ claim, status }) =>
    claim?.kind === 'confounding' && status === 'supported' ? [claim.by.column] : [],
  );
  return columns.length === 0
    ? []
    : [`The unadjusted comparison is distorted by ${formatList([...new Set(columns)])} (confounding).`];
}

function untested(board: Board): string[] {
  const open = board.hypotheses.filter(({ status }) => status === 'open' || status === 'investigating');
  if (open.length === 0) return [];
  return [
    `This is a partial answer; not tested: ${open.map(({ id, statement }) => `${id} (${statement})`).join('; ')}.`,
  ];
}

/** Whom the answer is about, when its claims share it: said once instead of in each of them. */
function scope(main: readonly Hypothesis[]): string {
  const [first, ...others] = main.map(({ claim }) => claim);
  if (first?.kind !== 'effect' || first.unit === undefined || !first.population?.length) return '';
  const { unit, population } = first;
  const shared = others.every(
    (claim) => claim?.kind === 'effect' && JSON.stringify(claim.population) === JSON.stringify(population),
  );
  return shared ? `Among ${describeUnits(unit, population)}. ` : '';
}

/** A hypothesis without the population that the answer names once. */
function short({ claim, statement }: Hypothesis): string {
  if (claim?.kind !== 'effect') return statement;
  const { population: _named, ...rest } = claim;
  return statementOf(rest);
}

function told(board: Board, hypotheses: readonly Hypothesis[]): string {
  const sentences = hypotheses
    .slice(0, MOST_NAMED)
    .map((each, index) => (index >= MOST_TOLD ? short(each) : `${short(each)} (${effectOf(board, each)})`));
  const more = hypotheses.length - MOST_NAMED;
  return sentences.join('; ') + (more > 0 ? `; and ${formatCount(more)} more` : '');
}

function effectOf(board: Board, hypothesis: Hypothesis): string {
  const evidence = primaryOf(board, hypothesis);
  const statistics = evidence?.statistics;
  if (!evidence || !statistics?.interval || statistics.p === undefined) return hypothesis.id;
  const { estimate, interval, p, n } = statistics;
  const adjusted = statistics.adjustedFor?.length ? `, adjusted for ${formatList(statistics.adjustedFor)}` : '';
  const rule = board.verdicts.findLast((verdict) => verdict.hypothesis === hypothesis.id)?.rule ?? '';
  const equal = rule.startsWith(WITHIN) ? `, no difference that matters: ${rule}` : '';
  return `${describeEstimate(statistics.measure, { estimate, interval, p })}, n = ${formatCount(n)}${adjusted}${equal} [${evidence.id}]`;
}

function size(board: Board, hypothesis: Hypothesis): number {
  return Math.abs(primaryOf(board, hypothesis)?.statistics.estimate ?? 0);
}

function isPremise({ claim }: Hypothesis): boolean {
  return claim?.kind === 'change' && claim.explainedBy === undefined;
}

/** Whether a hypothesis answers the question, rather than says what could fake or change an answer. */
function isCandidate(hypothesis: Hypothesis): boolean {
  const kind = hypothesis.claim?.kind;
  return !isPremise(hypothesis) && kind !== 'confounding' && kind !== 'modification' && kind !== 'artefact';
}
