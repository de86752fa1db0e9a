import { assertNever } from '../../base/assert';
import type { Board, Hypothesis } from '../../board/board';
import { withoutDrifted } from '../../board/views/at-risk';
import { judgeChange, judgeArtefact } from './change';
import { judgeConfounding } from './confounding';
import { judgeEffect } from './effect';
import { judgeEntity } from './entity';
import { judgeEvent } from './event';
import type { Finding } from './finding';
import { judgeModification } from './modification';

/**
 * What the rules make of the evidence on a hypothesis; undefined where no rule reads its claim. Evidence that drifted since it was
 * recorded counts no more.
 */
export function judgeByRule(whole: Board, hypothesis: Hypothesis): Finding | undefined {
  const { claim } = hypothesis;
  const board = withoutDrifted(whole);
  switch (claim?.kind) {
    case undefined:
      return undefined;
    case 'effect':
      return judgeEffect(board, hypothesis, claim.direction);
    case 'best':
      return judgeEffect(board, hypothesis, claim.direction === 'highest' ? 'raises' : 'lowers');
    case 'modification':
      return judgeModification(board, hypothesis);
    case 'confounding':
      return judgeConfounding(board, hypothesis);
    case 'change':
      return judgeChange(board, hypothesis, claim);
    case 'artefact':
      return judgeArtefact(board, hypothesis);
    case 'entity':
      return judgeEntity(board, hypothesis, claim);
    case 'event':
      return judgeEvent(board, hypothesis);
    default:
      return assertNever(claim);
  }
}
