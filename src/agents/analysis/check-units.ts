import type { Statistics } from '../../board/statistics';
import { formatCount, formatShare } from '../../base/format';
import type { OperatorFinding } from '../tools/operator';
import type { GroupComparison } from './group-comparison';

/** Outcomes that are missing for more than this share of an arm, or unequally by more than that, may bias a comparison. */
const MOST_MISSING = 0.05;
const MOST_UNEQUAL = 0.02;

/**
 * The data gate of a comparison: is every unit counted once (no join multiplied it), and is its outcome known as often in both
 * groups? It can refute a comparison before any test does.
 */
export async function checkUnits(run: GroupComparison): Promise<OperatorFinding> {
  const { query, arms } = await run.queries.units();
  const [exposed, others] = arms.map((arm) => arm.missing / Math.max(1, arm.rows)) as [number, number];
  const repeated = arms.reduce((sum, arm) => sum + arm.rows - (arm.units ?? arm.rows), 0);
  const keyed = arms.every(({ units }) => units !== undefined);
  const unknown = Math.max(exposed, others) > MOST_MISSING || Math.abs(exposed - others) > MOST_UNEQUAL;
  const passed = repeated === 0 && !unknown;
  const rows = arms.reduce((sum, arm) => sum + arm.rows, 0);
  const once = !keyed
    ? 'which no key tells apart'
    : repeated === 0
      ? 'each is counted once'
      : `${formatCount(repeated)} are counted more than once`;
  const known =
    exposed + others === 0
      ? 'the outcome is known for all'
      : `the outcome is missing for ${formatShare(exposed)} of ${run.words.exposed} and ${formatShare(others)} of ${run.words.others}`;
  const statistics: Statistics = {
    answers: 'gate',
    method: keyed ? 'rows against distinct units, missing outcomes by arm' : 'missing outcomes by arm',
    measure: 'share',
    estimate: exposed - others,
    n: rows,
    passed,
  };
  return {
    query,
    fact: `Of ${formatCount(rows)} ${run.words.units}, ${once}; ${known}.`,
    statistics,
    relation: 'neutral',
    note: passed ? 'the comparison rests on whole data' : 'the comparison may be biased by the data themselves',
    attack: 'data gate',
  };
}
