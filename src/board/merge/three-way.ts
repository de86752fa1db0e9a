import { diff3Merge } from 'node-diff3';
import { contentOf, isSameContent } from '../content';

/** What a merge makes of two sides: one and the same, or in a conflict what each of them has. */
export type Merged<T> = { readonly ours: T; readonly theirs: T };

export type MergedRecord<R> = Merged<R> & {
  /** The keys that both sides changed, and not alike. */
  readonly conflicts: readonly string[];
};

/** Keys that are merged together: a side that changed any of them is the one that changed all. */
export type KeyGroup<R> = {
  readonly keys: readonly (keyof R & string)[];
  /** What holds when both sides changed them; without it that is a conflict. */
  readonly resolve?: (sides: { readonly base: R | undefined } & Merged<R>) => Partial<R>;
};

/**
 * A record that both sides have. A key that no group names is a group of its own.
 * @param base undefined: both sides made it
 */
export function mergeRecord<R extends object>(
  base: R | undefined,
  ours: R,
  theirs: R,
  groups: readonly KeyGroup<R>[] = [],
): MergedRecord<R> {
  if (isSameContent(ours, theirs) || isSameContent(base, theirs)) return { ours, theirs: ours, conflicts: [] };
  if (isSameContent(base, ours)) return { ours: theirs, theirs, conflicts: [] };
  const [our, their] = [new Map(Object.entries(ours)), new Map(Object.entries(theirs))];
  const grouped = new Set<string>(groups.flatMap(({ keys }) => keys));
  const others = [...new Set([...our.keys(), ...their.keys()])].filter((key) => !grouped.has(key));
  const conflicts: string[] = [];
  const part = (record: object | undefined, keys: readonly string[]): string =>
    contentOf(
      Object.entries(record ?? {})
        .filter(([key]) => keys.includes(key))
        .toSorted(),
    );
  const put = (target: Map<string, unknown>, keys: readonly string[], source: object): void => {
    const values = new Map<string, unknown>(Object.entries(source));
    for (const key of keys) {
      if (values.has(key)) target.set(key, values.get(key));
      else target.delete(key);
    }
  };
  const own = others.map((key): Pick<KeyGroup<R>, 'resolve'> & { readonly keys: readonly string[] } => ({
    keys: [key],
  }));
  for (const { keys, resolve } of [...groups, ...own]) {
    const [was, is, other] = [part(base, keys), part(ours, keys), part(theirs, keys)];
    if (is === other) continue;
    if (was === other) put(their, keys, ours);
    else if (was === is) put(our, keys, theirs);
    else if (resolve === undefined) conflicts.push(...keys.filter((key) => part(ours, [key]) !== part(theirs, [key])));
    else for (const side of [our, their]) put(side, keys, resolve({ base, ours, theirs }));
  }
  // Each key has the value that one of two records of this type has, or what its rule made of both.
  const merged = Object.fromEntries(our) as R;
  return { ours: merged, theirs: conflicts.length === 0 ? merged : (Object.fromEntries(their) as R), conflicts };
}

/**
 * A list that grows: what the one side has, and what the other added to it.
 * @param instantOf in whose order the items stand then; without it theirs come last
 */
export function mergeLists<T>(
  base: readonly T[] = [],
  ours: readonly T[] = [],
  theirs: readonly T[] = [],
  instantOf: (item: T) => string = () => '',
): T[] {
  if (isSameContent(base, ours)) return [...theirs];
  if (isSameContent(base, theirs) || isSameContent(ours, theirs)) return [...ours];
  const known = new Map<string, number>();
  const [was, is] = [counted(base), counted(ours)];
  for (const content of [...was.keys(), ...is.keys()]) {
    known.set(content, Math.max(was.get(content) ?? 0, is.get(content) ?? 0));
  }
  const added = theirs.filter((item) => {
    const left = known.get(contentOf(item)) ?? 0;
    known.set(contentOf(item), left - 1);
    return left <= 0;
  });
  return [...ours, ...added].sort((left, right) => compareText(instantOf(left), instantOf(right)));
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function counted(list: readonly unknown[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const content of list.map(contentOf)) counts.set(content, (counts.get(content) ?? 0) + 1);
  return counts;
}

/** A text line by line: what only one side changed is merged, what both changed at one place is as each side has it. */
export function mergeText(base: string, ours: string, theirs: string): Merged<string> {
  const [our, was, their] = [ours, base, theirs].map((text) => text.split('\n'));
  const regions = diff3Merge<string>(our ?? [], was ?? [], their ?? [], { excludeFalseConflicts: true });
  const side = (of: 'a' | 'b'): string => regions.flatMap(({ ok, conflict }) => ok ?? conflict?.[of] ?? []).join('\n');
  return { ours: side('a'), theirs: side('b') };
}
