import type { Board, Evidence, Hypothesis, Link, Query, Verdict } from '../src/board/board';
import { atRisk, driftedEvidence } from '../src/board/views/at-risk';
import { evidenceFor, type Sides } from '../src/board/views/evidence-for';
import { standing } from '../src/board/views/standing';

/** What several views look up in one board. */
export type BoardIndex = {
  readonly ids: ReadonlySet<string>;
  readonly evidence: ReadonlyMap<string, Evidence>;
  readonly queries: ReadonlyMap<string, Query>;
  /** The evidence on each hypothesis by what it says. */
  readonly sides: ReadonlyMap<string, Sides>;
  /** What each piece of evidence says, on which hypotheses. */
  readonly linksFrom: ReadonlyMap<string, readonly Link[]>;
  /** The verdict that stands on each hypothesis. */
  readonly verdicts: ReadonlyMap<string, Verdict>;
  /** Verdicts that rest on evidence which drifted: the ids of that evidence. */
  readonly atRisk: ReadonlyMap<string, readonly string[]>;
  /** Evidence whose query no longer gives the answer that was recorded: why. */
  readonly drifted: ReadonlyMap<string, string>;
};

const indexes = new WeakMap<Board, BoardIndex>();

/** The index of a board, made at the first use. */
export function indexOf(board: Board): BoardIndex {
  const known = indexes.get(board);
  if (known !== undefined) return known;
  const made = makeIndex(board);
  indexes.set(board, made);
  return made;
}

/** All that can be said of one hypothesis depends on these: what is made from equal parts is equal. */
export function hypothesisParts(board: Board, hypothesis: Hypothesis): readonly unknown[] {
  const { sides, verdicts, drifted } = indexOf(board);
  const { supports = [], contradicts = [], neutral = [] } = sides.get(hypothesis.id) ?? {};
  return [
    hypothesis,
    standing(board, hypothesis),
    verdicts.get(hypothesis.id),
    ...[...supports, ...contradicts, ...neutral].flatMap(({ evidence, link }) => [
      evidence,
      link,
      drifted.get(evidence.id),
    ]),
  ];
}

function makeIndex(board: Board): BoardIndex {
  const { hypotheses, evidence, queries, verdicts } = board;
  return {
    ids: new Set([...hypotheses, ...evidence, ...queries, ...verdicts].map(({ id }) => id)),
    evidence: new Map(evidence.map((piece) => [piece.id, piece])),
    queries: new Map(queries.map((query) => [query.id, query])),
    sides: evidenceFor(board),
    linksFrom: grouped(board.links),
    verdicts: new Map(verdicts.map((verdict) => [verdict.hypothesis, verdict])),
    atRisk: new Map(
      atRisk(board).map(({ verdict, because }) => [verdict.id, because.map(({ evidence: { id } }) => id)]),
    ),
    drifted: new Map(driftedEvidence(board).map(({ evidence: { id }, query }) => [id, query.verified?.because ?? ''])),
  };
}

function grouped(links: readonly Link[]): ReadonlyMap<string, readonly Link[]> {
  const groups = new Map<string, Link[]>();
  for (const link of links) {
    const group = groups.get(link.from);
    if (group === undefined) groups.set(link.from, [link]);
    else group.push(link);
  }
  return groups;
}
