import type { Outcome } from '../../../board/claim';
import { describeOutcome } from '../../analysis/describe';
import { linesOf, MONEY, type ReadOutcome } from './outcome';
import { wordsOf } from '../../analysis/words';
import type { Reader } from './reader';

/**
 * A sum whose rows several of the compared things share cannot be told apart by them: an invoice's total belongs to no one of its
 * lines. In its place stands the money of a table whose rows each belong to one thing, else how many such rows there are.
 * Undefined when there is neither.
 */
export async function atGrain(
  read: ReadOutcome,
  exposureTable: string,
  { atlas, signal }: Reader,
): Promise<ReadOutcome | undefined> {
  const { outcome } = read;
  if (!('measure' in outcome) || outcome.measure !== 'sum') return read;
  const { table, column } = outcome.column;
  const path = atlas.path(exposureTable, table);
  if (path && (await atlas.keys.isWithin(path, signal))) return read;
  const within = async (name: string) => {
    const way = atlas.path(exposureTable, name);
    return way !== undefined && (await atlas.keys.isWithin(way, signal));
  };
  const instead = (other: Outcome): ReadOutcome => ({
    outcome: other,
    news: read.news,
    contrary: read.contrary,
    mention: undefined,
    ...(read.word !== undefined && { word: read.word }),
    assumption: `a row of ${table} has several rows of ${path?.at(-1)?.from ?? exposureTable}, so its ${column} is not added up for them: ${describeOutcome(other)} is`,
  });
  if (wordsOf(column).some((word) => MONEY.includes(word)))
    for (const { name } of atlas.tables) {
      const lines = linesOf(name, atlas);
      if (lines && (await within(name))) return instead(lines);
    }
  if (!path) return read;
  const counted = path.map(({ to }) => to).find((name) => name !== table && name !== exposureTable);
  const key = counted === undefined ? undefined : atlas.table(counted)?.columns[0]?.name;
  return counted !== undefined && key !== undefined && (await within(counted))
    ? instead({ column: { table: counted, column: key }, measure: 'count' })
    : undefined;
}
