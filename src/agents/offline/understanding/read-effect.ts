import type { Condition } from '../../../board/claim';
import { formatList } from '../../../base/format';
import { asConstant, yesNoOf } from '../../analysis/describe';
import { medianOf } from '../../analysis/profile';
import { overlaps, pairOf, sameColumn, type Mention } from './mentions';
import { namedOutcome, suggestedOutcome } from './outcome';
import { conditionOf, isNumeric } from './population';
import { candidatesOf } from './candidates';
import { readDrivers } from './read-drivers';
import type { Cue, Reader } from './reader';
import type { Reading } from './reading';
import { firstUnknown } from './unknown-words';

/** Reads "does X raise Y", "do A fare worse than B": the exposure, against what, and which way. */
export async function readEffect(reader: Reader, cue: Cue): Promise<Reading> {
  const groups = reader.free.filter((each) => each.kind !== 'table' && !isMereKey(each));
  const pair = pairOf(groups);
  const others = groups.filter((each) => !pair?.some((one) => overlaps(one, each) || sameColumn(one, each)));
  const named = namedOutcome(others, reader.tokens, cue, reader.atlas);
  const refusal = reader.refusal(cue, named);
  if (refusal) return refusal;
  const rest = others.filter(
    (each) =>
      (each.kind === 'table' || each.profile.kind !== 'date') &&
      (!named?.mention || (!overlaps(each, named.mention) && !sameColumn(each, named.mention))),
  );
  const [exposure, versus] = pair ?? [best(reader, rest)];
  if (!exposure && reader.quarter && named) return ofQuarter(reader, reader.quarter, named, cue, rest);
  if (!exposure || exposure.kind === 'table') {
    const unknown = firstUnknown(reader);
    if (named && unknown === undefined) return readDrivers(reader, cue, true);
    const word = unknown ?? reader.firstNoun();
    return reader.cannot(
      word === undefined ? 'the question names nothing that the data hold' : `the data hold no “${word}”`,
    );
  }
  const own = ({ table, column }: { table: string; column: string }) =>
    column === exposure.column && table === exposure.table;
  const outcome = named ?? suggestedOutcome(exposure.table, own, reader.tokens, reader.atlas);
  if (!outcome) {
    const why = 'the question does not say which result is meant, and no column suggests one';
    return reader.cannot(why, reader.examples(exposure.table));
  }
  const column = { table: exposure.table, column: exposure.column };
  const direction = reader.direction(cue.direction, outcome);
  // "Higher prices" among all: the quarter is what is asked about, not who.
  const { quarter } = reader;
  const asked = quarter && own({ table: quarter.column.table, column: quarter.column.column }) ? quarter : undefined;
  if (quarter && !asked) reader.population.push(quarter);
  reader.narrow(
    rest.filter((each) => each !== exposure && each !== versus),
    column,
    outcome.outcome,
  );
  const condition = conditionOf(exposure);
  if (!condition && !isNumeric(exposure.profile)) {
    const about = await reader.subject(column.table, outcome);
    if ('intent' in about) return about;
    const { conditions: candidates, ...chosen } = await candidatesOf(reader, column, about, direction);
    return candidates.length < 2
      ? reader.cannot(`${column.table}.${column.column} does not form groups to compare`)
      : { intent: 'compare', among: column, candidates, ...chosen, direction, ...about };
  }
  const contrast = condition
    ? contrastOf(reader, exposure, condition, versus)
    : asked
      ? { exposure: asked }
      : await halves(reader, exposure);
  const about = await reader.subject(column.table, outcome);
  return 'intent' in about ? about : { intent: 'effect', ...contrast, direction, ...about };
}

/** "Does a low score make a default more likely": the quarter of the column is what is asked about. */
async function ofQuarter(
  reader: Reader,
  quarter: Condition,
  outcome: NonNullable<ReturnType<typeof namedOutcome>>,
  cue: Cue,
  rest: readonly Mention[],
): Promise<Reading> {
  const direction = reader.direction(cue.direction, outcome);
  reader.narrow(rest, quarter.column, outcome.outcome);
  const about = await reader.subject(quarter.column.table, outcome);
  return 'intent' in about ? about : { intent: 'effect', exposure: quarter, direction, ...about };
}

type Contrast = { readonly exposure: Condition; readonly versus?: Condition };

function contrastOf(reader: Reader, exposure: Mention, condition: Condition, versus: Mention | undefined): Contrast {
  const against = versus ? conditionOf(versus) : negative(reader, exposure);
  // "… than B" alone: what is asked about is the other value of two.
  if (
    !versus &&
    exposure.kind === 'value' &&
    reader.before(exposure, 2).includes('than') &&
    exposure.profile.distinct === 2
  ) {
    const other = exposure.profile.values.find(({ value }) => value !== exposure.value);
    if (other) return { exposure: { column: condition.column, is: asConstant(other.value) }, versus: condition };
  }
  return { exposure: condition, ...(against && { versus: against }) };
}

async function halves(reader: Reader, exposure: Extract<Mention, { column: string }>): Promise<Contrast> {
  const column = { table: exposure.table, column: exposure.column };
  const median = await medianOf(column, reader.data, reader.signal);
  reader.assumptions.push(`${exposure.column} is split at its median, ${median}`);
  return { exposure: { column, is: { above: median } } };
}

/** Yes is compared with no: what is neither does not apply. */
function negative(reader: Reader, exposure: Mention): Condition | undefined {
  if (exposure.kind === 'table' || exposure.profile.distinct <= 2) return undefined;
  const values = exposure.profile.values.map(({ value }) => value);
  const said = yesNoOf(values);
  if (!said || (exposure.kind === 'value' && exposure.value !== said.yes)) return undefined;
  const others = values.filter((value) => value !== said.yes && value !== said.no);
  const left = formatList(others.map(String));
  reader.assumptions.push(`${exposure.column}: yes is compared with no; ${left} does not count`);
  const column = { table: exposure.table, column: exposure.column };
  return { column, is: asConstant(said.no), named: `no ${exposure.column}` };
}

function best(reader: Reader, rest: readonly Mention[]): Mention | undefined {
  const scored = rest.map((mention) => ({ mention, score: exposureScore(reader, mention) }));
  return scored.sort((a, b) => b.score - a.score)[0]?.mention;
}

/** A value or a flag is what a question asks about, unless it stands where the population does. */
function exposureScore(reader: Reader, mention: Mention): number {
  const { start, end } = reader.place(mention);
  // "For mobile visitors only, does …": everything before the comma narrows.
  const leading = /^\s*(?:for|among|amongst|within|in|of|considering|looking at)\b[^,]*,/i.exec(reader.question);
  const inLead = leading !== null && end <= leading[0].length;
  const led = reader.before(mention, 3).some((word) => ['in', 'among', 'within', 'during', 'for'].includes(word));
  const early = 0.01 * start * 0.1;
  return mention.score + (mention.kind === 'value' ? 0.1 : 0) - (inLead ? 1 : 0) - (led ? 0.4 : 0) - early;
}

/** A key without a few values to list names rows, not groups. */
function isMereKey(mention: Mention): boolean {
  return (
    mention.kind !== 'table' &&
    (mention.profile.kind === 'key' || mention.profile.kind === 'text') &&
    mention.profile.values.length < 2
  );
}
