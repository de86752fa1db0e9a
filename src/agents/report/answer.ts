import type { Board, Hypothesis } from '../../board/board';
import { formatCount, formatList } from '../../base/format';
import { describeEstimate, formatDifference } from '../../board/views/estimate-text';
import { describeUnits } from '../analysis/describe';
import { WITHIN } from '../rules/effect';
import { measured, primaryOf } from '../../board/views/measured';
import { figuresOf } from './figures';
import { identified, suspectedOn } from './identified';
import { statementOf } from './statements';

/** So many hypotheses are told with their numbers, and so many by name. */
const MOST_TOLD = 5;
const MOST_NAMED = 12;
/** How an assumption begins that says what a question was taken for. */
export const READ_AS = 'Read as: ';
/** A difference that is hardly chance, and is not decided for another reason. */
const HARDLY_CHANCE = 0.05;

/**
 * The answer in Markdown: a paragraph that says what is shown, what it depends on and what distorts it, then a list with the numbers
 * of what is supported, refuted and left open.
 */
export function answerOf(board: Board): string {
  const { reason, limitations } = board.investigation;
  const tested = board.hypotheses.filter(({ status }) =>
    ['supported', 'contradicted', 'inconclusive'].includes(status),
  );
  if (tested.length === 0) return `No answer: ${limitations.at(-1) ?? reason ?? 'no hypothesis could be tested'}.`;
  const suspected = suspectedOn(tested);
  if (suspected.length > 0) return [...identified(board, suspected), ...untested(board)].join(' ');
  const main = tested.filter((each) => each.refines === undefined && isCandidate(each));
  const refined = tested.filter((each) => each.refines !== undefined && isCandidate(each));
  const paragraph = [
    ...premise(board, tested),
    ...readAs(board),
    ...figuresOf(board, main, scope(main)),
    ...headline(board, main),
    ...dependence(board, refined),
    ...distortions(tested),
    ...untested(board),
  ].join(' ');
  return [paragraph, listed(board, [...main, ...refined]).join('\n')].filter((part) => part !== '').join('\n\n');
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

/** What a question was taken for that did not say what it asks. */
function readAs({ investigation }: Board): string[] {
  return investigation.assumptions.filter((text) => text.startsWith(READ_AS)).slice(0, 1);
}

/** What is supported, or that nothing is. */
function headline(board: Board, main: readonly Hypothesis[]): string[] {
  const lead = figuresOf(board, main, '').length > 0 ? heldFixed(board, main) : scope(main);
  const supported = ranked(board, main, 'supported');
  if (supported.length > 0)
    return [sentence(`${lead}${formatList(supported.slice(0, MOST_TOLD).map((each) => brief(board, each)))}`)];
  const [only, ...others] = main;
  if (only === undefined) return [];
  if (others.length > 0)
    return [sentence(`${lead}none of the ${main.length} candidate answers is supported as a whole`)];
  const verdict = only.status === 'contradicted' ? 'contradicted' : 'not decided by these data';
  return [sentence(`${lead}${verdict}: ${brief(board, only)}`)];
}

/** What the tests adjust for, after the plain figures. */
function heldFixed(board: Board, main: readonly Hypothesis[]): string {
  const names = main.flatMap((each) => primaryOf(board, each)?.statistics.adjustedFor ?? []);
  const columns = [...new Set(names.map((name) => name.replace(/ \(quarters\)$/, '')))];
  const some = columns.length > MOST_TOLD ? [...columns.slice(0, MOST_TOLD - 1), 'others'] : columns;
  const claim = main[0]?.claim;
  const added = claim?.kind === 'effect' && 'measure' in claim.outcome && claim.outcome.measure !== 'mean';
  const per = added && claim.unit !== undefined ? `per row of ${claim.unit}, ` : '';
  return columns.length === 0 ? per : `${per}with ${formatList(some)} held fixed, `;
}

/** In whom it is so, and in whom it is not. */
function dependence(board: Board, refined: readonly Hypothesis[]): string[] {
  const throughout = everywhere(board, refined);
  if (throughout !== undefined) return [throughout];
  const so = ranked(board, refined, 'supported').map((each) => brief(board, each));
  const not = ranked(board, refined, 'contradicted').map((each) => brief(board, each));
  if (so.length + not.length === 0) return [];
  const parts = [
    ...(so.length > 0 ? [formatList(so)] : []),
    ...(not.length > 0 ? [`refuted: ${formatList(not)}`] : []),
  ];
  return [`It depends: ${parts.join('; ')}.`];
}

/** The size of an effect varies, its direction does not: all subgroups that were looked at are supported, and go one way. */
function everywhere(board: Board, refined: readonly Hypothesis[]): string | undefined {
  const [first] = refined;
  const parent = board.hypotheses.find(({ id }) => id === first?.refines);
  if (!first || parent?.claim?.kind !== 'modification') return undefined;
  const looked = measured(board, parent.id).flatMap(({ statistics }) => statistics.subgroups ?? []);
  const sizes = refined.flatMap((each) => primaryOf(board, each) ?? []);
  const ups = sizes.filter(({ statistics }) => statistics.estimate > 0).length;
  const isWhole = refined.length >= looked.length && sizes.length === refined.length;
  const agrees = refined.every(({ refines, status }) => refines === parent.id && status === 'supported');
  if (!isWhole || !agrees || (ups > 0 && ups < sizes.length)) return undefined;
  const sorted = [...sizes].sort((a, b) => Math.abs(a.statistics.estimate) - Math.abs(b.statistics.estimate));
  const [least, most] = [sorted[0], sorted.at(-1)].map((evidence) =>
    evidence ? `${formatDifference(evidence.statistics.measure, evidence.statistics.estimate)} [${evidence.id}]` : '',
  );
  return `In every ${parent.claim.by.column} it goes the same way, by ${least} to ${most}.`;
}

function listed(board: Board, hypotheses: readonly Hypothesis[]): string[] {
  return (['supported', 'contradicted', 'inconclusive'] as const).flatMap((status) => {
    const all = ranked(board, hypotheses, status);
    const told = all
      .slice(0, MOST_TOLD)
      .map((each) => `- **${VERDICTS[status]}**: ${short(each)}: ${effectOf(board, each)}`);
    const named = all.slice(MOST_TOLD, MOST_NAMED).map(short);
    const more = all.length - MOST_NAMED;
    const rest = [...named, ...(more > 0 ? [`${formatCount(more)} more`] : [])];
    return rest.length === 0 ? told : [...told, `- **${VERDICTS[status]}** too: ${rest.join('; ')}`];
  });
}

const VERDICTS = { supported: 'Supported', contradicted: 'Contradicted', inconclusive: 'Not decided' } as const;

/** Those of a verdict; what is supported with the surest and largest first. */
function ranked(board: Board, hypotheses: readonly Hypothesis[], status: keyof typeof VERDICTS): readonly Hypothesis[] {
  const all = hypotheses.filter((each) => each.status === status);
  return status === 'supported'
    ? all.sort((a, b) => b.confidence - a.confidence || size(board, b) - size(board, a))
    : all;
}

/** A hypothesis and the one number that decides it. */
function brief(board: Board, hypothesis: Hypothesis): string {
  const evidence = primaryOf(board, hypothesis);
  if (!evidence?.statistics.interval) return `${short(hypothesis)} [${evidence?.id ?? hypothesis.id}]`;
  const { measure, estimate } = evidence.statistics;
  return `${short(hypothesis)} (${formatDifference(measure, estimate)} [${evidence.id}])`;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
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
  return shared ? `among ${describeUnits(unit, population)}, ` : '';
}

/** A hypothesis without the population that the answer names once. */
function short({ claim, statement }: Hypothesis): string {
  if (claim?.kind !== 'effect') return statement;
  const { population: _named, ...rest } = claim;
  return statementOf(rest);
}

function effectOf(board: Board, hypothesis: Hypothesis): string {
  const evidence = primaryOf(board, hypothesis);
  const statistics = evidence?.statistics;
  if (!evidence || !statistics?.interval || statistics.p === undefined) return hypothesis.id;
  const { estimate, interval, p, n } = statistics;
  const adjusted = statistics.adjustedFor?.length ? `, adjusted for ${formatList(statistics.adjustedFor)}` : '';
  const rule = board.verdicts.findLast((verdict) => verdict.hypothesis === hypothesis.id)?.rule ?? '';
  const equal = rule.startsWith(WITHIN) ? `, no difference that matters: ${rule}` : '';
  const because = hypothesis.status === 'inconclusive' && p <= HARDLY_CHANCE && rule !== '' ? `; why not: ${rule}` : '';
  return `${describeEstimate(statistics.measure, { estimate, interval, p })}, n = ${formatCount(n)}${adjusted}${equal}${because} [${evidence.id}]`;
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
