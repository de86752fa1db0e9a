import type { Board, Hypothesis } from '../../board/board';
import { formatP } from '../../base/format';
import { bounded } from './confidence';
import { nothingMeasured } from './effect';
import { primaryOf } from '../../board/views/measured';
import type { Finding } from './finding';
import { adjustedP, FALSE_DISCOVERY_RATE } from './multiplicity';

/** "The effect depends on Z": heterogeneity over the levels of Z, corrected. A large p-value leaves it open, never refutes it. */
export function judgeModification(board: Board, hypothesis: Hypothesis): Finding {
  const deciding = primaryOf(board, hypothesis);
  if (!deciding) return nothingMeasured('the effect within each level, and a test of their difference');
  const { p, unsupported, heterogeneity } = deciding.statistics;
  const q = adjustedP(board, hypothesis);
  const status = p !== undefined && q <= FALSE_DISCOVERY_RATE ? 'supported' : 'inconclusive';
  const rule =
    unsupported !== undefined
      ? `too little support: ${unsupported}`
      : status === 'supported'
        ? `the effect differs between levels (${formatP(q)} after correction)`
        : `no difference between levels beyond chance (${formatP(q)} after correction)`;
  const turns = (heterogeneity?.qualitative ?? 1) < 0.05 ? ' Its direction itself changes.' : '';
  return {
    status,
    confidence: bounded(1 - q / 2, status),
    rule,
    rationale: `${deciding.fact} ${rule.charAt(0).toUpperCase()}${rule.slice(1)}.${turns}`,
    adjustedP: q,
    cites: [deciding.id],
    missing: [],
  };
}
