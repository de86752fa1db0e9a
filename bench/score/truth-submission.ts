import type { Claim, ColumnRef, Condition } from '../../src/board/claim';
import { DEFAULT_LIMITS, type Database } from '../../src/database/port';
import { EMPTY_SUBMISSION, type Submission, type SubmittedEvidence } from './submission';
import { requiredOf, type Truth, type TruthHypothesis } from './truth';

/** The truth handed in as if somebody had found it: it must score 1 in everything. */
export async function truthAsSubmission(truth: Truth, database: Database, signal: AbortSignal): Promise<Submission> {
  const necessary = truth.evidence.filter((each) => each.necessary);
  const evidence: SubmittedEvidence[] = [];
  for (const { id, sql } of necessary) {
    const { digest } = await database.query(sql, DEFAULT_LIMITS, signal);
    evidence.push({ id, fact: id, sql, digest, computed: [] });
  }
  return {
    ...EMPTY_SUBMISSION,
    evidence,
    hypotheses: requiredOf(truth).map((hypothesis, index) => ({
      id: `H${index + 1}`,
      statement: hypothesis.key,
      claim: claimOf(hypothesis),
      verdict: hypothesis.verdict,
      confidence: { supported: 1, contradicted: 0, inconclusive: 0.5 }[hypothesis.verdict],
      links: necessary
        .filter(({ hyp }) => hyp === hypothesis.key)
        .map(({ id, polarity }) => ({ evidence: id, polarity })),
    })),
  };
}

function claimOf({ key, effects }: TruthHypothesis): Claim {
  const effect = effects?.[0];
  if (effect === undefined) {
    const [table = '', pk = ''] = key.split(':');
    return { kind: 'entity', table, key: /^\d+$/.test(pk) ? Number(pk) : pk, label: key, role: 'culprit' };
  }
  const side = ({ column, value }: typeof effect.exposure): ColumnRef | Condition => {
    const [table = '', name = ''] = column.split('.');
    return value === undefined ? { table, column: name } : { column: { table, column: name }, is: value };
  };
  const [table = '', column = ''] = effect.outcome.split('.');
  const subgroup = effect.subgroup && side(effect.subgroup);
  return {
    kind: 'effect',
    exposure: side(effect.exposure),
    outcome: { column: { table, column }, measure: 'mean' },
    direction: effect.direction,
    ...(subgroup && 'is' in subgroup && { subgroup }),
  };
}
