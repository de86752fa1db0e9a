import type { ColumnRef, Period } from '../../../board/claim';
import { SeriesQueries } from '../../analysis/series';
import type { Atlas } from './atlas';
import { changeDirection, changeWordAt } from './cues';
import { dateColumn } from './date-column';
import type { Mention } from './mentions';
import { namedOutcome, type ReadOutcome } from './outcome';
import { periodBefore, periodIn } from './periods';
import { conditionOf } from './population';
import type { Reader } from './reader';
import type { Reading } from './reading';

/** Reads "why did Y fall in P": what is followed, by which date, and between which periods. */
export async function readChange(reader: Reader): Promise<Reading> {
  const { atlas, tokens, data, signal, assumptions, text: question, free: mentions } = reader;
  const at = changeWordAt(question);
  const outcome =
    namedOutcome(mentions, tokens, { at, to: at, isVerb: false }, atlas) ??
    counted(mentions, atlas) ??
    onlyNumber(atlas);
  if (!outcome) return reader.cannot('the question does not name a number that the data hold');
  const when = dateColumn(outcome.outcome.column.table, atlas);
  if (!when)
    return reader.cannot(`no date is kept for ${outcome.outcome.column.table}: a change over time cannot be seen`);
  const dated: ColumnRef = { table: when.table, column: when.column };
  const read =
    'event' in outcome.outcome || outcome.outcome.measure === 'count'
      ? outcome.outcome
      : { ...outcome.outcome, measure: 'sum' as const };
  const series = new SeriesQueries({ when: dated, outcome: read }, atlas.keys, data, signal);
  const { first, last } = await series.coverage();
  const named = periodIn(question, first, last) ?? lastPeriod(last);
  if (named.period.start > last || named.period.end <= first) {
    return reader.cannot(`the data hold nothing of ${named.name}: they run from ${first} to ${last}`);
  }
  if (named.assumption !== undefined) assumptions.push(named.assumption);
  if (outcome.assumption !== undefined) assumptions.push(outcome.assumption);
  const from = periodBefore(named.period);
  assumptions.push(
    `${named.name} (from ${named.period.start} to before ${named.period.end}) is compared with the period before it, from ${from.start}; dates are those of ${dated.table}.${dated.column}`,
  );
  const values = mentions.filter((each) => each.kind === 'value' && each.score >= 0.85 && each !== outcome.mention);
  const conditions = [...reader.population, ...values.slice(0, 2).flatMap((each) => conditionOf(each) ?? [])].filter(
    ({ column }) => atlas.path(read.column.table, column.table) !== undefined,
  );
  const direction = changeDirection(question) ?? (await seenDirection(series, from, named.period));
  return {
    intent: 'change',
    outcome: read,
    when: dated,
    from,
    to: named.period,
    names: { from: `the period before`, to: named.name },
    direction,
    first,
    population: conditions,
    assumptions,
  };
}

/** "What happened in P" does not say which way it went: the data do. */
async function seenDirection(series: SeriesQueries, from: Period, to: Period): Promise<'rose' | 'fell'> {
  const { inside } = await series.perRow(from, to);
  const total = ({ n, mean }: { n: number; mean: number }): number => n * mean;
  return total(inside.later) > total(inside.earlier) ? 'rose' : 'fell';
}

/** The one number that the dated tables hold, when the question calls it something else. */
function onlyNumber(atlas: Atlas): ReadOutcome | undefined {
  const numbers = atlas.profiles.filter(({ table, kind }) => kind === 'number' && dateColumn(table, atlas));
  const [only] = numbers;
  if (!only || numbers.length > 1) return undefined;
  const outcome = { column: { table: only.table, column: only.column }, measure: 'sum' as const };
  const assumption = `what changed is read as the sum of ${only.table}.${only.column}, the only number with a date`;
  return { outcome, news: undefined, contrary: false, mention: undefined, assumption };
}

/** Things that are counted when no number is named: "orders fell". */
function counted(mentions: readonly Mention[], atlas: Atlas): ReadOutcome | undefined {
  const table = mentions.find((each) => each.kind === 'table' && dateColumn(each.table, atlas) !== undefined);
  const key = table && atlas.table(table.table)?.columns[0]?.name;
  if (!table || key === undefined) return undefined;
  return {
    outcome: { column: { table: table.table, column: key }, measure: 'count' as const },
    news: undefined,
    contrary: false,
    mention: table,
    assumption: `${table.table} are counted`,
  };
}

function lastPeriod(last: string) {
  const found = periodIn('last month', last, last);
  if (!found) throw new Error('the last month of the data can always be named');
  return found;
}
