import type { ColumnProfile } from '../../analysis/profile';
import { wordsOf } from '../../analysis/words';
import type { Atlas } from './atlas';

/** Dates that follow the event rather than mark it. */
const LATER_DATES: readonly string[] =
  'required ship shipped due deliver delivered birth hire hired end closed updated modified paid payment expiry expires cancelled canceled'.split(
    ' ',
  );

/** The date of a table's rows: its own, else of the nearest table that each row belongs to. */
export function dateColumn(table: string, atlas: Atlas): ColumnProfile | undefined {
  const reach = [...atlas.keys.reachable(table)].sort((a, b) => a[1].length - b[1].length);
  for (const [name, path] of reach) {
    const isOne = path.every((step) => atlas.table(step.to)?.primaryKey.some((key) => step.references.includes(key)));
    if (!isOne) continue;
    const dates = atlas.profiles.filter((profile) => profile.table === name && profile.kind === 'date');
    const rank = ({ column }: ColumnProfile) => (wordsOf(column).some((word) => LATER_DATES.includes(word)) ? 1 : 0);
    const [best] = dates.sort((a, b) => rank(a) - rank(b));
    if (best) return best;
  }
  return undefined;
}
