import type { CollectorContext } from '../roles';
import { collectRecords } from './collect-records';
import { compareGroups } from '../tools/compare-groups';
import { explainChange } from '../tools/explain-change';
import type { OperatorFinding } from '../tools/operator';
import { precedence } from '../tools/precedence';

/** Runs the operator that fits the claim and records what it found, for and against. */
export async function collect(context: CollectorContext, signal: AbortSignal): Promise<void> {
  const { claim } = context.hypothesis;
  if (claim?.kind === 'entity') return collectRecords(claim, context, signal);
  for (const { query, fact, statistics, relation, note, attack } of await findingsOf(context, signal)) {
    await context.record({
      query: query.id,
      fact,
      relation,
      note,
      statistics,
      weight: statistics.primary ? 1 : 0.5,
      ...(attack !== undefined && { attack }),
    });
  }
}

async function findingsOf(context: CollectorContext, signal: AbortSignal): Promise<readonly OperatorFinding[]> {
  const { claim, id } = context.hypothesis;
  switch (claim?.kind) {
    case 'effect':
    case 'best':
    case 'modification':
    case 'confounding':
      return compareGroups(claim, context, signal, context.board.investigation.margins);
    case 'change':
    case 'artefact':
      return explainChange(claim, context, signal);
    case 'event':
      return precedence(claim, context, signal);
    default:
      throw new Error(`${id} has no claim that the offline team can test`);
  }
}
