import { formatList } from '../../../base/format';
import { pairOf } from './mentions';
import { namedOutcome } from './outcome';
import { readDrivers } from './read-drivers';
import { readEffect } from './read-effect';
import type { Cue, Reader } from './reader';
import type { Reading } from './reading';

/** Reads a question without a word for what it asks: two groups are compared, an outcome is explained, all else is asked back. */
export async function readUnclear(reader: Reader, cue: Cue): Promise<Reading> {
  const { free, tokens, atlas } = reader;
  if (pairOf(free)) return readEffect(reader, cue);
  if (namedOutcome(free, tokens, cue, atlas)) return readDrivers(reader, cue, true);
  const refusal = reader.refusal(cue, undefined);
  if (refusal) return refusal;
  const named = [...new Set(free.filter(({ score }) => score >= 0.8).map((each) => nameOf(each)))].slice(0, 3);
  const why =
    named.length > 0
      ? `the question names ${formatList(named)}, but does not say what it asks of it`
      : 'the question does not say what it asks, and names nothing that the data hold';
  return reader.cannot(
    why,
    'ask which has the most or the least of something, whether one thing raises another, or why',
  );
}

function nameOf(mention: Reader['free'][number]): string {
  return mention.kind === 'table' ? mention.table : `${mention.table}.${mention.column}`;
}
