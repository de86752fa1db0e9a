import type { Board, Evidence, Hypothesis, Link, Query, Verdict } from '../board';

/** Records of two boards that are the same one, in the order of the earlier board, and those of one board alone. */
export type Pairs<R> = {
  readonly both: readonly (readonly [before: R, after: R])[];
  readonly removed: readonly R[];
  readonly added: readonly R[];
};

export type BoardPairs = {
  readonly hypotheses: Pairs<Hypothesis>;
  readonly queries: Pairs<Query>;
  readonly evidence: Pairs<Evidence>;
  readonly links: Pairs<Link>;
  readonly verdicts: Pairs<Verdict>;
  /** What the later board calls a record of the earlier one. */
  readonly nameOf: (id: string) => string;
};

/**
 * Which record of a board is which of an earlier one: by their ids, where both tell of the same thing. Two branches give one id to
 * different records: those are told apart, and found by what they say.
 */
export function pairRecords(before: Board, after: Board): BoardPairs {
  const hypotheses = pair(before.hypotheses, after.hypotheses, ({ statement, proposedBy, createdAt }) => [
    statement,
    `${proposedBy} ${createdAt}`,
  ]);
  const queries = pair(before.queries, after.queries, ({ sql, by, at }) => [sql, `${by} ${at}`]);
  const queryName = renaming(queries);
  const evidence = pair(
    before.evidence,
    after.evidence,
    ({ fact, by, recordedAt, query, attack }, nameOf) => [
      fact,
      `${by} ${recordedAt}`,
      `${nameOf(query)} ${attack ?? ''}`,
    ],
    queryName,
  );
  const name = renaming(hypotheses, queries, evidence);
  const links = pair(before.links, after.links, ({ from, to }, nameOf) => [`${nameOf(from)} ${nameOf(to)}`], name);
  const verdicts = pair(
    before.verdicts,
    after.verdicts,
    ({ hypothesis, rationale, at }, nameOf) => [`${nameOf(hypothesis)} ${rationale}`, `${nameOf(hypothesis)} ${at}`],
    name,
  );
  return { hypotheses, queries, evidence, links, verdicts, nameOf: name };
}

/** An id of the earlier board as the later board has it. */
type Rename = (id: string) => string;

/**
 * @param marksOf what tells a record: two with one id are the same where any of it is equal, two with different ids where the first
 *   is
 */
function pair<R extends { readonly id: string }>(
  before: readonly R[],
  after: readonly R[],
  marksOf: (record: R, nameOf: Rename) => readonly [string, ...string[]],
  rename: Rename = asItIs,
): Pairs<R> {
  const byId = new Map(after.map((record) => [record.id, record]));
  const partners = new Map<R, R>();
  for (const record of before) {
    const other = byId.get(record.id);
    if (other === undefined) continue;
    const marks = marksOf(other, asItIs);
    if (marksOf(record, rename).some((mark, index) => mark === marks[index])) partners.set(record, other);
  }
  const taken = new Set(partners.values());
  const byContent = new Map<string, R[]>();
  for (const record of after.filter((each) => !taken.has(each))) {
    const [content] = marksOf(record, asItIs);
    byContent.set(content, [...(byContent.get(content) ?? []), record]);
  }
  for (const record of before.filter((each) => !partners.has(each))) {
    const other = byContent.get(marksOf(record, rename)[0])?.shift();
    if (other === undefined) continue;
    partners.set(record, other);
    taken.add(other);
  }
  return {
    both: before.flatMap((record) => {
      const other = partners.get(record);
      return other === undefined ? [] : [[record, other] as const];
    }),
    removed: before.filter((record) => !partners.has(record)),
    added: after.filter((record) => !taken.has(record)),
  };
}

function renaming(...sections: readonly Pairs<{ readonly id: string }>[]): Rename {
  const names = new Map(sections.flatMap(({ both }) => both.map(([{ id }, other]) => [id, other.id])));
  // What only the earlier board has must not be taken for the later board's record of that id.
  return (id) => names.get(id) ?? `earlier ${id}`;
}

function asItIs(id: string): string {
  return id;
}
