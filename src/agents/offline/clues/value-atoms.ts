import type { Source, SourceColumn } from './catalogue';
import type { Atom, Frame } from './frame';
import { describedMentions, exactMentions, repairsIn, standing, type Mention } from './mentions';
import { overlap, quotesIn, wordsIn, type Span } from './prose';
import { saidBack } from './repairs';
import { shares } from './topics';
import type { Values } from './values';

/** How surely a single word in small letters is a value. */
const COMMON = 0.6;

type ValueAtom = Extract<Atom, { kind: 'value' }>;

export type SaidValues = {
  readonly atoms: readonly ValueAtom[];
  /** Where one value is corrected to another. */
  readonly repairs: readonly Span[];
  /** All that was read as a value, taken back or not. */
  readonly spans: readonly Span[];
};

/** The values of a table's columns that a sentence tells, word by word or, where it speaks of such records, in other words. */
export function valuesSaid(
  source: Source,
  columns: readonly SourceColumn[],
  frame: Frame,
  used: readonly Span[],
  values: Values,
): SaidValues {
  const isFree = (span: Span): boolean => ![...used, ...frame.people].some((each) => overlap(each, span));
  // "Between 900 and 1,100 dollars" names no model 900.
  const isAmount = ({ values: [value = ''], start, end }: Mention): boolean =>
    /^\d+$/.test(value) && [...frame.measured, ...frame.days].some((each) => overlap(each, { start, end }));
  const exact = wholeInQuotes(
    frame.text,
    longest(
      columns.flatMap((column) =>
        exactMentions(column.profile, frame.text, values)
          .filter((mention) => isFree(mention) && !isAmount(mention))
          .map((mention) => ({ column, mention })),
      ),
    ),
  );
  const isAboutIt = shares(source.topics, frame.topics) || (frame.people.length > 0 && source.ways.length > 1);
  // What a sentence says beside its main matter is said outright.
  const isBeside = used.length > 0;
  const taken = [...frame.people, ...frame.days, ...used, ...exact.map(({ mention }) => mention)];
  const atoms: ValueAtom[] = [];
  const [repairs, spans]: [Span[], Span[]] = [[], []];
  for (const column of columns) {
    const own = exact.filter((each) => each.column === column).map(({ mention }) => mention);
    const isRelevant = isAboutIt || shares(column.topics, frame.topics) || exact.length > own.length;
    const inOtherWords =
      !isBeside && isRelevant && column.profile.kind === 'category' && !column.isProse
        ? describedMentions(column.profile, frame.text, taken)
        : [];
    // Beside a value that is said outright other words count where one of the two is taken back.
    const described = inOtherWords.filter((mention) =>
      own.every((each) =>
        mention.start < each.start
          ? saidBack(frame.text, mention, each) !== undefined
          : saidBack(frame.text, each, mention) !== undefined,
      ),
    );
    // A single common word may be anything where nothing else speaks of such records.
    const isOwnTrait = source.ways[0]?.length === 0;
    const weak = (mention: Mention): Mention =>
      isRelevant || isOwnTrait || mention.score > COMMON ? mention : { ...mention, score: mention.score / 2 };
    const all = [...own.map(weak), ...described];
    const kept = chosen(standing(frame.text, all));
    atoms.push(
      ...kept.map((mention): ValueAtom => ({ kind: 'value', column, mention, start: mention.start, end: mention.end })),
    );
    repairs.push(...repairsIn(frame.text, all));
    spans.push(...all);
  }
  return { atoms, repairs, spans };
}

/** What is said outright stands before what is said in other words; of those the surest stands. */
function chosen(mentions: readonly Mention[]): readonly Mention[] {
  const exact = mentions.filter((mention) => mention.exact);
  if (exact.length > 0) return exact;
  return [...mentions].sort((a, b) => b.score - a.score).slice(0, 1);
}

/** What stands in quotation marks is one name: a part of it is a value only where the rest are values too. */
function wholeInQuotes(text: string, placed: readonly Placed[]): readonly Placed[] {
  const broken = quotesIn(text).filter((quote) => {
    const inside = placed.filter(({ mention }) => overlap(mention, quote));
    const names = wordsIn(text.slice(quote.start, quote.end))
      .map(({ start, end }) => ({ start: start + quote.start, end: end + quote.start }))
      .filter(({ start }) => /[\p{Lu}\d]/u.test(text.charAt(start)));
    return inside.length > 0 && names.some((name) => !inside.some(({ mention }) => overlap(mention, name)));
  });
  return placed.filter(({ mention }) => !broken.some((quote) => overlap(mention, quote)));
}

type Placed = { readonly column: SourceColumn; readonly mention: Mention };

/** Of values at one place the longest; of equals each column keeps its own. */
function longest(placed: readonly Placed[]): readonly Placed[] {
  const size = ({ start, end }: Span): number => end - start;
  return placed.filter(
    ({ mention }) => !placed.some((other) => overlap(mention, other.mention) && size(other.mention) > size(mention)),
  );
}
