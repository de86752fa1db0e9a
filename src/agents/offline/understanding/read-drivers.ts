import { describeOutcome } from '../../analysis/describe';
import { READ_AS } from '../../report/answer';
import { overlaps } from './mentions';
import { namedOutcome, suggestedOutcome, type ReadOutcome } from './outcome';
import type { Cue, Reader } from './reader';
import type { Reading } from './reading';

/**
 * Reads "who churns", "what drives Y": the outcome, and for whom.
 * @param saysSo the question asks something else or nothing: the answer says what it was taken for
 */
export async function readDrivers(reader: Reader, cue: Cue, saysSo = false): Promise<Reading> {
  const named = namedOutcome(reader.free, reader.tokens, cue, reader.atlas);
  const refusal = reader.refusal(cue, named);
  if (refusal) return refusal;
  const outcome = named ?? onlyOutcome(reader);
  if (!outcome) {
    const word = reader.firstNoun();
    const why = word === undefined ? 'the question names no result that the data hold' : `the data hold no “${word}”`;
    return reader.cannot(why, reader.examples(reader.atlas.tables[0]?.name ?? ''));
  }
  if (saysSo) reader.assumptions.push(`${READ_AS}what drives ${describeOutcome(outcome.outcome)}?`);
  if (reader.quarter) reader.population.push(reader.quarter);
  const { mention } = outcome;
  reader.narrow(
    reader.free.filter((each) => !mention || (each !== mention && !overlaps(each, mention))),
    undefined,
    outcome.outcome,
  );
  const about = await reader.subject(outcome.outcome.column.table, outcome);
  return 'intent' in about ? about : { intent: 'drivers', ...about };
}

/** The one outcome that the whole database suggests, for questions that name none. */
function onlyOutcome({ atlas, tokens }: Reader): ReadOutcome | undefined {
  for (const { name } of atlas.tables) {
    const read = suggestedOutcome(name, () => false, tokens, atlas);
    if (read) return read;
  }
  return undefined;
}
