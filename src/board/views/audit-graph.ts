import type { Board, Evidence, Relation } from '../board';
import { atRisk, driftedEvidence } from './at-risk';
import { standing, type Standing } from './standing';

/** From the question over its hypotheses to the evidence on them: how the answer came about. */
export type AuditGraph = {
  readonly question: string;
  readonly nodes: readonly AuditNode[];
  readonly edges: readonly AuditEdge[];
};

export type AuditNode =
  | { readonly kind: 'question'; readonly id: typeof QUESTION; readonly text: string }
  | {
      readonly kind: 'hypothesis';
      readonly id: string;
      readonly text: string;
      readonly standing: Standing;
      readonly confidence: number;
      readonly pinned: boolean;
      /** Its standing verdict cites evidence that drifted. */
      readonly atRisk: boolean;
    }
  | {
      readonly kind: 'evidence';
      readonly id: string;
      readonly text: string;
      /** 0–1 */
      readonly weight: number;
      /** The query tried to refute a hypothesis: how. */
      readonly attack?: string;
      /** Its query no longer gives the answer that was recorded. */
      readonly drifted: boolean;
      /** Ids of the evidence that says the same, and is shown by this node. */
      readonly folded: readonly string[];
    }
  | { readonly kind: 'query'; readonly id: string; readonly text: string };

/** `asks`: question → hypothesis. `refined-by`: hypothesis → its refinement. `from`: evidence → the query it is from. */
export type AuditRelation = Relation | 'asks' | 'refined-by' | 'from';

export type AuditEdge = {
  /** Unique in the graph. */
  readonly id: string;
  readonly from: string;
  readonly relation: AuditRelation;
  readonly to: string;
  readonly note?: string;
};

export const QUESTION = 'question';

export type Shown = {
  /** The queries too, as nodes behind the evidence. */
  readonly queries?: boolean;
  /** Ids of evidence whose repetitions stand beside it instead of being folded into it. */
  readonly unfolded?: ReadonlySet<string>;
  /** Of the evidence only what decided the verdicts that stand: the piece that each cites first. */
  readonly deciding?: boolean;
};

/** The graph behind a board's answer. Evidence that repeats another piece is folded into it, with its links. */
export function auditGraph(board: Board, shows: Shown = {}): AuditGraph {
  const { question } = board.investigation;
  const shaken = new Set(atRisk(board).map(({ verdict }) => verdict));
  const standingVerdicts = new Map(board.verdicts.map((verdict) => [verdict.hypothesis, verdict]));
  const drifted = new Set(driftedEvidence(board).map(({ evidence }) => evidence.id));
  const kept = new Map(
    [...keptEvidence(board.evidence)].map(([id, first]) => [id, shows.unfolded?.has(first) ? id : first]),
  );
  const deciding = new Map(
    [...standingVerdicts].map(
      ([
        hypothesis,
        {
          cites: [first = ''],
        },
      ]) => [hypothesis, kept.get(first)],
    ),
  );
  const decisive = new Set(deciding.values());
  const whole = board.evidence.filter(({ id }) => kept.get(id) === id && (shows.deciding !== true || decisive.has(id)));
  const folded = new Map<string, string[]>(whole.map(({ id }) => [id, []]));
  for (const [id, first] of kept) if (id !== first) folded.get(first)?.push(id);
  const edges = new Map<string, AuditEdge>();
  const connect = (from: string, relation: AuditRelation, to: string, note?: string): void => {
    const id = `${from} ${relation} ${to}`;
    if (!edges.has(id)) edges.set(id, { id, from, relation, to, ...(note !== undefined && { note }) });
  };
  const refined = new Map(board.hypotheses.map(({ id, refines }) => [id, refines]));
  for (const [id, refines] of refined) {
    if (refines === undefined) connect(QUESTION, 'asks', id);
    else connect(refines, 'refined-by', id);
  }
  for (const { from, relation, to, note } of board.links) {
    const first = kept.get(from);
    const isShown = shows.deciding !== true || first === undefined || deciding.get(to) === first;
    // That a hypothesis led to its refinement is told already.
    if (isShown && refined.get(to) !== from) connect(first ?? from, relation, to, note);
  }
  const used = new Set(shows.queries ? whole.map(({ query }) => query) : []);
  if (shows.queries) for (const { id, query } of whole) connect(id, 'from', query);
  return {
    question,
    nodes: [
      { kind: 'question', id: QUESTION, text: question },
      ...board.hypotheses.map((hypothesis): AuditNode => {
        const verdict = standingVerdicts.get(hypothesis.id);
        return {
          kind: 'hypothesis',
          id: hypothesis.id,
          text: hypothesis.statement,
          standing: standing(board, hypothesis),
          confidence: hypothesis.confidence,
          pinned: hypothesis.pinned ?? false,
          atRisk: verdict !== undefined && shaken.has(verdict),
        };
      }),
      ...whole.map(({ id, fact, weight, attack }): AuditNode => ({
        kind: 'evidence',
        id,
        text: fact,
        weight,
        ...(attack !== undefined && { attack }),
        drifted: drifted.has(id),
        folded: folded.get(id) ?? [],
      })),
      ...board.queries.flatMap(({ id, purpose }): AuditNode[] =>
        used.has(id) ? [{ kind: 'query', id, text: purpose }] : [],
      ),
    ],
    edges: [...edges.values()],
  };
}

/** For each piece of evidence the one that stands for it: itself, or the first of a chain of repetitions. */
function keptEvidence(evidence: readonly Evidence[]): ReadonlyMap<string, string> {
  const repeats = new Map(evidence.map(({ id, redundantWith }) => [id, redundantWith]));
  const kept = new Map<string, string>();
  for (const { id } of evidence) {
    const chain = new Set([id]);
    let first = id;
    for (let next = repeats.get(id); next !== undefined; next = repeats.get(next)) {
      // Pieces that call each other redundant are all shown.
      if (chain.has(next)) {
        first = id;
        break;
      }
      chain.add(next);
      first = next;
    }
    kept.set(id, first);
  }
  return kept;
}
