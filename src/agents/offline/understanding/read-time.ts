import type { Condition } from '../../../board/claim';
import { SeriesQueries } from '../../analysis/series';
import { wordsOf } from '../../analysis/words';
import { dateColumn } from './date-column';
import { namesTime, periodIn } from './periods';
import type { Reader } from './reader';

/** A time that the question names narrows its units: by a column of years, else by dates. A sentence says why it cannot. */
export async function readTime(reader: Reader, unit: string): Promise<readonly Condition[] | string> {
  if (!namesTime(reader.text)) return [];
  const { atlas } = reader;
  const year = /\b((?:19|20)\d{2})\b/.exec(reader.text)?.[1];
  const years = atlas.profiles.find(
    ({ table, column, greatest }) =>
      atlas.path(unit, table) !== undefined &&
      wordsOf(column).some((word) => ['year', 'yr', 'jahr', 'season'].includes(word)) &&
      typeof greatest === 'number' &&
      greatest >= 1900 &&
      greatest < 2200,
  );
  if (years && year !== undefined) {
    const [least, greatest] = [Number(years.least), Number(years.greatest)];
    if (Number(year) < least || Number(year) > greatest)
      return `the data hold nothing of ${year}: ${years.column} runs from ${least} to ${greatest}`;
    return [{ column: { table: years.table, column: years.column }, is: Number(year) }];
  }
  const when = dateColumn(unit, atlas);
  if (!when) return `the data hold no dates of ${unit}, so nothing can be said of a time`;
  const column = { table: when.table, column: when.column };
  const outcome = { column, measure: 'count' as const };
  const series = { unit, when: column, outcome };
  const { first, last } = await new SeriesQueries(series, atlas.keys, reader.data, reader.signal).coverage();
  const named = periodIn(reader.text, first, last);
  if (!named) return [];
  if (named.period.start > last || named.period.end <= first)
    return `the data hold nothing of ${named.name}: they run from ${first} to ${last}`;
  if (when.dateFormat !== 'iso') {
    reader.assumptions.push(`${named.name} is not singled out: ${when.column} keeps its dates in another form`);
    return [];
  }
  if (named.assumption !== undefined) reader.assumptions.push(named.assumption);
  return [
    { column, is: { atLeast: named.period.start, below: named.period.end }, named: `${when.column} in ${named.name}` },
  ];
}
