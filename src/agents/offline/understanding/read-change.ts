import type { ColumnRef, Condition } from '../../../board/claim';
import type { DataReader } from '../../roles';
import type { ColumnProfile } from '../../analysis/profile';
import { SeriesQueries } from '../../analysis/series';
import { wordsOf } from '../../analysis/words';
import type { Atlas } from './atlas';
import { changeDirection, changeWordAt } from './cues';
import type { Mention, Token } from './mentions';
import { namedOutcome } from './outcome';
import { periodBefore, periodIn } from './periods';
import { conditionOf } from './population';
import type { Reading } from './reading';

/** Dates that follow the event rather than mark it. */
const LATER_DATES = [
  'required',
  'ship',
  'shipped',
  'due',
  'deliver',
  'delivered',
  'birth',
  'hire',
  'hired',
  'end',
  'closed',
  'updated',
  'modified',
  'paid',
  'payment',
  'expiry',
  'expires',
];

/** Reads "why did Y fall in P": what is followed, by which date, and between which periods. */
export async function readChange(
  question: string,
  tokens: readonly Token[],
  mentions: readonly Mention[],
  population: readonly Condition[],
  assumptions: string[],
  atlas: Atlas,
  data: DataReader,
  signal: AbortSignal,
): Promise<Reading> {
  const cannot = (why: string): Reading => ({ intent: 'unanswerable', why, assumptions });
  const at = changeWordAt(question);
  const outcome = namedOutcome(mentions, tokens, at, atlas) ?? counted(mentions, atlas);
  if (!outcome) return cannot('the question does not name a number that the data hold');
  const when = dateColumn(outcome.outcome.column.table, atlas);
  if (!when) return cannot(`no date is kept for ${outcome.outcome.column.table}: a change over time cannot be seen`);
  const dated: ColumnRef = { table: when.table, column: when.column };
  const read =
    'event' in outcome.outcome || outcome.outcome.measure === 'count'
      ? outcome.outcome
      : { ...outcome.outcome, measure: 'sum' as const };
  const { first, last } = await new SeriesQueries({ when: dated, outcome: read }, atlas.keys, data, signal).coverage();
  const named = periodIn(question, first, last) ?? lastPeriod(last);
  if (named.assumption !== undefined) assumptions.push(named.assumption);
  if (outcome.assumption !== undefined) assumptions.push(outcome.assumption);
  const from = periodBefore(named.period);
  assumptions.push(
    `${named.name} (from ${named.period.start} to before ${named.period.end}) is compared with the period before it, from ${from.start}; dates are those of ${dated.table}.${dated.column}`,
  );
  const values = mentions.filter((each) => each.kind === 'value' && each.score >= 0.85 && each !== outcome.mention);
  const conditions = [...population, ...values.slice(0, 2).flatMap((each) => conditionOf(each) ?? [])].filter(
    ({ column }) => atlas.path(read.column.table, column.table) !== undefined,
  );
  return {
    intent: 'change',
    outcome: read,
    when: dated,
    from,
    to: named.period,
    names: { from: `the period before`, to: named.name },
    direction: changeDirection(question) ?? 'fell',
    population: conditions,
    assumptions,
  };
}

/** Things that are counted when no number is named: "orders fell". */
function counted(mentions: readonly Mention[], atlas: Atlas) {
  const table = mentions.find((each) => each.kind === 'table' && dateColumn(each.table, atlas) !== undefined);
  const key = table && atlas.table(table.table)?.columns[0]?.name;
  if (!table || key === undefined) return undefined;
  return {
    outcome: { column: { table: table.table, column: key }, measure: 'count' as const },
    mention: table,
    assumption: `${table.table} are counted`,
  };
}

/** The date of a table's rows: its own, else of the nearest table that each row belongs to. */
function dateColumn(table: string, atlas: Atlas): ColumnProfile | undefined {
  const reach = [...atlas.keys.reachable(table)].sort((a, b) => a[1].length - b[1].length);
  for (const [name, path] of reach) {
    if (path.some((step) => !atlas.table(step.to)?.primaryKey.some((key) => step.references.includes(key)))) continue;
    const dates = atlas.profiles.filter((profile) => profile.table === name && profile.kind === 'date');
    const rank = ({ column }: ColumnProfile) => (wordsOf(column).some((word) => LATER_DATES.includes(word)) ? 1 : 0);
    const [best] = dates.sort((a, b) => rank(a) - rank(b));
    if (best) return best;
  }
  return undefined;
}

function lastPeriod(last: string) {
  const found = periodIn('last month', last, last);
  if (!found) throw new Error('the last month of the data can always be named');
  return found;
}
