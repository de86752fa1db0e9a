import { assertNever } from '../base/assert';
import { compareIds } from '../base/ids';
import type { Board, HistoryEntry, Hypothesis, Investigation } from './board';
import type { BoardEvent } from './events';

/** A board that holds nothing yet but its investigation. */
export function emptyBoard(investigation: Investigation): Board {
  return {
    d2board: 1,
    investigation,
    hypotheses: [],
    queries: [],
    evidence: [],
    links: [],
    verdicts: [],
    report: '',
    history: [],
  };
}

/**
 * The board after an event: the only way a board changes. What an event leaves alone is shared with the board before it.
 * @param board undefined before `started`, which makes the board
 * @throws Error for an event that names a record which is not there, or adds one that is there already
 */
export function reduce(board: Board | undefined, event: BoardEvent): Board {
  if (event.type === 'started') return emptyBoard(event.investigation);
  if (board === undefined) throw new Error(`no board to apply '${event.type}' to: the first event must be 'started'`);
  const { at, by } = event;
  switch (event.type) {
    case 'resumed': {
      const { database } = board.investigation;
      const changed = database.fingerprint !== event.fingerprint;
      const resumed = withInvestigation(board, {
        status: 'running',
        reason: null,
        finishedAt: null,
        database: { ...database, fingerprint: event.fingerprint },
      });
      return noted(resumed, event, 'investigation', changed ? 'the database changed' : undefined);
    }
    case 'assumed':
      return withInvestigation(board, { assumptions: [...board.investigation.assumptions, event.text] });
    case 'limited':
      return withInvestigation(board, { limitations: [...board.investigation.limitations, event.text] });
    case 'proposed':
      if (event.hypothesis.refines !== undefined) demand(board.hypotheses, event.hypothesis.refines);
      return { ...board, hypotheses: added(board.hypotheses, event.hypothesis) };
    case 'dispatched': {
      const dispatched = withHypothesis(board, event.hypothesis, () => ({ status: 'investigating', updatedAt: at }));
      return noted(dispatched, event, event.hypothesis, `round ${event.round}`);
    }
    case 'hinted': {
      const hinted = withHypothesis(board, event.hypothesis, ({ hints = [] }) => ({ hints: [...hints, event.hint] }));
      return noted(hinted, event, event.hypothesis);
    }
    case 'edited': {
      const { statement } = demand(board.hypotheses, event.hypothesis);
      // The claim and the verdict spoke of the old statement, which only the history still tells.
      const edited = withHypothesis(board, event.hypothesis, () => ({
        statement: event.statement,
        claim: undefined,
        status: 'open',
        confidence: 0.5,
        updatedAt: at,
      }));
      return noted(edited, event, event.hypothesis, `was: ${statement}`);
    }
    case 'pinned':
      return withHypothesis(board, event.hypothesis, () => ({ pinned: event.pinned || undefined }));
    case 'rejected': {
      const rejected = withHypothesis(board, event.hypothesis, () => ({
        status: 'abandoned',
        rejectedBy: by,
        abandonedBecause: event.why,
        updatedAt: at,
      }));
      return noted(rejected, event, event.hypothesis);
    }
    case 'abandoned': {
      const abandoned = withHypothesis(board, event.hypothesis, () => ({
        status: 'abandoned',
        abandonedBecause: event.why,
        updatedAt: at,
      }));
      return noted(abandoned, event, event.hypothesis);
    }
    case 'queried':
      return { ...board, queries: added(board.queries, event.query) };
    case 'recorded':
      demand(board.queries, event.evidence.query);
      return { ...board, evidence: added(board.evidence, event.evidence) };
    case 'linked': {
      const { from, to } = event.link;
      demand<{ id: string }>(from.startsWith('E') ? board.evidence : board.hypotheses, from);
      demand(board.hypotheses, to);
      return { ...board, links: added(board.links, event.link) };
    }
    case 'judged': {
      const { verdict } = event;
      for (const id of verdict.cites) demand(board.evidence, id);
      const judged = withHypothesis(board, verdict.hypothesis, ({ rejectedBy }) =>
        // A person may reject while the judge still thinks: the person's word stands.
        rejectedBy === undefined
          ? { status: verdict.status, confidence: verdict.confidence, updatedAt: verdict.at }
          : { confidence: verdict.confidence },
      );
      return { ...judged, verdicts: added(board.verdicts, verdict) };
    }
    case 'reviewed':
      return {
        ...board,
        verdicts: changed(board.verdicts, event.verdict, (verdict) => ({
          ...verdict,
          reviews: [...(verdict.reviews ?? []), event.review],
        })),
      };
    case 'labelled': {
      if (event.redundantWith !== undefined) demand(board.evidence, event.redundantWith);
      return {
        ...board,
        evidence: changed(board.evidence, event.evidence, (evidence) => ({
          ...evidence,
          ...(event.label !== undefined && { label: event.label }),
          ...(event.redundantWith !== undefined && { redundantWith: event.redundantWith }),
        })),
      };
    }
    case 'verified': {
      const verified = { at, as: event.as, ...(event.because !== undefined && { because: event.because }) };
      return { ...board, queries: changed(board.queries, event.query, (query) => ({ ...query, verified })) };
    }
    case 'reported':
      return { ...board, report: event.report };
    case 'used':
      return withInvestigation(board, {
        usage: event.usage,
        ...(event.models !== undefined && { models: event.models }),
      });
    case 'noted':
      return { ...board, history: [...board.history, event.entry] };
    case 'ended': {
      const { status, reason } = event;
      return noted(withInvestigation(board, { status, reason, finishedAt: at }), event, status, reason ?? undefined);
    }
    default:
      return assertNever(event);
  }
}

/** The history holds what no other record tells: who did it, and when. */
function noted(board: Board, { at, by, type }: BoardEvent, what: string, why?: string): Board {
  const entry: HistoryEntry = { at, by, did: type, what, ...(why !== undefined && { why }) };
  return { ...board, history: [...board.history, entry] };
}

function withInvestigation(board: Board, change: Partial<Investigation>): Board {
  return { ...board, investigation: { ...board.investigation, ...change } };
}

/** A claim or a pin that changes to undefined goes. */
function withHypothesis(board: Board, id: string, change: (before: Hypothesis) => Partial<Hypothesis>): Board {
  const hypotheses = changed(board.hypotheses, id, (before) => {
    const { claim, pinned, ...after } = { ...before, ...change(before) };
    return { ...after, ...(claim !== undefined && { claim }), ...(pinned !== undefined && { pinned }) };
  });
  return { ...board, hypotheses };
}

function changed<R extends { id: string }>(records: R[], id: string, change: (before: R) => R): R[] {
  const before = demand(records, id);
  return records.map((record) => (record === before ? change(before) : record));
}

/** The records with one more, in natural order of their ids; nearly always it is the last. */
function added<R extends { id: string }>(records: R[], record: R): R[] {
  const place = records.findLastIndex(({ id }) => compareIds(id, record.id) < 0) + 1;
  if (records[place]?.id === record.id) throw new Error(`duplicate record: ${record.id}`);
  return records.toSpliced(place, 0, record);
}

function demand<R extends { id: string }>(records: readonly R[], id: string): R {
  const record = records.find((candidate) => candidate.id === id);
  if (record === undefined) throw new Error(`unknown record: ${id}`);
  return record;
}
