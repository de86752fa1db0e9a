import type { Board } from '../board';

/** One thing that happened: an instant in UTC, who, one word for what they did, and the record it concerns. */
export type Moment = {
  readonly at: string;
  readonly by: string;
  readonly did: string;
  readonly what: string;
  readonly text?: string;
};

/** Everything that a board tells of its making, by time; what happened in the same second in the order of the method. */
export function timeline(board: Board): readonly Moment[] {
  const { investigation } = board;
  const moments: Moment[] = [
    { at: investigation.startedAt, by: 'person', did: 'asked', what: 'investigation', text: investigation.question },
    ...board.hypotheses.map(({ id, statement, proposedBy, createdAt }) => ({
      at: createdAt,
      by: proposedBy,
      did: 'proposed',
      what: id,
      text: statement,
    })),
    ...board.history.map(({ at, by, did, what, why }) => ({
      at,
      by,
      did,
      what,
      ...(why !== undefined && { text: why }),
    })),
    ...board.queries.map(({ id, at, by, purpose }) => ({ at, by, did: 'queried', what: id, text: purpose })),
    ...board.evidence.map(({ id, recordedAt, by, fact }) => ({
      at: recordedAt,
      by,
      did: 'recorded',
      what: id,
      text: fact,
    })),
    ...board.links.map(({ from, relation, to, by, at, note }) => ({
      at,
      by,
      did: 'linked',
      what: `${from} ${relation} ${to}`,
      text: note,
    })),
    ...board.verdicts.flatMap(({ id, hypothesis, status, by, at, rationale, reviews = [] }) => [
      { at, by, did: 'judged', what: `${hypothesis} ${status}`, text: rationale },
      ...reviews.map((review) => ({
        at: review.at,
        by: review.by,
        did: review.agrees ? 'accepted' : 'disputed',
        what: id,
        text: review.note,
      })),
    ]),
    ...board.queries.flatMap(({ id, verified }) =>
      verified === undefined
        ? []
        : [
            {
              at: verified.at,
              by: 'verify',
              did: verified.as,
              what: id,
              ...(verified.because && { text: verified.because }),
            },
          ],
    ),
  ];
  return moments.sort((left, right) => (left.at < right.at ? -1 : left.at > right.at ? 1 : 0));
}
