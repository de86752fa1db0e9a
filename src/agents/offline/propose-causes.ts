import type { ClaimOf } from '../../board/claim';
import { statementOf } from '../report/statements';
import type { HypothesizerContext } from '../roles';
import type { Reading } from './understanding/reading';

/** One hypothesis for each kind of event that could have led to the effect. */
export async function proposeCauses(
  { unit, effect, causes, within }: Extract<Reading, { intent: 'event' }>,
  context: HypothesizerContext,
): Promise<void> {
  if (causes.length === 0) return context.limit('the data hold no other events that could have led to it');
  for (const cause of causes) {
    const claim: ClaimOf<'event'> = {
      kind: 'event',
      unit: unit.table,
      population: [{ column: { table: unit.table, column: unit.key }, is: unit.value }],
      cause,
      effect,
      within,
    };
    await context.propose({ statement: statementOf(claim), claim, rationale: 'an event that could have led to it' });
  }
}
