import type { Condition } from '../../../board/claim';
import type { Atom, Frame } from './frame';
import type { Span } from './prose';

export type Valued = { readonly condition: Condition; readonly atom: Extract<Atom, { kind: 'value' }> };

/** A condition a column. */
export function valueConditions(atoms: readonly Atom[]): readonly Valued[] {
  const found = new Map<string, Valued>();
  for (const atom of atoms) {
    if (atom.kind !== 'value') continue;
    const { ref } = atom.column;
    const key = `${ref.table}.${ref.column}`;
    const before = found.get(key);
    const values = [...new Set([...(before ? asList(before.condition.is) : []), ...atom.mention.values])];
    const [only, ...more] = values;
    found.set(key, { atom, condition: { column: ref, is: more.length > 0 ? values : (only ?? null) } });
  }
  return [...found.values()];
}

function asList(is: Condition['is']): readonly string[] {
  return (Array.isArray(is) ? is : [is]).filter((each): each is string => typeof each === 'string');
}

/**
 * Which conditions say where to look (a shop, a club) and which what is found there (an item, a status). Proper names after a
 * preposition are where; where an amount or a number of times is told, all names are.
 */
export function parted(
  values: readonly Valued[],
  isMeasured: boolean,
  frame: Frame,
): { readonly setting: Condition[]; readonly said: Condition[] } {
  const conditions = values.map(({ condition }) => condition);
  if (isMeasured) return { setting: conditions, said: [] };
  const isName = ({ condition }: Valued): boolean => /^\p{Lu}|\s\p{Lu}/u.test(asList(condition.is)[0] ?? '');
  const isPlace = ({ atom }: Valued): boolean => {
    const before = frame.text.slice(0, atom.start).replace(/[“"‘]\s*$/, '');
    return /\b(?:at|of|from|in|into|inside|to|by|for)\s+(?:the\s+)?$/i.test(before);
  };
  // A make and its model are told in one breath, and are one thing.
  const isJoined = ({ atom }: Valued): boolean =>
    values.some((other) => other.atom !== atom && /^[\s“”"’]{0,3}$/.test(gapBetween(frame.text, atom, other.atom)));
  const names = values.filter((each) => isName(each) && !isJoined(each));
  const things = values.filter((each) => !names.includes(each));
  const split = (where: readonly Valued[], what: readonly Valued[]) => ({
    setting: where.map(({ condition }) => condition),
    said: what.map(({ condition }) => condition),
  });
  if (things.length > 0) return split(names, things);
  const places = names.filter(isPlace);
  const others = names.filter((each) => !isPlace(each));
  return others.length > 0 ? split(places, others) : split([], names);
}

function gapBetween(text: string, left: Span, right: Span): string {
  return left.end <= right.start ? text.slice(left.end, right.start) : text.slice(right.end, left.start);
}
