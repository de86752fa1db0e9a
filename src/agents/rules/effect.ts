import type { Board, Hypothesis, VerdictStatus } from '../../board/board';
import type { ClaimOf } from '../../board/claim';
import type { Statistics } from '../../board/statistics';
import { formatList, formatP } from '../../base/format';
import { isEquivalent } from '../../statistics/equivalence';
import { describeEstimate, formatDifference } from '../../board/views/estimate-text';
import { bounded, chanceWithin, directionalConfidence, equivalenceConfidence, pulled } from './confidence';
import { attacksOn, measured, primaryOf, type Measured } from '../../board/views/measured';
import type { Finding } from './finding';
import { adjustedP, FALSE_DISCOVERY_RATE } from './multiplicity';

type Direction = ClaimOf<'effect'>['direction'];

/** How the rule of equivalence begins. */
export const WITHIN = 'the 90 % interval lies within';
/** Nothing is supported that nobody tried to refute. */
export const NOT_ATTACKED = 'no query tried to refute it';

/** Steps (3)–(6) of the procedure for a claim that an exposure raises, lowers or does not change an outcome. */
export function judgeEffect(board: Board, hypothesis: Hypothesis, direction: Direction): Finding {
  const deciding = primaryOf(board, hypothesis);
  if (!deciding) return nothingMeasured('a comparison of the two groups with its interval');
  const { statistics } = deciding;
  const cites = [
    deciding.id,
    ...measured(board, hypothesis.id)
      .map(({ id }) => id)
      .filter((id) => id !== deciding.id),
  ];
  const attacks = attacksOn(board, hypothesis.id);
  const missing =
    attacks.length === 0 ? ['an attempt to refute it: hold confounders fixed, or test a rival explanation'] : [];
  const q = adjustedP(board, hypothesis);
  const [status, rule] = decide(statistics, direction, q, attacks.length > 0, board);
  const survived = status !== 'supported' || !attacks.some((attack) => refutes(board, attack.id, hypothesis.id));
  const doubts = (attacks.length === 0 ? 1 : 0) + (survived ? 0 : 1);
  return {
    status,
    confidence: confidenceIn(direction, statistics, marginOf(board, statistics), status, rule, doubts),
    rule,
    rationale: rationale(deciding, q, rule),
    adjustedP: q,
    cites,
    missing,
  };
}

function decide(
  statistics: Statistics,
  direction: Direction,
  q: number,
  attacked: boolean,
  board: Board,
): [VerdictStatus, string] {
  const { interval, interval90, estimate } = statistics;
  if (statistics.passed === false || !interval)
    return ['inconclusive', `too little support: ${statistics.unsupported ?? 'no interval'}`];
  const margin = marginOf(board, statistics);
  const equivalent = interval90 !== undefined && isEquivalent(interval90, margin);
  const within = `${WITHIN} ±${formatDifference(statistics.measure, margin).replace(/^\+/, '')}`;
  const excludes = interval[0] > 0 || interval[1] < 0;
  if (direction === 'none') {
    if (equivalent) return attacked ? ['supported', within] : ['inconclusive', NOT_ATTACKED];
    return excludes && q <= FALSE_DISCOVERY_RATE
      ? ['contradicted', 'the 95 % interval excludes no effect']
      : ['inconclusive', 'neither equal within the margin nor different'];
  }
  const asClaimed = direction === 'differs' || (direction === 'raises' ? estimate > 0 : estimate < 0);
  const kind = statistics.answers === 'adjusted' ? 'adjusted ' : '';
  if (excludes && asClaimed) {
    if (q > FALSE_DISCOVERY_RATE)
      return ['inconclusive', `does not survive the correction for several tests (${formatP(q)})`];
    const changes = statistics.heterogeneity;
    if (changes && changes.adjustedP <= 0.05 && (changes.qualitative ?? 1) < 0.05) {
      return [
        'inconclusive',
        `the direction depends on ${changes.by} (Gail–Simon ${formatP(changes.qualitative ?? 1)})`,
      ];
    }
    if (!attacked) return ['inconclusive', NOT_ATTACKED];
    return ['supported', `the ${kind}95 % interval excludes no effect in the claimed direction`];
  }
  if (excludes) return ['contradicted', `the ${kind}95 % interval excludes no effect, the other way`];
  if (equivalent) return ['contradicted', within];
  return ['inconclusive', `the ${kind}95 % interval contains no effect and reaches beyond the margin`];
}

function marginOf(board: Board, { margin }: Statistics): number {
  return margin ?? board.investigation.margins.riskDifference;
}

function confidenceIn(
  direction: Direction,
  { estimate, standardError = Infinity }: Statistics,
  margin: number,
  status: VerdictStatus,
  rule: string,
  doubts: number,
): number {
  const equal = status === 'contradicted' && rule.startsWith(WITHIN);
  if (direction === 'raises' || direction === 'lowers') {
    const towards = direction === 'lowers' ? -estimate : estimate;
    return equal
      ? equivalenceConfidence(towards, margin, standardError)
      : directionalConfidence(towards / (standardError || Infinity), status, doubts);
  }
  // Two-sided claims say nothing of a direction that an undecided estimate could lean to.
  if (status === 'inconclusive') return 0.5;
  const within = chanceWithin(estimate, margin, standardError);
  if (direction === 'none') return bounded(pulled(within, doubts), status);
  return equal
    ? bounded(1 - within, status)
    : directionalConfidence(Math.abs(estimate) / (standardError || Infinity), status, doubts);
}

function rationale({ statistics }: Measured, q: number, rule: string): string {
  const { estimate, interval, p } = statistics;
  if (!interval || p === undefined) return `${rule}.`;
  const numbers = describeEstimate(statistics.measure, { estimate, interval, p });
  const adjusted = statistics.adjustedFor?.length ? `, adjusted for ${formatList(statistics.adjustedFor)}` : '';
  const direct = statistics.mediators?.length
    ? ` (a direct effect: ${formatList(statistics.mediators)} may lie on the path)`
    : '';
  const several = q > p * 1.5 ? `; ${formatP(q).replace('p', 'adjusted p')} over the tests of this question` : '';
  return `${numbers}${adjusted}${direct}${several}: ${rule}.`;
}

function refutes(board: Board, evidence: string, hypothesis: string): boolean {
  return board.links.some(
    (link) => link.from === evidence && link.to === hypothesis && link.relation === 'contradicts',
  );
}

/** No operator measured anything yet: the rule waits, then the hypothesis stays open to doubt. */
export function nothingMeasured(what: string): Finding {
  return {
    status: 'inconclusive',
    confidence: 0.5,
    rule: 'no measured evidence',
    rationale: `The rules need ${what}, and no evidence carries it.`,
    cites: [],
    missing: [what],
  };
}
