import type { Board, Hypothesis, VerdictStatus } from '../../board/board';
import { attacksOn, measured, primaryOf } from '../../board/views/measured';
import { formatP } from '../../base/format';
import { bounded } from './confidence';
import { NOT_ATTACKED, nothingMeasured } from './effect';
import type { Finding } from './finding';
import { adjustedP, FALSE_DISCOVERY_RATE } from './multiplicity';

/**
 * "One event led to another": it came before the effect within the claimed time, effects follow such events more often than chance
 * would have it, and in this order rather than the other.
 */
export function judgeEvent(board: Board, hypothesis: Hypothesis): Finding {
  const deciding = primaryOf(board, hypothesis);
  if (!deciding) return nothingMeasured('how often the effect follows such an event, against chance');
  const own = measured(board, hypothesis.id);
  const cites = [deciding.id, ...own.map(({ id }) => id).filter((id) => id !== deciding.id)];
  const gates = own.filter(({ statistics }) => statistics.answers === 'gate');
  const before = gates.find(({ attack }) => attack === undefined);
  const order = gates.find(({ attack }) => attack !== undefined);
  const q = adjustedP(board, hypothesis);
  const [status, confidence, rule] = ((): readonly [VerdictStatus, number, string] => {
    if (before?.statistics.passed === false) return ['contradicted', 0.05, 'no such event came before the effect'];
    if (q > FALSE_DISCOVERY_RATE)
      return ['inconclusive', 0.5, `the effect does not follow it more often than by chance (${formatP(q)})`];
    if (attacksOn(board, hypothesis.id).length === 0) return ['inconclusive', 0.5, NOT_ATTACKED];
    if (order?.statistics.passed === false) return ['inconclusive', 0.4, 'the effect comes first as often'];
    return ['supported', 0.9, `it came before, and the effect follows it more often than by chance (${formatP(q)})`];
  })();
  return {
    status,
    confidence: bounded(confidence, status),
    rule,
    adjustedP: q,
    rationale: `${own.map(({ fact }) => fact).join(' ')} ${rule.charAt(0).toUpperCase()}${rule.slice(1)}.`,
    cites,
    missing: [],
  };
}
