import type { RecordTest } from '../../board/clue';
import type { Value } from '../../board/value';

/** Whether somebody fits a test: by a record, not by a record, or the record is missing, which tells nothing. */
export type State = 'yes' | 'no' | 'unknown';

/**
 * What the rows of a statement by `recordsSql` say of one of the keys in them: their last cell says whether a record fits. A value
 * that is not recorded is as if the record were missing.
 */
export function stateOf(test: RecordTest, rows: readonly (readonly Value[])[]): State {
  if (test.absent) return rows.length === 0 ? 'yes' : 'no';
  const fits = rows.map((row) => row.at(-1));
  if (fits.some((each) => Number(each) === 1 && each !== null)) return 'yes';
  return fits.some((each) => each !== null) ? 'no' : 'unknown';
}

/** Of several tests any of which bears a clue out. */
export function anyOf(states: readonly State[]): State {
  if (states.includes('yes')) return 'yes';
  return states.length > 0 && states.every((state) => state === 'no') ? 'no' : 'unknown';
}
