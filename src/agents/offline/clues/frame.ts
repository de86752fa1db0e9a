import type { Constant } from '../../../board/claim';
import type { SourceColumn } from './catalogue';
import { codePartsIn, likePattern } from './codes';
import { repairsIn, segmentsOf, standing, type Mention } from './mentions';
import { clocksIn, daysIn, type Days } from './moments';
import { blanked, clausesOf, wordsIn, type Span } from './prose';
import { bareNumbersIn, countsIn, quantitiesIn, type Quantity } from './quantities';
import { negationsIn } from './repairs';
import { isAboutSought } from './roles';
import { topicsOf } from './topics';

/** Somebody whom a sentence names. */
export type Person = Span & { readonly key: Constant; readonly label: string };

/** What a sentence tells that a column could hold. */
export type Atom =
  | (Span & { readonly kind: 'value'; readonly column: SourceColumn; readonly mention: Mention })
  | (Span & { readonly kind: 'code'; readonly like: string })
  | (Span & { readonly kind: 'amount'; readonly quantity: Quantity });

/** What is in a sentence, whichever table it speaks of. */
export class Frame {
  readonly topics: ReadonlySet<string>;
  readonly words: readonly string[];
  readonly days: readonly Days[];
  readonly codes: readonly Extract<Atom, { kind: 'code' }>[];
  readonly amounts: readonly Extract<Atom, { kind: 'amount' }>[];
  readonly times: number | undefined;
  readonly negations: readonly Span[];
  readonly clauses: readonly Span[];
  /** Where amounts, codes and numbers of times are corrected. */
  readonly repairs: readonly Span[];
  /** All amounts, also those that are taken back. */
  readonly measured: readonly Span[];
  /** It names the one who is looked for by what they did. */
  readonly isAboutSought: boolean;

  constructor(
    readonly text: string,
    readonly reference: number | undefined,
    readonly people: readonly Person[],
  ) {
    this.words = wordsIn(text).map(({ word }) => word);
    this.topics = new Set(this.words.flatMap((word) => [...topicsOf(word)]));
    this.days = daysIn(text, reference);
    this.clauses = clausesOf(text);
    this.negations = negationsIn(text);
    this.isAboutSought = isAboutSought(text);
    const clocks = clocksIn(text);
    const undated = blanked(text, [...this.days, ...clocks, ...people]);
    const amounts = quantitiesIn(undated).map((quantity) => ({
      kind: 'amount' as const,
      quantity,
      start: quantity.start,
      end: quantity.end,
    }));
    this.measured = amounts;
    const codes = codesOf(blanked(undated, amounts));
    this.codes = [...standing(text, codes)];
    const counts = countsIn(blanked(undated, [...amounts, ...codes]));
    this.times = standing(text, counts)[0]?.times;
    const bare = bareNumbersIn(blanked(undated, [...amounts, ...codes, ...counts])).map((quantity) => ({
      kind: 'amount' as const,
      quantity,
      start: quantity.start,
      end: quantity.end,
    }));
    this.amounts = [...standingOf(text, amounts), ...standingOf(text, bare)];
    this.repairs = [amounts, codes, counts].flatMap((spans) => repairsIn(text, spans));
  }
}

/** Of several amounts of one dimension the one that stands. */
function standingOf(
  text: string,
  amounts: readonly Extract<Atom, { kind: 'amount' }>[],
): Extract<Atom, { kind: 'amount' }>[] {
  const dimensions = new Set(amounts.map(({ quantity }) => quantity.dimension));
  return [...dimensions].flatMap((dimension) =>
    standing(
      text,
      amounts.filter(({ quantity }) => quantity.dimension === dimension),
    ).slice(0, 1),
  );
}

function codesOf(text: string): Extract<Atom, { kind: 'code' }>[] {
  const segments = segmentsOf(text);
  const parts = codePartsIn(text);
  const groups = segments.flatMap((segment) => {
    const own = parts.filter((part) => part.start >= segment.start && part.start < segment.end);
    const [first] = own;
    const last = own.at(-1);
    if (!first || !last) return [];
    return [{ kind: 'code' as const, like: likePattern(own), start: first.start, end: last.end }];
  });
  return groups;
}
