import type { Board, Hypothesis, VerdictStatus } from '../../board/board';
import type { ClaimOf } from '../../board/claim';
import { formatP, formatShare } from '../../base/format';
import { isEquivalent } from '../../statistics/equivalence';
import { bounded, directionalConfidence } from './confidence';
import { NOT_ATTACKED, nothingMeasured } from './effect';
import { attacksOn, measured, primaryOf } from '../../board/views/measured';
import type { Finding } from './finding';
import { adjustedP, FALSE_DISCOVERY_RATE } from './multiplicity';

/** "Y rose or fell", and "this part explains it": the data gate first, then daily totals of equal spans. */
export function judgeChange(board: Board, hypothesis: Hypothesis, claim: ClaimOf<'change'>): Finding {
  const gate = measured(board, hypothesis.id).findLast(
    ({ statistics }) => statistics.answers === 'gate' && statistics.passed === false,
  );
  const deciding = primaryOf(board, hypothesis);
  if (!deciding) {
    if (!gate) return nothingMeasured('the two periods compared by equal spans');
    return rejected(board, hypothesis, [gate.id], `${gate.fact} Nothing is left to compare.`);
  }
  const { statistics } = deciding;
  const cites = [
    deciding.id,
    ...measured(board, hypothesis.id)
      .map(({ id }) => id)
      .filter((id) => id !== deciding.id),
  ];
  const towards = claim.direction === 'rose' ? 1 : -1;
  const { interval, interval90, estimate, standardError = 0, margin = 0 } = statistics;
  if (statistics.passed === false || !interval) {
    return {
      ...nothingMeasured(''),
      rule: `too little support: ${statistics.unsupported ?? ''}`,
      rationale: deciding.fact,
      cites,
      missing: [],
    };
  }
  const q = adjustedP(board, hypothesis);
  const excludes = (interval[0] > 0 || interval[1] < 0) && q <= FALSE_DISCOVERY_RATE;
  const asClaimed = excludes && Math.sign(estimate) === towards;
  if (gate && !asClaimed)
    return rejected(
      board,
      hypothesis,
      [gate.id, ...cites.filter((id) => id !== gate.id)],
      `${gate.fact} ${deciding.fact}`,
    );
  const attacked = attacksOn(board, hypothesis.id).length > 0;
  const [status, rule] = decide();
  const z = standardError > 0 ? (towards * estimate) / standardError : 0;
  return {
    status,
    confidence: directionalConfidence(z, status, attacked ? 0 : 1),
    rule,
    adjustedP: q,
    rationale: `${deciding.fact} ${rule.charAt(0).toUpperCase()}${rule.slice(1)}.`,
    cites,
    missing: attacked ? [] : ['an attempt to refute it: is the later period whole, did the same happen a year before?'],
  };

  function decide(): [VerdictStatus, string] {
    const share = statistics.answers === 'contribution' ? (statistics.crude ?? 0) : 1;
    if (asClaimed && !attacked) return ['inconclusive', NOT_ATTACKED];
    if (asClaimed && share >= 0.5)
      return [
        'supported',
        claim.explainedBy
          ? `it changed more than the rest predicts and makes up ${formatShare(share)} of the change`
          : 'equal spans of days differ in the claimed direction by more than days differ',
      ];
    if (asClaimed)
      return [
        'inconclusive',
        `it changed more than the rest predicts, but makes up only ${formatShare(share)} of the change`,
      ];
    if (excludes) return ['contradicted', 'the change goes the other way'];
    if (interval90 && isEquivalent(interval90, margin))
      return [
        'contradicted',
        claim.explainedBy ? 'it changed no more than the rest' : 'equal within a tenth of the level before',
      ];
    return ['inconclusive', `no change beyond what days differ (${formatP(q)} after correction)`];
  }
}

/** "The finding is an artefact of the data": the gate says. */
export function judgeArtefact(board: Board, hypothesis: Hypothesis): Finding {
  const deciding = primaryOf(board, hypothesis);
  if (!deciding) return nothingMeasured('a check of the data for it');
  const found = deciding.statistics.passed === false;
  const status: VerdictStatus = found ? 'supported' : 'contradicted';
  return {
    status,
    confidence: found ? 0.98 : 0.02,
    rule: found ? 'the data gate found it' : 'the data gate found nothing of it',
    rationale: deciding.fact,
    cites: [deciding.id],
    missing: [],
  };
}

function rejected(board: Board, hypothesis: Hypothesis, cites: readonly string[], rationale: string): Finding {
  const doubts = attacksOn(board, hypothesis.id).length === 0 ? 1 : 0;
  return {
    status: 'contradicted',
    confidence: bounded(doubts > 0 ? 0.2 : 0.08, 'contradicted'),
    rule: 'premise rejected at the data gate: the later period is cut off',
    rationale,
    cites,
    missing: [],
  };
}
