import type { Board, Evidence, Hypothesis, Investigation, Link, Query, Review, Verdict } from '../board';
import { isSameContent } from '../content';
import { firstDifference } from '../first-difference';
import { pairRecords, type BoardPairs, type Pairs } from './pairs';
import { standing, standingVerdict, type Standing } from './standing';

/** What a reviewer wants to know of two versions of a board; records that only one has, and what changed in those of both. */
export type Difference = {
  readonly verdicts: readonly VerdictChange[];
  readonly hypotheses: Records<Hypothesis>;
  readonly evidence: Records<Evidence>;
  readonly drifts: readonly Drift[];
  /** Verdicts that stand and cite evidence from what drifted. */
  readonly atRisk: readonly Verdict[];
  readonly links: Records<Link>;
  readonly reviews: readonly { readonly verdict: Verdict; readonly review: Review }[];
  readonly queries: Records<Query>;
  /** Queries that were run again in between, and still give the same answer. */
  readonly reproduced: readonly Query[];
  readonly investigation: readonly FieldChange[];
  readonly report: Sides<string> | undefined;
};

export type Sides<T> = { readonly before: T; readonly after: T };

type Records<R> = {
  readonly added: readonly R[];
  readonly removed: readonly R[];
  readonly changed: readonly Sides<R>[];
};

/** How a hypothesis stands on both sides; without a confidence where nobody judged it. */
export type VerdictChange = Sides<{ readonly standing: Standing; readonly confidence?: number }> & {
  readonly hypothesis: Hypothesis;
  readonly because?: string;
};

/** A query that gives another answer than it did. */
export type Drift = {
  readonly query: Query;
  readonly because: string | undefined;
  /** What rests on its answer, in the later board. */
  readonly evidence: readonly Evidence[];
};

/** A key of the investigation, or one within its database and usage: `database.path`. Undefined where it is not there. */
export type FieldChange = Sides<unknown> & { readonly field: string };

/** @param before undefined: there was no board yet */
export function difference(before: Board | undefined, after: Board): Difference {
  const earlier = before ?? nothingOf(after);
  const pairs = pairRecords(earlier, after);
  const drifts = pairs.queries.both.flatMap(([one, other]) => driftOf(one, other, after));
  return {
    verdicts: verdictChanges(earlier, after, pairs),
    hypotheses: records(
      pairs.hypotheses,
      ({ statement, rationale, claim, refines, pinned, hints }, nameOf) => [
        statement,
        rationale,
        claim,
        refines && nameOf(refines),
        pinned,
        hints,
      ],
      pairs.nameOf,
    ),
    evidence: records(
      pairs.evidence,
      ({ fact, weight, attack, statistics, label, redundantWith }, nameOf) => [
        fact,
        weight,
        attack,
        statistics,
        label,
        redundantWith && nameOf(redundantWith),
      ],
      pairs.nameOf,
    ),
    drifts,
    atRisk: shakenVerdicts(drifts, after),
    links: records(pairs.links, ({ relation, note }) => [relation, note], pairs.nameOf),
    reviews: newReviews(pairs.verdicts),
    queries: records(pairs.queries, ({ sql, purpose }) => [sql, purpose], pairs.nameOf),
    reproduced: pairs.queries.both.flatMap(([one, other]) =>
      isVerifiedSince(one, other) && other.verified?.as === 'reproduced' ? [other] : [],
    ),
    investigation: before === undefined ? [] : fieldChanges(before.investigation, after.investigation),
    report: earlier.report === after.report ? undefined : { before: earlier.report, after: after.report },
  };
}

/** Whether two boards mean the same, however their files are written. */
export function isSame(difference: Difference): boolean {
  const { hypotheses, evidence, links, queries, report, ...lists } = difference;
  return (
    report === undefined &&
    Object.values(lists).every((list) => list.length === 0) &&
    [hypotheses, evidence, links, queries].every(
      ({ added, removed, changed }) => added.length + removed.length + changed.length === 0,
    )
  );
}

function nothingOf(board: Board): Board {
  return { ...board, hypotheses: [], queries: [], evidence: [], links: [], verdicts: [], report: '', history: [] };
}

function records<R>(
  pairs: Pairs<R>,
  told: (record: R, nameOf: (id: string) => string) => readonly unknown[],
  nameOf: (id: string) => string,
): Records<R> {
  return {
    added: pairs.added,
    removed: pairs.removed,
    changed: pairs.both.flatMap(([before, after]) =>
      isSameContent(
        told(before, nameOf),
        told(after, (id) => id),
      )
        ? []
        : [{ before, after }],
    ),
  };
}

function verdictChanges(before: Board, after: Board, { hypotheses, verdicts }: BoardPairs): VerdictChange[] {
  const earlierVerdict = new Map(verdicts.both.map(([one, other]) => [other, one]));
  return hypotheses.both.flatMap(([one, other]) => {
    const [was, is] = [howItStands(before, one), howItStands(after, other)];
    if (isSameContent(was, is)) return [];
    const verdict = standingVerdict(after, other.id);
    // What was said of it before tells nothing of the change.
    const isNew = verdict !== undefined && earlierVerdict.get(verdict) !== standingVerdict(before, one.id);
    const because = is.standing === 'abandoned' ? other.abandonedBecause : isNew ? verdict.rationale : undefined;
    return [{ hypothesis: other, before: was, after: is, ...(because !== undefined && { because }) }];
  });
}

function howItStands(board: Board, hypothesis: Hypothesis): VerdictChange['before'] {
  const stands = standing(board, hypothesis);
  const isJudged = standingVerdict(board, hypothesis.id) !== undefined;
  return { standing: stands, ...(isJudged && { confidence: hypothesis.confidence }) };
}

function driftOf(one: Query, other: Query, after: Board): Drift[] {
  const gaveAnother = one.sql === other.sql && one.digest !== other.digest;
  const isTold = isVerifiedSince(one, other) && other.verified?.as !== 'reproduced';
  if (!gaveAnother && !isTold) return [];
  const evidence = after.evidence.filter(({ query }) => query === other.id);
  return [{ query: other, because: gaveAnother ? answerChange(one, other) : other.verified?.because, evidence }];
}

/** The standing verdicts that cite evidence of queries that drifted. */
function shakenVerdicts(drifts: readonly Drift[], board: Board): readonly Verdict[] {
  const ids = new Set(drifts.flatMap(({ evidence }) => evidence.map(({ id }) => id)));
  return board.hypotheses.flatMap(({ id }) => {
    const verdict = standingVerdict(board, id);
    return verdict?.cites.some((cited) => ids.has(cited)) ? [verdict] : [];
  });
}

function answerChange(one: Query, other: Query): string | undefined {
  const [was, is] = [one, other].map(({ rowCount }) => (typeof rowCount === 'number' ? `${rowCount}` : undefined));
  if (was !== is && was !== undefined && is !== undefined) return `${is} rows, were ${was}`;
  return firstDifference(one, other);
}

function isVerifiedSince(one: Query, other: Query): boolean {
  return other.verified !== undefined && !isSameContent(one.verified, other.verified);
}

function newReviews({ both, added }: Pairs<Verdict>): Difference['reviews'] {
  const known = new Map(both.map(([before, after]) => [after, before.reviews ?? []]));
  return [...both.map(([, after]) => after), ...added].flatMap((verdict) =>
    (verdict.reviews ?? [])
      .filter((review) => !known.get(verdict)?.some((old) => isSameContent(old, review)))
      .map((review) => ({ verdict, review })),
  );
}

/** Every key whose value differs, one level into objects; when it began and ended tells nothing that its records do not. */
function fieldChanges(before: Investigation, after: Investigation): readonly FieldChange[] {
  const { startedAt: _began, finishedAt: _ended, ...one } = before;
  const { startedAt: _begins, finishedAt: _ends, ...other } = after;
  return changesIn(one, other).flatMap(({ field, before: was, after: is }) =>
    isObject(was) && isObject(is)
      ? changesIn(was, is).map((change) => ({ ...change, field: `${field}.${change.field}` }))
      : [{ field, before: was, after: is }],
  );
}

function changesIn(one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): FieldChange[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])]
    .filter((field) => !isSameContent(one[field], other[field]))
    .map((field) => ({ field, before: one[field], after: other[field] }));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
