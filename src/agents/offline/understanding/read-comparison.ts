import type { ColumnRef } from '../../../board/claim';
import { candidatesOf } from './candidates';
import { POPULATION_WORDS } from './cues';
import { FUNCTION_WORDS, overlaps, pairOf, type Mention } from './mentions';
import { atGrain } from './grain';
import { namedOutcome, suggestedOutcome } from './outcome';
import { conditionOf } from './population';
import { readDrivers } from './read-drivers';
import type { Cue, Reader } from './reader';
import type { Reading } from './reading';

/** Verbs that follow what is asked for and may also name an outcome: "which shop sells the most". */
const VERB =
  /^(?:sells?|sold|makes?|made|earns?|works?|performs?|shows?|leads?|causes?|produces?|brings?|generates?|yields?|reduces?|lowers?|raises?|increases?|spends?|spent|buys?|pays?|loses?|fails?|wins?|results?|survived?s?|dies|die|died|churns?)$/;

/** Reads "which X is best": the groups, what they are compared by, and which way is best. */
export async function readComparison(reader: Reader, cue: Cue): Promise<Reading> {
  const subject = subjectOf(reader, cue);
  if (subject.kind === 'unknown') return reader.cannot(`the data hold no “${subject.word}”`);
  const { mention } = subject;
  const pair = pairOf(reader.free);
  const others = reader.free.filter((each) => !overlaps(each, mention) && !pair?.some((one) => overlaps(one, each)));
  const read = namedOutcome(others, reader.tokens, cue, reader.atlas);
  const refusal = reader.refusal(cue, read);
  if (refusal) return refusal;
  // What belongs to the compared things themselves is no result of theirs.
  const own = (table: string, column: string) =>
    table === mention.table && (mention.kind === 'table' || column === mention.column);
  const told =
    read ?? suggestedOutcome(mention.table, ({ table, column }) => own(table, column), reader.tokens, reader.atlas);
  const outcome = told && ((await atGrain(told, mention.table, reader)) ?? told);
  if (!outcome) {
    const why = 'the question does not say by what result to compare, and no column suggests one';
    return reader.cannot(why, reader.examples(mention.table));
  }
  const among = pair
    ? { table: pair[0].table, column: pair[0].column }
    : groupColumn(reader, mention, outcome.outcome.column.table);
  if (!among) return readDrivers(reader, cue, true);
  const direction = reader.direction(cue.direction, outcome);
  if (reader.quarter) reader.population.push(reader.quarter);
  const { mention: said } = told;
  reader.narrow(
    others.filter((each) => said === undefined || !overlaps(each, said)),
    among,
    outcome.outcome,
  );
  const about = await reader.subject(among.table, outcome, reader.atlas.pointsTo(among));
  if ('intent' in about) return about;
  const { conditions, ...chosen } = pair
    ? { conditions: pair.flatMap((each) => conditionOf(each) ?? []) }
    : await candidatesOf(reader, among, about, direction);
  if (conditions.length < 2) {
    return reader.cannot(
      `${among.table}.${among.column} does not form groups to compare`,
      'name a column with a few values',
    );
  }
  return { intent: 'compare', among, candidates: conditions, ...chosen, direction, ...about };
}

/** What is compared: the noun after which or what, or after the superlative. */
function subjectOf(reader: Reader, cue: Cue): { kind: 'found'; mention: Mention } | { kind: 'unknown'; word: string } {
  const head = headNoun(reader, cue);
  const scored = reader.free
    .filter((each) => each.kind !== 'value' && (each.kind === 'table' || each.profile.kind !== 'date'))
    .map((mention) => {
      const isHead = head !== undefined && mention.from <= head && mention.to > head ? 1 : 0;
      const led = reader.before(mention, 2).some((word) => POPULATION_WORDS.has(word)) ? -0.5 : 0;
      const isGroup =
        mention.kind === 'column' && (mention.profile.kind === 'category' || mention.profile.values.length > 1);
      // Of columns that are called alike the one counts whose table is named too.
      const at = reader.mentions.some(
        ({ kind, table, score }) => kind === 'table' && table === mention.table && score >= 0.8,
      );
      return { mention, score: mention.score + isHead + led + (isGroup ? 0.3 : 0) + (at ? 0.05 : 0) };
    })
    .sort((a, b) => b.score - a.score);
  const best = scored[0];
  if (best && best.score >= (head === undefined ? 0.9 : 1.4)) return { kind: 'found', mention: best.mention };
  const word = head === undefined ? reader.firstNoun() : reader.tokens[head]?.word;
  return { kind: 'unknown', word: word ?? 'such thing' };
}

/**
 * The token that names what is asked for: the last noun of the phrase after which or what (`which sales rep has …`: rep), or the
 * first one after the superlative (`what is the best treatment`: treatment).
 */
function headNoun(reader: Reader, cue: Cue): number | undefined {
  const wh = /\b(?:which|what|whose)\b(?:\s+of\s+the)?(?:\s+(?:kind|type|sort|way)s?\s+of)?\s+/i.exec(reader.text);
  const after = wh ? wh.index + wh[0].length : Infinity;
  let head: number | undefined;
  for (const [index, token] of reader.tokens.entries()) {
    if (token.start < after) continue;
    const atCue = cue.at >= 0 && token.start >= cue.at && token.start < cue.to;
    // A verb ends the phrase: a word that names nothing after one that does.
    const ends = head !== undefined && reader.names(head) && (!reader.names(index) || VERB.test(token.word));
    if (FUNCTION_WORDS.has(token.word) || atCue || ends) break;
    head = index;
    // "Which country's customers": the countries are compared.
    if (/['’]s?$/.test(reader.question.slice(token.start, token.end + 1).trim())) break;
  }
  if (head !== undefined) return head;
  const behind = reader.tokens.findIndex(
    ({ start, word }) => cue.to >= 0 && start >= cue.to && !FUNCTION_WORDS.has(word),
  );
  return behind >= 0 ? behind : undefined;
}

/** The column whose values are the groups: the mentioned one, or the key that points to the mentioned table. */
function groupColumn(reader: Reader, mention: Mention, outcomeTable: string): ColumnRef | undefined {
  const { atlas } = reader;
  if (mention.kind !== 'table') {
    const target = reader.atlas.pointsTo(mention);
    const shared = target && groupColumn(reader, { ...mention, kind: 'table', table: target }, outcomeTable);
    if (shared) return shared;
    if (mention.profile.values.length > 1) return { table: mention.table, column: mention.column };
    return groupColumn(reader, { ...mention, kind: 'table' }, outcomeTable);
  }
  const step = atlas.path(outcomeTable, mention.table)?.at(-1);
  if (!step) {
    const named = atlas.profiles.find(
      (each) => each.table === mention.table && each.kind === 'category' && each.distinct > 1,
    );
    return named && outcomeTable === mention.table ? { table: named.table, column: named.column } : undefined;
  }
  const profile = atlas.profile(step.from, step.columns[0] ?? '');
  return profile && (profile.values.length > 1 || (profile.kind === 'key' && profile.distinct > 1))
    ? { table: profile.table, column: profile.column }
    : undefined;
}
